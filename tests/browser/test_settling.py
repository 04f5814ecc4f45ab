"""When they go home: who pays whom, what is paid at once, what later, and what goes into the kitty."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LARGE, SMALL, PhoneFactory
from tests.browser.pages import NewGame, next_game
from tests.browser.quick import start_evening, start_group
from tests.browser.screens import NAMES
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal
from tests.browser.stored import stored_table
from tests.services.factories import deal

FIVE = (*NAMES, "Emil")
PAID = re.compile("^Paid")
ALL_CALL = {0: (1, 2, 3, 4), 1: (2, 3, 4, 0), 3: (4, 0, 1, 2)}


def heavy(loser: int, dealer: int) -> Deal:
    """Give a deal of 7,680 that ends the game: all call, two take no trick; with five the dealer sits out."""
    plays = [seat for seat in range(5) if seat not in {dealer, loser}]
    points = tuple(120 if seat == loser else 0 for seat in range(5))
    return Deal(points, no_trick=(plays[0], plays[1]), callers=ALL_CALL[dealer])


def lines(page: Page) -> list[str]:
    return page.locator(".transfer .line").all_inner_texts()


def cents(line: str) -> int:
    found = re.search(r"€(\d+)\.(\d\d)", line)
    assert found, line
    return int(found[1] + found[2])


def balances(page: Page) -> dict[str, str]:
    rows = [text.split("\n") for text in page.locator(".account > summary").all_inner_texts()]
    return {name.strip(): amount.strip() for name, amount in rows}


def three_games_of_five(page: Page, javascript: bool) -> None:
    """Play at 0.50 a stake: Bernd pays 2 stakes to each, then Clara does, then Emil, but only 1 to Anna."""
    evening = start_evening(page, people=FIVE, javascript=javascript)
    first = evening.start_game(dealer="Anna", stake="0.50", order=FIVE)
    first.enter(heavy(loser=1, dealer=0))
    second = next_game(first).start(dealer="Bernd")
    second.enter(heavy(loser=2, dealer=1))
    third = next_game(second).start(dealer="Clara")
    third.enter(Deal((66, 54, 0, 0, 0)))
    third.enter(heavy(loser=4, dealer=3))
    page.locator("a.icon").first.tap()


@pytest.mark.parametrize("javascript", [True, False])
def test_an_evening_of_three_games_is_settled_in_part_and_the_rest_next_month(
    javascript: bool, phone: PhoneFactory
) -> None:
    """In stakes Anna has +2 +2 +1, Bernd −8 +2 +2, Clara +2 −8 +2, Dieter +2 +2 +2, Emil +2 +2 −7."""
    page = phone(LARGE if javascript else SMALL, javascript=javascript)
    three_games_of_five(page, javascript)
    page.get_by_role("link", name="Settle up").tap()
    worked_out = {"Anna": "+€2.50", "Bernd": "−€2.00", "Clara": "−€2.00", "Dieter": "+€3.00", "Emil": "−€1.50"}
    expect(page.locator(".account")).to_have_count(5)
    assert balances(page) == worked_out
    assert len(lines(page)) == 4
    assert sum(cents(line) for line in lines(page)) == 550
    page.locator(".account summary").last.tap()
    expect(page.locator(".account[open] .figures")).to_contain_text("Emil pays Anna €0.50: Anna has marks")
    page.get_by_role("button", name="Settle this evening").tap()
    expect(page.get_by_role("button", name=PAID)).to_have_count(4)
    before = lines(page)
    page.get_by_role("link", name="Another amount").first.tap()
    page.get_by_label("Amount").fill("0.20")
    page.get_by_role("button", name="Book this amount").tap()
    expect(page.locator(".booked")).to_have_count(1)
    assert cents(lines(page)[0]) == cents(before[0]) - 20
    assert lines(page)[1:] == before[1:]

    next_month_without_emil(page)
    expect(page.get_by_text("Open debts")).to_be_visible()
    page.locator("a.rowlink", has_text="owes").tap()
    expect(page.get_by_role("button", name=PAID)).to_have_count(4)
    for left in (3, 2, 1, 0):
        page.get_by_role("button", name=PAID).first.tap()
        expect(page.get_by_role("button", name=PAID)).to_have_count(left)
    expect(page.get_by_text("Nothing is open: everything is settled and paid.")).to_be_visible()
    page.locator("a.rowlink", has_text="Settled on").tap()
    expect(page.get_by_text("All is paid.")).to_be_visible()
    expect(page.locator(".account")).to_have_count(5)
    assert balances(page) == dict.fromkeys(FIVE, "€0.00")


def next_month_without_emil(page: Page) -> None:
    """Meet again; Emil is not there. Ends on the group's page."""
    group = re.search(r"/g/[0-9a-f-]{36}/", page.url)
    assert group
    page.goto(f"{group[0]}evenings/new")
    page.locator("label.chip", has_text="Emil").locator("input").uncheck(force=True)
    page.get_by_role("button", name="Start the evening").tap()
    expect(page.locator("[aria-labelledby=here-heading]")).not_to_contain_text("Emil")
    page.goto(group[0])


