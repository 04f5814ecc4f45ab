"""A row of the sheet and what is asked of it: its correction, or a forgotten deal in front of it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import Response, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.entry import kind_of
from scorekeeper.forms.game_forms import DealForm
from scorekeeper.services.deals import Keep
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.sheet_log import entry_log
from scorekeeper.services.sheet_view import Row, SheetView
from scorekeeper.web.actor import current_actor
from scorekeeper.web.deals.answers import fresh_sheet
from scorekeeper.web.entry_forms import EntryForm, check_entry, rotation_dealer
from scorekeeper.web.extensions import db
from scorekeeper.web.fragments import render_fragments, wants_fragments
from scorekeeper.web.row_forms import KINDS, row_forms
from scorekeeper.web.sheet_screen import Check, Send, Table, bound_deal, screen, table_of

PAGE = "sheets/entry.html"
DEAL = "deal"
_WHERE = {
    "entry": ("amend", "preview_entry", "entry", "entry"),
    "before": ("put_before", "preview_before", "insert", "insert"),
    "protest": ("protest", "preview_protest", "protest", "ask_protest"),
}
"""Where the form of a row goes: the views that write, show beforehand, the draft's name, the view of the page."""


@dataclass(frozen=True, slots=True)
class Place:
    """Hold a sheet, one of its rows, and whether a deal is to be put before that row, or a protest is made."""

    sheet: SheetView
    row: Row
    before: bool
    protest: bool = False

    @property
    def payload(self) -> Mapping[str, object]:
        """Give what fills the form: what stands there, or what an earlier protest says."""
        said = (each.payload for each in self.sheet.protests if self.protest and each.entry_id == self.row.entry_id)
        return next(said, self.row.payload)

    @property
    def _where(self) -> tuple[str, str, str, str]:
        return _WHERE["before" if self.before else "protest" if self.protest else "entry"]

    def url(self, endpoint: str) -> str:
        """Give the address of a view of this row."""
        return url_for(endpoint, sheet_id=self.sheet.id, entry_id=self.row.entry_id)

    def table(self, dealer: int) -> Table:
        """Say who plays the deal; a forgotten one gets the number of the row before which it is put."""
        return table_of(self.sheet, dealer, self.row.number or 0, self.row)

    def send(
        self, hidden: Mapping[str, object], *, label: str = "", answer: bool = False, insist: bool = False
    ) -> Send:
        """Say where the form goes, with which hidden fields besides the row's base."""
        to, preview, draft, here = self._where
        return Send(
            to=self.url(f"deals.{to}"),
            preview=self.url(f"deals.{preview}"),
            draft=f"{draft}-{self.row.entry_id}",
            label=label or _("Save"),
            here=self.url(f"deals.{here}"),
            rotation=self.row.dealer_by_hand and not self.before,
            menu=self._menu(),
            hidden={"base": None if self.before else self.row.base, **hidden},
            answer=answer,
            folds=False,
            insist=insist,
            keeps_dealer=self.protest,
        )

    def _menu(self) -> tuple[tuple[str, str], ...]:
        """Give the other kinds of row that this one may be."""
        held = DEAL if self.before else kind_of(self.payload)
        kinds = {DEAL: _("A deal after all"), **KINDS}
        here = f"deals.{self._where[-1]}"
        return tuple(
            (url_for(here, sheet_id=self.sheet.id, entry_id=self.row.entry_id, kind=kind), str(words))
            for kind, words in kinds.items()
            if kind != held
        )

    def stored(self, table: Table, kind: str = "") -> DealForm:
        """Make the form that the row's payload fills, or the blank one of a forgotten row or of another `kind`."""
        if self.before or kind not in ("", kind_of(self.payload)):
            return bound_deal(self.sheet, table, None, kind)
        forms = row_forms(self.sheet.game, kind_of(self.payload))
        seats, options = self.sheet.seats, self.sheet.options
        return forms.from_payload(
            self.payload,
            seats=seats,
            dealer=table.dealer,
            options=options,
            names=table.names,
            vacant=table.vacant,
        )

    def check(self, deal: DealForm, dealer: int | Keep | None, *, typing: bool = False) -> Check:
        """Say what the deal would come to at this place."""
        check = check_entry(
            db.session(),
            current_actor(),
            self.sheet,
            deal,
            dealer=dealer,
            entry_id=None if self.before else self.row.entry_id,
            before=self.row.entry_id if self.before else None,
            typing=typing,
        )
        return replace(check, under_protest=check.under_protest or self.protest)


def place_of(sheet_id: uuid.UUID, entry_id: uuid.UUID, *, before: bool = False, protest: bool = False) -> Place:
    """Find a row. Raises NotFoundError."""
    sheet = fresh_sheet(sheet_id)
    for row in sheet.rows:
        if row.entry_id == entry_id:
            return Place(sheet, row, before, protest)
    raise NotFoundError


def asked_dealer(place: Place) -> tuple[int, str | None]:
    """Give who deals by the address: the one chosen there, the one of the rotation, or as it is."""
    asked = request.args.get("dealer", "")
    if asked == "rotation" and not place.before:
        return rotation_dealer(place.sheet, place.row), "0"
    if asked.isascii() and asked.isdigit() and len(asked) == 1 and int(asked) < place.sheet.seats:
        return int(asked), "1"
    return place.row.dealer, None


def posted_deal(place: Place, posted: EntryForm) -> tuple[Table, DealForm]:
    """Read the deal that was posted, with the dealer that the device showed."""
    table = place.table(posted.dealer_of(place.sheet, place.row.dealer))
    return table, bound_deal(place.sheet, table, request.form)


def context_of(place: Place, table: Table, deal: DealForm, send: Send, **changes: object) -> dict[str, object]:
    """Give the context of ``sheets/entry.html``."""
    context = screen(place.sheet, current_actor())
    number = place.row.number
    title = _("Deal %(number)s", number=number) if number else _("A deal that was taken out")
    return context | {
        "title": _("Before deal %(number)s", number=number) if place.before else title,
        "row": place.row,
        "before": place.before,
        "protest": place.protest,
        "table": table,
        "deal": deal,
        "send": send,
        "check": None,
        "may_enter": context["may_edit"] and not place.row.removed,
        "moved": None,
        "stale": None,
        "others": [row for row in place.sheet.rows if not row.removed and row.entry_id != place.row.entry_id],
        "log": entry_log(db.session(), current_actor(), place.sheet.id, place.row.entry_id),
        **changes,
    }


def answer(place: Place, table: Table, deal: DealForm, send: Send, status: int, **changes: object) -> Response:
    """Give the form back: alone to htmx, with its page otherwise."""
    context = context_of(place, table, deal, send, **changes)
    if wants_fragments():
        return render_fragments(PAGE, ("deal_form",), context, status)
    return Response(render_template(PAGE, **context), status=status)


def posted_send(place: Place, posted: EntryForm) -> Send:
    """Send the form again as it was posted: same base, same dealer."""
    hidden = {name: posted[name].data or None for name in ("base", "dealer", "by_hand")}
    return place.send(hidden, answer=True, insist=True)


def impossible(place: Place, posted: EntryForm, table: Table, deal: DealForm, check: Check) -> Response:
    """Give the form back with what is wrong."""
    send = posted_send(place, posted)
    return answer(place, table, deal, send, HTTPStatus.UNPROCESSABLE_ENTITY, form=posted, check=check)
