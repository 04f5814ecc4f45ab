"""A game waits for another evening, and goes on there."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _
from sqlalchemy.orm import Session

from scorekeeper.models import Role
from scorekeeper.services import sheets, views
from scorekeeper.services.actor import Actor
from scorekeeper.services.sheets import SheetRef
from scorekeeper.services.views import GroupPage
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.attempts import to_uuid
from scorekeeper.web.extensions import db
from scorekeeper.web.setup_answers import Answer, turn

bp = Blueprint("waiting", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>")


@bp.post("/adjourn")
@least(Role.MEMBER)
def adjourn(sheet_id: uuid.UUID) -> Answer:
    """Let the game wait for another evening."""
    said = _("Game %(number)s is adjourned: it waits on the group’s page.")
    return turn(sheet_id, sheets.adjourn, said, leave=True)


@bp.post("/go-on")
@least(Role.MEMBER)
def go_on(sheet_id: uuid.UUID) -> Answer:
    """Play on, at the evening that was named or else tonight; without one, lead to where it is started."""
    evening_id = _asked_evening() or tonight(_group())
    if evening_id is None:
        flash(_("Start an evening first: then the game can go on there."))
        return redirect(url_for("groups.show"), HTTPStatus.SEE_OTHER)

    def use_case(session: Session, actor: Actor, sheet: uuid.UUID, *, key: str) -> SheetRef:
        return sheets.go_on(session, actor, sheet, evening_id, key=key)

    return turn(sheet_id, use_case, _("Played on as game %(number)s of this evening."), leave=False)


def tonight(page: GroupPage) -> uuid.UUID | None:
    """Give the newest of tonight's evenings that takes games."""
    return next((each.id for each in page.tonight if not (each.ended or each.settled)), None)


def _asked_evening() -> uuid.UUID | None:
    try:
        return to_uuid(request.form.get("evening_id"))
    except ValueError:
        return None


def _group() -> GroupPage:
    try:
        return views.group_page(db.session(), current_actor())
    finally:
        db.session.rollback()
