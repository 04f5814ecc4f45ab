"""Page objects of Šnapser: what a table of two, three or four does at its account."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.pages import Evening, NewGame
from tests.browser.screens import NAMES
from tests.browser.sheet_pages import Sheet

THREE = NAMES[:3]


@dataclass(frozen=True)
class Play:
    """A deal as a table says it: which side won and how; another game than "I play", red trumps, raises, a chooser.

    Instead of the result it may tell how it `ended`, and the `points` of chooser and opponents.
    """

    result: str = ""
    declared: str = "hram"
    red: bool = False
    raises: int = 0
    chooser: int | None = None
    ended: str = ""
    points: tuple[int, int] | None = None


class Account(Sheet):
    """The sheet with the entry panel of Šnapser."""

    @classmethod
    def begin(
        cls, evening: Evening, dealer: str = "Anna", stake: str | None = None, order: Sequence[str] = ()
    ) -> Account:
        """Start an account of those who are proposed, or of others in their `order`."""
        evening.tap(evening.page.get_by_role("link", name="Start a game").first)
        evening.page.wait_for_url(re.compile("/games/new"))
        evening.tap(evening.page.get_by_role("link", name="Šnapser"))
        evening.page.wait_for_url(re.compile("game=snapser"))
        sheet = NewGame(evening.page, evening.javascript).start(dealer, stake, order=order)
        return cls(sheet.page, sheet.javascript)

    def box(self, name: str, value: object) -> Locator:
        """Give a key of the panel."""
        return self.page.locator(f'label.key:has(input[name="{name}"][value="{value}"])')

    def play(self, deal: Play) -> None:
        """Enter a deal without saving it."""
        if deal.declared != "hram":
            self.tap(self.box("declared", deal.declared))
        if deal.red:
            self.tap(self.box("red", "y"))
        for each in range(1, deal.raises + 1) if not self.javascript else range(deal.raises, deal.raises + 1):
            if each:
                self.tap(self.box("raises", each))
        if deal.result:
            self.tap(self.box("result", deal.result))
        if deal.chooser is not None or deal.points is not None:
            self.tap(self.page.locator(".more > summary"))
        if deal.chooser is not None:
            self.tap(self.box("chooser", deal.chooser))
        if deal.points is not None:
            self.page.locator('[name="ended"]').select_option(deal.ended)
            for name, number in zip(("chooser", "opponents"), deal.points, strict=True):
                self.page.locator(f'[name="count_{name}"]').fill(str(number))

    def put(self, deal: Play) -> None:
        """Enter a deal and save it."""
        rows = self.row_count()
        self.play(deal)
        self.save()
        expect(self.rows()).to_have_count(rows + 1)


def put_four(sheet: Account) -> None:
    """Enter four deals of three people, of whom Anna dealt first, each of another kind."""
    # 4 × 2 × 4 = 32 from each
    sheet.put(Play("chooser-bez_vody", red=True, raises=2))
    sheet.wait_totals((-32, -32, 64))
    # Bernd dealt, Anna gives up: 6 to each
    sheet.put(Play(declared="nehram"))
    sheet.wait_totals((-44, -26, 70))
    # Bernd chose; the opponents say "dosť" with 66 to 40: with water, 2 × 2
    sheet.put(Play(raises=1, ended="dost-opponents", points=(40, 66)))
    sheet.wait_totals((-40, -34, 74))
    # Clara would choose, but Anna did, and makes 12
    sheet.put(Play("chooser-za12", declared="za12", chooser=0))
    sheet.wait_totals((-16, -46, 62))
