"""What is open between people, and by what: games that are over, rests of earlier transfers, payments in advance.

All amounts are whole minor units of a currency. A balance above nought is what somebody still gets, below it
what he still pays. Every balance is the sum of its sources, and the balances of each currency sum to 0.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias, cast

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.settlement import settle
from scorekeeper.models import Evening, Mode, Payment, Seat, Settlement, Sheet, SheetStatus, Transfer
from scorekeeper.services.actor import Actor
from scorekeeper.services.results import amounts_of

Party: TypeAlias = uuid.UUID | None
"""A player's id; None is the kitty."""

KITTY: Party = None


@dataclass(frozen=True, slots=True)
class Owed:
    """Say that a payer owes a payee an amount above nought."""

    payer: Party
    payee: Party
    amount: int


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game that is over. `stakes` are those of who pays or gets, by player; `owes` is who owes whom by the rules.

    `payers` are those people by seat, None where nobody pays for an empty one.
    """

    sheet_id: uuid.UUID
    evening_id: uuid.UUID
    local_date: date
    number: int
    game: str
    mode: Mode
    stake_minor: int
    currency: str
    stakes: Mapping[uuid.UUID, int]
    payers: tuple[uuid.UUID | None, ...]
    owes: tuple[Owed, ...]

    @property
    def amounts(self) -> dict[Party, int]:
        """Give what each gets. A kitty takes what the losers pay, and nobody gets anything from it."""
        worth = amounts_of(self.mode, self.stakes.values(), self.stake_minor) or ()
        amounts: dict[Party, int] = dict(zip(self.stakes, worth, strict=True))
        return {**amounts, KITTY: -sum(worth)} if self.mode == Mode.KITTY else amounts


@dataclass(frozen=True, slots=True)
class DebtSource:
    """What is still open of a transfer that was settled on `at`: `amount` below nought was paid too much."""

    transfer_id: uuid.UUID
    at: datetime
    payer: Party
    payee: Party
    amount: int
    currency: str

    @property
    def amounts(self) -> dict[Party, int]:
        """Give what each gets."""
        return {self.payer: -self.amount, self.payee: self.amount}

    @property
    def owes(self) -> tuple[Owed, ...]:
        """Give who owes whom."""
        return _owed(self.payer, self.payee, self.amount)


@dataclass(frozen=True, slots=True)
class PaymentSource:
    """A payment that was made for a settlement which was opened again later."""

    payment_id: uuid.UUID
    settlement_id: uuid.UUID
    at: datetime
    payer: Party
    payee: Party
    amount: int
    currency: str

    @property
    def amounts(self) -> dict[Party, int]:
        """Give what each gets: who has paid gets it back by the games."""
        return {self.payer: self.amount, self.payee: -self.amount}

    @property
    def owes(self) -> tuple[Owed, ...]:
        """Give who owes whom."""
        return (Owed(self.payee, self.payer, self.amount),)


Source: TypeAlias = GameSource | DebtSource | PaymentSource


def balances(sources: Iterable[Source]) -> dict[str, dict[Party, int]]:
    """Sum up by currency what each party gets; who comes out even stays with 0."""
    sums: dict[str, defaultdict[Party, int]] = {}
    for source in sources:
        of_currency = sums.setdefault(source.currency, defaultdict(int))
        for party, amount in source.amounts.items():
            of_currency[party] += amount
    return {currency: dict(each) for currency, each in sorted(sums.items())}


def pairwise(sources: Iterable[Source]) -> dict[str, tuple[Owed, ...]]:
    """Sum up by currency who owes whom, each two people by themselves."""
    sums: dict[str, defaultdict[tuple[str, str], int]] = {}
    for source in sources:
        of_currency = sums.setdefault(source.currency, defaultdict(int))
        for owed in source.owes:
            one, other = _key(owed.payer), _key(owed.payee)
            of_currency[min(one, other), max(one, other)] += owed.amount if one < other else -owed.amount
    return {
        currency: tuple(
            owed for (one, other), amount in sorted(each.items()) for owed in _owed(_party(one), _party(other), amount)
        )
        for currency, each in sorted(sums.items())
    }


def fewest(open_balances: Mapping[Party, int]) -> tuple[Owed, ...]:
    """Give the fewest transfers after which every balance is 0."""
    by_key = {_key(party): amount for party, amount in open_balances.items()}
    return tuple(Owed(_party(each.payer), _party(each.payee), each.amount) for each in settle(by_key))


def read_games(session: Session, actor: Actor, *which: ColumnElement[bool]) -> tuple[GameSource, ...]:
    """Read the games for money that are over, in the order in which they were played; two queries.

    `which` are conditions on evenings.
    """
    found = session.execute(
        select(Sheet, Evening.local_date)
        .join(Evening, (Evening.group_id == Sheet.group_id) & (Evening.id == Sheet.evening_id))
        .where(Sheet.group_id == actor.group_id, Sheet.status == SheetStatus.ENDED, Sheet.mode != Mode.POINTS)
        .where(Evening.discarded_at.is_(None), *which)
        .order_by(Evening.local_date, Evening.started_at, Sheet.number)
    ).all()
    seats: defaultdict[uuid.UUID, list[Seat]] = defaultdict(list)
    for seat in session.scalars(
        select(Seat)
        .where(Seat.group_id == actor.group_id, Seat.sheet_id.in_([sheet.id for sheet, _day in found]))
        .where(Seat.stakes.is_not(None))
        .order_by(Seat.seat)
    ):
        seats[seat.sheet_id].append(seat)
    return tuple(game_source(sheet, day, seats[sheet.id]) for sheet, day in found)


def read_debts(session: Session, actor: Actor, *which: ColumnElement[bool]) -> tuple[DebtSource, ...]:
    """Read what is open of transfers, the oldest first; `which` are conditions on transfers and settlements."""
    paid = (
        select(
            Payment.transfer_id,
            func.sum(
                case(
                    (Payment.payer_id.is_not_distinct_from(Transfer.payer_id), Payment.amount_minor),
                    else_=-Payment.amount_minor,
                )
            ).label("paid"),
        )
        .join(Transfer, (Transfer.group_id == Payment.group_id) & (Transfer.id == Payment.transfer_id))
        .where(Payment.group_id == actor.group_id, Payment.undone_at.is_(None))
        .group_by(Payment.transfer_id)
        .subquery()
    )
    rest = Transfer.amount_minor - func.coalesce(paid.c.paid, 0)
    found = session.execute(
        select(Transfer, Settlement.settled_at, rest)
        .join(Settlement, (Settlement.group_id == Transfer.group_id) & (Settlement.id == Transfer.settlement_id))
        .outerjoin(paid, paid.c.transfer_id == Transfer.id)
        .where(Transfer.group_id == actor.group_id, rest != 0, *which)
        .order_by(Settlement.settled_at, Transfer.number)
    )
    return tuple(
        DebtSource(each.id, settled_at, each.payer_id, each.payee_id, int(amount), each.currency)
        for each, settled_at, amount in found
    )


def live_debts(session: Session, actor: Actor) -> tuple[DebtSource, ...]:
    """Read what is open of the transfers that hold now."""
    return read_debts(session, actor, Settlement.reopened_at.is_(None), Transfer.carried_by.is_(None))


def read_payments(session: Session, actor: Actor, *which: ColumnElement[bool]) -> tuple[PaymentSource, ...]:
    """Read payments for transfers, the oldest first; `which` are conditions on payments and settlements."""
    found = session.execute(
        select(Payment, Transfer.settlement_id)
        .join(Transfer, (Transfer.group_id == Payment.group_id) & (Transfer.id == Payment.transfer_id))
        .join(Settlement, (Settlement.group_id == Transfer.group_id) & (Settlement.id == Transfer.settlement_id))
        .where(Payment.group_id == actor.group_id, Payment.undone_at.is_(None), *which)
        .order_by(Payment.paid_at, Payment.id)
    )
    return tuple(
        PaymentSource(
            each.id, settlement_id, each.paid_at, each.payer_id, each.payee_id, each.amount_minor, each.currency
        )
        for each, settlement_id in found
    )


def free_payments(session: Session, actor: Actor) -> tuple[PaymentSource, ...]:
    """Read the payments whose settlement was opened again and which no other one has taken in."""
    return read_payments(session, actor, Settlement.reopened_at.is_not(None), Payment.counted_in.is_(None))


def game_source(sheet: Sheet, day: date, seats: Sequence[Seat]) -> GameSource:
    """Give what a game that is over is worth; `seats` are those that hold its stakes, in their order."""
    stakes: defaultdict[uuid.UUID, int] = defaultdict(int)
    by_seat: dict[int, uuid.UUID] = {}
    for seat in seats:
        if seat.player_id is not None:
            stakes[seat.player_id] += seat.stakes or 0
            by_seat[seat.seat] = seat.player_id
    return GameSource(
        sheet_id=sheet.id,
        evening_id=sheet.evening_id,
        local_date=day,
        number=sheet.number,
        game=sheet.game,
        mode=sheet.mode,
        stake_minor=sheet.stake_minor,
        currency=sheet.currency,
        stakes=dict(stakes),
        payers=tuple(by_seat.get(seat) for seat in range(sheet.seats)),
        owes=_kitty_owes(sheet, seats) if sheet.mode == Mode.KITTY else _owes(sheet, seats, by_seat),
    )


def _owes(sheet: Sheet, seats: Sequence[Seat], by_seat: Mapping[int, uuid.UUID]) -> tuple[Owed, ...]:
    """Give who owes whom by the game; who pays himself, for two seats, owes nothing."""
    return tuple(
        Owed(by_seat[seat.seat], by_seat[int(other)], -stakes * sheet.stake_minor)
        for seat in seats
        for other, stakes in cast("dict[str, int]", seat.pairs or {}).items()
        if stakes * sheet.stake_minor < 0 and by_seat[seat.seat] != by_seat[int(other)]
    )


def _kitty_owes(sheet: Sheet, seats: Sequence[Seat]) -> tuple[Owed, ...]:
    return tuple(
        Owed(seat.player_id, KITTY, -(seat.stakes or 0) * sheet.stake_minor)
        for seat in seats
        if (seat.stakes or 0) * sheet.stake_minor < 0
    )


def _owed(payer: Party, payee: Party, amount: int) -> tuple[Owed, ...]:
    if amount < 0:
        return (Owed(payee, payer, -amount),)
    return (Owed(payer, payee, amount),) if amount else ()


_KITTY_KEY = "kitty"


def _key(party: Party) -> str:
    """Give a text by which parties are ordered, always the same; the kitty comes last."""
    return _KITTY_KEY if party is None else party.hex


def _party(key: str) -> Party:
    return None if key == _KITTY_KEY else uuid.UUID(hex=key)
