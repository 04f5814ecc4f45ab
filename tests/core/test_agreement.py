"""Endings by agreement that any game may have, and the game's own ways beside them."""

from __future__ import annotations

import pytest

from scorekeeper.core.agreement import agreed, matched, stakes_of
from scorekeeper.core.problems import InvalidCloseError
from scorekeeper.core.reading import Reader
from scorekeeper.core.standings import Ending, Standings, State

STANDINGS = Standings((), (), (), (), (10, -20, 0), (0, 0, 0), 1, State.RUNNING)
OWN = Ending("agreed", (), (2,), (0, 0, 0), (), 0, None)


def own(_reader: Reader, _standings: Standings) -> Ending:
    """End as the game says."""
    return OWN


def refused(how: dict[str, object], standings: Standings = STANDINGS) -> list[tuple[str, str]]:
    """Return code and place of everything that is wrong."""
    with pytest.raises(InvalidCloseError) as error:
        agreed(standings, how, {"own": own})
    return [(problem.code, problem.where) for problem in error.value.problems]


def test_nobody_pays_leaves_the_deal_where_it_is():
    ending = agreed(STANDINGS, {"how": "nobody"}, {})
    assert (ending.reason, ending.stakes, ending.pairs, ending.next_dealer) == ("agreed", (0, 0, 0), (), 1)
    assert [line.code for line in ending.lines] == ["agreed_nobody"]


def test_stakes_by_hand_are_paired_in_seat_order():
    ending = agreed(STANDINGS, {"how": "by_hand", "stakes": [-3, 1, 2]}, {})
    assert ending.pairs == ((0, 1, 1), (0, 2, 2))
    assert [(line.code, line.seats) for line in ending.lines[1:]] == [
        ("pays_by_hand", (0, 1)),
        ("pays_by_hand", (0, 2)),
    ]


def test_a_game_ends_in_its_own_way():
    assert agreed(STANDINGS, {"how": "own"}, {"own": own}) is OWN


@pytest.mark.parametrize(
    ("how", "wrong"),
    [
        ({"how": "lot"}, [("close_how", "how")]),
        ({"how": ["own"]}, [("close_how", "how")]),
        ({"how": "own", "stakes": [0, 0, 0]}, [("stakes_not_asked", "stakes")]),
        ({"how": "by_hand"}, [("one_item_a_seat", "stakes")]),
        ({"how": "by_hand", "stakes": [1, 1, -1]}, [("stakes_sum_0", "stakes")]),
        (
            {"how": "by_hand", "stakes": [10_001, 0, -10_001]},
            [("stakes_range", "stakes.0"), ("stakes_range", "stakes.2")],
        ),
    ],
)
def test_what_cannot_be_agreed_is_refused(how: dict[str, object], wrong: list[tuple[str, str]]):
    assert refused(how) == wrong


def test_who_left_pays_nothing_and_what_is_over_is_not_agreed_again():
    left = Standings((), (), (), (), (0, 0, 0), (0, 0, 0), 0, State.OVER, OWN, frozenset({1}))
    assert refused({"how": "by_hand", "stakes": [1, -1, 0]}, left) == [
        ("already_over", ""),
        ("stakes_empty_seat", "stakes.1"),
    ]


def test_pairs_give_the_stakes_again():
    stakes = (5, -2, -4, 1)
    assert stakes_of(matched(stakes), 4) == stakes
