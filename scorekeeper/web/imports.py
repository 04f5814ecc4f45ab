"""A new group from a file that another scorekeeper wrote."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_wtf.file import FileField
from werkzeug.wrappers import Response as Answer

from scorekeeper.services.archive.read import MOST_BYTES
from scorekeeper.services.archive.take_in import take_in
from scorekeeper.services.errors import InvalidInputError, KeyReusedError
from scorekeeper.web.actor import ensure_token, public
from scorekeeper.web.archive_words import archive_sentences
from scorekeeper.web.extensions import db, limiter
from scorekeeper.web.forms_base import KeyedForm, _l
from scorekeeper.web.sharing import browser_label
from scorekeeper.web.shown_once import remember_recovery
from scorekeeper.web.uploads import content, take_files

bp = Blueprint("imports", __name__)
take_files(bp, {"create": MOST_BYTES})

Page = tuple[str, int]

# A large file keeps the server busy for seconds, and anybody may send one.
TRIES = "20 per hour"


class ImportForm(KeyedForm):
    """Choose the file."""

    file = FileField(_l("File"))


@bp.get("/import")
@public
def show() -> str:
    """Ask for the file."""
    ensure_token()
    return render_template("home/import.html", form=ImportForm(formdata=None))


@bp.post("/import")
@public
@limiter.limit(TRIES)
def create() -> Answer | Page:
    """Make a group of the file; this browser owns it, and the group's page shows its recovery code."""
    form, token = ImportForm(), ensure_token()
    data = content(form.file.data, MOST_BYTES)
    if not data:
        form.file.errors = [_("Choose the file first.")]
        return render_template("home/import.html", form=form), HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        made = take_in(
            db.session(),
            key=form.key_value,
            token=token,
            data=data,
            label=browser_label(request.user_agent.string),
        )
    except InvalidInputError as error:
        form.file.errors = archive_sentences(error.problems)
        return render_template("home/import.html", form=form), HTTPStatus.UNPROCESSABLE_ENTITY
    except KeyReusedError:
        form.renew_key()
        form.form_errors.append(_("This page has brought another file already. Choose yours and send it again."))
        return render_template("home/import.html", form=form), HTTPStatus.CONFLICT
    if made.recovery_code is not None:
        remember_recovery(made.group_id, made.recovery_code)
    return redirect(url_for("groups.show", group_id=made.group_id), HTTPStatus.SEE_OTHER)
