"""What a deal counts for statistics, and what it does not tell."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.fold import outcome_of_table
from scorekeeper.core.tally import Counts
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
        (SHORT, "jungfrau", UNKNOWN),
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
        (PAPER, "jungfrau", UNKNOWN),
        (PAPER, "durchmarsch", [0, 0, 0, 0]),
        (PAPER, "durchmarsch_suffered", [0, 0, 0, 0]),
        (PAPER, "called", UNKNOWN),
        (PAPER, "called_and_scored", UNKNOWN),
        (PAPER_THREE, "jungfrau", UNKNOWN),
        (PAPER_THREE, "durchmarsch", UNKNOWN),
        (PAPER_THREE, "durchmarsch_suffered", UNKNOWN),
        (PAPER_TIED, "durchmarsch", [0, 0, 0, 0]),
        (PAPER_TIED, "jungfrau", UNKNOWN),
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
    assert counts({"penalties": [120, 0, 0, 120, 120], "sits_out": 2}, "durchmarsch", 5) == [None, None, 0, None, None]


def test_nobody_loses_where_nobody_scores() -> None:
    rules = options(four_way="none_scores")
    assert counts({"points": [30] * 4}, "deals_lost", rules=rules) == [0, 0, 0, 0]
    assert counts({"penalties": [0] * 4}, "durchmarsch", rules=rules) == [0, 0, 0, 0]


def test_void_and_ruling_are_no_deals_that_anybody_lost() -> None:
    entries: list[Void | Ruling] = [Void(), Ruling((0, 120, 0, 0), (False, True, False, False))]
    for entry, outcome in zip(entries, play(*entries).outcomes, strict=True):
        assert KALTER_SCHLAG.counts(entry, outcome) == tuple(
            {"ruled": points, "ruled_marks": int(mark)}
            for points, mark in zip(outcome.points, outcome.marks, strict=True)
        )


def rows(*payloads: dict[str, Any] | Void | Ruling, seat: int, seats: int = 4) -> list[Counts]:
    """Return the counts of one seat's rows."""
    entries = [each if isinstance(each, Void | Ruling) else load(each, seats) for each in payloads]
    outcomes = [
        outcome_of_table(each, seats)
        if isinstance(each, Void | Ruling)
        else KALTER_SCHLAG.score(each, Options(), seats)
        for each in entries
    ]
    return [KALTER_SCHLAG.counts(*each)[seat] for each in zip(entries, outcomes, strict=True)]


def test_peaks_are_the_greatest_penalty_and_the_longest_run_without_a_mark() -> None:
    deals = (FULL, SHORT, MARCH, FULL, PAPER_TIED, FULL, FULL)
    assert KALTER_SCHLAG.peaks(rows(*deals, seat=1)) == {"penalty": 530, "clean_run": 1}
    assert KALTER_SCHLAG.peaks(rows(*deals, seat=0)) == {"penalty": 240, "clean_run": 2}
    assert KALTER_SCHLAG.peaks([]) == {"penalty": 0, "clean_run": 0}


def test_a_run_is_broken_by_a_ruled_mark_alone_of_what_is_no_deal() -> None:
    points = Ruling((120, 0, 0, 0), (False,) * 4)
    mark = Ruling((120, 0, 0, 0), (True, False, False, False))
    assert KALTER_SCHLAG.peaks(rows(FULL, Void(), points, FULL, seat=0)) == {"penalty": 0, "clean_run": 2}
    assert KALTER_SCHLAG.peaks(rows(FULL, mark, FULL, seat=0)) == {"penalty": 0, "clean_run": 1}


def test_a_run_goes_on_over_a_deal_that_was_sat_out() -> None:
    plays: dict[str, Any] = {"points": [None, 66, None, None, None], "sits_out": 2}
    out = {**plays, "points": [None, 66, None, None, None], "sits_out": 0}
    assert KALTER_SCHLAG.peaks(rows(plays, out, plays, seat=0, seats=5)) == {"penalty": 0, "clean_run": 2}
