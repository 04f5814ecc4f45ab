"""The big board: a game's scores for a tablet that lies on the table, readable from two metres."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template, request

from scorekeeper.models import Role
from scorekeeper.services import views
from scorekeeper.services.entering import Watch
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.extensions import db
from scorekeeper.web.kept_pages import kept
from scorekeeper.web.sheet_screen import screen

bp = Blueprint("board", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>")

QUARTERS = 4


@bp.get("/board")
@least(Role.VIEWER)
@kept
@watching(Watch.SHEET)
def show(sheet_id: uuid.UUID) -> str:
    """Show the scores; ``turn`` is by how many quarters the board faces another side of the table."""
    sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
    turn = request.args.get("turn", 0, type=int) % QUARTERS
    newest = next((row for row in reversed(sheet.rows) if not row.removed), None)
    return render_template(
        "sheets/board.html",
        **screen(sheet, current_actor()),
        turn=turn,
        next_turn=(turn + 1) % QUARTERS,
        newest=newest,
    )
