"""Read the sections of a game's set-up, and what their first tap says would change."""

from __future__ import annotations

from tests.web.phone import Form, Page

SHOW = "Show what changes"


def section(page: Page, name: str) -> Form:
    """Give the form of a section."""
    tag = page.soup.select_one(f"#{name} form")
    assert tag is not None
    button = tag.select("button")[-1]
    assert button.get_text() == SHOW
    return Form(page, tag, button)


def changes(page: Page) -> list[str]:
    """Give each change that is shown before the second tap."""
    return [" ".join(each.get_text(" ").split()) for each in page.soup.select("dl.changes > div")]


def seat(page: Page, *people: str) -> Form:
    """Fill in who sits where, clockwise from the first seat."""
    form = section(page, "seats")
    for number, name in enumerate(people, 1):
        options = {
            option.get_text(strip=True): str(option["value"]) for option in form.named(f"Seat {number}")("option")
        }
        form.fill(f"Seat {number}", options[name])
    return form
