"""The table decides which version of a row under protest stands."""

from __future__ import annotations

import uuid

from flask import Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services import disputes, preview
from scorekeeper.services.disputes import Decision
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.deals.place import place_of
from scorekeeper.web.deals.rows import Question, change
from scorekeeper.web.entry_forms import EntryForm
from scorekeeper.web.extensions import db


@bp.post("/entries/<uuid:entry_id>/decide")
@least(Role.MEMBER)
def decide(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Let the row stand as entered, or as the protest says (``stands`` in the address)."""
    place_of(sheet_id, entry_id)
    posted = EntryForm()
    stands = _decision()
    db.session.rollback()

    def write() -> object:
        return disputes.decide(
            db.session(),
            current_actor(),
            sheet_id,
            entry_id,
            key=posted.key_value,
            base=posted.base.data or "",
            stands=stands,
            confirm=posted.confirm.data or None,
        )

    def question(fingerprint: str) -> Question:
        seen = preview.preview_decided(db.session(), current_actor(), sheet_id, entry_id, stands)
        hidden = {"base": posted.base.data or "", "confirm": fingerprint}
        to = url_for("deals.decide", sheet_id=sheet_id, entry_id=entry_id, stands=stands.value)
        return Question(_("This decision changes how the game ends."), _("Yes, it holds"), to, seen, hidden)

    words = _("The protest holds.") if stands == Decision.OTHER else _("The deal stands as entered.")
    return change(sheet_id, entry_id, write, question, words)


def _decision() -> Decision:
    """Read which version stands. Raises InvalidInputError."""
    try:
        return Decision(request.args.get("stands", ""))
    except ValueError:
        raise InvalidInputError([Problem("choice", "stands")]) from None
