"""The sheet: scores, deals and the panel that takes the next one. Open all evening, on several phones."""

from __future__ import annotations

import uuid

from flask import Blueprint, Response, render_template, request

from scorekeeper.models import Role
from scorekeeper.services import views
from scorekeeper.services.entering import Watch
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.extensions import db
from scorekeeper.web.fragments import render_fragments, wants_fragments
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.kept_pages import kept
from scorekeeper.web.sheet_screen import screen, told_dealer

bp = Blueprint("sheets", __name__)

PAGE = "sheets/show.html"
# What changes on a sheet besides the panel, and is watched by other phones: neither form nor token stands in it.
PARTS = ("bar_actions", "scores", "rows", "open", "news")
PANEL = "deal_form"
BLOCKS = (*PARTS, PANEL)


@bp.get("/g/<uuid:group_id>/sheets/<uuid:sheet_id>")
@least(Role.VIEWER)
@kept
@watching(Watch.SHEET)
def show(sheet_id: uuid.UUID) -> Response:
    """Show the sheet, or the panel alone to a page whose other parts are watched."""
    sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
    dealer = asked_dealer(sheet)
    kind = request.args.get("kind", "")
    context = screen(sheet, current_actor(), dealer=dealer, kind=kind if kind in forms_of(sheet.game).kinds else "")
    if wants_fragments():
        return render_fragments(PAGE, (PANEL,), context)
    page = Response(render_template(PAGE, **context))
    page.vary.add("HX-Request")
    return page


def asked_dealer(sheet: SheetView) -> int | None:
    """Give the dealer that is chosen by hand for the next deal, or was when it was told of; None for the rotation."""
    if "dealer" not in request.args:
        return told_dealer(sheet)
    dealer = request.args.get("dealer", type=int)
    return dealer if dealer is not None and 0 <= dealer < sheet.seats and dealer != sheet.dealer else None
