"""Settling: what is stored, what is locked, what stays open, and opening it again."""

from __future__ import annotations

import random
import uuid

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Evening, Mode, Settlement, SheetStatus, Transfer
from scorekeeper.services import payments, settlements
from scorekeeper.services.errors import (
    ClosedError,
    ForbiddenError,
    KeyReusedError,
    NotFoundError,
    ServiceError,
    StaleError,
)
from scorekeeper.services.explained import disputes
from tests.services.factories import Table, deal, make_table, new_key
from tests.services.settling import (
    another_evening,
    count,
    debts,
    dispute,
    euros,
    games_less_payments,
    lost,
    open_balances,
    owed,
    pay,
    settle,
)


def settled(table: Table, evening_id: uuid.UUID | None = None) -> bool:
    table.session.rollback()
    found = table.session.get_one(Evening, (table.group_id, evening_id or table.evening_id))
    table.session.refresh(found)
    at = found.settled_at
    table.session.rollback()
    return at is not None


def kinds(table: Table, scope_id: uuid.UUID) -> list[str]:
    found = list(table.session.scalars(select(Change.kind).where(Change.scope_id == scope_id).order_by(Change.number)))
    table.session.rollback()
    return found


def test_settling_stores_the_fewest_transfers_and_locks_the_evening(table: Table) -> None:
    """Dieter pays 3.00 and Anna 2.00 + 0.50 while each gets from the other: A −1.50, B 2.00, C 1.50, D −2.00."""
    lost(table, loser="D")
    lost(table, loser="A", marked="C")
    ref = settle(table)
    assert sum(each[2] for each in owed(table)) == 350
    assert owed(table) == [("A", "C", 150), ("D", "B", 200)]
    assert settled(table)
    assert not ref.replayed
    assert kinds(table, table.evening_id)[-1] == "settle"
    with pytest.raises(ClosedError, match="settled"):
        table.record(table.start().id, deal(66, 30, 24, 0))


def test_settling_twice_with_one_key_settles_once(table: Table) -> None:
    lost(table)
    key = new_key()
    base = settlements.read_scope(table.session, table.device, [table.evening_id], carries=False).fingerprint
    table.session.rollback()

    def again(**more: bool) -> settlements.SettlementRef:
        asked = {"evening_ids": [table.evening_id], "carries": False, "base": base, **more}
        return settlements.settle(table.session, table.device, key=key, **asked)  # type: ignore[arg-type]

    first = again()
    assert again() == settlements.SettlementRef(first.id, replayed=True)
    with pytest.raises(KeyReusedError):
        again(carries=True)
    with pytest.raises(ClosedError, match="settled"):
        settle(table)
    assert count(table.session, Settlement) == 1


def test_what_changed_since_it_was_seen_is_not_settled_silently(table: Table) -> None:
    lost(table)
    base = settlements.read_scope(table.session, table.device, [table.evening_id], carries=False).fingerprint
    table.session.rollback()
    lost(table)
    with pytest.raises(StaleError):
        settlements.settle(
            table.session, table.device, key=new_key(), evening_ids=[table.evening_id], carries=False, base=base
        )
    assert not settled(table)
    assert count(table.session, Settlement) == 0


def test_where_nothing_was_played_for_money_nothing_is_settled(table: Table) -> None:
    lost(table, mode=Mode.POINTS)
    with pytest.raises(ClosedError, match="nothing_open"):
        settle(table)
    with pytest.raises(ClosedError, match="nothing_open"):
        settle(table, carries=True)


def test_games_that_even_out_are_settled_without_a_transfer(table: Table) -> None:
    for loser in "ABCD":
        lost(table, loser=loser)
    settle(table)
    assert settled(table)
    assert owed(table) == []


def test_a_viewer_settles_nothing_and_a_stranger_finds_nothing(session: Session, table: Table) -> None:
    lost(table)
    asked = {"evening_ids": [table.evening_id], "carries": False, "base": ""}
    with pytest.raises(ForbiddenError):
        settlements.settle(session, table.viewer, key=new_key(), **asked)  # type: ignore[arg-type]
    stranger = make_table(session)
    with pytest.raises(NotFoundError):
        settlements.settle(session, stranger.device, key=new_key(), **asked)  # type: ignore[arg-type]
    ref = settle(table)
    with pytest.raises(NotFoundError):
        settlements.reopen(session, stranger.device, ref.id, key=new_key())


