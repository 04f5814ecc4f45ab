"""How a deal came out by the points of both sides."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.snapser.deal import OUTCOMES, Count, Declared, Ended, Reached, Side
from scorekeeper.games.snapser.options import DurchLostAll, FalseDost, Options, Za12AllTricks
from scorekeeper.games.snapser.reaching import count_problems, reached

HRAM, ZA12, DURCH, NEHRAM = Declared
DOST, LAST = Ended
CHOOSER, OPPONENTS = Side


@pytest.mark.parametrize(
    ("count", "due"),
    [
        ((HRAM, Count(DOST, CHOOSER, 66, 33)), (CHOOSER, "s_vodou")),
        ((HRAM, Count(DOST, CHOOSER, 66, 32)), (CHOOSER, "bez_vody")),
        ((HRAM, Count(DOST, OPPONENTS, 70, 0, other_tricks=False)), (OPPONENTS, "za6")),
        ((HRAM, Count(DOST, CHOOSER, 65, 0, other_tricks=False)), (OPPONENTS, "s_vodou")),
        ((HRAM, Count(DOST, CHOOSER, 32, 0)), (OPPONENTS, "bez_vody")),
        ((HRAM, Count(DOST, OPPONENTS, 33, 60)), (CHOOSER, "s_vodou")),
        ((HRAM, Count(LAST, OPPONENTS, 40, 80)), (OPPONENTS, "s_vodou")),
        ((HRAM, Count(LAST, CHOOSER, 88, 32)), (CHOOSER, "bez_vody")),
        ((HRAM, Count(LAST, CHOOSER, 120, 0)), (CHOOSER, "bez_vody")),
        ((ZA12, Count(DOST, CHOOSER, 66, 20, other_tricks=False)), (CHOOSER, "za12")),
        ((ZA12, Count(DOST, CHOOSER, 66, 10)), (OPPONENTS, "za12")),
        ((ZA12, Count(DOST, CHOOSER, 65, 0, other_tricks=False)), (OPPONENTS, "za12")),
        ((ZA12, Count(DOST, OPPONENTS, 65, 10)), (CHOOSER, "za12")),
        ((ZA12, Count(LAST, OPPONENTS, 120, 0, other_tricks=False)), (OPPONENTS, "tichy_durch")),
        ((ZA12, Count(LAST, CHOOSER, 120, 0, other_tricks=False)), (CHOOSER, "tichy_durch")),
        ((DURCH, Count(LAST, CHOOSER, 120, 0, other_tricks=False)), (CHOOSER, "durch")),
        ((DURCH, Count(LAST, OPPONENTS, 120, 0, other_tricks=False)), (OPPONENTS, "durch")),
        ((DURCH, Count(DOST, CHOOSER, 66, 0, other_tricks=False)), (OPPONENTS, "durch")),
        ((NEHRAM, Count(LAST, CHOOSER, 120, 0)), (OPPONENTS, "nehram")),
    ],
)
def test_points_give_the_outcome(count: tuple[Declared, Count], due: tuple[Side, str]) -> None:
    assert reached(*count, Options()) == due


def test_house_rules_on_za_12_and_on_a_false_dost() -> None:
    took_all = (ZA12, Count(LAST, CHOOSER, 120, 0, other_tricks=False))
    assert reached(*took_all, Options(za12_all_tricks=Za12AllTricks.ZA12)) == (CHOOSER, Reached.ZA12)
    false = (HRAM, Count(DOST, CHOOSER, 40, 20))
    assert reached(*false, Options(false_dost_value=FalseDost.BEZ_VODY)) == (OPPONENTS, Reached.BEZ_VODY)
    assert reached(*false, Options(false_dost_value=FalseDost.S_VODOU)) == (OPPONENTS, Reached.S_VODOU)
    assert reached(*false, Options()) == (OPPONENTS, Reached.S_VODOU)


def test_all_tricks_against_durch_may_count_besides() -> None:
    lost = (DURCH, Count(LAST, OPPONENTS, 120, 0, other_tricks=False))
    assert reached(*lost, Options(durch_lost_all=DurchLostAll.BOTH)) == (OPPONENTS, Reached.TICHY_DURCH)
    one_trick = (DURCH, Count(LAST, OPPONENTS, 110, 10))
    assert reached(*one_trick, Options(durch_lost_all=DurchLostAll.BOTH)) == (OPPONENTS, Reached.DURCH)


def test_marriages_may_be_left_out_of_the_33() -> None:
    count = (HRAM, Count(DOST, CHOOSER, 70, 50, other_marriages=20))
    assert reached(*count, Options()) == (CHOOSER, Reached.S_VODOU)
    assert reached(*count, Options(marriages_33=False)) == (CHOOSER, Reached.BEZ_VODY)


@pytest.mark.parametrize(
    ("count", "players", "found"),
    [
        (Count(DOST, CHOOSER, 120, 101), 3, [("count_sum", "points")]),
        (Count(DOST, CHOOSER, 120, 100), 3, []),
        (Count(LAST, CHOOSER, 60, 60), 3, []),
        (Count(LAST, CHOOSER, 60, 59), 3, [("count_all", "points")]),
        (Count(LAST, CHOOSER, 60, 50), 3, [("count_all", "points")]),
        (Count(LAST, CHOOSER, 60, 70), 3, [("count_all", "points")]),
        (Count(LAST, CHOOSER, 60, 40), 2, []),
        (Count(LAST, CHOOSER, 100, 80), 4, []),
        (Count(DOST, CHOOSER, 66, 40, other_tricks=False), 3, []),
        (Count(DOST, CHOOSER, 66, 11, other_tricks=False), 3, [("count_trickless", "trickless")]),
        (Count(DOST, CHOOSER, 66, 60, other_tricks=False), 3, [("count_trickless", "trickless")]),
        (Count(DOST, CHOOSER, 66, 50, other_marriages=60), 3, [("count_marriages", "marriages")]),
        (Count(DOST, CHOOSER, 66, 110, other_marriages=100), 3, []),
    ],
)
def test_points_that_no_deal_has_are_told(count: Count, players: int, found: list[Any]) -> None:
    assert [(problem.code, problem.where) for problem in count_problems(count, players)] == found


@given(
    st.sampled_from(Declared),
    st.sampled_from(Ended),
    st.sampled_from(Side),
    st.integers(0, 220),
    st.integers(0, 220),
    st.booleans(),
)
def test_the_outcome_always_fits_the_declaration(
    declared: Declared, ended: Ended, side: Side, points: int, other: int, other_tricks: bool
) -> None:
    winner, outcome = reached(declared, Count(ended, side, points, other, other_tricks), Options())
    assert outcome in OUTCOMES[declared]
    assert winner in Side
