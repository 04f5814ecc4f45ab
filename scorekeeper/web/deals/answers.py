"""How a change of the sheet is answered: the changed parts to htmx, a 303 to a plain form."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Response, flash, render_template, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.services import views
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web import tags
from scorekeeper.web.actor import current_actor
from scorekeeper.web.extensions import db
from scorekeeper.web.fragments import fragment_response, fragments, render_fragments, wants_fragments
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.kept_sheets import seen_before, sheet_after
from scorekeeper.web.row_forms import RULING, VOID
from scorekeeper.web.rows_since import rows_since
from scorekeeper.web.sheet_screen import moment_of, screen
from scorekeeper.web.sheets import BLOCKS, PAGE

# The page of a new row that is no deal.
ROW_PAGE = "sheets/row.html"
# What a preview fills.
CHECKED = {"sum": "sheets/_sum.html", "save-label": "sheets/_save.html"}


def fresh_sheet(sheet_id: uuid.UUID) -> SheetView:
    """Read the sheet anew, after whatever was read or written before."""
    db.session.rollback()
    return views.sheet_page(db.session(), current_actor(), sheet_id)


def done(
    sheet_id: uuid.UUID, words: str, *, said: str = "done", arrived: uuid.UUID | None = None, is_new: bool = False
) -> Response:
    """Answer a change that was made. `arrived` is the row to show; one that is new may have its moment."""
    before, sheet = seen_before(sheet_id), sheet_after(sheet_id)
    moment = moment_of(sheet, arrived) if is_new else None
    if not wants_fragments():
        flash(words)
        if moment is not None:
            told = {"words": forms_of(sheet.game), "moment": moment}
            flash(Markup(render_template("sheets/_moment_words.html", **told)))  # noqa: S704
        return redirect_to(sheet_id)
    context = screen(sheet, current_actor())
    context |= {"said": said, "arrived": arrived, "spoken": words, "moment": moment}
    rows = rows_since(before.sheet if before else None, current_actor(), context)
    markup = fragments(PAGE, (*BLOCKS, "say", "moment"), context, rows)
    response = fragment_response(markup, HTTPStatus.OK)
    if seen := tags.after_it():
        response.headers[tags.SEEN] = seen
    return response


def redirect_to(sheet_id: uuid.UUID, anchor: str = "deal_form") -> Response:
    """Send the browser to a part of the sheet: by a 303, or by the header that htmx follows."""
    address = url_for("sheets.show", sheet_id=sheet_id, _anchor=anchor)
    if wants_fragments():
        return Response(status=HTTPStatus.OK, headers={"HX-Redirect": address})
    return Response(status=HTTPStatus.SEE_OTHER, headers={"Location": address})


def page(sheet: SheetView, status: int, *blocks: str, kind: str = "", **changes: object) -> Response:
    """Answer with the sheet as `changes` make it: the named blocks to htmx, the whole page otherwise.

    With the `kind` of a row that is no deal it is the page that asks for such a row.
    """
    context = screen(sheet, current_actor(), kind=kind) | changes
    template = ROW_PAGE if kind else PAGE
    if wants_fragments():
        return render_fragments(template, blocks, context, status)
    return Response(render_template(template, **context), status=status)


def refused(sheet_id: uuid.UUID, words: str, kind: str = "") -> Response:
    """Say that nothing was done because the sheet is no longer what the device saw; show it as it is now."""
    blocks = ("deal_form",) if kind else (*BLOCKS, "say")
    said = {"said": "refused", "refusal": words, "spoken": words}
    return page(fresh_sheet(sheet_id), HTTPStatus.CONFLICT, *blocks, kind=kind, **said)


def over() -> str:
    """Say why a deal was not taken."""
    return _("Nothing was saved: this game takes no more deals.")


def saved_words(kind: str = "") -> str:
    """Say that a new row was saved."""
    return {VOID: _("The void deal is saved."), RULING: _("The ruling is saved.")}.get(kind, _("The deal is saved."))
