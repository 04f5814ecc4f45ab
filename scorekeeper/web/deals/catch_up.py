"""Catch up from a beer mat: a grid in which several deals are typed, looked at as a whole, and saved at once."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Response, flash, render_template, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.models import Role
from scorekeeper.services import catch_up as rows_at_once
from scorekeeper.services import deals
from scorekeeper.services.errors import ClosedError, ConflictError, InvalidInputError
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.deals.answers import fresh_sheet, over, redirect_to
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.extensions import db
from scorekeeper.web.fragments import render_fragments, wants_fragments
from scorekeeper.web.grid import CatchUp, blank_grid, grid_of, posted_grid, without_row
from scorekeeper.web.sheet_screen import Check, screen
from scorekeeper.web.sheets import asked_dealer

PAGE = "sheets/catch_up.html"
CHECK, DROP = "check", "drop"
"""Names of buttons: to look at the totals, to take out a blank row."""


@bp.get("/catch-up")
@least(Role.MEMBER)
def catch_up(sheet_id: uuid.UUID) -> Response:
    """Ask for several deals."""
    sheet = fresh_sheet(sheet_id)
    return _page(blank_grid(sheet, asked_dealer(sheet)), HTTPStatus.OK)


@bp.post("/catch-up")
@least(Role.MEMBER)
def save_rows(sheet_id: uuid.UUID) -> Response:
    """Show what all rows would come to; save all or none once that was shown, once, however often it is sent."""
    sheet, formdata = fresh_sheet(sheet_id), request.form
    if DROP in formdata:
        return _page(posted_grid(sheet, without_row(formdata, formdata[DROP])), HTTPStatus.OK, is_answer=True)
    grid = posted_grid(sheet, formdata)
    if CHECK in formdata:
        stale = grid.form.expected_position not in (0, sheet.next_position)
        return _clash(sheet_id) if stale else _check(grid)
    if not grid.is_sound() or grid.form.checked.data != grid.digest:
        return _check(posted_grid(sheet, formdata), is_changed=bool(grid.form.checked.data))
    db.session.rollback()
    try:
        written = deals.record_many(
            db.session(),
            current_actor(),
            sheet_id,
            key=grid.form.key_value,
            position=grid.form.expected_position,
            payloads=grid.payloads,
            dealer=grid.dealer,
        )
    except InvalidInputError as error:
        if any(problem.code == "key" for problem in error.problems):
            raise
        db.session.rollback()
        grid.put_problems(error)
        return _page(grid, HTTPStatus.UNPROCESSABLE_ENTITY, is_answer=True)
    except ConflictError as error:
        return _clash(sheet_id, error)
    flash(ngettext("%(num)s deal is saved.", "%(num)s deals are saved.", len(written)))
    return redirect_to(sheet_id)


def _check(grid: CatchUp, *, is_changed: bool = False) -> Response:
    """Show the totals after each row, or what is wrong in all of them."""
    sound, seen = grid.is_sound(), None
    if grid.filled:
        try:
            seen = rows_at_once.preview_rows(
                db.session(), current_actor(), grid.sheet.id, payloads=grid.readable(), dealer=grid.dealer
            )
        except InvalidInputError as error:
            grid.put_problems(error)
            sound = False
        db.session.rollback()
    grid.form.checked.data = grid.digest if sound else ""
    if is_changed and sound:
        grid.form.form_errors.append(_("Something was changed after the check. Look again, then save."))
    status = HTTPStatus.OK if sound and not is_changed else HTTPStatus.UNPROCESSABLE_ENTITY
    return _page(grid, status, is_answer=True, seen=seen if sound else None)


def _clash(sheet_id: uuid.UUID, error: ConflictError | None = None) -> Response:
    """Show what was entered meanwhile, and keep what was typed for the next place, under a new key."""
    sheet = fresh_sheet(sheet_id)
    expected = posted_grid(sheet, request.form).form.expected_position
    grid = posted_grid(sheet, request.form, fresh=True)
    grid.form.renew_key()
    grid.form.checked.data = ""
    live = [row for row in sheet.rows if not row.removed and row.outcome is not None]
    meanwhile = [row for row in live if row.position >= expected > 0]
    words = over() if isinstance(error, ClosedError) else ""
    return _page(
        grid,
        HTTPStatus.CONFLICT,
        is_answer=True,
        said="refused" if words else "",
        refusal=words,
        meanwhile=meanwhile,
        is_stale=not words,
    )


def _page(grid: CatchUp, status: HTTPStatus, *, is_answer: bool = False, **changes: object) -> Response:
    """Show the grid: alone to htmx, with its page otherwise."""
    context = screen(grid.sheet, current_actor()) | {"seen": None, "is_stale": False, "meanwhile": (), **changes}
    seen = context["seen"]
    if isinstance(seen, rows_at_once.RowsPreview):
        context["check"] = Check(ending=seen.ending, ending_moved=True)
    count = len(grid.filled)
    label = ngettext("Save %(num)s deal", "Save %(num)s deals", count)
    context |= {
        "grid": grid,
        "form": grid.form,
        "fields": grid_of(grid.sheet).fields,
        "is_answer": is_answer,
        "send": {"label": label},
    }
    if wants_fragments():
        return render_fragments(PAGE, ("deal_form",), context, status)
    return Response(render_template(PAGE, **context), status=status)
