"""The end of an account, and what the header says of each player."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.agreement import matched
from scorekeeper.core.entry import Ruling, load_entry
from scorekeeper.core.problems import InvalidCloseError, InvalidDealError
from scorekeeper.core.standings import Standings, State
from scorekeeper.games.snapser.options import Options
from scorekeeper.games.snapser.rules import SNAPSER
from tests.games.snapser.helpers import deal

ROWS = [deal(chooser=2, outcome="bez_vody"), deal(chooser=0, winner="opponents", outcome="za6")]
# -4 -4 8, then -12 6 6


def account(*rows: Any, vacant: Any = None) -> Standings:
    """Fold rows of three players."""
    return SNAPSER.standings(rows or ROWS, Options(), 3, 0, {}, vacant or {})


def test_an_account_goes_on_whatever_the_totals() -> None:
    standings = account(*[deal(declared="durch", outcome="durch", raises=4, red=True)] * 20)
    assert (standings.state, standings.ending) == (State.RUNNING, None)
    assert standings.totals == (46080, -23040, -23040)


def test_the_table_ends_it_and_each_point_is_a_stake() -> None:
    ending = SNAPSER.close(account(), {"how": "closed"})
    assert (ending.reason, ending.stakes, ending.losers, ending.winners) == ("closed", (-16, 2, 14), (0,), (1, 2))
    assert ending.pairs == ((0, 1, 2), (0, 2, 14))
    assert (ending.next_dealer, ending.next_dealer_chosen_by) == (2, None)
    assert [(str(line.code), line.seats, dict(line.params)) for line in ending.lines] == [
        ("closed", (1, 2), {"points": (2, 14)}),
        ("pays", (0, 1), {"stakes": 2}),
        ("pays", (0, 2), {"stakes": 14}),
    ]


def test_an_even_account_says_so() -> None:
    rows = [deal(chooser=seat) for seat in range(3)]
    assert [str(line.code) for line in SNAPSER.close(account(*rows), {"how": "closed"}).lines] == ["closed_even"]


def test_the_table_may_agree_otherwise() -> None:
    nobody = SNAPSER.close(account(), {"how": "nobody"})
    assert (nobody.reason, nobody.stakes, [str(line.code) for line in nobody.lines]) == (
        "agreed", (0, 0, 0), ["agreed_nobody"],
    )  # fmt: skip
    by_hand = SNAPSER.close(account(), {"how": "by_hand", "stakes": [-10, 5, 5]})
    assert (by_hand.reason, by_hand.stakes, by_hand.pairs) == ("agreed", (-10, 5, 5), ((0, 1, 5), (0, 2, 5)))
    assert str(by_hand.lines[0].code) == "agreed_by_hand"


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ({"how": "highest"}, [("close_how", "how")]),
        ({"how": "closed", "stakes": [0, 0, 0]}, [("stakes_not_asked", "stakes")]),
        ({"how": "by_hand"}, [("one_item_a_seat", "stakes")]),
        ({"how": "by_hand", "stakes": [1, 0]}, [("one_item_a_seat", "stakes")]),
        ({"how": "by_hand", "stakes": [1, 0, 0]}, [("stakes_sum_0", "stakes")]),
        ({"how": "by_hand", "stakes": [10_001, 0, "x"]}, [("stakes_range", "stakes.0"), ("integer", "stakes.2")]),
        ({"how": "closed", "why": 1}, [("unknown_key", "why")]),
        ({"how": "lot", "stakes": []}, [("close_how", "how"), ("stakes_not_asked", "stakes")]),
    ],
)
def test_another_end_is_refused(how: dict[str, object], found: list[tuple[str, str]]) -> None:
    with pytest.raises(InvalidCloseError) as error:
        SNAPSER.close(account(), how)
    assert [(str(problem.code), problem.where) for problem in error.value.problems] == found


def test_what_does_not_come_out_at_nought_cannot_be_closed() -> None:
    standings = account(*ROWS, Ruling((10, 0, 0), (False,) * 3))
    with pytest.raises(InvalidCloseError) as error:
        SNAPSER.close(standings, {"how": "closed"})
    assert [(str(each.code), dict(each.params)) for each in error.value.problems] == [("account_uneven", {"sum": 10})]
    assert SNAPSER.close(standings, {"how": "nobody"}).stakes == (0, 0, 0)


def test_rulings_only_let_points_change_hands() -> None:
    ruling: dict[str, object] = {"entry": "ruling", "points": [-7, 3, 4], "marks": [False] * 3}
    assert load_entry(SNAPSER, ruling, Options(), 3) == Ruling((-7, 3, 4), (False,) * 3)
    with pytest.raises(InvalidDealError, match=r"^ruling_sum_0 at points$"):
        load_entry(SNAPSER, {**ruling, "points": [-7, 3, 5]}, Options(), 3)


def ended(standings: Standings) -> Standings:
    """Return the standings with the account closed."""
    ending = SNAPSER.close(standings, {"how": "closed"})
    return Standings(
        standings.outcomes, standings.dealers, standings.running_totals, standings.running_marks, standings.totals,
        standings.marks, standings.dealer, State.OVER, ending, standings.vacant,
    )  # fmt: skip


def test_what_is_closed_is_not_closed_again() -> None:
    with pytest.raises(InvalidCloseError, match="already_over"):
        SNAPSER.close(ended(account()), {"how": "closed"})


def told(standings: Standings) -> list[tuple[str, object]]:
    """Return the header's lines."""
    return [(str(line.code), line.params.get("stakes")) for line in SNAPSER.closeness(standings, Options(), 3)]


def test_header_says_who_deals_and_chooses_next_and_at_the_end_who_pays() -> None:
    assert told(account()) == [("plays", None), ("chooses", None), ("deals", None)]
    assert told(ended(account())) == [("account_pays", 16), ("account_gets", 2), ("account_gets", 14)]
    assert told(ended(account(*[deal(chooser=seat) for seat in range(3)]))) == [("account_even", 0)] * 3


def test_who_left_is_told_so_and_still_pays_at_the_end() -> None:
    left = account(*ROWS, vacant={2: frozenset({0})})
    assert told(left) == [("left", None), ("chooses", None), ("deals", None)]
    assert SNAPSER.close(left, {"how": "closed"}).stakes == (-16, 2, 14)


@given(st.lists(st.integers(-100, 100), min_size=1, max_size=3))
def test_pairs_pay_exactly_what_is_due(stakes: list[int]) -> None:
    due = [*stakes, -sum(stakes)]
    got = [0] * len(due)
    for payer, payee, amount in matched(due):
        assert amount > 0
        got[payer] -= amount
        got[payee] += amount
    assert got == due
    assert len(matched(due)) < len(due)
