"""The pages that destroy something for good: a player's name, and a group."""

from __future__ import annotations

import time
import uuid
from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, flash, g, redirect, render_template, session, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer
from wtforms import StringField

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services import erasure, players
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.web.actor import current_actor, current_group, least, unless_gone
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import isolate
from scorekeeper.web.forms_base import KeyedForm, _l, apply_problems
from scorekeeper.web.words import people_words

ASKED = "deleting"
"""Under which the browser's signed session notes the group whose deletion it was asked about: when a second tap is
sent, the answer to the first one is not there yet."""
ASKED_SECONDS = 60 * 60

bp = Blueprint("erasure", __name__, url_prefix="/g/<uuid:group_id>")

Page = tuple[str, int]


class DeleteForm(KeyedForm):
    """Ask for the name of the group, so that no slip of a finger deletes it."""

    name = StringField(_l("Name of the group"))


@bp.get("/players/<uuid:player_id>/anonymise")
@least(Role.OWNER)
def player(player_id: uuid.UUID) -> str:
    """Say what becomes of the player."""
    found = players.one(db.session(), current_actor(), player_id)
    return render_template("erasure/player.html", form=KeyedForm(formdata=None), player=found)


@bp.post("/players/<uuid:player_id>/anonymise")
@least(Role.OWNER)
def anonymise(player_id: uuid.UUID) -> Answer:
    """Take the player's name away."""
    fresh = erasure.anonymise(db.session(), current_actor(), player_id, key=KeyedForm().key_value, word=_("Player"))
    flash(_("The name is gone. It says %(name)s everywhere now.", name=isolate(fresh)))
    return redirect(url_for("players.index"), HTTPStatus.SEE_OTHER)


@bp.get("/delete")
@least(Role.OWNER)
def group() -> str:
    """Say what is lost, offer to take it along, and ask for the name."""
    session[ASKED] = [current_actor().group_id.hex, current_group().name, int(time.time())]
    return render_template("erasure/group.html", form=DeleteForm(formdata=None))


def farewell() -> Answer | None:
    """Answer a second tap, when the group is gone already; a browser that was not asked learns nothing."""
    match session.get(ASKED):
        case [str(group), str(name), int(since)] if group == g.group_id.hex and time.time() < since + ASKED_SECONDS:
            gone = erasure.is_gone(db.session(), g.group_id)
            db.session.rollback()
            return _deleted(name) if gone else None
    return None


@bp.post("/delete")
@least(Role.OWNER)
@unless_gone(farewell)
def delete() -> Answer | Page:
    """Delete the group."""
    form, name = DeleteForm(), current_group().name
    try:
        erasure.delete_group(db.session(), current_actor(), key=form.key_value, name=form.name.data or "")
    except InvalidInputError as error:
        # The key's own field is hidden: what is wrong with it is said of the form as a whole.
        apply_problems(form, (replace(p, where="" if p.where == "key" else p.where) for p in error.problems), _words)
        return render_template("erasure/group.html", form=form), HTTPStatus.UNPROCESSABLE_ENTITY
    return _deleted(name)


def _deleted(name: str) -> Answer:
    """Lead on to the groups that are left; two taps say it once."""
    words = _("%(name)s was deleted.", name=isolate(name))
    if ("message", words) not in map(tuple, session.get("_flashes", ())):
        flash(words)
    return redirect(url_for("home.index"), HTTPStatus.SEE_OTHER)


def _words(problem: Problem) -> str:
    if problem.code == "name_differs":
        return _("This is not the name. Type %(name)s.", name=isolate(str(problem.params["name"])))
    return people_words(problem)