def test_several_evenings_are_settled_together(table: Table) -> None:
    """D loses 3.00, then A loses 3.00: A −2.00, B 2.00, C 2.00, D −2.00: two transfers instead of six."""
    first = table.evening_id
    lost(table, loser="D")
    second = another_evening(table)
    lost(table, loser="A")
    settle(table, first, second)
    assert [each[2] for each in owed(table)] == [200, 200]
    assert settled(table, first)
    assert settled(table, second)
    assert kinds(table, table.group_id)[-1] == "settle"


def test_later_settlements_take_in_what_was_left_open(table: Table) -> None:
    """D owes 1.00 to A, B and C each. He pays B, and next month loses against A and B again and wins from C."""
    lost(table, loser="D")
    first = settle(table)
    by_payee = {each.payee: each for each in debts(table)}
    pay(table, by_payee[table.players[1]])
    another_evening(table)
    lost(table, loser="C")
    assert owed(table) == [("D", "A", 100), ("D", "C", 100)]
    second = settle(table, table.evening_id, carries=True)
    assert sorted(each[2] for each in owed(table)) == [100, 200]
    assert open_balances(table) == euros(A=200, B=100, C=-200, D=-100)
    with pytest.raises(ClosedError, match="carried"):
        settlements.reopen(table.session, table.device, first.id, key=new_key())
    settlements.reopen(table.session, table.device, second.id, key=new_key())
    assert owed(table) == [("D", "A", 100), ("D", "C", 100)]
    settlements.reopen(table.session, table.device, first.id, key=new_key())
    assert owed(table) == []
    assert open_balances(table) == games_less_payments(table) == euros(A=200, B=100, C=-200, D=-100)


def test_a_transfer_that_was_taken_in_can_no_longer_be_paid_nor_its_payment_be_undone(table: Table) -> None:
    lost(table, loser="D")
    settle(table)
    one, *_others = debts(table)
    paid = pay(table, one, 30)
    one, *_others = debts(table)
    settle(table, carries=True)
    with pytest.raises(ClosedError, match="carried"):
        pay(table, one)
    with pytest.raises(ClosedError, match="carried"):
        payments.undo(table.session, table.device, paid.id, key=new_key())


def test_opening_again_unlocks_and_payments_stay(table: Table) -> None:
    """D pays A 1.00; then it turns out that A had a mark: D owes A 0.50 less, and A gives it back."""
    sheet_id = lost(table, loser="D")
    ref = settle(table)
    pay(table, next(each for each in debts(table) if each.payee == table.players[0]))
    key = new_key()
    assert not settlements.reopen(table.session, table.second, ref.id, key=key).replayed
    assert settlements.reopen(table.session, table.second, ref.id, key=key).replayed
    settlements.reopen(table.session, table.second, ref.id, key=new_key())
    assert not settled(table)
    assert owed(table) == []
    assert kinds(table, table.evening_id)[-2:] == ["settle", "settle.reopen"]
    assert open_balances(table) == euros(A=0, B=100, C=100, D=-200)
    one, *_rest = debts(table) or [None]
    assert one is None
    assert table.sheet(sheet_id).settled is False
    settle(table)
    assert owed(table) == [("D", "B", 100), ("D", "C", 100)]
    assert open_balances(table) == games_less_payments(table)


def test_a_payment_made_for_two_evenings_counts_when_both_are_settled_or_everything_is(table: Table) -> None:
    first = table.evening_id
    lost(table, loser="D")
    second = another_evening(table)
    lost(table, loser="D")
    ref = settle(table, first, second)
    pay(table, debts(table)[0])
    settlements.reopen(table.session, table.device, ref.id, key=new_key())
    alone = settlements.read_scope(table.session, table.device, [first], carries=False)
    assert alone.payments == ()
    both = settlements.read_scope(table.session, table.device, [first, second], carries=False)
    assert [each.amount for each in both.payments] == [200]
    everything = settlements.read_scope(table.session, table.device, [first], carries=True)
    assert [each.amount for each in everything.payments] == [200]
    table.session.rollback()
    settle(table, first, carries=True)
    assert open_balances(table) == games_less_payments(table)
    later = settlements.read_scope(table.session, table.device, [second], carries=True)
    assert later.payments == ()
    assert sum(each.amount for each in later.debts) == 200


def test_what_was_paid_for_everything_open_counts_with_everything_only(table: Table) -> None:
    lost(table, loser="D")
    ref = settle(table, table.evening_id, carries=True)
    pay(table, debts(table)[0])
    settlements.reopen(table.session, table.device, ref.id, key=new_key())
    assert settlements.read_scope(table.session, table.device, [table.evening_id], carries=False).payments == ()


