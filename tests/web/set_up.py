"""The forms on the set-up page of a game."""

from __future__ import annotations

from tests.web.phone import Form, Page

SHOW = "Show what changes"


def section(page: Page, name: str) -> Form:
    """Give the form of a section of the set-up."""
    tag = page.soup.select_one(f"#{name} form")
    assert tag is not None
    button = tag.select("button")[-1]
    assert button.get_text() == SHOW
    return Form(page, tag, button)


def seat(page: Page, *people: str) -> Form:
    form = section(page, "seats")
    for number, name in enumerate(people, 1):
        options = {
            option.get_text(strip=True): str(option["value"]) for option in form.named(f"Seat {number}")("option")
        }
        form.fill(f"Seat {number}", options[name])
    return form
