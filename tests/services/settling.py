"""What the tests of settling share: games that end as wished, and what is open afterwards."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Evening, Payment
from scorekeeper.services import evenings, payments, settlements
from scorekeeper.services.balances import (
    DebtSource,
    Party,
    Source,
    balances,
    free_payments,
    live_debts,
    read_games,
)
from scorekeeper.services.payments import PaymentRef
from scorekeeper.services.settlements import SettlementRef
from tests.services.factories import NAMES, Table, Wishes, deal, new_key

KITTY_NAME = "kitty"


def lost(table: Table, people: str = "ABCD", loser: str = "D", marked: str = "", **more: object) -> uuid.UUID:
    """Play a game of the people with these initials that `loser` loses: one stake to each of `marked`, else two."""
    wishes: Wishes = {"stake_minor": 50, **more}  # type: ignore[typeddict-item]
    seats = [initials().index(each) for each in people]
    sheet_id = table.start(seats, **wishes).id
    sits_out = people[0] if len(people) == 5 else None
    deals = []
    for number, name in enumerate(marked):
        dealer = people[number % len(people)] if sits_out else None
        deals.append(row(people, name, 66, dealer))
    dealer = people[len(deals) % len(people)] if sits_out else None
    table.record(sheet_id, *deals, row(people, loser, 120, dealer, calls=4, jungfrauen=2))
    return sheet_id


def row(people: str, loser: str, points: int, sits_out: str | None, **more: object) -> dict[str, object]:
    """Give a deal that one player of five or four loses; another one gets what is left of 120."""
    others = [each for each in people if each not in {loser, sits_out}]
    totals = {**dict.fromkeys(others, 0), loser: points, others[0]: 120 - points}
    payload = deal(*(totals.get(each) for each in people), **more)  # type: ignore[arg-type]
    return payload if sits_out is None else {**payload, "sits_out": people.index(sits_out)}


def initials() -> list[str]:
    """Give the letters by which the tests call the players."""
    return [name[0] for name in NAMES]


def named(table: Table, party: Party) -> str:
    """Give the letter of a player."""
    return KITTY_NAME if party is None else initials()[table.players.index(party)]


def another_evening(table: Table) -> uuid.UUID:
    """Let the table meet again."""
    table.session.rollback()
    table.evening_id = evenings.start(table.session, table.device, key=new_key(), player_ids=table.players[:4]).id
    return table.evening_id


def settle(table: Table, *evening_ids: uuid.UUID, carries: bool = False, key: str | None = None) -> SettlementRef:
    """Settle evenings as a phone does that has just looked at them."""
    table.session.rollback()
    chosen = evening_ids or (() if carries else (table.evening_id,))
    base = settlements.read_scope(table.session, table.device, chosen, carries=carries).fingerprint
    table.session.rollback()
    return settlements.settle(
        table.session, table.second, key=key or new_key(), evening_ids=chosen, carries=carries, base=base
    )


def debts(table: Table) -> tuple[DebtSource, ...]:
    """Give what is open of transfers."""
    found = live_debts(table.session, table.device)
    table.session.rollback()
    return found


def owed(table: Table) -> list[tuple[str, str, int]]:
    """Give what is open of transfers as (payer, payee, amount)."""
    return sorted(
        (named(table, each.payer), named(table, each.payee), each.amount) for debt in debts(table) for each in debt.owes
    )


def pay(table: Table, debt: DebtSource, amount: int | None = None, **more: object) -> PaymentRef:
    """Pay a transfer, whole unless an amount is given."""
    key = str(more.get("key") or new_key())
    return payments.pay(
        table.session,
        table.second,
        debt.transfer_id,
        key=key,
        amount_minor=amount or abs(debt.amount),
        base=debt.amount,
    )


def open_balances(table: Table) -> Counter[tuple[str, str]]:
    """Give by currency and player all that is open: what was not settled, rests, payments in advance."""
    session, actor = table.session, table.device
    sources: tuple[Source, ...] = (
        *read_games(session, actor, Evening.settled_at.is_(None)),
        *live_debts(session, actor),
        *free_payments(session, actor),
    )
    found = flat(table, balances(sources))
    session.rollback()
    return found


def games_less_payments(table: Table) -> Counter[tuple[str, str]]:
    """Give the same straight from the definition: all games less all payments."""
    session, actor = table.session, table.device
    found = flat(table, balances(read_games(session, actor)))
    for payment in session.scalars(
        select(Payment).where(
            Payment.group_id == actor.group_id, Payment.undone_at.is_(None), Payment.transfer_id.is_not(None)
        )
    ):
        found[payment.currency, named(table, payment.payer_id)] += payment.amount_minor
        found[payment.currency, named(table, payment.payee_id)] -= payment.amount_minor
    session.rollback()
    return found


def flat(table: Table, by_currency: dict[str, dict[Party, int]]) -> Counter[tuple[str, str]]:
    """Give balances by currency and letter; a Counter takes what is missing for 0."""
    return Counter(
        {
            (currency, named(table, party)): amount
            for currency, each in by_currency.items()
            for party, amount in each.items()
        }
    )


def count(session: Session, table: type, *which: object) -> int:
    """Count rows."""
    found = session.scalar(select(func.count()).select_from(table).where(*which)) or 0  # type: ignore[arg-type]
    session.rollback()
    return found


def euros(**amounts: int) -> Counter[tuple[str, str]]:
    """Give balances in euros by letter."""
    return Counter({("EUR", name): amount for name, amount in amounts.items()})


def letters(table: Table, people: Sequence[Party]) -> str:
    """Give the letters of players."""
    return "".join(named(table, each) for each in people)


def dispute(table: Table, sheet_id: uuid.UUID, row: int, other: dict[str, object]) -> None:
    """Let somebody protest against a row."""
    entries = table.session.scalars(select(Entry).where(Entry.sheet_id == sheet_id).order_by(Entry.position)).all()
    entries[row].other = other
    table.session.commit()
