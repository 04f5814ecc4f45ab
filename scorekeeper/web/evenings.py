"""An evening: start one, who is here, its games, where and when it was. It needs no ending of its own."""

from __future__ import annotations

import uuid
from datetime import date
from http import HTTPStatus
from typing import cast

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.models import Role, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.registry import GAMES
from scorekeeper.services import evenings, views
from scorekeeper.services.entering import Watch
from scorekeeper.services.views import EveningPage, Person, SheetBrief
from scorekeeper.web.actor import current_actor, current_group, least, watching
from scorekeeper.web.attempts import attempt, version_of
from scorekeeper.web.evening_forms import EditForm, PeopleForm, StartForm
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.game_forms import FORMS
from scorekeeper.web.kept_pages import kept

bp = Blueprint("evenings", __name__, url_prefix="/g/<uuid:group_id>/evenings")

FEWEST_SEATS = min(min(game.seats) for game in GAMES.values())
Answer = Response | str | tuple[str, int]


@bp.get("/new")
@least(Role.MEMBER)
def new() -> str:
    """Ask who is here: everybody, until somebody says otherwise."""
    form, group = StartForm(formdata=None), _group()
    form.offer(group)
    form.choose(group)
    return _new_page(form)


@bp.post("")
@least(Role.MEMBER)
def start() -> Answer:
    """Start the evening; a bare button elsewhere, which asks nobody, starts it with everybody."""
    form, group = StartForm(), _group()
    form.offer(group)
    if "asked" not in request.form:
        form.choose(group)

    def act() -> evenings.EveningRef:
        form.add_newcomer()
        place, people = form.place.data or "", form.player_ids
        return evenings.start(db.session(), current_actor(), key=form.key_value, place=place, player_ids=people)

    done = attempt(form, act)
    if isinstance(done, HTTPStatus):
        form.offer(_group())
        return _new_page(form), done
    if done.joined:
        flash(_("Another phone started this evening a moment ago. This is it, for both of you."))
    return redirect(url_for("evenings.show", evening_id=done.id), HTTPStatus.SEE_OTHER)


@bp.get("/<uuid:evening_id>")
@least(Role.VIEWER)
@kept
@watching(Watch.EVENING)
def show(evening_id: uuid.UUID) -> str:
    """Show the games of the evening, and what comes next."""
    evening = _evening(evening_id)
    running = [sheet for sheet in evening.sheets if sheet.status == SheetStatus.OPEN]
    return render_template(
        "evenings/show.html",
        evening=evening,
        games=FORMS,
        running=running,
        waiting=[*(sheet for sheet in evening.sheets if sheet.status == SheetStatus.ADJOURNED), *evening.waiting],
        last=_last_over(evening),
        another=not running or len(evening.free) >= FEWEST_SEATS,
        form=KeyedForm(formdata=None),
        takes_games=not (evening.settled or evening.discarded or evening.ended),
    )


@bp.get("/<uuid:evening_id>/attendance")
@least(Role.MEMBER)
def attendance(evening_id: uuid.UUID) -> str:
    """Ask who is here now."""
    evening = _evening(evening_id)
    form = PeopleForm(formdata=None, base_version=str(evening.version))
    form.choose(evening.present)
    return _attendance_page(form, evening)


@bp.post("/<uuid:evening_id>/attendance")
@least(Role.MEMBER)
def set_attendance(evening_id: uuid.UUID) -> Answer:
    """Keep who is here, and go back to where the question came from."""
    form, evening = PeopleForm(), _evening(evening_id)
    form.offer(_everyone(evening))

    def act() -> uuid.UUID:
        form.add_newcomer()
        base, people = version_of(form.base_version.data), form.player_ids
        return evenings.set_attendance(
            db.session(), current_actor(), evening_id, key=form.key_value, base_version=base, player_ids=people
        ).id

    done = attempt(form, act)
    if isinstance(done, HTTPStatus):
        evening = _evening(evening_id)
        form.base_version.data = str(evening.version)
        return _attendance_page(form, evening), done
    target = "sheets_new.new" if request.args.get("then") == "game" else "evenings.show"
    return redirect(url_for(target, evening_id=evening_id), HTTPStatus.SEE_OTHER)


