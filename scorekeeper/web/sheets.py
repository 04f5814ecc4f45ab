"""The sheet: scores, deals and the panel that takes the next one. Open all evening, on several phones."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Blueprint, Response, render_template, request, session

from scorekeeper.models import Role
from scorekeeper.services.entering import Watch
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web import tags
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.fragments import fragment_response, fragments, wants_fragments
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.kept_pages import kept
from scorekeeper.web.kept_sheets import Drawing, drawn, sheet_now
from scorekeeper.web.sheet_screen import new_keys, screen, told_dealer

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
    is_part, says_once = wants_fragments(), tags.ONCE in session
    if not is_part and (same := tags.page_tag()) in tags.known():
        return _tagged(Response(status=HTTPStatus.NOT_MODIFIED), same)

    def draw(sheet: SheetView) -> Drawing:
        context = screen(sheet, current_actor(), dealer=asked_dealer(sheet), kind=_asked_kind(sheet))
        text = fragments(PAGE, (PANEL,), context) if is_part else render_template(PAGE, **context)
        return Drawing(text, new_keys(context))

    answer = drawn(PANEL if is_part else "page", sheet_id, draw)
    if is_part:
        return fragment_response(answer, HTTPStatus.OK)
    return _tagged(Response(answer), tags.page_tag() if sheet_now(sheet_id).goes_on and not says_once else None)


def _tagged(page: Response, tag: str | None) -> Response:
    if tag:
        page.set_etag(tag, weak=True)
    page.vary.add("HX-Request")
    return page


def _asked_kind(sheet: SheetView) -> str:
    """Give the form of the deal that the address names, "" for the usual one."""
    kind = request.args.get("kind", "")
    return kind if kind in forms_of(sheet.game).kinds else ""


def asked_dealer(sheet: SheetView) -> int | None:
    """Give the dealer that is chosen by hand for the next deal, or was when it was told of; None for the rotation."""
    if "dealer" not in request.args:
        return told_dealer(sheet)
    dealer = request.args.get("dealer", type=int)
    return dealer if dealer is not None and 0 <= dealer < sheet.seats and dealer != sheet.dealer else None
