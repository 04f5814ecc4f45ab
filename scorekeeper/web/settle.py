"""Settling: who pays whom after an evening, or for everything that is open; and opening it again."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Sequence
from html import unescape
from http import HTTPStatus
from typing import TypeVar

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from scorekeeper.models import Role
from scorekeeper.services import settle_pages, settlements, views
from scorekeeper.services.actor import Actor
from scorekeeper.services.entering import Watch
from scorekeeper.services.settle_shapes import OpenView, Preview
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.attempts import attempt
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.game_forms import FORMS
from scorekeeper.web.settle_forms import OPEN, PaidForm, SettleForm, read_ids

bp = Blueprint("settle", __name__, url_prefix="/g/<uuid:group_id>")

Answer = Response | str | tuple[str, int]
R = TypeVar("R")


@bp.get("/evenings/<uuid:evening_id>/settle")
@least(Role.VIEWER)
@watching(Watch.EVENING_MONEY)
def evening(evening_id: uuid.UUID) -> Answer:
    """Show who would pay whom for an evening or, once it is settled, who pays whom."""
    settlement_id = reading(settle_pages.settlement_of, evening_id)
    if settlement_id is not None:
        return redirect(url_for("settle.show", settlement_id=settlement_id), HTTPStatus.SEE_OTHER)
    return _evening_page(evening_id, SettleForm(formdata=None))


@bp.post("/evenings/<uuid:evening_id>/settle")
@least(Role.MEMBER)
def settle_evening(evening_id: uuid.UUID) -> Answer:
    """Settle an evening."""
    form = SettleForm()
    done = _settle(form, [evening_id], carries=False)
    if not isinstance(done, HTTPStatus):
        return _to_settlement(done)
    settlement_id = reading(settle_pages.settlement_of, evening_id)
    if settlement_id is not None:
        return settlement_page(settlement_id, form), done
    return _evening_page(evening_id, form), done


@bp.get("/settle")
@least(Role.VIEWER)
@watching(Watch.ALL_MONEY)
def everything() -> str:
    """Show all that is open: payments, evenings, and who would pay whom for those that are chosen."""
    return open_page(KeyedForm(formdata=None), request.args.getlist("evening"), asked="asked" in request.args)


@bp.post("/settle")
@least(Role.MEMBER)
def settle_everything() -> Answer:
    """Settle the evenings that were chosen and, if wished, everything else that is open."""
    form = SettleForm()
    chosen = read_ids(request.form.getlist("evening"))
    done = _settle(form, chosen, carries="carry" in request.form)
    if isinstance(done, HTTPStatus):
        return open_page(form, request.form.getlist("evening"), asked=True), done
    return _to_settlement(done)


@bp.get("/settlements/<uuid:settlement_id>")
@least(Role.VIEWER)
@watching(Watch.SETTLEMENT)
def show(settlement_id: uuid.UUID) -> str:
    """Show who pays whom, who has paid, and what every figure is made of."""
    return settlement_page(settlement_id, KeyedForm(formdata=None))


@bp.get("/settlements/<uuid:settlement_id>/reopen")
@least(Role.MEMBER)
def reopen_page(settlement_id: uuid.UUID) -> str:
    """Say what opening it again means, and ask."""
    return _reopen_page(settlement_id, KeyedForm(formdata=None))


@bp.post("/settlements/<uuid:settlement_id>/reopen")
@least(Role.MEMBER)
def reopen(settlement_id: uuid.UUID) -> Answer:
    """Open a settlement again."""
    form = KeyedForm()
    done = attempt(
        form, lambda: settlements.reopen(db.session(), current_actor(), settlement_id, key=form.key_value).id
    )
    if isinstance(done, HTTPStatus):
        return _reopen_page(settlement_id, form), done
    flash(_("It is open again. Correct what is wrong, then settle once more."))
    return redirect(url_for("settle.show", settlement_id=settlement_id), HTTPStatus.SEE_OTHER)


@bp.get("/evenings/<uuid:evening_id>/result")
@least(Role.VIEWER)
def result(evening_id: uuid.UUID) -> str:
    """Show the result of an evening as plain text, to be sent to others."""
    evening_page = reading(views.evening_page, evening_id)
    settlement_id = reading(settle_pages.settlement_of, evening_id)
    if settlement_id is not None:
        view = reading(settle_pages.settlement_page, settlement_id)
        money, endings, people = view.money, view.endings, view.people
    else:
        preview = _preview([evening_id], carries=False)
        view, money, endings, people = None, preview.money, preview.endings, preview.people
    # The sentences about games come from templates that escape names for a page; here there is none.
    text = unescape(
        render_template(
            "settle/_text.html",
            evening=evening_page,
            settlement=view,
            money=money,
            endings=endings,
            people=people,
            games=FORMS,
        )
    )
    return render_template("settle/result.html", evening=evening_page, text=text.strip())


def settlement_page(settlement_id: uuid.UUID, form: KeyedForm) -> str:
    """Show a settlement; `form` has what was refused."""
    return render_template(
        "settle/show.html",
        settlement=reading(settle_pages.settlement_page, settlement_id),
        form=form,
        fresh=paid_form,
        games=FORMS,
        back="",
    )


def open_page(form: KeyedForm, chosen: Sequence[str] = (), *, asked: bool = False) -> str:
    """Show all that is open. Unless evenings were `asked` for, all that are not settled are chosen."""
    view = reading(settle_pages.open_page)
    known = [each.id for each in view.evenings]
    evening_ids = [each for each in read_ids(chosen) if each in known] if asked else known
    carries = "carry" in request.values if asked else bool(evening_ids)
    preview = _preview(evening_ids, carries=carries) if evening_ids or carries else None
    settle_form = form if isinstance(form, SettleForm) else SettleForm(formdata=None)
    settle_form.base.data = preview.fingerprint if preview else ""
    return render_template(
        "settle/everything.html",
        view=view,
        chosen=evening_ids,
        carries=carries,
        preview=preview,
        fewer=not evening_ids and not carries and _fewer(view),
        form=form,
        settle_form=settle_form,
        fresh=paid_form,
        games=FORMS,
        back=OPEN,
    )


def paid_form() -> PaidForm:
    """Make a blank form with a key of its own: each button of a page books something else."""
    return PaidForm(formdata=None)


def reading(read: Callable[..., R], *arguments: object) -> R:
    """Read a page and end the reading, so that a use case can begin its own."""
    try:
        return read(db.session(), current_actor(), *arguments)
    finally:
        db.session.rollback()


def _evening_page(evening_id: uuid.UUID, form: SettleForm) -> str:
    preview = _preview([evening_id], carries=False)
    form.base.data = preview.fingerprint
    return render_template("settle/evening.html", evening=preview.evenings[0], preview=preview, form=form, games=FORMS)


def _reopen_page(settlement_id: uuid.UUID, form: KeyedForm) -> str:
    settlement = reading(settle_pages.settlement_page, settlement_id)
    booked = sum(len(transfer.payments) for transfer in settlement.transfers)
    return render_template("settle/reopen.html", settlement=settlement, form=form, booked=booked)


def _preview(evening_ids: Collection[uuid.UUID], *, carries: bool) -> Preview:
    def read(session: Session, actor: Actor) -> Preview:
        return settle_pages.preview_page(session, actor, evening_ids, carries=carries)

    return reading(read)


def _fewer(view: OpenView) -> bool:
    """Say whether what is open of several settlements could be paid with fewer payments."""
    return len({transfer.settlement_id for transfer in view.transfers}) > 1 and len(
        [owed for each in _preview([], carries=True).money for owed in each.transfers]
    ) < len(view.transfers)


def _settle(form: SettleForm, evening_ids: Sequence[uuid.UUID], *, carries: bool) -> uuid.UUID | HTTPStatus:
    def act() -> uuid.UUID:
        return settlements.settle(
            db.session(),
            current_actor(),
            key=form.key_value,
            evening_ids=evening_ids,
            carries=carries,
            base=form.base.data or "",
        ).id

    return attempt(form, act)


def _to_settlement(settlement_id: uuid.UUID) -> Response:
    flash(_("Settled. Tap “Paid” when money has changed hands."))
    return redirect(url_for("settle.show", settlement_id=settlement_id), HTTPStatus.SEE_OTHER)
