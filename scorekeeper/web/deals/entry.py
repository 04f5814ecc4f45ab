"""One row by itself: how it was reckoned, its log, its correction; and a forgotten deal before it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from http import HTTPStatus

from flask import Response, flash, render_template, request
from flask_babel import gettext as _

from scorekeeper.forms.game_forms import DealForm
from scorekeeper.models import Role
from scorekeeper.services import deals, disputes
from scorekeeper.services.errors import ClosedError, ConflictError, EndingMovedError, InvalidInputError
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.deals.answers import CHECKED, redirect_to
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.deals.place import (
    PAGE,
    Place,
    answer,
    asked_dealer,
    context_of,
    impossible,
    place_of,
    posted_deal,
    posted_send,
)
from scorekeeper.web.entry_forms import EntryForm, put_problems, sentences
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.fragments import render_parts, wants_fragments
from scorekeeper.web.row_forms import SUGGEST, suggests_nothing
from scorekeeper.web.sheet_screen import Check

Write = Callable[[EntryForm, DealForm], object]


@bp.get("/entries/<uuid:entry_id>")
@least(Role.VIEWER)
def entry(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> str:
    """Show a row with its reckoning and its log, ready to be corrected."""
    return _show(place_of(sheet_id, entry_id))


@bp.get("/entries/<uuid:entry_id>/insert")
@least(Role.MEMBER)
def insert(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> str:
    """Ask for a forgotten deal before this one."""
    return _show(place_of(sheet_id, entry_id, before=True))


@bp.get("/entries/<uuid:entry_id>/protest")
@least(Role.MEMBER)
def ask_protest(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> str:
    """Ask what a row should be by somebody's protest."""
    return _show(place_of(sheet_id, entry_id, protest=True))


@bp.post("/entries/<uuid:entry_id>/protest")
@least(Role.MEMBER)
def protest(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Write down what a row should be; it counts as entered until the table decides."""
    place = place_of(sheet_id, entry_id, protest=True)

    def write(posted: EntryForm, deal: DealForm) -> None:
        disputes.protest(
            db.session(),
            current_actor(),
            sheet_id,
            entry_id,
            key=posted.key_value,
            base=posted.base.data or "",
            payload=deal.to_payload(),
        )

    return _write(place, write, _("The protest is saved. The deal counts as entered until you decide."))


@bp.post("/entries/<uuid:entry_id>/protest/preview")
@least(Role.MEMBER)
def preview_protest(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Show what a row would come to by a protest; changes nothing."""
    return _preview(place_of(sheet_id, entry_id, protest=True))


def _show(place: Place) -> str:
    dealer, by_hand = asked_dealer(place)
    table = place.table(dealer)
    send = place.send({"dealer": dealer, "by_hand": by_hand})
    kind = request.args.get("kind", "")
    return render_template(PAGE, **context_of(place, table, place.stored(table, kind), send))


@bp.post("/entries/<uuid:entry_id>")
@least(Role.MEMBER)
def amend(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Correct what a row holds."""
    place = place_of(sheet_id, entry_id)

    def write(posted: EntryForm, deal: DealForm) -> None:
        deals.amend(
            db.session(),
            current_actor(),
            sheet_id,
            entry_id,
            key=posted.key_value,
            base=posted.base.data or "",
            payload=deal.to_payload(),
            dealer=posted.kept_dealer(place.sheet, place.row.dealer),
            confirm=posted.confirm.data or None,
        )

    return _write(place, write, _("The correction is saved."))


@bp.post("/entries/<uuid:entry_id>/insert")
@least(Role.MEMBER)
def put_before(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Put a forgotten deal before a row."""
    place = place_of(sheet_id, entry_id, before=True)

    def write(posted: EntryForm, deal: DealForm) -> None:
        deals.insert(
            db.session(),
            current_actor(),
            sheet_id,
            entry_id,
            key=posted.key_value,
            payload=deal.to_payload(),
            dealer=posted.set_dealer(place.sheet, place.row.dealer),
            confirm=posted.confirm.data or None,
        )

    return _write(place, write, _("The forgotten deal is saved."))


@bp.post("/entries/<uuid:entry_id>/preview")
@least(Role.MEMBER)
def preview_entry(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Show what a correction would come to; changes nothing."""
    return _preview(place_of(sheet_id, entry_id))


@bp.post("/entries/<uuid:entry_id>/insert/preview")
@least(Role.MEMBER)
def preview_before(sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Response:
    """Show what a forgotten deal would come to; changes nothing."""
    return _preview(place_of(sheet_id, entry_id, before=True))


def _preview(place: Place) -> Response:
    posted = EntryForm()
    table, deal = posted_deal(place, posted)
    typing = wants_fragments() and SUGGEST not in request.form
    if suggests_nothing(deal):
        return answer(place, table, deal, posted_send(place, posted), HTTPStatus.UNPROCESSABLE_ENTITY, form=posted)
    check = place.check(deal, posted.kept_dealer(place.sheet, table.dealer), typing=typing)
    send = posted_send(place, posted)
    if typing:
        return render_parts(CHECKED, context_of(place, table, deal, place.send({}), check=check))
    if check.problems:
        return impossible(place, posted, table, deal, check)
    return answer(place, table, deal, send, HTTPStatus.OK, form=posted, check=check)


def _write(place: Place, write: Write, words: str) -> Response:
    """Write a correction, or give the form back: impossible, moving the ending, or no longer what was seen."""
    if SUGGEST in request.form:
        return _preview(place)
    posted = EntryForm()
    table, deal = posted_deal(place, posted)
    if not deal.validate():
        return impossible(place, posted, table, deal, Check(problems=sentences(deal)))
    db.session.rollback()
    try:
        write(posted, deal)
    except InvalidInputError as error:
        if any(problem.code == "key" for problem in error.problems):
            raise
        put_problems(deal, error.problems)
        return impossible(place, posted, table, deal, Check(problems=sentences(deal)))
    except EndingMovedError as error:
        return _ask(place, posted, deal, error)
    except ClosedError:
        raise
    except ConflictError as error:
        return _stale(place, posted, error)
    flash(words)
    return redirect_to(place.sheet.id, f"row-{place.row.entry_id}")


def _ask(place: Place, posted: EntryForm, deal: DealForm, error: EndingMovedError) -> Response:
    """Show the totals and the ending that would stand, and ask."""
    table = place.table(posted.dealer_of(place.sheet, place.row.dealer))
    check = place.check(deal, posted.kept_dealer(place.sheet, table.dealer))
    hidden = {name: posted[name].data or None for name in ("base", "dealer", "by_hand")}
    send = place.send({**hidden, "confirm": error.fingerprint}, label=_("Yes, save it"), answer=True)
    return answer(place, table, deal, send, HTTPStatus.UNPROCESSABLE_ENTITY, form=posted, check=check, moved=check)


def _stale(place: Place, posted: EntryForm, error: ConflictError) -> Response:
    """Show the row as it is now beside what was typed, to be saved over it or dropped."""
    now = place_of(place.sheet.id, place.row.entry_id, before=place.before, protest=place.protest)
    table, deal = posted_deal(now, posted)
    hidden = {"dealer": table.dealer, "by_hand": posted.by_hand.data or None}
    send = now.send(hidden, label=_("Save mine instead"), answer=True)
    form = KeyedForm(formdata=None)
    check = now.check(deal, posted.kept_dealer(now.sheet, table.dealer), typing=True)
    return answer(now, table, deal, send, HTTPStatus.CONFLICT, form=form, check=check, stale=error.code)
