"""Pictures of a protest, while the game goes on and when it is over."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.pages import Home
from tests.browser.sheet_pages import Deal, Entry, Sheet


def in_dispute(page: Page, shoot: Callable[[str], None]) -> None:
    """Show a protest: asked for, and beside what stands while the game goes on."""
    group = Home(page).open().start_group()
    path = group.path
    sheet = group.start_evening().start_game(dealer="Anna", stake="0.50")
    for deal in (Deal((66, 54, 0, 0)), Deal((40, 51, 29, 0)), Deal((30, 29, 61, 0))):
        sheet.enter(deal)
    sheet.unfold(3)
    shoot("sheet-row-protest")
    page.locator("#rows").get_by_role("link", name="Protest").last.tap()
    page.locator("[data-panel]").first.wait_for()
    entry = Entry(page)
    entry.clear()
    entry.fill(Deal((44, 0, 0, 76), callers=(0,)))
    page.wait_for_timeout(600)
    shoot("protest")
    entry.save_button().tap()
    page.locator("#scores a.dispute").wait_for()
    shoot("sheet-in-dispute")
    sheet.tile(2).tap()
    page.wait_for_timeout(400)
    shoot("sheet-in-dispute-pad")
    sheet.clear()
    page.locator("#scores a.dispute").tap()
    page.locator("#dispute").wait_for()
    shoot("dispute")
    page.get_by_text("Who would pay whom").tap()
    page.locator("#dispute .actions").scroll_into_view_if_needed()
    shoot("dispute-reasons")
    Entry(page).back()
    page.locator("#rows li.deal").first.wait_for()
    ended_in_dispute(sheet, path, shoot)


def ended_in_dispute(sheet: Sheet, path: str, shoot: Callable[[str], None]) -> None:
    """Show a protest when the game is over, before paying, and its decision that moves the ending."""
    page = sheet.page
    sheet.enter(Deal((0, 57, 63, 0), no_trick=(0, 3), callers=(1, 2, 3)))
    page.locator(".ending").wait_for()
    shoot("sheet-ended-in-dispute")
    page.locator(".ending .clash a").tap()
    page.locator("#dispute").wait_for()
    shoot("dispute-ended")
    page.goto(path)
    page.locator(".tonight a").tap()
    page.get_by_role("link", name="Settle up").wait_for()
    shoot("evening-in-dispute")
    page.goto(f"{path}settle")
    shoot("settle-in-dispute")
    page.get_by_role("link", name="Decide it first").tap()
    page.get_by_role("button", name="The protest holds").tap()
    page.get_by_role("button", name="Yes, it holds").wait_for()
    shoot("dispute-asks")
