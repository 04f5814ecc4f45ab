"""The grid in which several deals are typed at once: what a person with a beer mat does on it, and sees."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.screens import Screen, number
from tests.browser.sheet_pages import Sheet


class Grid(Screen):
    """The page that asks for several deals."""

    @classmethod
    def of(cls, sheet: Sheet) -> Grid:
        """Go there from the sheet."""
        sheet.tap(sheet.page.get_by_role("button", name="Another dealer, or something else"))
        sheet.tap(sheet.page.get_by_role("link", name="Catch up"))
        sheet.page.wait_for_url(re.compile(r"/catch-up$"))
        return cls(sheet.page, sheet.javascript)

    def cell(self, row: int, seat: int) -> Locator:
        """Give a player's cell in a row, both from 0."""
        return self.page.locator(f"[name=rows-{row}-cell-{seat}]")

    def row(self, row: int, *numbers: int | str | None) -> None:
        """Type a row, a number a seat; None leaves a cell as it is."""
        for seat, each in enumerate(numbers):
            if each is not None:
                self.cell(row, seat).fill(str(each))

    def choose(self, row: int, **choices: str) -> None:
        """Choose "tricks" or "calls" of a row by their words."""
        for name, words in choices.items():
            self.page.locator(f"[name=rows-{row}-{name}]").select_option(label=words)

    def way(self, words: str) -> None:
        """Say what is on the paper."""
        self.tap(self.page.locator(".ways label", has_text=words))

    def rows(self) -> int:
        """Count the rows in sight."""
        return self.page.locator(".line").locator("visible=true").count()

    def check(self) -> None:
        """Look at what it would come to."""
        button = self.page.get_by_role("button", name="Check")
        if not self.javascript:
            with self.page.expect_navigation():
                self.tap(button)
            return
        before = button.element_handle()
        self.tap(button)
        self.page.wait_for_function("each => !each.isConnected", arg=before)

    def totals(self, row: int) -> tuple[int, ...]:
        """Give the totals after a row."""
        after = self.page.locator(f"#line-{row} .after > span")
        texts = after.evaluate_all("all => all.map((each) => each.lastChild.textContent)")
        return tuple(number(text.strip()) for text in texts)

    def complaint(self, row: int) -> Locator:
        """Give what is wrong with a row."""
        return self.page.locator(f"#line-{row} .error")

    def save(self, path: str) -> None:
        """Save, and wait for the sheet."""
        self.tap(self.page.get_by_role("button", name="Save"))
        self.page.wait_for_url(re.compile(f"{path}(#.*)?$"))
        expect(self.page.locator("#scores")).to_be_visible()
