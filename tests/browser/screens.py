"""What every page object is: something open on a phone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

NAMES = ("Anna", "Bernd", "Clara", "Dieter")
THOUSANDS = re.compile(r"[\s,.’\u202f\u00a0]")


def number(text: str) -> int:
    """Read a shown number, whatever groups its thousands."""
    return int(THOUSANDS.sub("", text).replace("−", "-"))


@dataclass
class Screen:
    """Something open on a phone."""

    page: Page
    javascript: bool = True

    def tap(self, target: Locator) -> None:
        """Touch a thing; without scripts a touch is a click as well."""
        target.tap()

    def heading(self) -> str:
        """Give what the bar says."""
        return self.page.locator("h1").inner_text()
