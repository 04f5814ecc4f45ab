"""A browser for the tests: it reads pages as people do, by labels and buttons, and sends forms as browsers do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.models import Role

HTMX = {"HX-Request": "true"}
PhoneAt: TypeAlias = "Callable[[Role], Phone]"
"""Make a browser that belongs to the table's group with a role."""


class Phone:
    """A browser with its cookies."""

    def __init__(self, client: FlaskClient) -> None:
        """Open a browser that has been nowhere."""
        self.client = client

    def get(self, path: str, status: int = 200, **headers: str) -> Page:
        """Open an address and follow where it leads; check the status of what is shown."""
        return self.shown(self.client.get(path, headers=_dashed(headers)), status)

    def post(self, path: str, data: Mapping[str, object], status: int = 200) -> Page:
        """Send fields to an address and follow where it leads."""
        return self.shown(self.client.post(path, data=data), status)

    def shown(self, response: TestResponse, status: int) -> Page:
        """Follow where an answer leads; check the status of what is shown."""
        steps = 0
        while response.status_code == 303 and steps < 5:
            location = urlsplit(response.headers["Location"])
            response = self.client.get(location.path + (f"?{location.query}" if location.query else ""))
            steps += 1
        assert response.status_code == status, f"{response.status_code}: {response.get_data(as_text=True)[:2000]}"
        return Page(self, response)


class Page:
    """What a phone shows."""

    def __init__(self, phone: Phone, response: TestResponse) -> None:
        """Parse an answer."""
        self.phone = phone
        self.path = response.request.path
        self.response = response
        self.html = response.get_data(as_text=True)
        self.soup = BeautifulSoup(self.html, "html.parser")

    @property
    def text(self) -> str:
        """Give all that can be read, spaces folded."""
        return " ".join(self.soup.get_text(" ").split())

    @property
    def heading(self) -> str:
        """Give the page's heading."""
        found = self.soup.find("h1")
        assert found is not None
        return " ".join(found.get_text(" ").split())

    @property
    def errors(self) -> list[str]:
        """Give the sentences that say what is wrong, at fields and for the whole form."""
        found = self.soup.select(".error, [role=alert] p")
        return list(dict.fromkeys(each.get_text(" ", strip=True) for each in found))

    def link(self, name: str) -> str:
        """Give where the link with this text or label leads."""
        for each in self.soup.find_all("a"):
            if name in {each.get("aria-label"), " ".join(each.get_text(" ").split())}:
                return str(each["href"])
        raise AssertionError(
            f"no link {name!r} among {[each.get_text(strip=True) for each in self.soup.find_all('a')]}"
        )

    def has_link(self, start: str) -> bool:
        """Say whether a link whose text begins so is on the page."""
        return any(" ".join(each.get_text(" ").split()).startswith(start) for each in self.soup.find_all("a"))

    def follow(self, name: str, status: int = 200) -> Page:
        """Tap a link."""
        return self.phone.get(self.link(name), status)

    def buttons(self) -> list[str]:
        """Give the names of all buttons, without those that change the language or the version."""
        return [_name_of(each) for each in self.soup.select("button:not(.languages *, .update *)")]

    def form(self, button: str) -> Form:
        """Give the form that a button sends, as it is filled in now."""
        for each in self.soup.find_all("button"):
            if _name_of(each) == button:
                form = each.find_parent("form") or self.soup.find("form", id=str(each.get("form", "")))
                assert form is not None, f"the button {button!r} sends no form"
                return Form(self, form, each)
        raise AssertionError(f"no button {button!r} among {self.buttons()}")

    def press(self, button: str, status: int = 200, **values: object) -> Page:
        """Fill in fields by their labels (``Name_of_the_group`` for spaces) and press a button."""
        form = self.form(button)
        for label, value in values.items():
            form.fill(label.replace("_", " "), value)
        return form.send(status)


@dataclass
class Form:
    """A form with a button; `data` holds its fields by name."""

    page: Page
    tag: Tag
    button: Tag
    data: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the fields as they stand."""
        for each in self.tag.find_all(["input", "select", "textarea"]):
            name = str(each.get("name", ""))
            if not name or (each.get("type") in {"radio", "checkbox"} and not each.has_attr("checked")):
                continue
            self.data.setdefault(name, []).extend(_values(each))
        if self.button.get("name"):
            self.data.setdefault(str(self.button["name"]), []).append(str(self.button.get("value", "")))

    @property
    def action(self) -> str:
        """Give the address that the button sends to."""
        return str(self.button.get("formaction") or self.tag.get("action") or self.page.path)

    def named(self, label: str) -> Tag:
        """Give the field with this label. Radio buttons and check boxes have the label of the choice."""
        for each in self.tag.find_all("label"):
            if " ".join(each.get_text(" ").split()) == label:
                found = each.find("input") or self.tag.find(id=str(each.get("for", "")))
                assert isinstance(found, Tag), f"the label {label!r} has no field"
                return found
        labels = [" ".join(each.get_text(" ").split()) for each in self.tag.find_all("label")]
        raise AssertionError(f"no field {label!r} among {labels}")

    def fill(self, label: str, value: object) -> Form:
        """Type into a field, or choose or tick what has the label when `value` is True."""
        tag = self.named(label)
        self.data[str(tag["name"])] = [str(tag.get("value", "on"))] if value is True else [str(value)]
        return self

    def value(self, label: str) -> str:
        """Give what stands in a field."""
        return "".join(_values(self.named(label)))

    def error_at(self, label: str) -> str:
        """Give what is wrong with a field, by the description that it names."""
        tag = self.named(label)
        assert tag.get("aria-invalid") == "true", f"{label!r} is not marked as wrong"
        described = str(tag.get("aria-describedby", "")).split()
        texts = [found.get_text(" ", strip=True) for each in described if (found := self.tag.find(id=each))]
        return " ".join(texts)

    def send(self, status: int = 200) -> Page:
        """Press the button."""
        return self.page.phone.post(self.action, self.data, status)

    def answer(self) -> TestResponse:
        """Press the button and give the bare answer."""
        return self.page.phone.client.post(self.action, data=self.data)


def _name_of(button: Tag) -> str:
    return str(button.get("aria-label") or " ".join(button.get_text(" ").split()))


def _values(tag: Tag) -> Sequence[str]:
    if tag.name == "select":
        chosen = [each for each in tag.find_all("option") if each.has_attr("selected")] or tag.find_all("option")[:1]
        return [str(each.get("value", "")) for each in chosen]
    if tag.name == "textarea":
        return [tag.get_text()]
    return [str(tag.get("value", "on" if tag.get("type") in {"radio", "checkbox"} else ""))]


def _dashed(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
