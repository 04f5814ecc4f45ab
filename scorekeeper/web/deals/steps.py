"""Undo and redo, each naming the change it is about."""

from __future__ import annotations

import uuid

from flask import Response, request
from flask_babel import gettext as _

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services import undo as steps
from scorekeeper.services.errors import ConflictError, InvalidInputError
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.deals.answers import done, refused
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm


@bp.post("/undo")
@least(Role.MEMBER)
def undo(sheet_id: uuid.UUID) -> Response:
    """Take a change back, if it is the newest."""
    form = KeyedForm()
    try:
        steps.undo(db.session(), current_actor(), sheet_id, posted_id("change_id"), key=form.key_value)
    except ConflictError:
        return refused(sheet_id, _("Nothing was undone: the game was changed meanwhile."))
    return done(sheet_id, _("Taken back."), said="undone")


@bp.post("/redo")
@least(Role.MEMBER)
def redo(sheet_id: uuid.UUID) -> Response:
    """Bring back what was undone last."""
    form = KeyedForm()
    try:
        steps.redo(db.session(), current_actor(), sheet_id, posted_id("change_id"), key=form.key_value)
    except ConflictError:
        return refused(sheet_id, _("Nothing was brought back: the game was changed meanwhile."))
    return done(sheet_id, _("Brought back."))


def posted_id(name: str) -> uuid.UUID:
    """Give an id from the form. Raises InvalidInputError when it is none."""
    try:
        return uuid.UUID(request.form.get(name, ""))
    except ValueError:
        raise InvalidInputError([Problem("choice", name)]) from None
