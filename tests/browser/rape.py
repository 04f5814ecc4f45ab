"""Page objects of Staekske Rape: starting a game of it, and entering its deals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.pages import Evening, NewGame
from tests.browser.sheet_pages import Sheet

FIRST_BID = 3


@dataclass(frozen=True)
class Bid:
    """A deal as a table says it; `points` are the declarer's card points, None where another `event` tells."""

    declarer: str
    bid: int | None = None
    points: int | None = None
    event: str = "played"
    melds: Sequence[str] = ()
    without_stock: bool = False


def start_rape(evening: Evening, order: Sequence[str] = (), dealer: str = "Anna", paid: bool = False) -> RapeSheet:
    """Choose the game among those that there are, and start it; `paid` gives the winner a stake from each other."""
    evening.tap(evening.page.get_by_role("link", name="Start a game").first)
    evening.page.wait_for_url(re.compile("/games/new"))
    evening.tap(evening.page.get_by_role("link", name="Staekske Rape"))
    evening.page.wait_for_url(re.compile("game=staekske_rape"))
    screen = NewGame(evening.page, evening.javascript)
    if paid:
        screen.unfold("mode")
        screen.page.locator('[name="mode"][value="money"]').check(force=True)
        screen.unfold("rules")
        screen.page.locator('[name="rules"][value="own"]').check(force=True)
        screen.page.locator('[name="winner_paid"]').check(force=True)
    started = screen.start(dealer, stake="0.50" if paid else None, order=order)
    return RapeSheet(started.page, started.javascript)


class RapeSheet(Sheet):
    """The sheet of a game of Staekske Rape."""

    def choose(self, deal: Bid) -> None:
        """Put a deal into the panel as a person does."""
        panel = self.page.locator("#deal_form")
        self.tap(panel.locator(".key", has=self.page.locator('[name="declarer"]'), has_text=deal.declarer))
        if deal.event != "played":
            self.tap(panel.locator(f'.key:has([name="event"][value="{deal.event}"])'))
        if deal.bid is not None:
            self._bid(deal.bid)
        if deal.melds:
            self.tap(panel.locator(".melds > summary"))
            for meld in deal.melds:
                self.tap(panel.locator(f'.key:has([name="melds"][value="{meld}"])'))
            self.tap(panel.locator(".melds > summary"))
        if deal.without_stock:
            self.tap(panel.locator('.key:has([name="without_stock"])'))
        if deal.points is not None:
            self._points(deal.points)

    def _bid(self, bid: int) -> None:
        """Step to the bid from the first tap's 3, or type it."""
        panel = self.page.locator("#deal_form")
        if not self.javascript:
            panel.locator('[name="bid"]').fill(str(bid))
            return
        steps = 1 if bid > FIRST_BID else -1
        for step in (1, *[steps] * abs(bid - FIRST_BID)):
            self.tap(panel.locator(f'[data-step="{step}"]'))

    def _points(self, points: int) -> None:
        panel = self.page.locator("#deal_form")
        if not self.javascript:
            panel.locator('[name="card_points"]').fill(str(points))
            return
        for digit in str(points):
            self.tap(panel.locator(f'[data-digit="{digit}"]'))

    def enter_bid(self, deal: Bid) -> None:
        """Enter a deal and wait until it stands in the sheet."""
        before = self.row_count()
        self.choose(deal)
        if not self.javascript:
            self.tap(self.page.get_by_role("button", name="Check"))
            self.page.wait_for_load_state()
        self.tap(self.page.locator("#deal_form .save"))
        expect(self.rows()).to_have_count(before + 1)
