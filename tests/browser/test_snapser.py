"""Accounts of Šnapser through the pages, every number worked out by hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, PhoneFactory
from tests.browser.pages import NewGame
from tests.browser.quick import start_evening, start_group
from tests.browser.screens import NAMES
from tests.browser.setting_up import SetUp
from tests.browser.sheet_pages import Deal
from tests.browser.snapser import THREE, Account, Play, put_four


def begin(page: Page, javascript: bool = True) -> Account:
    """Start an account of three at 0.10 a point; Anna deals, so Clara chooses."""
    evening = start_evening(page, people=THREE, javascript=javascript)
    return Account.begin(evening, stake="0.10")


@pytest.mark.parametrize("javascript", [True, False])
def test_account_of_three_from_the_first_deal_to_its_end(javascript: bool, phone: PhoneFactory) -> None:
    sheet = begin(phone(SMALL, javascript=javascript), javascript)
    expect(sheet.page.locator("#deal_form .ask").first).to_contain_text("Anna deals · Clara leads")
    put_four(sheet)
    assert sheet.reasons() == [
        "1Clara chose and won, without water: 2 (red) × 4 × 4 (Kontra, Re) = 32",
        "2Anna gave up: 6 · not red",
        "3Bernd chose and lost, with water: 2 × 2 (Kontra) = 4 · not red · 40 to 66",
        "4Anna chose and won, for 12: 12 · not red, not raised",
    ]
    SetUp.of(sheet).change("agree", chips=("Close the account",))
    assert sheet.ending() == "The account is closed: Clara gets 62"
    assert sheet.stakes() == ("−€1.60", "−€4.60", "+€6.20")


def test_panel_names_the_sides_and_says_what_is_missing(phone: PhoneFactory) -> None:
    sheet = begin(phone(SMALL))
    page = sheet.page
    expect(page.locator('[data-side="chooser"]')).to_have_text("Clara")
    expect(page.locator('[data-side="opponents"]')).to_have_text("Anna, Bernd")
    sheet.tap(sheet.save_button())
    expect(page.locator("#sum")).to_have_text("Tap who won and how.")
    sheet.tap(sheet.box("raises", 3))
    expect(page.locator('[name="raises"]:checked')).to_have_count(3)
    expect(page.locator("#sum")).to_contain_text(
        "Worth now: with water 16, without water 32, for 6 48, silent Durch 144"
    )
    sheet.tap(sheet.box("raises", 2))
    expect(page.locator('[name="raises"]:checked')).to_have_count(1)
    sheet.tap(sheet.box("result", "chooser-za6"))
    expect(page.locator("#sum")).to_contain_text("6 × 2 (Kontra) = 12")
    expect(sheet.save_button()).to_be_in_viewport(ratio=1)
    sheet.tap(sheet.box("result", "chooser-za6"))
    expect(page.locator('[name="result"]:checked')).to_have_count(0)
    sheet.tap(sheet.box("result", "chooser-za6"))
    sheet.tap(sheet.box("declared", "za12"))
    expect(page.locator('[name="result"]:checked')).to_have_count(0)
    expect(sheet.box("result", "chooser-za6")).to_be_hidden()
    sheet.play(Play(ended="dost-chooser", points=(66, 50), chooser=1))
    expect(page.locator('[data-side="chooser"]')).to_have_text("Bernd")
    expect(page.locator("#sum")).to_contain_text("Bernd chose and lost, for 12: 12 × 2 (Kontra) = 24")
    page.reload()
    expect(page.locator('[name="count_opponents"]')).to_have_value("50")
    expect(page.locator("#sum")).to_contain_text("66 to 50")


def test_wrong_result_comes_back_with_everything_typed(phone: PhoneFactory) -> None:
    sheet = begin(phone(javascript=False), javascript=False)
    sheet.play(Play("chooser-za12", declared="za12", raises=1, points=(66, 3), ended="last_trick-chooser"))
    sheet.tap(sheet.page.get_by_role("button", name="Check"))
    expect(sheet.page.locator("#sum")).to_contain_text("not 69. Count again.")
    expect(sheet.page.locator('[name="count_chooser"]')).to_have_value("66")
    expect(sheet.page.locator('[name="result"][value="chooser-za12"]')).to_be_checked()


def next_evening(page: Page, group: str) -> None:
    """Settle tonight, begin another evening, and let the account go on there."""
    page.get_by_role("link", name="Settle up").tap()
    expect(page.locator(".account")).to_have_count(len(NAMES))
    rows = [text.split("\n") for text in page.locator(".account > summary").all_inner_texts()]
    # of the account −3.20 −3.20 +6.40; of the game, in which Clara sits last, +1 +1 −3 +1
    assert {name.strip(): amount.strip() for name, amount in rows} == {
        "Anna": "−€2.20",
        "Bernd": "−€2.20",
        "Clara": "+€3.40",
        "Dieter": "+€1.00",
    }
    page.get_by_role("button", name="Settle this evening").tap()
    expect(page.get_by_role("button", name=re.compile("^Paid")).first).to_be_visible()
    page.goto(f"{group}evenings/new")
    page.get_by_role("button", name="Start the evening").tap()
    page.get_by_role("button", name="Go on tonight").tap()
    page.wait_for_url(re.compile("/sheets/"))


def test_mixed_evening_is_settled_and_an_account_that_waited_is_closed_at_the_next(phone: PhoneFactory) -> None:
    """Anna, Bernd and Clara keep an account; then all four play Kalter Schlag, and Clara loses at 0.50 a stake."""
    page = phone()
    group = start_group(page)
    path = group.path
    account = Account.begin(group.start_evening(), stake="0.10")
    account.put(Play("chooser-bez_vody", red=True, raises=2))
    SetUp.of(account).change("agree", chips=("Close the account",))
    assert account.stakes() == ("−€3.20", "−€3.20", "+€6.40")

    page.get_by_role("link", name="Next game").tap()
    page.wait_for_url(re.compile("/games/new"))
    second = Account(NewGame(page).start(None).page)
    second.put(Play("chooser-za6"))
    waiting = second.totals()
    evening = SetUp.of(second).adjourn()

    evening.tap(page.get_by_role("link", name=re.compile("Start a game|Next game")).first)
    page.wait_for_url(re.compile("/games/new"))
    page.get_by_role("link", name="Kalter Schlag").tap()
    page.wait_for_url(re.compile("game=kalter_schlag"))
    game = NewGame(page).start("Anna", stake="0.50")
    game.enter(Deal((0, 0, 0, 120), no_trick=(0, 1), callers=(1, 2, 3, 0)))
    assert game.stakes() == ("+€1.00", "+€1.00", "+€1.00", "−€3.00")
    page.get_by_role("link", name="Back to the evening").tap()
    next_evening(page, path)
    second.wait_totals(waiting)
    second.put(Play("opponents-s_vodou"))
    SetUp.of(second).change("agree", chips=("Close the account",))
    assert sum(second.totals()) == 0
    assert second.ending().startswith("The account is closed")
