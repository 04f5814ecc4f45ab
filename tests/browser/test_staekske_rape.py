"""Staekske Rape through the pages: a whole game of five, every number worked out by hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LARGE, SMALL, PhoneFactory
from tests.browser.quick import start_evening
from tests.browser.rape import Bid, RapeSheet, start_rape
from tests.browser.screens import NAMES

FIVE = (*NAMES, "Eva")

# Anna deals first, and whoever deals sits out. Beside each deal all totals after it.
GAME = [
    # needs 13 − 20 = −7, all tricks make 25: 32 over, twice
    (Bid("Bernd", 3, event="all_tricks", melds=("four_jacks",), without_stock=True), (0, 64, 0, 0, 0)),
    # needs 14 − 4 = 10, 84 make 8: 2 short
    (Bid("Clara", 4, 84, melds=("run3", "stoek")), (0, 64, -14, 0, 0)),
    (Bid("Dieter", event="refused"), (0, 64, -14, -10, 0)),
    (Bid("Eva", 3, event="no_tricks"), (0, 64, -14, -10, -50)),
    # needs 15 − 14 = 1, 93 make 9: 8 over, twice
    (Bid("Anna", 5, 93, melds=("four_nines",), without_stock=True), (16, 64, -14, -10, -50)),
    # needs 13 − 10 = 3, all tricks make 25
    (Bid("Bernd", 3, event="all_tricks", melds=("run5",)), (16, 86, -14, -10, -50)),
    # needs 14, 127 make 13: 1 short
    (Bid("Eva", 4, 127), (16, 86, -14, -10, -62)),
    (Bid("Bernd", 4, event="all_tricks"), (16, 97, -14, -10, -62)),
    # needs 13, 138 make 14
    (Bid("Bernd", 3, 138), (16, 98, -14, -10, -62)),
    # forced: needs 11, 130 make 13
    (Bid("Bernd", 1, 130), (16, 100, -14, -10, -62)),
]


@pytest.mark.parametrize(("javascript", "size"), [(True, SMALL), (False, LARGE)])
def test_a_whole_game_of_five_is_played_to_its_target(
    phone: PhoneFactory, javascript: bool, size: tuple[int, int]
) -> None:
    page = phone(size, javascript=javascript)
    evening = start_evening(page, people=FIVE, javascript=javascript)
    sheet = start_rape(evening, order=FIVE, paid=True)
    for deal, totals in GAME:
        sheet.enter_bid(deal)
        sheet.wait_totals(totals)
    expect(page.locator(".ending h2")).to_have_text("Bernd wins the game with 100: first at 100")
    assert sheet.stakes() == ("−€0.50", "+€2.00", "−€0.50", "−€0.50", "−€0.50")
    assert sheet.reasons()[-1].endswith(
        "Bernd, bid 1, no melds: needs 11; 130 points make 13; 2 over: +2, stock taken ends the game"
    )


def test_the_panel_says_what_a_bid_needs_and_what_wins(phone: PhoneFactory) -> None:
    page = phone(SMALL)
    sheet = start_rape(start_evening(page))
    sheet.enter_bid(Bid("Bernd", 3, event="all_tricks", melds=("four_jacks",), without_stock=True))
    sheet.choose(Bid("Bernd", 4, melds=("run3", "run3_again", "stoek")))
    # needs 14 − 6 = 8: from 76 on, since 75 goes down to 7; 36 more than 64 are out of reach
    expect(page.locator("#sum")).to_have_text("Bernd needs 76 card points for bid 4")
    sheet.choose(Bid("Bernd", None, 104))
    expect(page.locator("#sum strong")).to_have_text("+2: Bernd 66")


def test_a_deal_is_corrected_and_what_is_missing_is_said(phone: PhoneFactory) -> None:
    page = phone(SMALL)
    sheet = start_rape(start_evening(page))
    sheet.choose(Bid("Clara"))
    sheet.tap(page.locator("#deal_form .save"))
    expect(page.locator("#sum")).to_have_text("Set the bid.")
    sheet.choose(Bid("Clara", 3))
    sheet.tap(page.locator("#deal_form .save"))
    expect(page.locator("#sum")).to_have_text("Type the declarer’s card points first.")
    sheet.enter_bid(Bid("Dieter", None, 138))
    sheet.wait_totals((0, 0, 0, 1))
    sheet.tap(page.locator("#rows li.deal summary").first)
    sheet.tap(page.get_by_role("link", name="Correct"))
    expect(page.locator('[name="bid"]')).to_have_value("3")
    corrected = RapeSheet(page)
    sheet.tap(page.locator('[data-act="clear"]'))
    corrected.choose(Bid("Anna", None, 120))
    sheet.tap(page.locator(".save"))
    page.wait_for_url("**/sheets/*")
    sheet.wait_totals((-12, 0, 0, 0))
