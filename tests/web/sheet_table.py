"""A game on the table for the tests of the sheet's pages: who sits there, and the panel read by its labels."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Unpack

from bs4 import BeautifulSoup, Tag
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from scorekeeper.models import Device, Role
from scorekeeper.services import codes
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web.application import Application
from tests.services.factories import NAMES, Table, Wishes
from tests.web.phone import HTMX, Page, Phone

BEFORE_SPACE = re.compile(r" ([,.;:)])")
AFTER_SPACE = re.compile(r"(\() ")


def folded(tag: Tag | BeautifulSoup) -> str:
    """Give what can be read, spaces folded and none where no sentence has one."""
    text = " ".join(tag.get_text(" ").split())
    return AFTER_SPACE.sub(r"\1", BEFORE_SPACE.sub(r"\1", text))


@dataclass
class Game:
    """A sheet, the service that sees behind it, and phones of its group."""

    app: Application
    session: Session
    table: Table
    sheet_id: uuid.UUID

    @property
    def path(self) -> str:
        """Give the sheet's address."""
        return f"/g/{self.table.group_id}/sheets/{self.sheet_id}"

    def phone(self, role: Role = Role.MEMBER) -> Phone:
        """Give a browser that joined with a role."""
        client, token = self.app.test_client(), codes.new_token()
        with client.session_transaction() as cookie:
            cookie["device"] = token
        hashed = codes.hashed(token)
        self.session.add(Device(group_id=self.table.group_id, id=uuid.uuid4(), token_hash=hashed, role=role, label=""))
        self.session.commit()
        self.session.rollback()
        return Phone(client)

    def view(self) -> SheetView:
        """Read the sheet as it is stored."""
        return self.table.sheet(self.sheet_id)

    def totals(self) -> tuple[int, ...]:
        """Give the stored totals."""
        return self.view().standings.totals


class MakeGame(Protocol):
    """Make a game in which some deals were played."""

    def __call__(
        self, *payloads: dict[str, object], names: Sequence[str] = NAMES, seats: int = 4, **more: Unpack[Wishes]
    ) -> Game:
        """Play the deals of `payloads`."""


class Panel:
    """The form of a deal, filled in by what its fields are called."""

    def __init__(self, phone: Phone, soup: BeautifulSoup | Tag) -> None:
        """Read the form as it stands."""
        form = soup.select_one("form[data-entry]")
        assert form is not None, "no form for a deal"
        self.phone, self.form = phone, form
        self.action = str(form["action"])
        self.data: dict[str, list[str]] = {}
        for field in form.select("input[name]"):
            if field.get("type") not in {"checkbox", "radio"} or field.has_attr("checked"):
                self.data.setdefault(str(field["name"]), []).append(str(field.get("value", "")))
        for choice in form.select("select[name]"):
            chosen = choice.select_one("option[selected]")
            self.data[str(choice["name"])] = [str(chosen["value"])] if chosen else [""]

    @classmethod
    def of(cls, page: Page) -> Panel:
        """Give the panel of a page."""
        return cls(page.phone, page.soup)

    def named(self, label: str) -> Tag:
        """Give the field that a screen reader calls so."""
        for field in self.form.select("input[name], select[name]"):
            around = field.find_parent("label")
            name = str(field.get("aria-label") or (folded(around) if around else ""))
            if name.startswith(label):
                return field
        raise AssertionError(f"no field {label!r}")

    def points(self, **points: int | str) -> Panel:
        """Type card points by name."""
        for name, value in points.items():
            self.data[str(self.named(f"{name} card points")["name"])] = [str(value)]
        return self

    def tick(self, *labels: str) -> Panel:
        """Tick boxes such as "Clara, no trick"."""
        for label in labels:
            field = self.named(label)
            self.data.setdefault(str(field["name"]), []).append(str(field["value"]))
        return self

    def march(self, name: str) -> Panel:
        """Choose who took all eight tricks."""
        field = self.named("Who took all eight tricks")
        self.data["durchmarsch"] = [str(each["value"]) for each in field.select("option") if folded(each) == name]
        return self

    def change(self, **fields: str) -> Panel:
        """Set fields that nobody types."""
        self.data |= {name: [value] for name, value in fields.items()}
        return self

    def save(self, *, htmx: bool = False) -> TestResponse:
        """Press Save."""
        return self.phone.client.post(self.action, data=self.data, headers=HTMX if htmx else {})

    def check(self, *, htmx: bool = False) -> TestResponse:
        """Press Check, or let the page ask what this would come to."""
        button = self.form.select_one("button[formaction]")
        assert button is not None
        return self.phone.client.post(str(button["formaction"]), data=self.data, headers=HTMX if htmx else {})


def parts(response: Response) -> Mapping[str, Tag]:
    """Give the parts of an answer to htmx by the id that each goes to."""
    soup = BeautifulSoup(response.get_data(as_text=True), "html.parser")
    return {str(part["hx-target"]).removeprefix("#"): part for part in soup.select("hx-partial")}


def cells(row: Tag) -> Sequence[str]:
    """Give what a row says of each seat."""
    return [folded(cell) for cell in row.select("summary .cell")]
