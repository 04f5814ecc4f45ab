"""Pictures of the history and the records, of a group that is new and of one that has played."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.pages import Home
from tests.browser.sheet_pages import Deal

HEAVY = Deal((0, 0, 120, 0), no_trick=(0, 1), callers=(1, 2, 3, 0))


def looking_back(page: Page, shoot: Callable[[str], None]) -> None:
    """Show records before the first game, of few deals, with shared ranks, and of a period that cannot be."""
    group = Home(page).open().start_group()
    path = group.path
    page.goto(f"{path}records")
    shoot("records-empty")
    page.goto(path)
    sheet = group.start_evening().start_game(dealer="Anna", stake="0.50")
    sheet.enter(Deal((66, 54, 0, 0), no_trick=(2,), callers=(1,)))
    sheet.enter(HEAVY)
    page.locator(".ending").wait_for()
    page.goto(f"{path}history")
    shoot("history")
    page.goto(f"{path}records")
    page.locator(".rank > summary").nth(2).tap()
    shoot("records")
    page.locator(".rank[open] a").first.tap()
    page.locator("svg.purse").wait_for()
    shoot("record")
    page.locator(".purse-card summary").tap()
    page.locator(".record h3").last.scroll_into_view_if_needed()
    shoot("record-figures")
    page.locator(".rivals").scroll_into_view_if_needed()
    shoot("record-rivals")
    page.goto(f"{path}records?since=2026-05-01&until=2026-04-01")
    shoot("records-error")
