"""Booking what was paid: with one tap, with another amount, and taking it back; and the kitty."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.models import Role
from scorekeeper.services import payments, settle_pages
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.payments import PaymentRef
from scorekeeper.services.settle_shapes import TransferView
from scorekeeper.web.actor import current_actor, current_group, least
from scorekeeper.web.attempts import attempt
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import plain_money
from scorekeeper.web.settle import open_page, paid_form, reading, settlement_page
from scorekeeper.web.settle_forms import OPEN, PaidForm, PayForm, SpendForm, payment_words

bp = Blueprint("payments", __name__, url_prefix="/g/<uuid:group_id>")

Answer = Response | str | tuple[str, int]


@bp.post("/transfers/<uuid:transfer_id>/paid")
@least(Role.MEMBER)
def paid(transfer_id: uuid.UUID) -> Answer:
    """Book that all that is open of a transfer was paid."""
    form = PaidForm()
    transfer = _transfer(transfer_id)
    done = _pay(form, transfer, abs(form.seen))
    if not isinstance(done, HTTPStatus):
        return _back(form.back.data or "", transfer.settlement_id)
    if form.back.data == OPEN:
        return open_page(form), done
    return settlement_page(transfer.settlement_id, form), done


@bp.get("/transfers/<uuid:transfer_id>/pay")
@least(Role.MEMBER)
def amount(transfer_id: uuid.UUID) -> Answer:
    """Ask how much was paid."""
    transfer = _transfer(transfer_id)
    form = PayForm(formdata=None)
    form.amount.data = plain_money(transfer.owed.amount, transfer.currency)
    return _amount_page(form, transfer)


@bp.post("/transfers/<uuid:transfer_id>/pay")
@least(Role.MEMBER)
def pay(transfer_id: uuid.UUID) -> Answer:
    """Book that a part of a transfer was paid, or another amount."""
    form, transfer = PayForm(), _transfer(transfer_id)
    given = form.read_amount(transfer.currency)
    if given is None:
        return _amount_page(form, transfer), HTTPStatus.UNPROCESSABLE_ENTITY
    done = _pay(form, transfer, given)
    if isinstance(done, HTTPStatus):
        return _amount_page(form, _transfer(transfer_id)), done
    return _back(form.back.data or "", transfer.settlement_id)


@bp.post("/payments/<uuid:payment_id>/undo")
@least(Role.MEMBER)
def undo(payment_id: uuid.UUID) -> Answer:
    """Take a payment back."""
    form = PaidForm()
    done = attempt(form, lambda: payments.undo(db.session(), current_actor(), payment_id, key=form.key_value))
    if isinstance(done, HTTPStatus):
        return open_page(form), done
    flash(_("The payment was taken back."))
    if done.settlement_id is None:
        return redirect(url_for("payments.kitty"), HTTPStatus.SEE_OTHER)
    return _back(form.back.data or "", done.settlement_id)


@bp.get("/kitty")
@least(Role.VIEWER)
def kitty() -> str:
    """Show what lies in the kitty, and how it came there."""
    return _kitty_page(SpendForm(formdata=None))


@bp.post("/kitty")
@least(Role.MEMBER)
def spend() -> Answer:
    """Book that the kitty was spent."""
    form = SpendForm()
    currency = form.currency.data or ""
    given = form.read_amount(currency)
    if given is None:
        return _kitty_page(form), HTTPStatus.UNPROCESSABLE_ENTITY

    def act() -> PaymentRef:
        return payments.spend(
            db.session(),
            current_actor(),
            key=form.key_value,
            amount_minor=given,
            currency=currency,
            note=form.note.data or "",
        )

    done = attempt(form, act, payment_words)
    if isinstance(done, HTTPStatus):
        return _kitty_page(form), done
    flash(_("Booked."))
    return redirect(url_for("payments.kitty"), HTTPStatus.SEE_OTHER)


def _pay(form: PaidForm, transfer: TransferView, amount_minor: int) -> PaymentRef | HTTPStatus:
    """Book a payment; the form comes back naming what is open by now."""

    def act() -> PaymentRef:
        return payments.pay(
            db.session(),
            current_actor(),
            transfer.id,
            key=form.key_value,
            amount_minor=amount_minor,
            base=form.seen,
        )

    return attempt(form, act, payment_words)


def _transfer(transfer_id: uuid.UUID) -> TransferView:
    """Read a transfer. Raises NotFoundError."""
    found = reading(settle_pages.transfer_view, transfer_id)
    if found is None:
        raise NotFoundError
    return found


def _back(where: str, settlement_id: uuid.UUID) -> Response:
    """Return to the page from which something was booked."""
    if where == OPEN:
        return redirect(url_for("settle.everything"), HTTPStatus.SEE_OTHER)
    return redirect(url_for("settle.show", settlement_id=settlement_id), HTTPStatus.SEE_OTHER)


def _amount_page(form: PayForm, transfer: TransferView) -> str:
    form.base.data = str(transfer.rest)
    people = reading(settle_pages.people)
    return render_template("settle/pay.html", form=form, transfer=transfer, people=people)


def _kitty_page(form: SpendForm) -> str:
    view = reading(settle_pages.kitty_page)
    asked = form.currency.data or request.args.get("currency")
    form.currency.data = asked if asked in view.holds else next(iter(view.holds), current_group().currency)
    return render_template("settle/kitty.html", view=view, form=form, fresh=paid_form, back="")
