"""Old paper sheets: choose or paste a file, look at what it would bring, and copy it into the group."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, url_for
from flask_babel import ngettext
from flask_wtf.file import FileField
from werkzeug.wrappers import Response as Answer
from wtforms import TextAreaField

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services.errors import ConflictError, InvalidInputError
from scorekeeper.services.paper.copying import copy_in, preview
from scorekeeper.services.paper.reading import MOST_BYTES, decoded
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.attempts import conflict_sentence
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm, _l
from scorekeeper.web.paper_words import paper_sentences
from scorekeeper.web.uploads import content, take_files

bp = Blueprint("paper", __name__, url_prefix="/g/<uuid:group_id>/paper")

Page = tuple[str, int]

# In a form each letter may take up to nine signs.
take_files(bp, {"look": 4 * MOST_BYTES, "copy": 4 * MOST_BYTES})


class PaperForm(KeyedForm):
    """Choose a file, or paste what it holds."""

    file = FileField(_l("CSV file"))
    text = TextAreaField(_l("Or paste the lines here"))

    @property
    def given(self) -> str:
        """Give what was sent: the file, or else the text."""
        data = content(self.file.data, MOST_BYTES)
        # A browser sends lines of a text field with both signs at their ends.
        return decoded(data) if data else (self.text.data or "").replace("\r\n", "\n")


@bp.get("")
@least(Role.OWNER)
def show() -> str:
    """Ask for the file."""
    return render_template("paper/show.html", form=PaperForm(formdata=None))


@bp.post("/look")
@least(Role.OWNER)
def look() -> Answer | Page:
    """Show what the file would bring, and what is wrong with it."""
    form = PaperForm()
    form.text.data = form.given
    plan = preview(db.session(), current_actor(), form.text.data)
    if plan.problems:
        return _problems_page(form, plan.problems), HTTPStatus.UNPROCESSABLE_ENTITY
    form.renew_key()
    return render_template("paper/preview.html", form=form, plan=plan), HTTPStatus.OK


@bp.post("/copy")
@least(Role.OWNER)
def copy() -> Answer | Page:
    """Copy it into the group."""
    form, actor = PaperForm(), current_actor()
    form.text.data = text = form.given
    try:
        done = copy_in(db.session(), actor, key=form.key_value, text=text)
    except InvalidInputError as error:
        return _problems_page(form, error.problems), HTTPStatus.UNPROCESSABLE_ENTITY
    except ConflictError as error:
        form.renew_key()
        form.form_errors.append(conflict_sentence(error))
        plan = preview(db.session(), actor, text)
        return render_template("paper/preview.html", form=form, plan=plan), HTTPStatus.CONFLICT
    if done is not None:
        flash(ngettext("%(num)s game was copied.", "%(num)s games were copied.", done.games))
    return redirect(url_for("groups.show"), HTTPStatus.SEE_OTHER)


def _problems_page(form: PaperForm, problems: Sequence[Problem]) -> str:
    return render_template("paper/show.html", form=form, sentences=paper_sentences(problems))
