"""The history of a group: its evenings by date, for everybody or one player, for any period."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext as _
from wtforms import DateField, Form, SelectField

from scorekeeper.models import Role
from scorekeeper.services import past
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.shapes import Person
from scorekeeper.services.stints import Period
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.attempts import to_uuid
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import day
from scorekeeper.web.forms_base import _l
from scorekeeper.web.game_forms import FORMS

bp = Blueprint("history", __name__, url_prefix="/g/<uuid:group_id>/history")


class OptionalDay(DateField):
    """Ask for a day that may be left out, and say in the app's words when it is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day as browsers send it; nothing typed is no day."""
        self.data = None
        if not "".join(valuelist).strip():
            return
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            raise ValueError(_("Type a date such as %(example)s, or leave it out.", example="2026-03-28")) from error


class PeriodForm(Form):
    """Ask whose games, from when and until when. It changes nothing, so it carries neither token nor key."""

    player = SelectField(_l("Player"), validate_choice=False)
    since = OptionalDay(_l("From"))
    until = OptionalDay(_l("To"))

    def offer(self, people: Iterable[Person]) -> None:
        """Let these be chosen, or nobody."""
        self.player.choices = [("", _("Everybody")), *((str(person.id), person.name) for person in people)]

    def period_problem(self) -> bool:
        """Say whether the period cannot be, with a sentence at its field."""
        if not self.validate():
            return True
        if self.since.data and self.until.data and self.since.data > self.until.data:
            self.until.errors = [_("This is before the first day. Choose a later one, or leave it out.")]
            return True
        return False


@dataclass(frozen=True, slots=True)
class Year:
    """Lead to the evenings of one year, or with `number` None to all; `here` marks the one that is shown."""

    number: int | None
    url: str
    here: bool


@bp.get("")
@least(Role.VIEWER)
def show() -> str | tuple[str, int]:
    """Show a page of the history."""
    form = PeriodForm(request.args)
    if form.period_problem():
        nothing = past.past(db.session(), current_actor(), Period(), evenings_a_page=0)
        return _page(form, nothing, wrong=True), HTTPStatus.UNPROCESSABLE_ENTITY
    period = Period(form.since.data, form.until.data)
    return _page(form, past.past(db.session(), current_actor(), period, _asked("player"), _asked("after")))


def _asked(name: str) -> uuid.UUID | None:
    """Read an id of the address. Raises NotFoundError when it is none."""
    text = request.args.get(name, "")
    try:
        return to_uuid(text) if text else None
    except ValueError as error:
        raise NotFoundError from error


def _page(form: PeriodForm, found: past.Past, *, wrong: bool = False) -> str:
    form.offer(found.players)
    asked = {name: value for name, value in request.args.items() if name in form.data and value}
    who = next((person for person in found.players if str(person.id) == form.player.data), None)
    return render_template(
        "history/index.html",
        past=found,
        form=form,
        wrong=wrong,
        games=FORMS,
        who=who,
        period=_("all evenings") if wrong else period_words(form.since.data, form.until.data),
        years=years(found, asked),
        older=_address(asked, after=str(found.older)) if found.older else None,
        newest=_address(asked) if "after" in request.args else None,
    )


def _address(asked: Mapping[str, str], **more: str) -> str:
    """Give the address of a page of the history."""
    return f"{url_for('history.show')}?{urlencode({**asked, **more})}".rstrip("?")


def period_words(since: date | None, until: date | None) -> str:
    """Name a period: a whole year by its number."""
    if since and until:
        if (since, until) == (date(since.year, 1, 1), date(since.year, 12, 31)):
            return str(since.year)
        return _("%(since)s to %(until)s", since=day(since), until=day(until))
    if since:
        return _("from %(day)s on", day=day(since))
    return _("until %(day)s", day=day(until)) if until else _("all evenings")


def years(found: past.Past, asked: dict[str, str]) -> list[Year]:
    """Give the years in which the group played, the newest first, behind all of them; none when there is but one."""
    if found.first is None or found.last is None or found.first.year == found.last.year:
        return []
    others = {name: value for name, value in asked.items() if name not in ("since", "until")}
    here = (asked.get("since"), asked.get("until"))
    listed = [Year(None, _address(others), here == (None, None))]
    for number in range(found.last.year, found.first.year - 1, -1):
        period = (date(number, 1, 1).isoformat(), date(number, 12, 31).isoformat())
        url = _address(others, since=period[0], until=period[1])
        listed.append(Year(number, url, here == period))
    return listed
