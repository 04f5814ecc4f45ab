"""Looking back within a game: the totals as lines, and the same as a table."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, render_template

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.services import views
from scorekeeper.services.views import Row, SheetView
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.charts import STYLES, Series, line_chart
from scorekeeper.web.extensions import db
from scorekeeper.web.game_forms import forms_of

bp = Blueprint("sheet_chart", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>")


@dataclass(frozen=True, slots=True)
class Turn:
    """Say from which deal to which somebody sat at a seat."""

    name: str
    first: int | None
    last: int | None


@bp.get("/chart")
@least(Role.VIEWER)
def show(sheet_id: uuid.UUID) -> str:
    """Show how the totals went."""
    sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
    rows = [row for row in sheet.rows if row.totals is not None]
    game = GAMES[sheet.game]
    return render_template(
        "sheets/chart.html",
        sheet=sheet,
        words=forms_of(sheet.game),
        low_wins=game.low_wins,
        chart=line_chart(series_of(sheet, rows), game.target(sheet.options)),
        styles=STYLES,
        turns=[turns_of(seat, rows) for seat in range(sheet.seats)],
        rows=rows,
    )


def series_of(sheet: SheetView, rows: Sequence[Row]) -> list[Series]:
    """Give the line of each seat over the rows that count; where nobody sat it is broken."""
    return [
        Series(
            name=person.name,
            values=(0, *(row.totals[seat] for row in rows if row.totals is not None)),
            held=tuple(seat not in row.vacant for row in rows),
        )
        for seat, person in enumerate(sheet.people)
    ]


def turns_of(seat: int, rows: Sequence[Row]) -> list[Turn]:
    """Say who sat at a seat from which deal to which, if not one all the time."""
    sat = groupby(rows, key=lambda row: None if seat in row.vacant else row.people[seat])
    found = [(person, list(held)) for person, held in sat]
    if len(found) < 2:
        return []
    return [Turn(person.name, held[0].number, held[-1].number) for person, held in found if person is not None]
