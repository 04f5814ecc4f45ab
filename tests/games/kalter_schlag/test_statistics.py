"""What a deal counts for statistics, and what it does not tell."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import load, options, play


def counts(payload: dict[str, Any], name: str, seats: int = 4, rules: Options | None = None) -> list[int | None]:
    """Return one number a seat."""
    deal = load(payload, seats, rules)
    outcome = KALTER_SCHLAG.score(deal, rules or Options(), seats)
    return [count[name] for count in KALTER_SCHLAG.counts(deal, outcome)]


FULL: dict[str, Any] = {"points": [20, 66, 34, 0], "jungfrauen": 1, "calls": 2, "callers": [1, 0]}
SHORT: dict[str, Any] = {"points": [None, 66, None, None], "jungfrauen": 1, "calls": 2}
MARCH: dict[str, Any] = {"points": [None] * 4, "durchmarsch": 1, "calls": 1, "callers": [1]}
MARCH_CALLED: dict[str, Any] = {"points": [None] * 4, "durchmarsch": 1, "calls": 1, "callers": [0]}
ALL_CALLED: dict[str, Any] = {"points": [None, 66, None, None], "calls": 4}
PAPER: dict[str, Any] = {"penalties": [0, 260, 0, 0]}
PAPER_THREE: dict[str, Any] = {"penalties": [120, 0, 120, 120]}
PAPER_TIED: dict[str, Any] = {"penalties": [80, 0, 80, 80]}
UNKNOWN = [None] * 4


@pytest.mark.parametrize(
    ("payload", "name", "expected"),
    [
        (FULL, "penalty", [0, 530, 0, 0]),
        (FULL, "deals_lost", [0, 1, 0, 0]),
        (FULL, "played", [1, 1, 1, 1]),
        (FULL, "jungfrau", [0, 0, 0, 1]),
        (FULL, "durchmarsch", [0, 0, 0, 0]),
        (FULL, "durchmarsch_suffered", [0, 0, 0, 0]),
        (FULL, "called", [1, 1, 0, 0]),
        (FULL, "called_and_scored", [0, 1, 0, 0]),
        (FULL, "called_and_spared", [1, 0, 0, 0]),
        (SHORT, "jungfrau", [None, 0, None, None]),
        (SHORT, "called", UNKNOWN),
        (SHORT, "called_and_scored", UNKNOWN),
        (SHORT, "called_and_spared", UNKNOWN),
        (ALL_CALLED, "called", [1, 1, 1, 1]),
        (ALL_CALLED, "called_and_scored", [0, 1, 0, 0]),
        (ALL_CALLED, "called_and_spared", [1, 0, 1, 1]),
        (ALL_CALLED, "jungfrau", [0, 0, 0, 0]),
        (MARCH, "penalty", [240, 0, 240, 240]),
        (MARCH, "deals_lost", [1, 0, 1, 1]),
        (MARCH, "jungfrau", [1, 0, 1, 1]),
        (MARCH, "durchmarsch", [0, 1, 0, 0]),
        (MARCH, "durchmarsch_suffered", [1, 0, 1, 1]),
        (MARCH, "called_and_spared", [0, 1, 0, 0]),
        (MARCH_CALLED, "called_and_scored", [1, 0, 0, 0]),
        (PAPER, "penalty", [0, 260, 0, 0]),
        (PAPER, "jungfrau", [None, 0, None, None]),
        (PAPER, "durchmarsch", [0, 0, 0, 0]),
        (PAPER, "durchmarsch_suffered", [0, 0, 0, 0]),
        (PAPER, "called", UNKNOWN),
        (PAPER, "called_and_scored", UNKNOWN),
        (PAPER_THREE, "jungfrau", UNKNOWN),
        (PAPER_THREE, "durchmarsch", [0, None, 0, 0]),
        (PAPER_THREE, "durchmarsch_suffered", [None, 0, None, None]),
        (PAPER_TIED, "durchmarsch", [0, 0, 0, 0]),
        (PAPER_TIED, "jungfrau", [0, None, 0, 0]),
    ],
)
def test_counts(payload: dict[str, Any], name: str, expected: list[int | None]) -> None:
    found = counts(payload, name)
    assert found == expected
    assert {type(value) for value in found} <= {int, type(None)}


def test_nothing_happened_to_who_sits_out() -> None:
    payload = {"points": [None, 66, None, None, None], "jungfrauen": 1, "calls": 2, "sits_out": 2}
    deal = load(payload, 5)
    rows = KALTER_SCHLAG.counts(deal, KALTER_SCHLAG.score(deal, Options(), 5))
    assert set(rows[2].values()) == {0}
    assert counts(payload, "played", 5) == [1, 1, 0, 1, 1]
    assert counts({"penalties": [120, 0, 0, 120, 120], "sits_out": 2}, "durchmarsch", 5) == [0, None, 0, 0, 0]


def test_nobody_loses_where_nobody_scores() -> None:
    rules = options(four_way="none_scores")
    assert counts({"points": [30] * 4}, "deals_lost", rules=rules) == [0, 0, 0, 0]
    assert counts({"penalties": [0] * 4}, "durchmarsch", rules=rules) == [0, 0, 0, 0]


def test_void_and_ruling_are_no_deals_that_anybody_lost() -> None:
    entries: list[Void | Ruling] = [Void(), Ruling((0, 120, 0, 0), (False, True, False, False))]
    for entry, outcome in zip(entries, play(*entries).outcomes, strict=True):
        assert KALTER_SCHLAG.counts(entry, outcome) == tuple(
            {"penalty": points, "deals_lost": 0} for points in outcome.points
        )
