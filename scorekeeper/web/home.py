"""The start page: my groups, starting one, and opening one by link, code or recovery code."""

from __future__ import annotations

import re
import uuid
from http import HTTPStatus

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer
from wtforms import FieldList, HiddenField, StringField

from scorekeeper.services import codes, groups, joining, recovery
from scorekeeper.services.errors import InvalidInputError, KeyReusedError, NotFoundError
from scorekeeper.web.actor import browser_token, ensure_token, public
from scorekeeper.web.extensions import db, limiter
from scorekeeper.web.forms_base import KeyedForm, _l, apply_problems
from scorekeeper.web.guesses import limit_for_a_group, limit_wrong_codes
from scorekeeper.web.sharing import browser_label
from scorekeeper.web.shown_once import remember_recovery
from scorekeeper.web.words import people_words

bp = Blueprint("home", __name__)

Page = tuple[str, int]

FIRST_FIELDS, FIELDS = 4, 8
GROUP_PATH = re.compile(r"/g/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/join/([\w-]{1,64}))?", re.IGNORECASE)

CREATIONS = "20 per hour"


class GroupForm(KeyedForm):
    """Start a group: its name, and the names of who plays; blank fields are left out."""

    name = StringField(_l("Name of the group"))
    names = FieldList(StringField(_l("Name")), min_entries=FIELDS, max_entries=groups.MOST_PLAYERS_AT_ONCE)
    zone = HiddenField(default="UTC")


class OpenForm(KeyedForm):
    """Open a group by what another phone shows."""

    where = StringField(_l("Link or code"))


class RecoverForm(KeyedForm):
    """Become an owner again by the code that was written down."""

    code = StringField(_l("Recovery code"))


def went_on(response: Response) -> bool:
    """Say whether an answer led on to something new."""
    return response.status_code == HTTPStatus.SEE_OTHER


@bp.get("/")
@public
def index() -> str:
    """Show my groups, and how to get into another."""
    ensure_token()
    return _page()


def _page(starting: GroupForm | None = None) -> str:
    return render_template(
        "home/index.html",
        mine=groups.mine(db.session(), browser_token()),
        form=starting or GroupForm(formdata=None),
        opening=OpenForm(formdata=None),
        first_fields=FIRST_FIELDS,
        starting=starting is not None,
    )


@bp.post("/groups")
@public
@limiter.limit(CREATIONS, deduct_when=went_on)
def create() -> Answer | Page:
    """Make a group; this browser owns it, and the group's page shows the recovery code."""
    form, token = GroupForm(), ensure_token()
    try:
        made = groups.create(
            db.session(),
            key=form.key_value,
            token=token,
            name=form.name.data or "",
            names=[entry.data or "" for entry in form.names],
            zone=form.zone.data or "UTC",
            label=browser_label(request.user_agent.string),
        )
    except InvalidInputError as error:
        apply_problems(form, error.problems, people_words)
        return _page(form), HTTPStatus.UNPROCESSABLE_ENTITY
    except KeyReusedError:
        form.renew_key()
        form.form_errors.append(
            _("A group was started from this page already: it is on the list. Send this again to start another one.")
        )
        return _page(form), HTTPStatus.CONFLICT
    if made.recovery_code is not None:
        remember_recovery(made.group_id, made.recovery_code)
    return redirect(url_for("groups.show", group_id=made.group_id), HTTPStatus.SEE_OTHER)


@bp.get("/open")
@public
def open_page() -> str:
    """Ask for a link or a code."""
    ensure_token()
    return render_template("home/open.html", form=OpenForm(formdata=None))


@bp.post("/open", endpoint="open")
@public
@limit_wrong_codes
@limit_for_a_group
def open_group() -> Answer | Page:
    """Lead to what a pasted link or a typed code opens; the page behind it asks before it joins."""
    form, token = OpenForm(), ensure_token()
    text = (form.where.data or "").strip()
    signs = codes.read_code(text)
    if link := GROUP_PATH.search(text):
        return _follow(form, uuid.UUID(link[1]), link[2])
    if signs is not None and len(signs) == codes.RECOVERY_LENGTH:
        return _recover(signs, form, token) or _wrong_code(form)
    try:
        group_id = joining.find_code(db.session(), text)
    except NotFoundError:
        return _wrong_code(form)
    return redirect(url_for("access.join", group_id=group_id, secret=codes.written(signs or "")), HTTPStatus.SEE_OTHER)


def _follow(form: OpenForm, group_id: uuid.UUID, secret: str | None) -> Answer | Page:
    """Go where a pasted address leads: a link to its question, any other page of a group only if it is mine."""
    if secret is not None:
        return redirect(url_for("access.join", group_id=group_id, secret=secret), HTTPStatus.SEE_OTHER)
    if any(group.id == group_id for group in groups.mine(db.session(), browser_token())):
        return redirect(url_for("groups.show", group_id=group_id), HTTPStatus.SEE_OTHER)
    form.where.errors = [
        _("This is the address of a page and lets nobody in. Ask for the link or the QR code under “Invite phones”.")
    ]
    return render_template("home/open.html", form=form), HTTPStatus.UNPROCESSABLE_ENTITY


def _wrong_code(form: OpenForm) -> Page:
    if codes.read_code(form.where.data or "") is None:
        sentence = _("This is neither a link nor a code. Paste the whole link, or type the code that the phone shows.")
    else:
        sentence = _("This code opens nothing. Compare it sign by sign; one for another device works for ten minutes.")
    form.where.errors = [sentence]
    return render_template("home/open.html", form=form), HTTPStatus.UNPROCESSABLE_ENTITY


@bp.get("/recover")
@public
def recover_page() -> str:
    """Ask for the recovery code."""
    ensure_token()
    return render_template("home/recover.html", form=RecoverForm(formdata=None))


@bp.post("/recover", endpoint="recover")
@public
@limit_wrong_codes
@limit_for_a_group
def recover_group() -> Answer | Page:
    """Make this browser an owner of the group that the recovery code opens."""
    form, token = RecoverForm(), ensure_token()
    answer = _recover(form.code.data or "", form, token)
    if answer is not None:
        return answer
    form.code.errors = [_("This code opens no group. Compare it sign by sign with what you wrote down.")]
    return render_template("home/recover.html", form=form), HTTPStatus.UNPROCESSABLE_ENTITY


def _recover(code: str, form: KeyedForm, token: str) -> Answer | None:
    try:
        actor = recovery.recover(
            db.session(), code, key=form.key_value, token=token, label=browser_label(request.user_agent.string)
        )
    except NotFoundError:
        return None
    return redirect(url_for("groups.show", group_id=actor.group_id), HTTPStatus.SEE_OTHER)
