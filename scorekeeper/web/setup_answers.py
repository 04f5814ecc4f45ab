"""The answers of a game's set-up: a correction is shown first and done on the second tap; a game is turned at once."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from flask import flash, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.core.problems import Problem
from scorekeeper.services.asked import Asked
from scorekeeper.services.errors import EndingMovedError
from scorekeeper.services.preview import Preview
from scorekeeper.services.sheets import SheetRef
from scorekeeper.web.actor import current_actor
from scorekeeper.web.attempts import attempt, version_of
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.setup_page import Forms, blank_forms, read_sheet, setup_page
from scorekeeper.web.setup_preview import Wish, preview_page
from scorekeeper.web.sheet_forms import setup_words

Answer = Response | str | tuple[str, int]
Turn = Callable[..., SheetRef]


def correct(
    wish: Wish,
    form: KeyedForm,
    forms: Forms,
    ask: Callable[[Asked], Preview],
    words: Callable[[Problem], str] = setup_words,
) -> Answer:
    """Show what a correction would do or, on the second tap, do it."""
    sheet, base = wish.sheet, version_of(request.form.get("base_version"))
    applying = "apply" in request.form
    if wish.same and base == sheet.version:
        flash(_("Nothing was changed."))
        return redirect(url_for("sheet_setup.show", sheet_id=sheet.id), HTTPStatus.SEE_OTHER)

    def act() -> Preview:
        confirm = request.form.get("confirm")
        try:
            return ask(Asked(key=form.key_value, base_version=base, confirm=confirm, dry_run=not applying))
        except EndingMovedError:
            return ask(Asked(key=form.key_value, base_version=base, dry_run=True))
        finally:
            db.session.rollback()

    done = attempt(form, act, words)
    if isinstance(done, HTTPStatus):
        return setup_page(read_sheet(sheet.id), forms, done)
    if applying and not done.ending_moved:
        flash(_("The game was changed."))
        return redirect(url_for("sheets.show", sheet_id=sheet.id), HTTPStatus.SEE_OTHER)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if applying else HTTPStatus.OK
    return preview_page(wish, done, form, insist=applying), status


def turn(sheet_id: uuid.UUID, use_case: Turn, said: str, *, leave: bool) -> Answer:
    """Change where a game stands, and say so on the page that follows."""
    form = KeyedForm()
    done = attempt(form, lambda: use_case(db.session(), current_actor(), sheet_id, key=form.key_value))
    sheet = read_sheet(sheet_id)
    if isinstance(done, HTTPStatus):
        return setup_page(sheet, replace(blank_forms(sheet), status=form), done)
    flash(said % {"number": done.number})
    to_evening = url_for("evenings.show", evening_id=sheet.evening_id)
    return redirect(to_evening if leave else url_for("sheets.show", sheet_id=sheet_id), HTTPStatus.SEE_OTHER)
