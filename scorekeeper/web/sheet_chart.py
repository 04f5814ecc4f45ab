"""Looking back within a game: the totals as lines, and the same as a table."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.services import views
from scorekeeper.services.views import SheetView
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.charts import STYLES, Series, line_chart
from scorekeeper.web.extensions import db
from scorekeeper.web.game_forms import forms_of

bp = Blueprint("sheet_chart", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>")


@bp.get("/chart")
@least(Role.VIEWER)
def show(sheet_id: uuid.UUID) -> str:
    """Show how the totals went."""
    sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
    target = GAMES[sheet.game].target(sheet.options)
    return render_template(
        "sheets/chart.html",
        sheet=sheet,
        words=forms_of(sheet.game),
        chart=line_chart(series_of(sheet), target),
        styles=STYLES,
        target=target,
        rows=[row for row in sheet.rows if row.totals is not None],
    )


def series_of(sheet: SheetView) -> list[Series]:
    """Give the line of each seat over the rows that count."""
    totals = [row.totals for row in sheet.rows if row.totals is not None]
    return [
        Series(person.name, (0, *(row[seat] for row in totals)), (True,) * len(totals))
        for seat, person in enumerate(sheet.people)
    ]
