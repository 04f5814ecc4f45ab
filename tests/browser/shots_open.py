"""Pictures of the open deal, as a second phone sees it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.pages import Home
from tests.browser.sheet_pages import Deal, Sheet


def beside(page: Page) -> tuple[Sheet, dict[str, str]]:
    """Start a game on another phone than the one of the pictures; give it and the links of its group by role."""
    page.goto("/")
    assert page.context.browser
    other = page.context.browser.new_context(base_url=page.url, has_touch=True, locale="en-GB")
    first = Home(other.new_page()).open().start_group().start_evening().start_game(dealer="Anna")
    path = first.path
    first.page.goto(f"{path.partition('sheets')[0]}invite")
    links = {role: first.page.locator(f"#{role}-link").input_value() for role in ("viewer", "member")}
    return first.open(path), links


def joined(page: Page, link: str, path: str) -> None:
    """Join by a link and open a game."""
    page.goto(link)
    page.get_by_role("button", name="Join").tap()
    page.wait_for_url(re.compile(r"/g/[0-9a-f-]{36}/$"))
    page.goto(path)


def the_open_deal(page: Page, shoot: Callable[[str], None]) -> None:
    """Show a phone that only watched, and takes over what another one has told of the open deal."""
    first, links = beside(page)
    path = first.path
    first.enter(Deal((66, 54, 0, 0)))
    for seat in (0, 2, 3):
        first.key("called", seat).tap()
    first.key("no_trick", 1).tap()
    with first.page.expect_response("**/open-deal"):
        first.tile(3).tap()
    alone = Home(page).open().start_group().start_evening().start_game(dealer="Anna")
    shoot("sheet-only-phone")
    for _ in range(3):
        alone.enter(Deal((66, 54, 0, 0)))
    shoot("sheet-only-phone-three-deals")
    for role, link in links.items():
        joined(page, link, path)
        page.wait_for_timeout(600)
        shoot(f"sheet-open-deal-{role}")
    Sheet(page).clear()
    page.wait_for_timeout(1200)
    shoot("sheet-open-deal-calls")
    page.goto(f"{path}/board")
    shoot("board-open-deal")
    first.page.context.close()
