"""Pictures of several deals typed at once from a beer mat."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.grid import Grid
from tests.browser.pages import Home
from tests.browser.screens import NAMES


def from_a_beer_mat(page: Page, shoot: Callable[[str], None]) -> None:
    """Show the grid blank, wrong, checked, and in short form ending the game; five are at the table."""
    people = (*NAMES, "Emil")
    sheet = Home(page).open().start_group(people=people).start_evening().start_game(dealer="Anna", order=people)
    grid = Grid.of(sheet)
    shoot("catch-up")
    grid.row(0, None, 260)
    grid.row(1, 35, None, 60)
    grid.check()
    shoot("catch-up-error")
    grid.row(1, "")
    grid.check()
    shoot("catch-up-checked")
    grid.way("Loser’s points")
    grid.row(0, None, 118)
    grid.choose(0, tricks="one took none", calls="Hirsch, × 16")
    grid.row(1, None, None, "")
    grid.check()
    shoot("catch-up-ends")
