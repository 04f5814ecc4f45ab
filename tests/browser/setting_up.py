"""The set-up of a game that runs: who comes and goes, how the table ends it, and letting it wait."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.pages import Evening
from tests.browser.screens import Screen
from tests.browser.sheet_pages import Sheet


class SetUp(Screen):
    """The page behind the three dots of a sheet."""

    path: str

    @classmethod
    def of(cls, sheet: Sheet) -> SetUp:
        """Go there from the sheet."""
        path = sheet.path
        sheet.tap(sheet.page.locator('a.icon[href$="/setup"]'))
        sheet.page.wait_for_url(re.compile("/setup$"))
        found = cls(sheet.page, sheet.javascript)
        found.path = path
        return found

    def change(self, section: str, *selects: tuple[str, str], chips: tuple[str, ...] = (), **typed: str) -> None:
        """Fill a section in by its labels, read what changes, do it, and wait for the sheet."""
        part = self.page.locator(f"#{section}")
        self.tap(part.locator("summary").first)
        for words in chips:
            self.tap(part.locator("label.chip", has_text=words))
        for label, choice in selects:
            part.get_by_label(label).select_option(label=choice)
        for name, text in typed.items():
            part.locator(f"[name={name}]").fill(text)
        self.tap(part.get_by_role("button", name="Show what changes"))
        self.tap(self.page.get_by_role("button", name="Change it"))
        self.page.wait_for_url(re.compile(f"{self.path}(#.*)?$"))
        expect(self.page.locator("#scores")).to_be_visible()

    def adjourn(self) -> Evening:
        """Let the game wait for another evening."""
        self.tap(self.page.get_by_role("button", name="Adjourn"))
        self.page.wait_for_url(re.compile("/evenings/"))
        return Evening(self.page, self.javascript)
