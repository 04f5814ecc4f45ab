"""The way to a table without walking it: the same forms, sent without a browser drawing each page.

For tests of what comes afterwards; the way itself is walked in the page objects of `pages`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from flask.testing import FlaskClient
from playwright.sync_api import APIResponse
from playwright.sync_api import Page as Screenful

from tests.browser.pages import Evening, Group
from tests.browser.screens import NAMES
from tests.browser.sheet_pages import Sheet
from tests.web.phone import Page, Phone

GROUP_NAME = "Thursday table"


@dataclass
class Request:
    """What was asked for."""

    path: str


class Answer:
    """An answer of the server, with what the tests' phone reads of one."""

    def __init__(self, path: str, answered: APIResponse) -> None:
        """Take an answer."""
        self.request = Request(path)
        self.status_code = answered.status
        self.headers = {name.title(): value for name, value in answered.headers.items()}
        self._text = answered.text()

    def get_data(self, as_text: bool) -> str:
        """Give what was answered."""
        assert as_text
        return self._text


class Wire:
    """The cookies of a browser's page, and the network, where the tests' phone has the app itself."""

    def __init__(self, page: Screenful) -> None:
        """Speak for a page of a browser."""
        self.page = page

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Ask for an address, and follow nothing."""
        return self._send(path, "GET", headers=headers)

    def post(self, path: str, data: Mapping[str, object]) -> Answer:
        """Send fields as a form does, and follow nothing."""
        typed = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._send(path, "POST", headers=typed, data=urlencode(data, doseq=True))

    def _send(self, path: str, method: str, headers: Mapping[str, str] | None, **more: Any) -> Answer:
        spoken = {"Accept-Language": "en-GB", **(headers or {})}
        return Answer(path, self.page.request.fetch(path, method=method, headers=spoken, max_redirects=0, **more))


def _started(page: Screenful, people: Sequence[str]) -> Page:
    phone = Phone(cast(FlaskClient, Wire(page)))
    form = phone.get("/").form("Start the group")
    form.data["name"] = [GROUP_NAME]
    for place, person in enumerate(people):
        form.data[f"names-{place}"] = [person]
    group = form.send()
    return group.press("I have written it down")


def start_group(page: Screenful, people: Sequence[str] = NAMES) -> Group:
    """Make the phone the owner of a new group and open its page."""
    page.goto(_started(page, people).path)
    return Group(page)


def start_evening(page: Screenful, people: Sequence[str] = NAMES, javascript: bool = True) -> Evening:
    """Open the evening of a new group at which everybody is."""
    page.goto(_started(page, people).press("Start an evening").path)
    return Evening(page, javascript)


def start_game(
    page: Screenful, dealer: str = NAMES[0], people: Sequence[str] = NAMES, javascript: bool = True
) -> Sheet:
    """Open the sheet of the first game of a new group, whose people sit as they are named."""
    setup = _started(page, people).press("Start an evening").follow("Start a game")
    form = setup.form("Start the game")
    chosen = next(each for each in form.tag.select("[data-dealer]") if dealer in each.get_text())
    form.data["first_dealer"] = [str(chosen["data-dealer"])]
    page.goto(urlsplit(form.send().path).path)
    return Sheet(page, javascript)
