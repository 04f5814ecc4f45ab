"""Read the sections of a game's set-up, and what their first tap says would change."""

from __future__ import annotations

from tests.web.phone import Form, Page


def section(page: Page, name: str) -> Form:
    """Give the form of a section."""
    tag = page.soup.select_one(f"#{name} form")
    assert tag is not None
    return Form(page, tag, tag.select("button")[-1])


def changes(page: Page) -> list[str]:
    """Give each change that is shown before the second tap."""
    return [" ".join(each.get_text(" ").split()) for each in page.soup.select("dl.changes > div")]