def test_an_evening_for_the_kitty_fills_it_and_it_is_spent(phone: PhoneFactory) -> None:
    """Clara loses at 0.50 a stake, nobody has a mark: 3 × 2 × 0.50 into the kitty."""
    page = phone(SMALL, scheme="dark")
    start_evening(page)
    page.get_by_role("link", name="Start a game").first.tap()
    page.wait_for_url(re.compile(r"/games/new"))
    new = NewGame(page)
    new.unfold("stake_minor")
    page.locator('[name="mode"][value="kitty"]').check(force=True)
    sheet = new.start("Anna", stake="0.50")
    sheet.enter(Deal((0, 0, 120, 0), no_trick=(0, 1), callers=(1, 2, 3, 0)))
    assert sheet.stakes() == ("€0.00", "€0.00", "−€3.00", "€0.00")
    page.locator("a.icon").first.tap()
    page.get_by_role("link", name="Settle up").tap()
    expect(page.locator(".transfer .line")).to_have_text(["Clara pays €3.00 into the kitty"])
    page.get_by_role("button", name="Settle this evening").tap()
    page.get_by_role("button", name=PAID).tap()
    expect(page.get_by_text("All is paid.")).to_be_visible()
    page.get_by_role("link", name="All that is open in the group").tap()
    page.get_by_role("link", name="Kitty: €3.00").tap()
    page.get_by_label("Amount").fill("2.50")
    page.get_by_label("What for?").fill("Ice cream for all")
    page.get_by_role("button", name="Book as spent").tap()
    expect(page.get_by_text("The kitty holds €0.50")).to_be_visible()
    expect(page.locator(".booked .words").first).to_have_text("€2.50 spent: Ice cream for all")


def test_the_result_is_copied_where_nothing_else_is_possible(phone: PhoneFactory) -> None:
    page = phone(LARGE)
    evening = start_evening(page)
    sheet = evening.start_game(dealer="Anna", stake="0.50")
    sheet.enter(Deal((0, 0, 120, 0), no_trick=(0, 1), callers=(1, 2, 3, 0)))
    page.locator("a.icon").first.tap()
    page.get_by_role("link", name="Send the result").tap()
    text = page.get_by_label("Copy this into a message")
    assert "Clara pays Anna €1.00" in text.input_value()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text.input_value()


@pytest.mark.parametrize("deals", [17, 45])
def test_a_game_is_printed_on_one_page(deals: int, phone: PhoneFactory, server: Server) -> None:
    page = phone()
    group = start_group(page)
    path = group.path
    group.start_evening()
    with stored_table(server, path) as table:
        sheet_id = table.start(options={"limit": 20000, "marks_to_win": None}).id
        points = [31, 30, 30, 29] * 2
        table.record(sheet_id, *(deal(*points[number % 4 :][:4]) for number in range(deals)))
    page.goto(f"{path}sheets/{sheet_id}/print")
    expect(page.locator("tbody tr")).to_have_count(deals)
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
