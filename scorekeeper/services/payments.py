"""Money that changes hands: a transfer is paid, in part or otherwise; the kitty is spent; and taking it back."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Group, Payment, Settlement, Transfer
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.balances import DebtSource, Owed, read_debts
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.checks import currencies
from scorekeeper.services.errors import ClosedError, InvalidInputError, NotFoundError, StaleError
from scorekeeper.services.names import clean_name
from scorekeeper.services.transactions import writing

AMOUNT_MINOR = range(1, 1_000_000_000)
"""What one payment may be, in the currency's minor unit."""

NOTE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class PaymentRef:
    """Name a payment; `settlement_id` is that of its transfer, None where the kitty was spent."""

    id: uuid.UUID
    settlement_id: uuid.UUID | None
    replayed: bool


def pay(
    session: Session, actor: Actor, transfer_id: uuid.UUID, *, key: str, amount_minor: int, base: int
) -> PaymentRef:
    """Book that a transfer was paid, whole, in part or too much; `base` is what was seen to be open of it.

    What was paid too much is paid back under the same transfer. Raises StaleError when another amount is
    open by now, ClosedError ``paid``, ``carried`` or ``reopened``, InvalidInputError at ``amount``.
    """
    command = Command.of(key, "pay", {"transfer": transfer_id.hex, "amount": amount_minor, "base": base})
    with writing(session, actor, Group, actor.group_id) as group:
        done = earlier(session, actor, command)
        if done is not None and done.result is not None:
            return _ref(done.result, replayed=True)
        transfer, settlement = _transfer(session, actor, transfer_id)
        _check_live(transfer, settlement)
        debt = _debt(session, actor, transfer_id)
        if debt is None:
            raise ClosedError("paid")
        if debt.amount != base:
            raise StaleError
        (owed,) = debt.owes
        _check_amount(session, actor, owed, amount_minor, debt.currency)
        payment = Payment(
            group_id=actor.group_id,
            id=uuid.uuid4(),
            transfer_id=transfer_id,
            payer_id=owed.payer,
            payee_id=owed.payee,
            amount_minor=amount_minor,
            currency=debt.currency,
        )
        session.add(payment)
        told = _plain(payment, settlement.id)
        log(session, actor, group, command, after=told, result=told)
        return _ref(told, replayed=False)


def spend(session: Session, actor: Actor, *, key: str, amount_minor: int, currency: str, note: str) -> PaymentRef:
    """Book that the kitty was spent, and on what. Raises InvalidInputError at ``amount`` or ``note``."""
    asked = {"amount": amount_minor, "currency": currency, "note": note}
    command = Command.of(key, "kitty.spend", asked)
    with writing(session, actor, Group, actor.group_id) as group:
        done = earlier(session, actor, command)
        if done is not None and done.result is not None:
            return _ref(done.result, replayed=True)
        note = clean_name(note, "note", longest=NOTE_LENGTH)
        if currency not in currencies():
            raise InvalidInputError([Problem("currency", "currency")])
        _check_amount(session, actor, Owed(None, None, amount_minor), amount_minor, currency)
        payment = Payment(
            group_id=actor.group_id, id=uuid.uuid4(), amount_minor=amount_minor, currency=currency, note=note
        )
        session.add(payment)
        told = {**_plain(payment, None), "note": note}
        log(session, actor, group, command, after=told, result=told)
        return _ref(told, replayed=False)


def undo(session: Session, actor: Actor, payment_id: uuid.UUID, *, key: str) -> PaymentRef:
    """Take a payment back; one that was taken back stays so.

    Raises ClosedError ``carried`` when a later settlement counts with it, ``kitty_spent`` when the kitty no
    longer holds what it got.
    """
    command = Command.of(key, "pay.undo", {"payment": payment_id.hex})
    with writing(session, actor, Group, actor.group_id) as group:
        done = earlier(session, actor, command)
        if done is not None and done.result is not None:
            return _ref(done.result, replayed=True)
        payment = session.get(Payment, (actor.group_id, payment_id))
        if payment is None:
            raise NotFoundError
        settlement_id = None
        if payment.transfer_id is not None:
            transfer, settlement = _transfer(session, actor, payment.transfer_id)
            settlement_id = settlement.id
            if transfer.carried_by is not None or payment.counted_in is not None:
                raise ClosedError("carried")
        told = _plain(payment, settlement_id)
        if payment.undone_at is not None:
            return _ref(told, replayed=False)
        into_kitty = payment.payee_id is None and payment.transfer_id is not None
        if into_kitty and holdings(session, actor).get(payment.currency, 0) < payment.amount_minor:
            raise ClosedError("kitty_spent")
        payment.undone_at = utcnow()
        log(session, actor, group, command, before=told, after={**told, "undone": True}, result=told)
        return _ref(told, replayed=False)


def holdings(session: Session, actor: Actor) -> dict[str, int]:
    """Give by currency what lies in the kitty: what was paid into it less what it paid out and was spent."""
    came = (Payment.transfer_id.is_not(None)) & (Payment.payee_id.is_(None))
    found = session.execute(
        select(
            Payment.currency,
            func.sum(case((came, Payment.amount_minor), else_=-Payment.amount_minor)),
        )
        .where(Payment.group_id == actor.group_id, Payment.undone_at.is_(None))
        .where(Payment.payer_id.is_(None) | Payment.payee_id.is_(None))
        .group_by(Payment.currency)
        .order_by(Payment.currency)
    )
    return {currency: int(amount) for currency, amount in found}


def _transfer(session: Session, actor: Actor, transfer_id: uuid.UUID) -> tuple[Transfer, Settlement]:
    transfer = session.get(Transfer, (actor.group_id, transfer_id))
    if transfer is None:
        raise NotFoundError
    return transfer, session.get_one(Settlement, (actor.group_id, transfer.settlement_id))


def _check_live(transfer: Transfer, settlement: Settlement) -> None:
    if settlement.reopened_at is not None:
        raise ClosedError("reopened")
    if transfer.carried_by is not None:
        raise ClosedError("carried")


def _debt(session: Session, actor: Actor, transfer_id: uuid.UUID) -> DebtSource | None:
    """Give what is open of a transfer, None if nothing is."""
    found = read_debts(session, actor, Transfer.id == transfer_id)
    return found[0] if found else None


def _check_amount(session: Session, actor: Actor, owed: Owed, amount_minor: int, currency: str) -> None:
    """Refuse an amount out of range, and one that the kitty does not hold."""
    if isinstance(amount_minor, bool) or amount_minor not in AMOUNT_MINOR:
        raise InvalidInputError([Problem("amount_range", "amount", {"most": AMOUNT_MINOR[-1]})])
    held = holdings(session, actor).get(currency, 0) if owed.payer is None else amount_minor
    if held < amount_minor:
        raise InvalidInputError([Problem("kitty_short", "amount", {"held": held, "currency": currency})])


def _plain(payment: Payment, settlement_id: uuid.UUID | None) -> JsonObject:
    return {
        "payment": payment.id.hex,
        "settlement": None if settlement_id is None else settlement_id.hex,
        "payer": None if payment.payer_id is None else payment.payer_id.hex,
        "payee": None if payment.payee_id is None else payment.payee_id.hex,
        "amount_minor": payment.amount_minor,
        "currency": payment.currency,
    }


def _ref(told: JsonObject, *, replayed: bool) -> PaymentRef:
    settlement = told["settlement"]
    return PaymentRef(
        uuid.UUID(str(told["payment"])), None if settlement is None else uuid.UUID(str(settlement)), replayed
    )
