"""Pictures of Staekske Rape: the panel step by step, melds, a correction, the ending."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Home
from tests.browser.rape import Bid, start_rape
from tests.browser.screens import NAMES


def a_game_to_a_hundred(page: Page, shoot: Callable[[str], None]) -> None:
    """Show five at a game of Staekske Rape, from the choice of the game to the winner."""
    people = (*NAMES, "Emil")
    sheet = start_rape(Home(page).open().start_group(people=people).start_evening(), order=people)
    shoot("rape-empty")
    sheet.choose(Bid("Bernd", 5, melds=("run4", "stoek")))
    page.wait_for_timeout(600)
    shoot("rape-needs")
    page.locator(".melds > summary").tap()
    shoot("rape-melds")
    page.locator(".melds > summary").tap()
    sheet.choose(Bid("Bernd", None, 93))
    page.wait_for_timeout(600)
    shoot("rape-sum")
    page.locator("#deal_form .save").tap()
    page.locator("#rows li.deal").first.wait_for()
    sheet.enter_bid(Bid("Clara", 3, event="all_tricks", melds=("four_jacks",), without_stock=True))
    shoot("rape-rows")
    sheet.correct(1)
    shoot("rape-correct")
    page.go_back()
    expect(sheet.rows()).to_have_count(2)
    sheet.enter_bid(Bid("Emil", 3, event="no_tricks"))
    sheet.enter_bid(Bid("Clara", 3, event="all_tricks", melds=("four_jacks",), without_stock=True))
    shoot("rape-won")
