"""The players of a group: added, renamed, put in order, retired and taken back."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer
from wtforms import HiddenField, StringField

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services import players
from scorekeeper.services.errors import ConflictError, InvalidInputError, KeyReusedError, StaleError
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import isolate
from scorekeeper.web.forms_base import KeyedForm, _l, apply_problems
from scorekeeper.web.words import people_words

bp = Blueprint("players", __name__, url_prefix="/g/<uuid:group_id>/players")

Page = tuple[str, int]


class NameForm(KeyedForm):
    """Ask for a player's name; `base` is the name that the page showed."""

    name = StringField(_l("Name"))
    base = HiddenField()


@bp.get("")
@least(Role.VIEWER)
def index() -> str:
    """List the players, with a field for one more."""
    return _index_page(NameForm(formdata=None))


def _index_page(form: NameForm, retired: Problem | None = None) -> str:
    everyone = players.everyone(db.session(), current_actor())
    return render_template(
        "players/index.html",
        form=form,
        buttons=KeyedForm(formdata=None),
        active=[player for player in everyone if not player.retired],
        retired=[player for player in everyone if player.retired],
        known=_known(retired),
    )


def _known(problem: Problem | None) -> dict[str, str] | None:
    """Give the retired player whose name was typed, to be taken back by a button."""
    if problem is None:
        return None
    return {"id": str(uuid.UUID(str(problem.params["player"]))), "name": str(problem.params["name"])}


def _retired(error: InvalidInputError) -> Problem | None:
    return next((problem for problem in error.problems if problem.code == "name_retired"), None)


@bp.post("")
@least(Role.MEMBER)
def add() -> Answer | Page:
    """Add a player."""
    form = NameForm()
    try:
        players.add(db.session(), current_actor(), key=form.key_value, name=form.name.data or "")
    except InvalidInputError as error:
        apply_problems(form, error.problems, people_words)
        return _index_page(form, _retired(error)), HTTPStatus.UNPROCESSABLE_ENTITY
    except KeyReusedError:
        form.renew_key()
        form.form_errors.append(_("This page added somebody already: look at the list, then add the next one."))
        return _index_page(form), HTTPStatus.CONFLICT
    flash(_("%(name)s plays along from now on.", name=isolate((form.name.data or "").strip())))
    return redirect(url_for("players.index"), HTTPStatus.SEE_OTHER)


@bp.get("/<uuid:player_id>/edit")
@least(Role.MEMBER)
def edit(player_id: uuid.UUID) -> str:
    """Ask for another name, or to retire."""
    player = players.one(db.session(), current_actor(), player_id)
    return _edit_page(NameForm(formdata=None, name=player.name, base=player.name), player)


def _edit_page(form: NameForm, player: players.PlayerView, retired: Problem | None = None) -> str:
    return render_template(
        "players/edit.html", form=form, buttons=KeyedForm(formdata=None), player=player, known=_known(retired)
    )


@bp.post("/<uuid:player_id>/edit")
@least(Role.MEMBER)
def rename(player_id: uuid.UUID) -> Answer | Page:
    """Keep another name."""
    form, actor = NameForm(), current_actor()
    try:
        players.rename(
            db.session(),
            actor,
            player_id,
            key=form.key_value,
            base=form.base.data or "",
            name=form.name.data or "",
        )
    except InvalidInputError as error:
        apply_problems(form, error.problems, people_words)
        page = _edit_page(form, players.one(db.session(), actor, player_id), _retired(error))
        return page, HTTPStatus.UNPROCESSABLE_ENTITY
    except ConflictError as error:
        player = players.one(db.session(), actor, player_id)
        form.renew_key()
        form.base.data = player.name
        form.form_errors.append(_stale_sentence(error, player))
        return _edit_page(form, player), HTTPStatus.CONFLICT
    flash(_("Saved."))
    return redirect(url_for("players.index"), HTTPStatus.SEE_OTHER)


def _stale_sentence(error: ConflictError, player: players.PlayerView) -> str:
    if isinstance(error, StaleError):
        return _(
            "Another phone changed this name to %(name)s meanwhile. Save again to put yours in its place.",
            name=isolate(player.name),
        )
    return _("This page has saved a name already. Save again to keep this one.")


@bp.post("/<uuid:player_id>/retire")
@least(Role.MEMBER)
def retire(player_id: uuid.UUID) -> Answer:
    """Leave a player out of later games."""
    actor = current_actor()
    players.retire(db.session(), actor, player_id, key=KeyedForm().key_value)
    player = players.one(db.session(), actor, player_id)
    name = isolate(player.name)
    if player.playing:
        flash(_("%(name)s is retired. A game that is not over goes on with this seat; later games do not.", name=name))
    else:
        flash(_("%(name)s is retired: kept in every old game, left out of new ones.", name=name))
    return redirect(url_for("players.index"), HTTPStatus.SEE_OTHER)


@bp.post("/<uuid:player_id>/return")
@least(Role.MEMBER)
def take_back(player_id: uuid.UUID) -> Answer:
    """Let a retired player play again."""
    actor = current_actor()
    players.take_back(db.session(), actor, player_id, key=KeyedForm().key_value)
    flash(_("%(name)s plays again.", name=isolate(players.one(db.session(), actor, player_id).name)))
    return redirect(url_for("players.index"), HTTPStatus.SEE_OTHER)


@bp.post("/<uuid:player_id>/up")
@least(Role.MEMBER)
def move_up(player_id: uuid.UUID) -> Answer:
    """Let a player change places with the one before."""
    players.move_up(db.session(), current_actor(), player_id, key=KeyedForm().key_value)
    return redirect(url_for("players.index", _anchor="order", order=1), HTTPStatus.SEE_OTHER)
