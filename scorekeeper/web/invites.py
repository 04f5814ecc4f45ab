"""The links that let other phones in: the standing ones with their QR codes, and the one for another device."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from scorekeeper.models import Role
from scorekeeper.services import codes, links
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web.access_forms import ChangeLinkForm
from scorekeeper.web.actor import browser_token, current_actor, least
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.sharing import absolute, qr
from scorekeeper.web.shown_once import pending_transfer, remember_transfer

bp = Blueprint("invites", __name__, url_prefix="/g/<uuid:group_id>")


@bp.get("/devices/transfer")
@least(Role.VIEWER)
def transfer() -> str:
    """Show the link for another device while it is good, or offer to make one."""
    made = pending_transfer(current_actor().group_id)
    address = absolute(url_for("access.join", secret=made.secret)) if made else ""
    return render_template(
        "access/transfer.html",
        form=KeyedForm(formdata=None),
        made=made,
        address=address,
        code=codes.written(made.code) if made else "",
        picture=qr(address, _("QR code for another device")) if made else "",
    )


@bp.post("/devices/transfer")
@least(Role.VIEWER)
def make_transfer() -> Answer:
    """Make a link that lets one more device in, with this one's role, once within ten minutes."""
    actor = current_actor()
    made = links.transfer(db.session(), actor, key=KeyedForm().key_value, token=browser_token() or "")
    remember_transfer(actor.group_id, made)
    return redirect(url_for("invites.transfer"), HTTPStatus.SEE_OTHER)


@bp.get("/invite")
@least(Role.MEMBER)
def show() -> str:
    """Show the links by which phones join, as QR codes and to be copied."""
    standing = links.standing(db.session(), current_actor())
    addresses = {role: absolute(url_for("access.join", secret=link.secret)) for role, link in standing.items()}
    titles = {Role.MEMBER: _("QR code to enter and correct"), Role.VIEWER: _("QR code to watch")}
    return render_template(
        "access/invite.html",
        addresses=addresses,
        pictures={role: qr(address, titles[role]) for role, address in addresses.items()},
        role_member=Role.MEMBER,
        role_viewer=Role.VIEWER,
    )


@bp.get("/links/<any(member, viewer):role>/change")
@least(Role.OWNER)
def change(role: str) -> str:
    """Ask what becomes of the phones that came by the old link."""
    form = ChangeLinkForm(formdata=None)
    form.offer()
    link = links.standing(db.session(), current_actor()).get(Role(role))
    if link is None:
        raise NotFoundError
    return render_template("access/change_link.html", form=form, link=link, role_member=Role.MEMBER)


@bp.post("/links/<any(member, viewer):role>/change")
@least(Role.OWNER)
def replace(role: str) -> Answer:
    """Replace a link."""
    form = ChangeLinkForm()
    links.change(db.session(), current_actor(), Role(role), key=form.key_value, sign_out_all=form.sign_out_all)
    flash(_("The link was changed. The old one opens nothing any more."))
    return redirect(url_for("invites.show"), HTTPStatus.SEE_OTHER)
