"""The fewest transfers: few enough, complete, and the same after one of them was paid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.settlement import EXACT_PARTIES, Transfer, settle

NAMES = "ABCDEFGHIJKLMNOPQRST"


def balances(most: int, greatest: int = 9, least: int = 0) -> st.SearchStrategy[dict[str, int]]:
    """Give balances that sum to 0; small amounts, so that parts of them often do so as well."""

    def closed(amounts: list[int]) -> dict[str, int]:
        return dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))

    amounts = st.lists(st.integers(-greatest, greatest), min_size=max(least - 1, 0), max_size=most - 1)
    return amounts.map(closed)


def booked(before: dict[str, int], *transfers: Transfer) -> dict[str, int]:
    """Give the balances after these transfers were paid."""
    after = dict(before)
    for each in transfers:
        after[each.payer] += each.amount
        after[each.payee] -= each.amount
    return after


def fewest(given_balances: dict[str, int]) -> int:
    """Find the least number of transfers by trying every way to divide the parties into sets that sum to 0."""
    return _fewest(tuple(sorted(each for each in given_balances.values() if each)))


@cache
def _fewest(open_balances: tuple[int, ...]) -> int:
    if not open_balances:
        return 0
    first, rest = open_balances[0], open_balances[1:]
    return min(
        len(others) + _fewest(tuple(rest[at] for at in range(len(rest)) if at not in others))
        for others in _subsets(len(rest))
        if first + sum(rest[at] for at in others) == 0
    )


def _subsets(size: int) -> Iterator[tuple[int, ...]]:
    for count in range(size + 1):
        yield from combinations(range(size), count)


def test_nobody_owes_nothing_is_suggested() -> None:
    assert settle({}) == ()
    assert settle({"A": 0, "B": 0}) == ()


def test_pairs_of_equal_amounts_are_found() -> None:
    """A chain from the greatest debtor to the greatest creditor would take three."""
    assert settle({"Anna": 400, "Bernd": -300, "Clara": 300, "Dieter": -400}) == (
        Transfer("Bernd", "Clara", 300),
        Transfer("Dieter", "Anna", 400),
    )


def test_a_set_of_three_beside_a_pair_is_found() -> None:
    assert settle({"A": 5, "B": -3, "C": -2, "D": 3, "E": -3}) == (
        Transfer("B", "A", 3),
        Transfer("C", "A", 2),
        Transfer("E", "D", 3),
    )


def test_the_order_in_which_balances_are_given_does_not_matter() -> None:
    given_balances = {"D": -5, "B": 2, "C": 2, "A": 1}
    assert settle(given_balances) == settle(dict(sorted(given_balances.items())))
    assert [each.payee for each in settle(given_balances)] == ["A", "B", "C"]


@pytest.mark.parametrize("wrong", [{"A": 1}, {"A": 5, "B": -4}])
def test_balances_that_do_not_sum_to_0_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="not to 0"):
        settle(wrong)


@given(balances(EXACT_PARTIES + 4))
def test_the_transfers_settle_all_and_nobody_pays_too_much(given_balances: dict[str, int]) -> None:
    transfers = settle(given_balances)
    assert set(booked(given_balances, *transfers).values()) <= {0}
    assert len({(each.payer, each.payee) for each in transfers}) == len(transfers)
    for each in transfers:
        assert each.amount > 0
        assert given_balances[each.payer] < 0 < given_balances[each.payee]
    assert len(transfers) <= max(0, sum(balance != 0 for balance in given_balances.values()) - 1)


@given(balances(8) | balances(8, 10**9))
def test_no_fewer_transfers_would_do(given_balances: dict[str, int]) -> None:
    assert len(settle(given_balances)) == fewest(given_balances)


@given(balances(9, 5, least=5))
def test_booking_any_one_leaves_the_others_as_they_were(given_balances: dict[str, int]) -> None:
    transfers = settle(given_balances)
    for each in transfers:
        rest = tuple(other for other in transfers if other != each)
        assert settle(booked(given_balances, each)) == rest


@given(balances(EXACT_PARTIES, 4, least=EXACT_PARTIES))
def test_twelve_parties_are_still_settled_with_the_fewest(given_balances: dict[str, int]) -> None:
    transfers = settle(given_balances)
    assert len(transfers) == fewest(given_balances)
    if transfers:
        assert settle(booked(given_balances, transfers[0])) == transfers[1:]


def test_a_large_table_is_settled_at_once() -> None:
    many = {f"{number:03}": number - 100 for number in range(201)}
    transfers = settle(many)
    assert len(transfers) <= 199
    assert set(booked(many, *transfers).values()) == {0}
