"""House rules from plain data and back."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.problems import InvalidOptionsError
from scorekeeper.games.kalter_schlag.options import FifthVsLimit, FourWay, JointFive, Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG


def test_nothing_said_gives_the_usual_rules() -> None:
    assert KALTER_SCHLAG.load_options({}) == Options(
        2000, 5, FifthVsLimit.FIVE_FIRST, JointFive.ALL_WIN, FourWay.ALL_SCORE
    )
    assert KALTER_SCHLAG.dump_options(Options()) == {
        "limit": 2000,
        "marks_to_win": 5,
        "fifth_vs_limit": "five_first",
        "joint_five": "all_win",
        "four_way": "all_score",
    }


def test_every_rule_may_be_another() -> None:
    data: dict[str, object] = {
        "limit": 1000,
        "marks_to_win": None,
        "fifth_vs_limit": "limit_first",
        "joint_five": "lowest_wins",
        "four_way": "none_scores",
    }
    options = KALTER_SCHLAG.load_options(data)
    assert options == Options(1000, None, FifthVsLimit.LIMIT_FIRST, JointFive.LOWEST_WINS, FourWay.NONE_SCORES)
    assert KALTER_SCHLAG.dump_options(options) == data
    assert (KALTER_SCHLAG.target(options), KALTER_SCHLAG.marks_to_win(options)) == (1000, None)


@pytest.mark.parametrize(
    ("name", "value"), [("limit", 100), ("limit", 100_000), ("marks_to_win", 2), ("marks_to_win", 20)]
)
def test_the_ends_of_the_ranges_are_allowed(name: str, value: int) -> None:
    assert KALTER_SCHLAG.dump_options(KALTER_SCHLAG.load_options({name: value}))[name] == value


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"limit": 90}, "limit_range"),
        ({"limit": 100_010}, "limit_range"),
        ({"limit": 2005}, "multiple_of_ten"),
        ({"limit": None}, "integer"),
        ({"limit": 2000.0}, "integer"),
        ({"limit": True}, "integer"),
        ({"limit": "2000"}, "integer"),
        ({"limit": 10**30}, "limit_range"),
        ({"marks_to_win": 1}, "marks_range"),
        ({"marks_to_win": 21}, "marks_range"),
        ({"marks_to_win": False}, "integer"),
        ({"marks_to_win": "5"}, "integer"),
        ({"fifth_vs_limit": "both"}, "choice"),
        ({"joint_five": None}, "choice"),
        ({"four_way": ["all_score"]}, "choice"),
        ({"stakes": True}, "unknown_key"),
    ],
)
def test_wrong_rule_is_refused_at_its_place(data: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidOptionsError) as error:
        KALTER_SCHLAG.load_options(data)
    assert [(problem.code, problem.where) for problem in error.value.problems] == [(code, *data)]


def test_all_wrong_rules_are_told() -> None:
    with pytest.raises(InvalidOptionsError) as error:
        KALTER_SCHLAG.load_options({"limit": 1, "marks_to_win": 1, "fifth_vs_limit": 1, "joint_five": 1, "four_way": 1})
    assert len(error.value.problems) == 5


def test_rules_that_are_no_mapping_are_refused() -> None:
    data: Any = []
    with pytest.raises(InvalidOptionsError, match="not_an_object"):
        KALTER_SCHLAG.load_options(data)
