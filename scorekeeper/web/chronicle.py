"""The group's book: Kalte Schläge and other rare feats, the newest first."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scorekeeper.models import Role
from scorekeeper.services.chronicle import Mark, chronicle
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.extensions import db
from scorekeeper.web.game_forms import FORMS

bp = Blueprint("chronicle", __name__, url_prefix="/g/<uuid:group_id>/chronicle")


@bp.get("")
@least(Role.VIEWER)
def show() -> str:
    """Show a page of the book; an address that leads nowhere is that of the newest page."""
    behind = Mark.read(request.args.get("behind", ""))
    page = chronicle(db.session(), current_actor(), behind)
    return render_template("chronicle/show.html", page=page, behind=behind, games=FORMS)
