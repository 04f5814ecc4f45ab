"""Balances: worked out by hand from whole games, per currency, for money and for a kitty."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Evening, Mode
from scorekeeper.services import evenings, sheets
from scorekeeper.services.balances import Owed, balances, fewest, pairwise, read_games
from tests.services.factories import Table, deal, new_key
from tests.services.settling import another_evening, euros, flat, letters, lost, named


def balances_of(table: Table, *evening_ids: uuid.UUID) -> object:
    found = flat(table, balances(read_games(table.session, table.device, Evening.id.in_(evening_ids))))
    table.session.rollback()
    return found


def pairs_of(table: Table, currency: str = "EUR") -> list[tuple[str, str, int]]:
    found = pairwise(read_games(table.session, table.device)).get(currency, ())
    table.session.rollback()
    return sorted((named(table, each.payer), named(table, each.payee), each.amount) for each in found)


def test_a_loser_pays_one_stake_to_who_has_marks_and_two_to_the_others(table: Table) -> None:
    """50 cents a stake: Dieter pays Anna, who has a mark, 0.50, and Bernd and Clara 1.00 each."""
    lost(table, loser="D", marked="A")
    assert balances_of(table, table.evening_id) == euros(A=50, B=100, C=100, D=-250)
    assert pairs_of(table) == [("D", "A", 50), ("D", "B", 100), ("D", "C", 100)]


def test_games_of_an_evening_add_up_each_with_its_own_stake(table: Table) -> None:
    """First Dieter pays 1.00 to each; then Anna, at 0.20 a stake, 0.20 to Bernd (a mark) and 0.40 to the others."""
    lost(table, loser="D")
    lost(table, loser="A", marked="B", stake_minor=20)
    assert balances_of(table, table.evening_id) == euros(A=0, B=120, C=140, D=-260)
    assert pairs_of(table) == [("A", "B", 20), ("A", "C", 40), ("D", "A", 60), ("D", "B", 100), ("D", "C", 100)]


def test_a_win_by_marks_is_paid_double_by_each(table: Table) -> None:
    sheet_id = table.start(stake_minor=50).id
    table.record(sheet_id, *[deal(66, 54, 0, 0)] * 5)
    assert balances_of(table, table.evening_id) == euros(A=300, B=-100, C=-100, D=-100)


def test_five_at_the_table_all_take_part(table: Table) -> None:
    lost(table, "ABCDE", loser="E", marked="B")
    assert balances_of(table, table.evening_id) == euros(A=100, B=50, C=100, D=100, E=-350)


def test_one_evening_counts_alone_and_several_together(table: Table) -> None:
    first = table.evening_id
    lost(table, loser="D")
    second = another_evening(table)
    lost(table, loser="A")
    assert balances_of(table, first) == euros(A=100, B=100, C=100, D=-300)
    assert balances_of(table, second) == euros(A=-300, B=100, C=100, D=100)
    assert balances_of(table, first, second) == euros(A=-200, B=200, C=200, D=-200)


def test_each_currency_is_settled_by_itself(table: Table) -> None:
    lost(table, loser="D")
    lost(table, loser="A", currency="JPY", stake_minor=5)
    found = read_games(table.session, table.device)
    assert sorted(balances(found)) == ["EUR", "JPY"]
    assert set(balances(found)["JPY"].values()) == {-30, 10}
    assert all(sum(each.values()) == 0 for each in balances(found).values())


def test_a_kitty_takes_what_losers_pay_and_pays_nobody(table: Table) -> None:
    """Dieter would pay 0.50 + 1.00 + 1.00: all of it goes into the kitty."""
    lost(table, loser="D", marked="A", mode=Mode.KITTY)
    assert balances_of(table, table.evening_id) == euros(A=0, B=0, C=0, D=-250, kitty=250)
    assert pairs_of(table) == [("D", "kitty", 250)]


def test_what_is_not_over_or_not_for_money_counts_nothing(table: Table) -> None:
    lost(table, loser="D", mode=Mode.POINTS)
    running = table.start().id
    table.record(running, deal(66, 30, 24, 0))
    sheets.break_off(table.session, table.device, running, key=new_key())
    lost(table, loser="D", stake_minor=0)
    assert set(balances(read_games(table.session, table.device)).get("EUR", {}).values()) == {0}
    table.session.rollback()
    assert pairs_of(table) == []


def test_a_discarded_evening_counts_nothing(table: Table) -> None:
    empty = another_evening(table)
    evenings.discard(table.session, table.device, empty, key=new_key())
    assert read_games(table.session, table.device, Evening.id == empty) == ()


def test_who_pays_stands_by_seat(table: Table) -> None:
    lost(table, "CABD", loser="D")
    (game,) = read_games(table.session, table.device)
    assert letters(table, game.payers) == "CABD"


@pytest.mark.parametrize("numbers", [1, 2, 3, 4])
def test_fewest_transfers_settle_what_the_games_say(table: Table, numbers: int) -> None:
    for number in range(numbers):
        lost(table, loser="ABCD"[number], marked="DCBA"[: number % 3].replace("ABCD"[number], ""))
    (each,) = balances(read_games(table.session, table.device)).values()
    left = dict(each)
    for transfer in fewest(each):
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    assert set(left.values()) == {0}
    assert len(fewest(each)) <= 3


def test_the_kitty_is_a_party_like_any_other() -> None:
    anna, bernd = uuid.UUID(int=1), uuid.UUID(int=2)
    assert fewest({anna: -300, None: 200, bernd: 100}) == (Owed(anna, bernd, 100), Owed(anna, None, 200))
