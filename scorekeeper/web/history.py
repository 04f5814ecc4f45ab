"""The history of a group: its evenings by date, for everybody or one player, for any period."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from http import HTTPStatus

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext as _
from wtforms import SelectField

from scorekeeper.models import Role
from scorekeeper.services import past
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.shapes import Person
from scorekeeper.services.stints import Period
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.attempts import to_uuid
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import _l
from scorekeeper.web.game_forms import FORMS
from scorekeeper.web.periods import PeriodForm, address, period_words, years

bp = Blueprint("history", __name__, url_prefix="/g/<uuid:group_id>/history")


class HistoryForm(PeriodForm):
    """Ask whose games, from when and until when."""

    player = SelectField(_l("Player"), validate_choice=False)

    def offer(self, people: Iterable[Person]) -> None:
        """Let these be chosen, or nobody."""
        self.player.choices = [("", _("Everybody")), *((str(person.id), person.name) for person in people)]


@bp.get("")
@least(Role.VIEWER)
def show() -> str | tuple[str, int]:
    """Show a page of the history."""
    form = HistoryForm(request.args)
    period = form.period()
    if period is None:
        nothing = past.past(db.session(), current_actor(), Period(), evenings_a_page=0)
        return _page(form, nothing, None), HTTPStatus.UNPROCESSABLE_ENTITY
    found = past.past(db.session(), current_actor(), period, _asked("player"), _asked("after"))
    return _page(form, found, period)


def _asked(name: str) -> uuid.UUID | None:
    """Read an id of the address. Raises NotFoundError when it is none."""
    text = request.args.get(name, "")
    try:
        return to_uuid(text) if text else None
    except ValueError as error:
        raise NotFoundError from error


def _page(form: HistoryForm, found: past.Past, period: Period | None) -> str:
    """Show what was found, or without a period what is wrong with it."""
    form.offer(found.players)
    page = url_for("history.show")
    asked = {name: value for name, value in request.args.items() if name in form.data and value}
    who = next((person for person in found.players if str(person.id) == form.player.data), None)
    return render_template(
        "history/index.html",
        past=found,
        form=form,
        wrong=period is None,
        games=FORMS,
        who=who,
        period=period_words(period),
        years=years(page, asked, found.first, found.last),
        older=address(page, asked, after=str(found.older)) if found.older else None,
        newest=address(page, asked) if "after" in request.args else None,
    )