def test_after_booking_all_every_balance_is_nought_and_nothing_is_suggested(table: Table) -> None:
    lost(table, "ABCDE", loser="E", marked="B", stake_minor=33)
    lost(table, loser="D", marked="CA", stake_minor=7)
    lost(table, loser="B", mode=Mode.KITTY)
    lost(table, loser="A", currency="JPY", stake_minor=1)
    settle(table)
    for each in debts(table):
        pay(table, each)
    assert debts(table) == ()
    assert set(open_balances(table).values()) <= {0}
    assert set(games_less_payments(table).values()) == {0}
    scope = settlements.read_scope(table.session, table.device, [table.evening_id], carries=True)
    assert scope.sources == ()


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_group_does_what_is_open_is_games_less_payments(table: Table, seed: int) -> None:
    """Play, settle, pay, take back and open again at random; refusals change nothing."""
    chance = random.Random(seed)
    known_evenings, refs, paid = [table.evening_id], [], []
    for _ in range(25):
        what = chance.choice(["play", "play", "evening", "settle", "settle", "pay", "pay", "pay", "undo", "reopen"])
        try:
            if what == "play":
                people = "".join(chance.sample("ABCDEF", 4))
                mode = chance.choice([Mode.MONEY, Mode.MONEY, Mode.KITTY])
                lost(table, people, loser=people[3], marked=people[: chance.randrange(2)], mode=mode, stake_minor=10)
            elif what == "evening":
                known_evenings.append(another_evening(table))
            elif what == "settle":
                chosen = chance.sample(known_evenings, chance.randint(1, len(known_evenings)))
                refs.append(settle(table, *chosen, carries=chance.random() < 0.5).id)
            elif what == "pay" and debts(table):
                debt = chance.choice(debts(table))
                paid.append(pay(table, debt, chance.randint(1, 2 * abs(debt.amount))).id)
            elif what == "undo" and paid:
                payments.undo(table.session, table.device, chance.choice(paid), key=new_key())
            elif what == "reopen" and refs:
                settlements.reopen(table.session, table.device, chance.choice(refs), key=new_key())
        except ServiceError:
            table.session.rollback()
        assert +open_balances(table) == +games_less_payments(table), what
        assert -open_balances(table) == -games_less_payments(table), what
    settle(table, *[each for each in known_evenings if not settled(table, each)], carries=True)
    for debt in sorted(debts(table), key=lambda each: each.payer is None):
        pay(table, debt)
    assert set(games_less_payments(table).values()) <= {0}


def test_transfers_are_never_nought_nor_to_oneself(table: Table) -> None:
    for loser in "ABDC":
        lost(table, loser=loser, stake_minor=3)
        lost(table, "BCDE", loser="E", marked="D", stake_minor=7)
    settle(table)
    for each in table.session.scalars(select(Transfer)):
        assert each.amount_minor > 0
        assert each.payer_id != each.payee_id


# what goes on, and what is in dispute


def test_a_game_that_goes_on_is_adjourned_and_counts_nothing(table: Table) -> None:
    lost(table, loser="D")
    running = table.start().id
    table.record(running, deal(66, 30, 24, 0))
    settle(table)
    assert sum(each[2] for each in owed(table)) == 300
    assert table.sheet(running).status == SheetStatus.ADJOURNED
    assert kinds(table, running)[-1] == "adjourn"


def test_a_dispute_that_matters_keeps_the_evening_from_being_settled(table: Table) -> None:
    """Did Anna have the mark, or Bernd? Who has one gets 0.50 instead of 1.00."""
    sheet_id = lost(table, loser="D", marked="A")
    dispute(table, sheet_id, 0, deal(54, 66, 0, 0))
    (found,) = disputes(table.session, table.device, [table.evening_id])
    assert (found.sheet_id, found.game_number, found.row_number) == (sheet_id, 1, 1)
    with pytest.raises(ClosedError, match="disputed"):
        settle(table)
    assert not settled(table)


def test_a_dispute_that_changes_no_stake_does_not(table: Table) -> None:
    sheet_id = lost(table, loser="D", marked="A")
    dispute(table, sheet_id, 0, deal(67, 53, 0, 0))
    assert disputes(table.session, table.device, [table.evening_id]) == ()
    settle(table)
    assert settled(table)


def test_a_dispute_by_which_the_game_would_go_on_matters(table: Table) -> None:
    sheet_id = lost(table, loser="D")
    dispute(table, sheet_id, 0, deal(66, 30, 24, 0))
    assert len(disputes(table.session, table.device, [table.evening_id])) == 1


def test_many_disputes_in_one_game_are_not_worked_out(table: Table) -> None:
    sheet_id = lost(table, loser="D", marked="ABCABC")
    for row in range(6):
        dispute(table, sheet_id, row, deal(66, 54, 0, 0))
    assert len(disputes(table.session, table.device, [table.evening_id])) == 6
