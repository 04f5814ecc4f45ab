"""Enter a row that is no deal: a void deal, or a ruling of the table. Each has a page of its own."""

from __future__ import annotations

import uuid

from flask import Response, render_template, request

from scorekeeper.models import Role
from scorekeeper.services.entering import Watch
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.deals.answers import ROW_PAGE, fresh_sheet
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.deals.record import preview_new, read_posted, save_new
from scorekeeper.web.row_forms import KINDS, VOID
from scorekeeper.web.sheet_screen import screen
from scorekeeper.web.sheets import asked_dealer


@bp.get("/rows/new")
@least(Role.MEMBER)
def new_row(sheet_id: uuid.UUID) -> str:
    """Ask for the row."""
    sheet = fresh_sheet(sheet_id)
    context = screen(sheet, current_actor(), dealer=asked_dealer(sheet), kind=asked_kind())
    return render_template(ROW_PAGE, **context | {"check": None})


@bp.post("/rows/new")
@least(Role.MEMBER)
@watching(Watch.SHEET)
def add_row(sheet_id: uuid.UUID) -> Response:
    """Save the row at the end."""
    return save_new(read_posted(sheet_id, asked_kind()))


@bp.post("/rows/new/preview")
@least(Role.MEMBER)
@watching(Watch.SHEET)
def preview_row(sheet_id: uuid.UUID) -> Response:
    """Show what the row would come to; changes nothing."""
    return preview_new(read_posted(sheet_id, asked_kind()))


def asked_kind() -> str:
    """Give the kind of row that the address names, if it names any. Raises NotFoundError."""
    kind = request.args.get("kind", VOID)
    if kind not in KINDS:
        raise NotFoundError
    return kind
