"""Joining a group, its phones, and the recovery code."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from scorekeeper.models import Role
from scorekeeper.services import access, codes, joining, players, recovery
from scorekeeper.services.errors import ConflictError, KeyReusedError, NotFoundError
from scorekeeper.web.access_forms import LeaveForm, RemoveForm, WhoForm, role_words, seen
from scorekeeper.web.actor import browser_token, current_actor, ensure_token, least, public
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.guesses import limit_for_a_group, limit_wrong_links
from scorekeeper.web.sharing import browser_label, device_name
from scorekeeper.web.shown_once import pending_recovery, put_recovery_away, remember_recovery

bp = Blueprint("access", __name__, url_prefix="/g/<uuid:group_id>")

Page = tuple[str, int]

# Joining


@bp.get("/join/<secret>")
@public
@limit_wrong_links
@limit_for_a_group
def join(secret: str) -> str | Page:
    """Show what one joins, and as what. Changes nothing, so that a chat's preview of the link joins nobody."""
    ensure_token()
    return _join_page(secret, WhoForm(formdata=None))


def _join_page(secret: str, form: WhoForm, status: int = HTTPStatus.OK) -> str | Page:
    try:
        invitation = joining.look(db.session(), g.group_id, secret)
    except NotFoundError:
        return render_template("access/gone.html"), HTTPStatus.NOT_FOUND
    actor = g.get("actor")
    form.offer(invitation.people, actor.player_id if actor else invitation.player_id)
    page = render_template(
        "access/join.html",
        form=form,
        invitation=invitation,
        secret=secret,
        stays=actor is not None and actor.role.reaches(invitation.role),
    )
    return page, status


@bp.post("/join/<secret>", endpoint="accept")
@public
@limit_wrong_links
@limit_for_a_group
def accept(secret: str) -> Answer | str | Page:
    """Join."""
    form = WhoForm()
    try:
        joining.join(
            db.session(),
            g.group_id,
            secret,
            key=form.key_value,
            token=ensure_token(),
            label=browser_label(request.user_agent.string),
            player_id=form.player_id,
        )
    except NotFoundError:
        return render_template("access/gone.html"), HTTPStatus.NOT_FOUND
    except KeyReusedError:
        form.renew_key()
        form.form_errors.append(_("This page was used before. Look at it again, then join."))
        return _join_page(secret, form, HTTPStatus.CONFLICT)
    return redirect(url_for("groups.show"), HTTPStatus.SEE_OTHER)


# Phones


@bp.get("/devices")
@least(Role.VIEWER)
def devices() -> str:
    """List the phones: this one, who holds it, and the others."""
    actor = current_actor()
    everybody = players.everyone(db.session(), actor)
    form = WhoForm(formdata=None)
    form.offer([(each.id, each.name) for each in everybody if _may_be(each, actor.player_id)], actor.player_id)
    return render_template(
        "access/devices.html",
        form=form,
        buttons=KeyedForm(formdata=None),
        devices=access.devices(db.session(), actor),
        role_words=role_words(),
        device_name=device_name,
        seen=seen,
    )


def _may_be(player: players.PlayerView, present: uuid.UUID | None) -> bool:
    return not player.retired or player.id == present


@bp.post("/devices/me")
@least(Role.VIEWER)
def say_who() -> Answer:
    """Keep who holds this phone."""
    form = WhoForm()
    access.say_who(db.session(), current_actor(), key=form.key_value, player_id=form.player_id)
    flash(_("Saved."))
    return redirect(url_for("access.devices"), HTTPStatus.SEE_OTHER)


@bp.get("/devices/<uuid:device_id>")
@least(Role.OWNER)
def device(device_id: uuid.UUID) -> str:
    """Ask whether a phone is to be removed, and its links with it."""
    found = next((each for each in access.devices(db.session(), current_actor()) if each.id == device_id), None)
    if found is None or found.is_me:
        raise NotFoundError
    form = RemoveForm(formdata=None)
    form.offer()
    return render_template(
        "access/device.html", form=form, device=found, role_words=role_words(), device_name=device_name, seen=seen
    )


@bp.post("/devices/<uuid:device_id>/remove")
@least(Role.OWNER)
def remove(device_id: uuid.UUID) -> Answer:
    """Remove a phone."""
    form = RemoveForm()
    access.remove(db.session(), current_actor(), device_id, key=form.key_value, fate=form.links_fate)
    flash(_("The phone was removed."))
    return redirect(url_for("access.devices"), HTTPStatus.SEE_OTHER)


# Recovery


@bp.get("/recovery")
@least(Role.OWNER)
def recovery_page() -> str:
    """Show the recovery code while it waits to be noted, or offer a new one."""
    actor = current_actor()
    code = pending_recovery(actor.group_id)
    if code is not None and not recovery.opens(db.session(), actor, code):
        code = None
    return render_template(
        "access/recovery.html", form=KeyedForm(formdata=None), code=codes.written(code) if code else None
    )


@bp.post("/recovery", endpoint="recovery")
@least(Role.OWNER)
def renew_recovery() -> Answer:
    """Make a new recovery code."""
    actor = current_actor()
    code = recovery.renew(db.session(), actor, key=KeyedForm().key_value, token=browser_token() or "")
    remember_recovery(actor.group_id, code)
    return redirect(url_for("access.recovery"), HTTPStatus.SEE_OTHER)


@bp.post("/recovery/noted")
@least(Role.OWNER)
def recovery_noted() -> Answer:
    """Show the code no more."""
    put_recovery_away()
    return redirect(url_for("groups.show"), HTTPStatus.SEE_OTHER)


# Leaving


@bp.get("/leave")
@least(Role.VIEWER)
def leave_page() -> str:
    """Ask whether this phone is to leave."""
    return _leave_page(LeaveForm(formdata=None))


def _leave_page(form: LeaveForm) -> str:
    return render_template("access/leave.html", form=form, last=access.is_last_owner(db.session(), current_actor()))


@bp.post("/leave", endpoint="leave")
@public
def leave_group() -> Answer | Page:
    """Sign this phone out. A phone that has left by the same request already is sent on in the same way."""
    form = LeaveForm()
    if g.get("actor") is None:
        if not access.has_left(db.session(), g.group_id, token=browser_token() or "", key=form.key_value):
            raise NotFoundError
    else:
        try:
            access.leave(db.session(), current_actor(), key=form.key_value, confirmed=bool(form.confirmed.data))
        except ConflictError as error:
            if error.code != access.LAST_OWNER:
                raise
            form.confirmed.errors = [_("Tick this to leave: no other phone manages the group.")]
            return _leave_page(form), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("This phone has left the group."))
    return redirect(url_for("home.index"), HTTPStatus.SEE_OTHER)
