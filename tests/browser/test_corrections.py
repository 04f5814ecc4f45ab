"""Correcting what was entered: a deal changed, a forgotten one put in, one taken out, and the ending that moves."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import SMALL, PhoneFactory
from tests.browser.quick import start_game
from tests.browser.sheet_pages import Deal, Entry, Sheet

PLAIN = Deal((66, 54, 0, 0))


def begin(phone: PhoneFactory, deals: int = 0, **options: object) -> Sheet:
    """Start a game that Anna deals and enter some deals that Anna loses."""
    page = phone(**options)
    sheet = start_game(page)
    for _ in range(deals):
        sheet.enter(PLAIN)
    return sheet


def on_the_sheet(sheet: Sheet, path: str) -> None:
    """Wait until the sheet's own screen is back."""
    sheet.page.wait_for_url(re.compile(f"{path}(#.*)?$"))
    expect(sheet.page.locator("#scores")).to_be_visible()


def test_a_correction_of_deal_three_that_ends_the_game_shows_it_and_asks(phone: PhoneFactory) -> None:
    sheet = begin(phone, 4)
    path = sheet.path
    ruinous = Deal((0, 63, 57, 0), no_trick=(0, 3), callers=(3, 0, 1))  # 63 × 8 × 4 = 2,016
    entry = sheet.correct(3)
    entry.clear()
    entry.fill(ruinous)
    expect(sheet.page.locator("#save-label")).to_contain_text("Bernd loses the game")
    entry.save_button().tap()
    expect(sheet.page.get_by_text("This changes how the game ends.")).to_be_visible()
    other = Sheet(sheet.page.context.new_page()).open(path)
    other.wait_totals((280, 0, 0, 0))
    expect(sheet.page.locator("#save-label")).to_contain_text("Bernd loses the game")
    entry.save_button().tap()
    on_the_sheet(sheet, path)
    expect(sheet.page.locator(".ending h2")).to_contain_text("Bernd loses the game")
    sheet.wait_totals((140, 2020, 0, 0))
    expect(sheet.rows().nth(3)).to_contain_text("after the end")
    sheet.undo()
    expect(sheet.page.locator(".ending")).to_have_count(0)
    sheet.wait_totals((280, 0, 0, 0))
    assert sheet.next_number() == 5


def test_a_forgotten_deal_is_put_in_before_another(phone: PhoneFactory) -> None:
    sheet = begin(phone, 2)
    path = sheet.path
    entry = sheet.insert_before(2)
    entry.fill(Deal((10, 20, 51, 39)))
    entry.save()
    on_the_sheet(sheet, path)
    expect(sheet.rows()).to_have_count(3)
    assert "51" in sheet.reasons()[1]
    sheet.wait_totals((140, 0, 50, 0))
    assert sheet.next_number() == 4


def test_a_deal_taken_out_stays_to_be_seen_and_comes_back(phone: PhoneFactory) -> None:
    sheet = begin(phone, 2, size=SMALL)
    row = sheet.unfold(1)
    row.get_by_role("button", name="Take out").tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((70, 0, 0, 0))
    gone = sheet.page.locator("#rows li.deal.removed")
    expect(gone).to_have_count(1)
    expect(gone).to_contain_text("taken out")
    sheet.tap(gone.locator("summary"))
    gone.get_by_role("button", name="Bring back").tap()
    expect(sheet.rows()).to_have_count(2)
    sheet.wait_totals((140, 0, 0, 0))


def test_a_correction_of_what_another_phone_changed_meanwhile_is_not_lost(phone: PhoneFactory) -> None:
    sheet = begin(phone, 2)
    path = sheet.path
    other = Sheet(sheet.page.context.new_page()).open(path)
    mine = sheet.correct(1)
    theirs = other.correct(1)
    theirs.clear()
    theirs.fill(Deal((20, 71, 29, 0)))
    theirs.save()
    expect(other.page.get_by_text("71").first).to_be_visible()
    mine.clear()
    mine.fill(Deal((20, 29, 71, 0)))
    mine.save_button().tap()
    expect(mine.page.get_by_role("alert").filter(visible=True).first).to_be_visible()
    expect(mine.tile(2)).to_contain_text("71")
    again = Sheet(sheet.page.context.new_page()).open(path)
    again.wait_totals((70, 70, 0, 0))


def test_everything_is_corrected_without_scripts_as_well(phone: PhoneFactory) -> None:
    page = phone(javascript=False)
    sheet = start_game(page, javascript=False)
    path = sheet.path
    for _ in range(2):
        sheet.enter(PLAIN)
    entry: Entry = sheet.correct(1)
    form = page.locator("#deal_form form").first
    for seat, points in enumerate((20, 71, 29, 0)):
        form.locator(f'[name="points-{seat}"]').fill(str(points))
    entry.save()
    on_the_sheet(sheet, path)
    sheet.wait_totals((70, 70, 0, 0))
    sheet.unfold(1).get_by_role("button", name="Take out").tap()
    page.wait_for_load_state()
    on_the_sheet(sheet, path)
    sheet.wait_totals((70, 0, 0, 0))
    sheet.undo()
    page.wait_for_load_state()
    on_the_sheet(sheet, path)
    sheet.wait_totals((70, 70, 0, 0))
    forgotten = sheet.insert_before(2)
    forgotten.fill(Deal((10, 20, 51, 39)))
    forgotten.save()
    on_the_sheet(sheet, path)
    sheet.wait_totals((70, 70, 50, 0))
