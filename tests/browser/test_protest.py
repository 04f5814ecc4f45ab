"""A protest: the other version is entered, the game goes on with both standings in view, and the table decides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, PhoneFactory
from tests.browser.quick import start_evening
from tests.browser.sheet_pages import Deal, Dispute, Sheet

# Anna 66: 70. Bernd 51: 50. Clara 61: 60.
FIRST_THREE = (Deal((66, 54, 0, 0)), Deal((40, 51, 29, 0)), Deal((30, 29, 61, 0)))
# It was Dieter with 76, and Anna called: 152, rounded 150.
SAID = Deal((44, 0, 0, 76), callers=(0,))
# Dieter 56: 60. Anna 62 and Bernd without a trick: 124, rounded 120. Bernd 45: 50 (half a ten counts up).
THREE_MORE = (Deal((20, 20, 24, 56)), Deal((62, 0, 58, 0), no_trick=(1,)), Deal((40, 45, 35, 0)))


def disputed(phone: PhoneFactory, *, javascript: bool = True) -> Sheet:
    """Play three deals and protest against the third."""
    page = phone(size=SMALL, javascript=javascript)
    sheet = start_evening(page, javascript=javascript).start_game(dealer="Anna", stake="0.50")
    for deal in FIRST_THREE:
        sheet.enter(deal)
    path = sheet.path
    sheet.protest(3, SAID)
    page.wait_for_url(re.compile(f"{path}(#.*)?$"))
    return sheet


@pytest.mark.parametrize(
    ("javascript", "button", "totals", "marks"),
    [
        (False, "As entered stands", (190, 100, 60, 60), (2, 2, 1, 1)),
        (True, "The protest holds", (190, 100, 0, 210), (2, 2, 0, 2)),
    ],
)
def test_three_deals_later_the_table_decides_with_both_standings_before_it(
    phone: PhoneFactory, javascript: bool, button: str, totals: tuple[int, ...], marks: tuple[int, ...]
) -> None:
    sheet = disputed(phone, javascript=javascript)
    band = sheet.page.locator("#scores a.dispute")
    expect(band).to_contain_text("Deal 3 is in dispute. If the protest holds:")
    assert (sheet.totals(), sheet.disputed_totals()) == ((70, 50, 60, 0), (70, 50, 0, 150))
    for deal in THREE_MORE:
        sheet.enter(deal)
    # As entered 70 + 120, 50 + 50, 60, 60; by the protest Clara's 60 is gone and Dieter has 150 more.
    assert (sheet.totals(), sheet.disputed_totals()) == ((190, 100, 60, 60), (190, 100, 0, 210))
    expect(sheet.row(3)).to_contain_text("under protest")
    dispute = sheet.dispute()
    # Were it over now: as entered Anna pays 50 cents to each, as all have marks; by the protest Dieter does, and
    # twice that to Clara, who has none.
    assert dispute.rows() == [
        ("Anna", "190 −€1.50", "190 +€0.50"),
        ("Bernd", "100 +€0.50", "100 +€0.50"),
        ("Clara", "60 +€0.50", "0 +€1.00"),
        ("Dieter", "60 +€0.50", "210 −€2.00"),
    ]
    dispute.decide(button)
    expect(sheet.page.locator("#scores a.dispute")).to_have_count(0)
    assert (sheet.totals(), sheet.marks(), sheet.next_number()) == (totals, marks, 7)
    sheet.undo()
    expect(sheet.page.locator("#scores a.dispute")).to_have_count(1)
    sheet.wait_totals((190, 100, 60, 60))


def test_an_ending_in_dispute_is_decided_before_anybody_pays(phone: PhoneFactory) -> None:
    sheet = disputed(phone)
    path, page = sheet.path, sheet.page
    sheet.enter(Deal((0, 57, 63, 0), no_trick=(0, 3), callers=(1, 2, 3)))  # 63 × 8 × 4 = 2,016, to Clara's 60
    expect(page.locator(".ending h2")).to_contain_text("Clara loses the game with 2,080")
    page.locator(".ending").get_by_role("link", name="Deal 3 is in dispute. Decide before you pay.").tap()
    page.wait_for_url(re.compile(r"/entries/.*#dispute"))
    # Clara pays either way: as entered Dieter has no mark and gets double, by the protest he has one.
    assert Dispute(page).rows()[2:] == [("Clara", "2,080 −€2.00", "2,020 −€1.50"), ("Dieter", "0 +€1.00", "150 +€0.50")]
    page.goto(f"{path.split('sheets')[0]}settle")
    expect(page.get_by_role("button", name="Settle")).to_have_count(0)
    page.get_by_role("link", name="Decide it first").tap()
    page.wait_for_url(re.compile(r"/entries/.*#dispute"))
    Dispute(page).press("The protest holds")
    expect(page.get_by_text("This decision changes how the game ends.")).to_be_visible()
    page.get_by_role("button", name="Yes, it holds").tap()
    expect(page.locator("#scores a.dispute")).to_have_count(0)
    assert sheet.stakes() == ("+€0.50", "+€0.50", "−€1.50", "+€0.50")
