"""Games without a network beyond the four who play every deal: five at the table, a last round, the next game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory, Watch
from tests.browser.offline import (
    NO_NETWORK,
    begin,
    said,
    stored,
    stored_payloads,
    wait_delivered,
    wait_kept,
    wait_ready,
)
from tests.browser.quick import start_evening
from tests.browser.screens import NAMES
from tests.browser.server import Server
from tests.browser.setting_up import SetUp
from tests.browser.sheet_pages import Deal, Sheet

FIVE = (*NAMES, "Eva")


def first_dealer(server: Server, path: str) -> int:
    """Give the seat that dealt first, as the server has it."""
    (seat,) = stored(server, "SELECT first_dealer FROM sheet WHERE id IN (?, ?)", path)
    return int(seat)


def test_five_of_whom_the_dealer_sits_out_go_on_without_a_network(
    phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate(NO_NETWORK)
    page = phone()
    sheet = start_evening(page, people=FIVE).start_game(dealer="Anna", order=FIVE)
    sheet.enter(Deal((0, 66, 54, 0, 0)))  # Anna sits out
    wait_kept(sheet, 1)
    wait_ready(page)
    page.context.set_offline(True)
    expect(sheet.tile(1)).to_have_count(0)
    sheet.enter(Deal((60, 0, 51, 0, 9)))  # Bernd sits out
    expect(sheet.tile(2)).to_have_count(0)
    sheet.enter(Deal((0, 51, 0, 60, 9), callers=(3,)))  # Clara sits out: 60 × 2
    sheet.wait_totals((60, 70, 0, 120, 0))
    page.reload()
    expect(page.locator("#rows .waiting")).to_have_count(2)
    expect(sheet.tile(3)).to_have_count(0)
    # The first deal was no deal after all: those who sat out of the others stay so.
    row = sheet.unfold(1)
    sheet.tap(row.get_by_role("button", name="Take out"))
    expect(sheet.rows()).to_have_count(2)
    sheet.wait_totals((60, 0, 0, 120, 0))
    expect(sheet.tile(3)).to_have_count(0)
    page.context.set_offline(False)
    wait_delivered(page)
    sheet.wait_totals((60, 0, 0, 120, 0))
    assert [each["sits_out"] for each in stored_payloads(server, sheet.path)] == [1, 2]


def test_a_last_round_runs_out_without_a_network(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = begin(phone())
    page = sheet.page
    sheet.enter(Deal((66, 54, 0, 0)))
    SetUp.of(sheet).change("last-round", chips=("The highest total pays",), deals="2")
    page.goto(sheet.path)
    expect(page.locator("#scores .state")).to_have_text("Last round: 2 deals to go")
    wait_kept(sheet, 1)
    wait_ready(page)
    page.context.set_offline(True)
    sheet.enter(Deal((0, 66, 54, 0)))
    expect(page.locator("#scores .state")).to_have_text("Last round: 1 deal to go")
    sheet.enter(Deal((0, 66, 54, 0)))
    assert "Bernd" in sheet.ending()
    page.context.set_offline(False)
    wait_delivered(page)
    expect(page.locator("#deal_form .ending:not(.waits) h2")).to_contain_text(said("Bernd has the highest total, 140"))


def test_the_next_game_starts_without_a_network_and_its_deals_follow(
    phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = begin(phone())
    page, before = sheet.page, sheet.path
    sheet.enter(Deal((66, 54, 0, 0)))
    wait_kept(sheet, 1)
    wait_ready(page)
    page.context.set_offline(True)
    sheet.enter(Deal((0, 63, 57, 0), no_trick=(0, 3), callers=(3, 0, 1)))  # 63 × 8 × 4 = 2,016
    expect(page.locator(".ending h2")).to_have_text(said("Bernd loses the game"))
    sheet.tap(page.get_by_role("button", name="Next game"))
    expect(page.locator(".next-game")).to_contain_text(said("Bernd lost and chooses who deals first."))
    sheet.tap(page.locator(".next-game").get_by_role("button", name="Clara"))
    page.wait_for_url(lambda url: "/sheets/" in url and before not in url)
    sheet = Sheet(page)
    path = sheet.path
    expect(page.get_by_role("heading", name="Game 2")).to_be_visible()
    expect(page.locator("#deal_form .ask")).to_contain_text(said("Clara deals"))
    sheet.wait_totals((0, 0, 0, 0))
    sheet.enter(Deal((0, 66, 54, 0)))
    page.reload()
    expect(page.locator("#rows .waiting")).to_have_count(1)
    sheet.enter(Deal((0, 0, 66, 54)))
    sheet.wait_totals((0, 70, 70, 0))
    page.context.set_offline(False)
    wait_delivered(page)
    page.goto(path)
    sheet.wait_totals((0, 70, 70, 0))
    assert [len(stored_payloads(server, each)) for each in (before, path)] == [2, 2]
    assert first_dealer(server, path) == 2
    page.goto(before)
    expect(page.locator(".ending h2")).to_have_text(said("Bernd loses the game"))
