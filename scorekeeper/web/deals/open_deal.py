"""Keep what is known of the deal while it is played: phones send it by themselves, a plain form by a button."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Response, flash, request
from flask_babel import gettext as _

from scorekeeper.models import Role
from scorekeeper.services import open_deal
from scorekeeper.services.entering import Watch
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.deals.answers import redirect_to
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.deals.record import read_posted
from scorekeeper.web.extensions import db


@bp.post("/open-deal")
@least(Role.MEMBER)
@watching(Watch.SHEET)
def note(sheet_id: uuid.UUID) -> Response:
    """Keep it for every phone; what makes no sense counts as not known."""
    posted = read_posted(sheet_id)
    known = posted.deal.known()
    db.session.rollback()
    if known is not None:
        open_deal.note(
            db.session(),
            current_actor(),
            sheet_id,
            position=posted.form.expected_position,
            payload=known,
            dealer=posted.dealer,
            key=posted.form.key_value,
        )
    if "plain" in request.form:
        flash(_("Kept for later: every phone sees it."))
        return redirect_to(sheet_id)
    return Response(status=HTTPStatus.NO_CONTENT)
