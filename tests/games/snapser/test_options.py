"""House rules of Šnapser from plain data and back."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.problems import InvalidOptionsError
from scorekeeper.games.snapser.options import (
    DurchLostAll,
    FalseDost,
    Options,
    RaisesApplyTo,
    Za12AllTricks,
)
from scorekeeper.games.snapser.rules import SNAPSER

OTHERS: dict[str, Any] = {
    "base": 5,
    "nehram_red_doubles": False,
    "za12_all_tricks": "za12",
    "false_dost_value": "s_vodou",
    "durch_lost_all": "both",
    "marriages_33": False,
    "raises_apply_to": "declared",
}


def test_nothing_said_gives_the_usual_rules() -> None:
    assert SNAPSER.load_options({}) == Options()
    assert SNAPSER.dump_options(Options()) == {
        "base": 1,
        "nehram_red_doubles": True,
        "za12_all_tricks": "tichy_durch",
        "false_dost_value": "by_points",
        "durch_lost_all": "durch",
        "marriages_33": True,
        "raises_apply_to": "reached",
    }
    assert SNAPSER.target(Options()) is None
    assert SNAPSER.marks_to_win(Options()) is None


def test_every_rule_may_be_another() -> None:
    options = SNAPSER.load_options(OTHERS)
    assert options == Options(
        5, False, Za12AllTricks.ZA12, FalseDost.S_VODOU, DurchLostAll.BOTH, False, RaisesApplyTo.DECLARED
    )
    assert SNAPSER.dump_options(options) == OTHERS


@pytest.mark.parametrize("base", [1, 1000])
def test_the_ends_of_the_range_are_allowed(base: int) -> None:
    assert SNAPSER.load_options({"base": base}).base == base


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"base": 0}, "base_range"),
        ({"base": 1001}, "base_range"),
        ({"base": "5"}, "integer"),
        ({"base": None}, "integer"),
        ({"nehram_red_doubles": 1}, "boolean"),
        ({"marriages_33": None}, "boolean"),
        ({"za12_all_tricks": "both"}, "choice"),
        ({"false_dost_value": None}, "choice"),
        ({"durch_lost_all": ["durch"]}, "choice"),
        ({"raises_apply_to": "nothing"}, "choice"),
        ({"stakes": True}, "unknown_key"),
    ],
)
def test_wrong_rule_is_refused_at_its_place(data: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidOptionsError) as error:
        SNAPSER.load_options(data)
    assert [(problem.code, problem.where) for problem in error.value.problems] == [(code, *data)]
