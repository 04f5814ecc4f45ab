"""Explanations and properties of a scored deal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.games.kalter_schlag.deal import PlayedDeal, rounded
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import load, normal, options, unhurried

OPTIONS = Options()


def score(payload: dict[str, Any], rules: Options = OPTIONS) -> Outcome:
    return KALTER_SCHLAG.score(load(payload), rules, 4)


def as_data(lines: Sequence[Line]) -> list[tuple[str, tuple[int, ...], dict[str, Any]]]:
    return [(str(line.code), line.seats, dict(line.params)) for line in lines]


def test_lines_of_an_ordinary_deal_hold_the_whole_reckoning() -> None:
    outcome = score({"points": [20, 66, 34, 0], "jungfrauen": 1, "calls": 2, "callers": [2, 0]})
    assert as_data(outcome.lines) == [
        ("most", (1,), {"points": 66}),
        ("calls", (2, 0), {"calls": 2, "factor": 4}),
        ("jungfrauen", (3,), {"jungfrauen": 1, "factor": 2}),
        (
            "penalty",
            (1,),
            {
                "points": 66,
                "calls": 2,
                "callers": (2, 0),
                "jungfrauen": 1,
                "jungfrau_seats": (3,),
                "factor": 8,
                "raw": 528,
                "penalty": 530,
                "rounded": "up",
            },
        ),
    ]


def test_lines_say_the_negative_too() -> None:
    outcome = score({"points": [48, 30, 30, 12]})
    assert [str(line.code) for line in outcome.lines] == ["most", "nobody_called", "all_took_tricks", "penalty"]
    assert outcome.lines[-1].params["callers"] == ()
    assert outcome.lines[-1].params["jungfrau_seats"] == ()
    assert outcome.lines[-1].params["factor"] == 1


def test_lines_do_not_name_whom_nobody_named() -> None:
    outcome = score({"points": [120, 0, 0, 0], "jungfrauen": 2, "calls": 2})
    assert as_data(outcome.lines[1:3]) == [
        ("calls", (), {"calls": 2, "factor": 4}),
        ("jungfrauen", (), {"jungfrauen": 2, "factor": 4}),
    ]
    assert outcome.lines[-1].params["callers"] is None
    assert outcome.lines[-1].params["jungfrau_seats"] is None


def test_tied_losers_are_all_in_the_line() -> None:
    outcome = score({"points": [34, 26, 26, 34], "calls": 1})
    assert outcome.lines[0].seats == outcome.lines[-1].seats == (0, 3)
    assert outcome.points == (70, 0, 0, 70)


def test_lines_of_a_durchmarsch() -> None:
    outcome = score({"points": [None] * 4, "durchmarsch": 1, "calls": 1, "callers": [3]})
    assert as_data(outcome.lines) == [
        ("calls", (3,), {"calls": 1, "factor": 2}),
        (
            "durchmarsch",
            (1,),
            {"points": 120, "calls": 1, "callers": (3,), "factor": 2, "penalty": 240, "payers": (0, 2, 3)},
        ),
    ]


def test_line_of_nobody_scoring() -> None:
    outcome = score({"points": [30] * 4, "calls": 1}, options(four_way="none_scores"))
    assert (outcome.points, outcome.marks) == ((0,) * 4, (False,) * 4)
    assert as_data(outcome.lines)[-1] == ("nobody_scores", (0, 1, 2, 3), {"points": 30})


def test_line_of_a_paper_row() -> None:
    assert as_data(score({"penalties": [0, 260, 0, 0]}).lines) == [("paper", (1,), {"points": 260})]
    rules = options(four_way="none_scores")
    empty = KALTER_SCHLAG.score(load({"penalties": [0] * 4}, rules=rules), rules, 4)
    assert as_data(empty.lines) == [("paper", (), {"points": 0})]


@pytest.mark.parametrize(("points", "said"), [(55, "up"), (51, "down"), (50, "not"), (54, "down"), (59, "up")])
def test_rounding_is_told(points: int, said: str) -> None:
    assert score({"points": [points, None, None, None]}).lines[-1].params["rounded"] == said


@pytest.mark.parametrize(("raw", "ten"), [(25, 30), (27, 30), (23, 20), (264, 260), (408, 410), (55, 60), (54, 50)])
def test_rounding_is_to_the_nearest_ten_and_five_goes_up(raw: int, ten: int) -> None:
    """000 and 004: 25 and 27 to 30, 23 to 20."""
    assert rounded(raw) == ten


def test_impossible_example_of_004_is_refused() -> None:
    """004 ex. 4: with two without a trick one of the other two has at least 60, so nobody loses with 51."""
    with pytest.raises(ValueError, match="impossible_total"):
        score({"points": [51, None, None, None], "jungfrauen": 2, "calls": 3})


SPLITS = (
    st.lists(st.integers(0, 120), min_size=3, max_size=3)
    .map(sorted)
    .map(lambda cuts: (cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 120 - cuts[2]))
    .filter(lambda split: 1 not in split)
)


@unhurried
@given(split=SPLITS, calls=st.integers(0, 4), data=st.data())
def test_seats_are_alike(split: tuple[int, ...], calls: int, data: st.DataObject) -> None:
    jungfrauen = data.draw(st.integers(0, min(2, split.count(0))))
    points = KALTER_SCHLAG.score(normal(*split, jungfrauen=jungfrauen, calls=calls), OPTIONS, 4).points
    order = data.draw(st.sampled_from(list(permutations(range(4)))))
    moved = normal(*[split[seat] for seat in order], jungfrauen=jungfrauen, calls=calls)
    assert KALTER_SCHLAG.score(moved, OPTIONS, 4).points == tuple(points[seat] for seat in order)


@unhurried
@given(split=SPLITS, calls=st.integers(0, 4))
def test_penalties_are_equal_multiples_of_ten_from_30_to_7680(split: tuple[int, ...], calls: int) -> None:
    deal = normal(*split, calls=calls)
    points = set(KALTER_SCHLAG.score(deal, OPTIONS, 4).points) - {0}
    assert len(points) == 1
    assert all(30 <= value <= 7680 and value % 10 == 0 for value in points)


@unhurried
@given(split=SPLITS, calls=st.integers(0, 3), data=st.data())
def test_a_further_call_or_jungfrau_doubles_but_for_the_rounding(
    split: tuple[int, ...], calls: int, data: st.DataObject
) -> None:
    jungfrauen = data.draw(st.integers(0, min(1, split.count(0))))
    once = max(KALTER_SCHLAG.score(normal(*split, jungfrauen=jungfrauen, calls=calls), OPTIONS, 4).points)
    twice = max(KALTER_SCHLAG.score(normal(*split, jungfrauen=jungfrauen, calls=calls + 1), OPTIONS, 4).points)
    assert abs(twice - 2 * once) <= 10
    if split.count(0) > jungfrauen:
        more = KALTER_SCHLAG.score(normal(*split, jungfrauen=jungfrauen + 1, calls=calls), OPTIONS, 4).points
        assert max(more) == twice


@unhurried
@given(split=SPLITS, calls=st.integers(0, 4), seed=st.randoms())
def test_short_form_gives_what_the_full_form_gives(split: tuple[int, ...], calls: int, seed: Any) -> None:
    most = max(split)
    short = [total if total == most else None for total in split]
    full = KALTER_SCHLAG.score(normal(*split, calls=calls), OPTIONS, 4)
    assert KALTER_SCHLAG.score(normal(*short, calls=calls), OPTIONS, 4).points == full.points


def test_deal_made_by_hand_scores_by_its_highest_total_whatever_stands_beside() -> None:
    deal = PlayedDeal((None, 66, None, None), jungfrauen=2, calls=1)
    assert KALTER_SCHLAG.score(deal, OPTIONS, 4).points == (0, 530, 0, 0)