@bp.get("/<uuid:evening_id>/edit")
@least(Role.MEMBER)
def edit(evening_id: uuid.UUID) -> str:
    """Ask where and when it was."""
    evening = _evening(evening_id)
    return _edit_page(_edit_form(evening), evening)


@bp.post("/<uuid:evening_id>/edit")
@least(Role.MEMBER)
def save(evening_id: uuid.UUID) -> Answer:
    """Keep where and when it was."""
    form = EditForm()

    def act() -> uuid.UUID:
        base, place = version_of(form.base_version.data), form.place.data or ""
        actor, day = current_actor(), cast("date", form.local_date.data)
        return evenings.edit(
            db.session(), actor, evening_id, key=form.key_value, base_version=base, place=place, local_date=day
        ).id

    done = attempt(form, act)
    if isinstance(done, HTTPStatus):
        evening = _evening(evening_id)
        form.base_version.data = str(evening.version)
        return _edit_page(form, evening), done
    return redirect(url_for("evenings.show", evening_id=evening_id), HTTPStatus.SEE_OTHER)


@bp.post("/<uuid:evening_id>/discard")
@least(Role.MEMBER)
def discard(evening_id: uuid.UUID) -> Answer:
    """Drop an evening without a game."""
    form = KeyedForm()
    done = attempt(form, lambda: evenings.discard(db.session(), current_actor(), evening_id, key=form.key_value).id)
    if isinstance(done, HTTPStatus):
        evening = _evening(evening_id)
        again = _edit_form(evening)
        again.form_errors.extend(form.form_errors)
        return _edit_page(again, evening), done
    flash(_("The evening was discarded."))
    return redirect(url_for("groups.show"), HTTPStatus.SEE_OTHER)


def _evening(evening_id: uuid.UUID) -> EveningPage:
    """Read the evening and end the reading, so that a use case can begin its own."""
    try:
        return views.evening_page(db.session(), current_actor(), evening_id)
    finally:
        db.session.rollback()


def _last_over(evening: EveningPage) -> SheetBrief | None:
    """Give the game that the next one follows: the newest that is over and whose people play at no other."""
    free = {person.id for person in evening.free}
    away = {person.id for sheet in evening.sheets if sheet.status == SheetStatus.OPEN for person in sheet.people}
    over = [sheet for sheet in evening.sheets if sheet.status == SheetStatus.ENDED]
    fits = [sheet for sheet in over if free and not away.intersection(person.id for person in sheet.people)]
    return fits[-1] if fits else None


def _group() -> tuple[Person, ...]:
    """Read who plays in the group, retired ones left out."""
    try:
        return views.group_page(db.session(), current_actor()).players
    finally:
        db.session.rollback()


def _everyone(evening: EveningPage) -> list[Person]:
    """Give all who might be here: a retired player who is here can still be sent home."""
    return [*evening.players, *(person for person in evening.present if person not in evening.players)]


def _edit_form(evening: EveningPage) -> EditForm:
    version = str(evening.version)
    return EditForm(formdata=None, place=evening.place, local_date=evening.local_date, base_version=version)


def _new_page(form: StartForm) -> str:
    today = evenings.local_date(utcnow(), current_group().zone)
    return render_template("evenings/new.html", form=form, today=today)


def _attendance_page(form: PeopleForm, evening: EveningPage) -> str:
    form.offer(_everyone(evening))
    return render_template("evenings/attendance.html", form=form, evening=evening, then=request.args.get("then"))


def _edit_page(form: EditForm, evening: EveningPage) -> str:
    return render_template("evenings/edit.html", form=form, evening=evening, discard_form=KeyedForm(formdata=None))
