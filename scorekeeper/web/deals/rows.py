"""Take a row out, bring it back, move it. Each names what this device saw of the row."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus

from flask import Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.models import Role
from scorekeeper.services import deals, preview
from scorekeeper.services.errors import ConflictError, EndingMovedError, InvalidInputError, InvalidRowError
from scorekeeper.services.preview import Preview
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.deals.answers import done, fresh_sheet, page, refused
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.deals.place import place_of
from scorekeeper.web.deals.steps import posted_id
from scorekeeper.web.entry_forms import EntryForm
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm

END = "end"


@dataclass(frozen=True, slots=True)
class Question:
    """Ask before a change that moves the ending: what it is, what would stand, where yes goes."""

    words: str
    label: str
    to: str
    seen: Preview
    hidden: dict[str, str] = field(default_factory=dict)


@bp.post("/entries/<uuid:entry_id>/remove")
@least(Role.MEMBER)
def remove(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Take a row out of the reckoning."""
    return _set_removed(sheet_id, entry_id, removed=True)


@bp.post("/entries/<uuid:entry_id>/restore")
@least(Role.MEMBER)
def restore(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Bring a row back into the reckoning."""
    return _set_removed(sheet_id, entry_id, removed=False)


@bp.post("/entries/<uuid:entry_id>/move")
@least(Role.MEMBER)
def move(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Put a row before another one, or at the end."""
    place_of(sheet_id, entry_id)
    posted = EntryForm()
    before = None if request.form.get("before") == END else posted_id("before")

    db.session.rollback()

    def write() -> object:
        return deals.move(
            db.session(),
            current_actor(),
            sheet_id,
            entry_id,
            key=posted.key_value,
            base=posted.base.data or "",
            before=before,
            confirm=posted.confirm.data or None,
        )

    def question(fingerprint: str) -> Question:
        seen = preview.preview_moved(db.session(), current_actor(), sheet_id, entry_id, before=before)
        hidden = {"base": posted.base.data or "", "confirm": fingerprint, "before": request.form["before"]}
        to = url_for("deals.move", sheet_id=sheet_id, entry_id=entry_id)
        return Question(_("Moving this deal changes how the game ends."), _("Yes, move it"), to, seen, hidden)

    return change(sheet_id, entry_id, write, question, _("The deal is moved."))


def _set_removed(sheet_id: uuid.UUID, entry_id: uuid.UUID, *, removed: bool) -> Response:
    posted = EntryForm()
    use_case = deals.remove if removed else deals.restore

    def write() -> object:
        return use_case(
            db.session(),
            current_actor(),
            sheet_id,
            entry_id,
            key=posted.key_value,
            base=posted.base.data or "",
            confirm=posted.confirm.data or None,
        )

    def question(fingerprint: str) -> Question:
        seen = preview.preview_removed(db.session(), current_actor(), sheet_id, entry_id, removed=removed)
        hidden = {"base": posted.base.data or "", "confirm": fingerprint}
        to = url_for("deals.remove" if removed else "deals.restore", sheet_id=sheet_id, entry_id=entry_id)
        if removed:
            words = _("Taking this deal out changes how the game ends.")
            return Question(words, _("Yes, take it out"), to, seen, hidden)
        words = _("Bringing this deal back changes how the game ends.")
        return Question(words, _("Yes, bring it back"), to, seen, hidden)

    words = _("The deal is taken out.") if removed else _("The deal is back.")
    return change(sheet_id, entry_id, write, question, words)


def change(
    sheet_id: uuid.UUID,
    entry_id: uuid.UUID,
    write: Callable[[], object],
    question: Callable[[str], Question],
    words: str,
) -> Response:
    """Change a row, ask about a moved ending, or say why nothing was changed."""
    try:
        write()
    except InvalidRowError as error:
        words = _("This would make deal %(number)s impossible. Correct that one first.", number=error.number)
        return refused(sheet_id, words)
    except InvalidInputError:
        words = _("This deal cannot stand there: other people played then, or by other rules. Enter it anew.")
        return refused(sheet_id, words)
    except EndingMovedError as error:
        db.session.rollback()
        asked = question(error.fingerprint)
        sheet = fresh_sheet(sheet_id)
        form = KeyedForm(formdata=None)
        return page(sheet, HTTPStatus.UNPROCESSABLE_ENTITY, "deal_form", question=asked, form=form)
    except ConflictError:
        return refused(sheet_id, _("Nothing was changed: this deal was changed meanwhile. Look at it again."))
    return done(sheet_id, words, arrived=entry_id)
