"""Payments: one tap, in part, too much, taken back, once however often it is sent; and the kitty's money."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Mode, Payment
from scorekeeper.services import payments, settlements
from scorekeeper.services.balances import DebtSource
from scorekeeper.services.errors import (
    ClosedError,
    ForbiddenError,
    InvalidInputError,
    KeyReusedError,
    NotFoundError,
    StaleError,
)
from tests.services.factories import Table, make_table, new_key
from tests.services.settling import count, debts, lost, owed, pay, settle


@pytest.fixture
def debt(table: Table) -> DebtSource:
    """Let Dieter owe Anna, Bernd and Clara 1.00 each; give what he owes Anna."""
    lost(table, loser="D")
    settle(table)
    return next(each for each in debts(table) if each.payee == table.players[0])


def problems(refused: pytest.ExceptionInfo[InvalidInputError]) -> list[tuple[str, str]]:
    return [(each.code, each.where) for each in refused.value.problems]


def spend(table: Table, amount: int, note: str = "Ice cream", currency: str = "EUR", key: str = "") -> uuid.UUID:
    return payments.spend(
        table.session, table.second, key=key or new_key(), amount_minor=amount, currency=currency, note=note
    ).id


def holds(table: Table) -> dict[str, int]:
    found = payments.holdings(table.session, table.device)
    table.session.rollback()
    return found


def test_one_payment_leaves_the_others_as_they_were(table: Table, debt: DebtSource) -> None:
    pay(table, debt)
    assert owed(table) == [("D", "B", 100), ("D", "C", 100)]


def test_a_double_tap_pays_once(table: Table, debt: DebtSource) -> None:
    key = new_key()
    first = pay(table, debt, key=key)
    again = pay(table, debt, key=key)
    assert (again.id, again.replayed, first.replayed) == (first.id, True, False)
    with pytest.raises(KeyReusedError):
        pay(table, debt, 50, key=key)
    assert count(table.session, Payment) == 1
    with pytest.raises(ClosedError, match="paid"):
        pay(table, debt)


def test_two_phones_pay_once(table: Table, debt: DebtSource) -> None:
    pay(table, debt, 30)
    with pytest.raises(StaleError):
        pay(table, debt)
    assert ("D", "A", 70) in owed(table)


def test_part_of_it_leaves_the_rest_open(table: Table, debt: DebtSource) -> None:
    pay(table, debt, 99)
    assert ("D", "A", 1) in owed(table)


def test_too_much_is_paid_back_under_the_same_transfer(table: Table, debt: DebtSource) -> None:
    pay(table, debt, 150)
    assert ("A", "D", 50) in owed(table)
    back = next(each for each in debts(table) if each.transfer_id == debt.transfer_id)
    assert back.amount == -50
    pay(table, back)
    assert owed(table) == [("D", "B", 100), ("D", "C", 100)]


@pytest.mark.parametrize("amount", [-1, 1_000_000_000, True])
def test_an_amount_that_is_none_is_refused_at_its_field(table: Table, debt: DebtSource, amount: int) -> None:
    with pytest.raises(InvalidInputError) as refused:
        payments.pay(
            table.session, table.device, debt.transfer_id, key=new_key(), amount_minor=amount, base=debt.amount
        )
    assert problems(refused) == [("amount_range", "amount")]


def test_taken_back_it_is_open_again_and_stays_in_the_log(table: Table, debt: DebtSource) -> None:
    ref = pay(table, debt)
    key = new_key()
    assert not payments.undo(table.session, table.second, ref.id, key=key).replayed
    assert payments.undo(table.session, table.second, ref.id, key=key).replayed
    assert not payments.undo(table.session, table.second, ref.id, key=new_key()).replayed
    assert ("D", "A", 100) in owed(table)
    kinds = list(table.session.scalars(select(Change.kind).where(Change.scope_id == table.group_id)))
    table.session.rollback()
    assert kinds.count("pay") == kinds.count("pay.undo") == 1
    pay(table, debt)
    assert ("D", "A", 100) not in owed(table)


def test_viewers_and_strangers_book_nothing(session: Session, table: Table, debt: DebtSource) -> None:
    asked = {"amount_minor": 100, "base": 100}
    with pytest.raises(ForbiddenError):
        payments.pay(session, table.viewer, debt.transfer_id, key=new_key(), **asked)
    stranger = make_table(session).device
    with pytest.raises(NotFoundError):
        payments.pay(session, stranger, debt.transfer_id, key=new_key(), **asked)
    ref = pay(table, debt)
    with pytest.raises(NotFoundError):
        payments.undo(session, stranger, ref.id, key=new_key())


def test_after_it_was_opened_again_nothing_is_paid_but_payments_can_be_taken_back(
    table: Table, debt: DebtSource
) -> None:
    ref = pay(table, debt, 30)
    assert ref.settlement_id is not None
    settlements.reopen(table.session, table.device, ref.settlement_id, key=new_key())
    with pytest.raises(ClosedError, match="reopened"):
        pay(table, debt)
    payments.undo(table.session, table.device, ref.id, key=new_key())
    settle(table)
    assert ("D", "A", 100) in owed(table)


# the kitty


@pytest.fixture
def kitty(table: Table) -> DebtSource:
    """Let Dieter owe the kitty 2.50: 0.50 for Anna, who has a mark, and 1.00 for each other."""
    lost(table, loser="D", marked="A", mode=Mode.KITTY)
    settle(table)
    (found,) = debts(table)
    return found


def test_the_kitty_holds_what_was_paid_in_less_what_was_spent(table: Table, kitty: DebtSource) -> None:
    assert owed(table) == [("D", "kitty", 250)]
    assert holds(table) == {}
    pay(table, kitty, 200)
    assert holds(table) == {"EUR": 200}
    spend(table, 150)
    assert holds(table) == {"EUR": 50}
    assert owed(table) == [("D", "kitty", 50)]


def test_no_more_is_spent_than_the_kitty_holds(table: Table, kitty: DebtSource) -> None:
    pay(table, kitty)
    for amount, currency in ((251, "EUR"), (1, "CHF")):
        with pytest.raises(InvalidInputError) as refused:
            spend(table, amount, currency=currency)
        assert problems(refused) == [("kitty_short", "amount")]
    spend(table, 250)
    assert holds(table) == {"EUR": 0}


def test_spending_needs_a_note_an_amount_and_a_known_currency(table: Table, kitty: DebtSource) -> None:
    pay(table, kitty)
    for amount, note, currency, problem in (
        (10, " ", "EUR", ("name_missing", "note")),
        (10, "x" * 81, "EUR", ("name_too_long", "note")),
        (0, "Beer", "EUR", ("amount_range", "amount")),
        (10, "Beer", "XX", ("currency", "currency")),
    ):
        with pytest.raises(InvalidInputError) as refused:
            spend(table, amount, note, currency)
        assert problems(refused) == [problem]


def test_spending_twice_with_one_key_spends_once_and_can_be_taken_back(table: Table, kitty: DebtSource) -> None:
    pay(table, kitty)
    key = new_key()
    first = spend(table, 100, key=key)
    assert spend(table, 100, key=key) == first
    assert holds(table) == {"EUR": 150}
    payments.undo(table.session, table.device, first, key=new_key())
    assert holds(table) == {"EUR": 250}


def test_what_was_spent_cannot_be_taken_back_out_of_the_kitty(table: Table, kitty: DebtSource) -> None:
    paid = pay(table, kitty)
    spend(table, 10)
    with pytest.raises(ClosedError, match="kitty_spent"):
        payments.undo(table.session, table.device, paid.id, key=new_key())


def test_the_kitty_pays_back_what_it_got_too_much_and_only_what_it_holds(table: Table, kitty: DebtSource) -> None:
    pay(table, kitty, 300)
    (back,) = debts(table)
    assert owed(table) == [("kitty", "D", 50)]
    spent = spend(table, 280)
    with pytest.raises(InvalidInputError) as refused:
        pay(table, back)
    assert problems(refused) == [("kitty_short", "amount")]
    payments.undo(table.session, table.device, spent, key=new_key())
    pay(table, back)
    assert owed(table) == []
    assert holds(table) == {"EUR": 250}
