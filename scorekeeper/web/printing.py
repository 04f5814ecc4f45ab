"""A game as it would stand on paper: one page to be printed."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.services import views
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.extensions import db
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.sheet_screen import names_of

bp = Blueprint("printing", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>")

A_PAGE = 32
"""So many rows fit on a page as they are; more are set closer."""


@bp.get("/print")
@least(Role.VIEWER)
def show(sheet_id: uuid.UUID) -> str:
    """Show the rows that count, with running totals, and the result below."""
    sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
    rows = [row for row in sheet.rows if row.totals is not None]
    return render_template(
        "sheets/print.html",
        sheet=sheet,
        rows=rows,
        close=len(rows) > A_PAGE,
        game=GAMES[sheet.game],
        words=forms_of(sheet.game),
        names=names_of(sheet),
    )
