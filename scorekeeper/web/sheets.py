"""The sheet: scores, deals and the panel that takes the next one. Open all evening, on several phones."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Blueprint, Response, render_template, request, session

from scorekeeper.models import Role
from scorekeeper.services import access, views
from scorekeeper.services.entering import Watch
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web import tags
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
    """Show the sheet, or the panel alone to a page whose other parts are watched.

    A phone that comes back to a page of a running game that is still the same is told so, and need not take it again.
    """
    actor, alone = current_actor(), access.is_alone(db.session(), current_actor())
    fragments, says_once = wants_fragments(), tags.ONCE in session
    if not fragments and (same := tags.page_tag(alone)) in tags.known():
        return _tagged(Response(status=HTTPStatus.NOT_MODIFIED), same)
    sheet = views.sheet_page(db.session(), actor, sheet_id)
    dealer = asked_dealer(sheet)
    kind = request.args.get("kind", "")
    context = screen(sheet, actor, dealer=dealer, kind=kind if kind in forms_of(sheet.game).kinds else "")
    if fragments:
        return render_fragments(PAGE, (PANEL,), context)
    page = Response(render_template(PAGE, **{**context, "alone": lambda: alone}))
    return _tagged(page, None if says_once or not sheet.goes_on else tags.page_tag(alone))


def _tagged(page: Response, tag: str | None) -> Response:
    if tag:
        page.set_etag(tag, weak=True)
    page.vary.add("HX-Request")
    return page


def asked_dealer(sheet: SheetView) -> int | None:
    """Give the dealer that is chosen by hand for the next deal, or was when it was told of; None for the rotation."""
    if "dealer" not in request.args:
        return told_dealer(sheet)
    dealer = request.args.get("dealer", type=int)
    return dealer if dealer is not None and 0 <= dealer < sheet.seats and dealer != sheet.dealer else None
