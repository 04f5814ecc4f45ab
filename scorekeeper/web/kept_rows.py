"""Rows of a sheet as markup, kept in the process: after a change most rows look as before, on every phone.

What is kept stands under all that it was drawn from, so that it cannot be out of date: the row itself, what it is
worth, who may edit, the language, the address of the app. The template sees no more than that.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from flask import current_app, request
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.core.outcome import Outcome
from scorekeeper.registry import GAMES
from scorekeeper.services.shapes import Row
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web.actor import current_group
from scorekeeper.web.builds import this_build
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.shortening import short_names

TEMPLATE = "sheets/_row.html"
# How a row begins, and how one does that has just arrived: it stays the same markup, which is kept already.
OPENED, ARRIVED = 'class="deal ', 'data-arrived class="deal new '
# Some 2 kB each, so a few megabytes at most.
MOST_KEPT = 2_000

Draw = Callable[[Row, uuid.UUID | None], Markup]


@dataclass(frozen=True, slots=True)
class Place:
    """Say where a row stands, and for whom it is drawn."""

    build: str
    root: str
    language: str
    zone: str
    group_id: uuid.UUID
    sheet_id: uuid.UUID
    game: str
    may_edit: bool


def row_markup(sheet: SheetView, removed: Mapping[uuid.UUID, Outcome], *, may_edit: bool) -> Draw:
    """Give what draws a row of a sheet, told which row has just arrived; `removed` has what removed rows were worth."""
    group = current_group()
    root, language = request.script_root, str(get_locale())
    place = Place(this_build(), root, language, group.zone, group.id, sheet.id, sheet.game, may_edit)
    draw = _drawn if current_app.debug else _kept

    def drawn(row: Row, arrived: uuid.UUID | None) -> Markup:
        markup = draw(place, row, row.outcome or removed.get(row.entry_id))
        return Markup(str(markup).replace(OPENED, ARRIVED, 1)) if row.entry_id == arrived else markup  # noqa: S704

    return drawn


def _drawn(place: Place, row: Row, outcome: Outcome | None) -> Markup:
    template = current_app.jinja_env.get_template(TEMPLATE)
    text = template.render(
        row=row,
        outcome=outcome,
        short=short_names(tuple(person.name for person in row.people)),
        sheet_id=place.sheet_id,
        zone=place.zone,
        may_edit=place.may_edit,
        words=forms_of(place.game),
        low_wins=GAMES[place.game].low_wins,
    )
    return Markup(text)  # noqa: S704  the template escapes


_kept = lru_cache(MOST_KEPT)(_drawn)
