"""People come and go at a running game, it waits and goes on, and ends as the table agrees."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, PhoneFactory
from tests.browser.quick import start_evening
from tests.browser.screens import NAMES
from tests.browser.setting_up import SetUp
from tests.browser.sheet_pages import Deal, Sheet

SIX = (*NAMES, "Eva", "Frank")


def begin(phone: PhoneFactory, *, javascript: bool) -> Sheet:
    """Start a game for 50 cents that Anna deals; she loses the first deal with 66: 70 points."""
    page = phone(size=SMALL, javascript=javascript)
    evening = start_evening(page, people=SIX, javascript=javascript)
    sheet = evening.start_game(dealer="Anna", stake="0.50")
    sheet.enter(Deal((66, 54, 0, 0)))
    return sheet


def people(sheet: Sheet) -> list[str]:
    """Give who sits at the columns."""
    return sheet.page.locator("#scores .name bdi").all_inner_texts()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_substitute_comes_a_fifth_joins_and_leaves_and_the_table_ends_it(
    phone: PhoneFactory, javascript: bool
) -> None:
    sheet = begin(phone, javascript=javascript)
    SetUp.of(sheet).change("substitute", ("Whose seat?", "Anna"), ("Who takes it?", "Eva"))
    assert (people(sheet), sheet.totals()) == (["Eva", "Bernd", "Clara", "Dieter"], (70, 0, 0, 0))
    # Eva 51: rounded 50, beside the 70 that she took over.
    sheet.enter(Deal((51, 40, 29, 0)))
    sheet.wait_totals((120, 0, 0, 0))

    SetUp.of(sheet).change("join", ("Who joins?", "Frank"), ("At whose left hand?", "Dieter"))
    assert people(sheet) == ["Eva", "Bernd", "Clara", "Dieter", "Frank"]
    # Clara deals and sits out. Bernd 61: 60.
    sheet.enter(Deal((20, 61, 0, 39, 0)))
    assert (sheet.totals(), sheet.marks()) == ((120, 60, 0, 0, 0), (2, 1, 0, 0, 0))

    SetUp.of(sheet).change("leave", ("Who leaves?", "Frank"))
    # Dieter deals, and plays, since Frank's seat is empty. Clara 36: 40.
    sheet.enter(Deal((30, 29, 36, 25, 0)))
    assert (sheet.totals(), sheet.marks()) == ((120, 60, 40, 0, 0), (2, 1, 1, 0, 0))

    SetUp.of(sheet).change("agree", chips=("The highest total pays",))
    # Eva has most: one stake to Bernd and Clara each, two to Dieter, who has no mark. Frank left: nothing.
    assert sheet.stakes() == ("−€2.00", "+€0.50", "+€0.50", "+€1.00", "€0.00")
    SetUp.of(sheet).change("payer-0", chips=("Anna",))
    expect(sheet.page.locator(".ending")).to_contain_text("Anna pays or gets this")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_game_waits_goes_on_and_ends_with_its_last_round(phone: PhoneFactory, javascript: bool) -> None:
    sheet = begin(phone, javascript=javascript)
    path, page = sheet.path, sheet.page
    SetUp.of(sheet).adjourn()
    sheet.open(path)
    expect(page.locator("#deal_form")).to_contain_text("This game is adjourned")
    sheet.tap(page.get_by_role("button", name="Go on tonight"))
    expect(page.locator("#deal_form .ask").first).to_contain_text("Deal 2")
    assert (sheet.totals(), sheet.next_number()) == ((70, 0, 0, 0), 2)

    chips = ("When somebody has dealt", "Nobody pays")
    SetUp.of(sheet).change("last-round", ("Until who has dealt?", "Clara"), chips=chips)
    expect(page.locator("#scores .state")).to_contain_text("until Clara has dealt")
    # Bernd deals, then Clara, and it is over: Bernd 51 is 50, Clara 61 is 60. Nobody pays.
    sheet.enter(Deal((40, 51, 29, 0)))
    sheet.wait_totals((70, 50, 0, 0))
    sheet.enter(Deal((30, 29, 61, 0)))
    expect(page.locator(".ending")).to_be_visible()
    assert (sheet.totals(), sheet.marks()) == ((70, 50, 60, 0), (1, 1, 1, 0))
    assert sheet.stakes() == ("€0.00",) * 4
