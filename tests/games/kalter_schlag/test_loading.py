"""What a payload may say: forms, what is filled in, and each thing that is refused, with code and place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.games.kalter_schlag.deal import PaperDeal, PlayedDeal, paper_values
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag import second
from tests.games.kalter_schlag.helpers import full_problems, load, options, problems, unhurried

FINE: dict[str, Any] = {"points": [66, 30, 24, 0], "jungfrauen": 1, "durchmarsch": None, "calls": 1}


def test_full_form_is_kept_and_the_only_possible_jungfrau_named() -> None:
    assert load(FINE) == PlayedDeal((66, 30, 24, 0), 1, None, 1, (3,), None)


def test_dump_writes_every_field_that_is_known() -> None:
    deal = load({**FINE, "callers": [2]})
    assert KALTER_SCHLAG.dump(deal) == {
        "v": 1, "points": [66, 30, 24, 0], "jungfrauen": 1, "durchmarsch": None, "calls": 1,
        "jungfrau_seats": [3], "callers": [2],
    }  # fmt: skip
    assert KALTER_SCHLAG.dump(load({"points": [120, 0, 0, 0], "jungfrauen": 2, "calls": 1})) == {
        "v": 1, "points": [120, 0, 0, 0], "jungfrauen": 2, "durchmarsch": None, "calls": 1,
    }  # fmt: skip


def test_counts_that_are_not_said_follow_from_the_seats_or_are_nought() -> None:
    assert load({"points": [66, 30, 24, 0]}) == PlayedDeal((66, 30, 24, 0), 0, None, 0, (), ())
    assert load({"points": [66, 54, 0, 0], "jungfrau_seats": [3, 2], "callers": [2, 0]}) == PlayedDeal(
        (66, 54, 0, 0), 2, None, 2, (2, 3), (2, 0)
    )


@pytest.mark.parametrize("missing", range(4))
def test_one_missing_total_is_filled_from_120(missing: int) -> None:
    points: list[int | None] = [66, 30, 20, 4]
    expected = tuple(points)
    points[missing] = None
    assert load({"points": points}) == PlayedDeal((66, 30, 20, 4), 0, None, 0, (), ())
    assert expected == (66, 30, 20, 4)


def test_missing_total_that_turns_out_nought_may_be_the_jungfrau() -> None:
    assert load({"points": [60, 40, 20, None], "jungfrauen": 1}) == PlayedDeal((60, 40, 20, 0), 1, None, 0, (3,), ())


def test_jungfrauen_are_not_guessed_where_more_have_no_points() -> None:
    deal = load({"points": [120, 0, 0, 0], "jungfrauen": 2})
    assert isinstance(deal, PlayedDeal)
    assert deal.jungfrau_seats is None


def test_short_form_is_kept_as_entered() -> None:
    assert load({"points": [None, 66, None, None], "jungfrauen": 1, "jungfrau_seats": [2]}) == PlayedDeal(
        (None, 66, None, None), 1, None, 0, (2,), ()
    )
    deal = load({"points": [None, 66, None, None], "jungfrauen": 1})
    assert isinstance(deal, PlayedDeal)
    assert deal.jungfrau_seats is None


def test_short_form_of_two_tied_at_60_leaves_nothing_to_the_others() -> None:
    deal = load({"points": [60, None, 60, None], "jungfrauen": 2})
    assert isinstance(deal, PlayedDeal)
    assert deal.jungfrau_seats == (1, 3)


@pytest.mark.parametrize("points", [[None] * 4, [120, None, None, None], [120, 0, 0, 0], [None, 0, None, 0]])
def test_durchmarsch_needs_nothing_but_its_seat(points: list[int | None]) -> None:
    expected = PlayedDeal((120, 0, 0, 0), 3, 0, 2, (1, 2, 3), None)
    assert load({"points": points, "durchmarsch": 0, "calls": 2}) == expected
    said = {"jungfrauen": 3, "jungfrau_seats": [3, 2, 1]}
    assert load({"points": points, "durchmarsch": 0, "calls": 2, **said}) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # the shape
        ({"v": 2}, [("version", "v")]),
        ({"v": None}, [("version", "v")]),
        ({"trump": 1}, [("unknown_key", "trump")]),
        ({"penalties": [0, 0, 0, 0]}, [("unknown_key", "penalties")]),
        ({"points": None}, [("one_total_a_seat", "points")]),
        ({"points": "66"}, [("one_total_a_seat", "points")]),
        ({"points": {"0": 66}}, [("one_total_a_seat", "points")]),
        ({"points": [66, 30, 24]}, [("one_total_a_seat", "points")]),
        ({"points": [66, 30, 24, 0, 0]}, [("one_total_a_seat", "points")]),
        ({"points": [66.0, True, "24", [0]]}, [("integer", f"points.{seat}") for seat in range(4)]),
        ({"points": [float("nan"), 30, 24, 0]}, [("integer", "points.0")]),
        ({"points": [-1, 121, 10**30, -(10**30)]}, [
            ("negative", "points.0"), ("negative", "points.3"), ("over_120", "points.1"), ("over_120", "points.2"),
        ]),
        ({"jungfrauen": "1"}, [("integer", "jungfrauen")]),
        ({"jungfrauen": True}, [("integer", "jungfrauen")]),
        ({"jungfrauen": None}, [("integer", "jungfrauen")]),
        ({"jungfrauen": -1}, [("jungfrauen_0_3", "jungfrauen")]),
        ({"jungfrauen": 4}, [("jungfrauen_0_3", "jungfrauen")]),
        ({"jungfrau_seats": 3}, [("list", "jungfrau_seats")]),
        ({"jungfrau_seats": [4]}, [("jungfrau_seat", "jungfrau_seats.0")]),
        ({"jungfrau_seats": [3, 3]}, [("seat_twice", "jungfrau_seats")]),
        ({"jungfrau_seats": [3.0]}, [("integer", "jungfrau_seats.0")]),
        ({"calls": 1.0}, [("integer", "calls")]),
        ({"calls": 5}, [("calls_0_4", "calls")]),
        ({"calls": -1}, [("calls_0_4", "calls")]),
        ({"callers": [4]}, [("caller_seat", "callers.0")]),
        ({"callers": [-1]}, [("caller_seat", "callers.0")]),
        ({"callers": "0"}, [("list", "callers")]),
        ({"calls": 2, "callers": [1, 1]}, [("seat_twice", "callers")]),
        ({"calls": 2, "callers": [1]}, [("callers_count", "callers")]),
        ({"calls": 0, "callers": [1]}, [("callers_count", "callers")]),
        ({"durchmarsch": True}, [("integer", "durchmarsch")]),
        ({"durchmarsch": 4}, [("durchmarsch_seat", "durchmarsch")]),
        ({"sits_out": 3}, [("sits_out_four", "sits_out")]),
        # card points
        ({"points": [66, 30, 24, 1], "jungfrauen": 0}, [("sum_120", "points")]),
        ({"points": [65, 30, 24, 1], "jungfrauen": 0}, [("one_point", "points.3")]),
        ({"points": [65, 30, 24, None], "jungfrauen": 0}, [("one_point", "points.3")]),
        ({"points": [66, 31, 24, None], "jungfrauen": 0}, [("sum_120", "points")]),
        ({"points": [66, 31, 24, None], "jungfrau_seats": [3]}, [("sum_120", "points")]),
        ({"points": [None, 1, 99, 20], "jungfrauen": 0}, [("one_point", "points.1")]),
        ({"points": [None] * 4}, [("no_total", "points")]),
        ({"points": [66, 30, None, None]}, [("short_form_unequal", "points")]),
        ({"points": [30, None, None, None], "jungfrauen": 0}, [("impossible_total", "points.0")]),
        ({"points": [None, 119, None, None], "jungfrauen": 0}, [("impossible_total", "points.1")]),
        ({"points": [None, 1, None, None], "jungfrauen": 0}, [
            ("impossible_total", "points.1"), ("one_point", "points.1"),
        ]),
        ({"points": [None, 61, None, 61], "jungfrauen": 0}, [("impossible_total", "points.1")]),
        ({"points": [None, 59, None, 59], "jungfrauen": 2}, [("impossible_total", "points.1")]),
        ({"points": [None, 66, None, None], "jungfrauen": 9}, [("jungfrauen_0_3", "jungfrauen")]),
        # who took no trick
        ({"jungfrauen": 2}, [("jungfrau_with_points", "jungfrauen")]),
        ({"jungfrau_seats": [1]}, [("jungfrau_with_points", "jungfrau_seats")]),
        ({"jungfrau_seats": [2, 3]}, [("jungfrau_seats_count", "jungfrau_seats")]),
        ({"jungfrau_seats": []}, [("jungfrau_seats_count", "jungfrau_seats")]),
        ({"points": [None, 66, None, None], "jungfrau_seats": [1]}, [("jungfrau_with_points", "jungfrau_seats")]),
        ({"jungfrauen": 3}, [("three_jungfrauen_is_durchmarsch", "jungfrauen")]),
        ({"points": [66, 30, None, None], "jungfrauen": 3}, [
            ("short_form_unequal", "points"), ("three_jungfrauen_is_durchmarsch", "jungfrauen"),
        ]),
        ({"points": [None] * 4, "jungfrauen": 3}, [("three_jungfrauen_is_durchmarsch", "jungfrauen")]),
        # Durchmarsch
        ({"points": [None] * 4, "durchmarsch": 1}, [("durchmarsch_three_jungfrauen", "jungfrauen")]),
        ({"points": [120, 0, 0, 0], "durchmarsch": 1, "jungfrauen": 3}, [
            ("durchmarsch_points", "points.0"), ("durchmarsch_points", "points.1"),
        ]),
        ({"points": [None] * 4, "durchmarsch": 1, "jungfrauen": 3, "jungfrau_seats": [0, 1, 2]}, [
            ("jungfrau_with_points", "jungfrau_seats"),
        ]),
        ({"points": [None] * 4, "durchmarsch": 1, "jungfrauen": 3, "jungfrau_seats": [0, 2]}, [
            ("jungfrau_seats_count", "jungfrau_seats"),
        ]),
        ({"points": [None] * 4, "durchmarsch": 1, "jungfrauen": 8}, [("jungfrauen_0_3", "jungfrauen")]),
        ({"points": [None, 130, None, None], "durchmarsch": 1, "jungfrauen": 3}, [("over_120", "points.1")]),
        # all at once
        ({"v": 9, "trump": 1, "points": [-1, 2, 3, 4], "jungfrauen": 7, "calls": 7, "durchmarsch": 7}, [
            ("calls_0_4", "calls"), ("durchmarsch_seat", "durchmarsch"), ("jungfrauen_0_3", "jungfrauen"),
            ("negative", "points.0"), ("unknown_key", "trump"), ("version", "v"),
        ]),
    ],
)  # fmt: skip
def test_impossible_deal_is_refused_with_every_problem(
    changes: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert problems({**FINE, **changes}) == expected


def test_problems_carry_what_their_sentences_need() -> None:
    [problem] = full_problems({"points": [50, 40, 30, 10]})
    assert problem.params == {"sum": 130}
    [problem] = full_problems({"points": [59, None, 59, None], "jungfrauen": 2})
    assert problem.params == {"points": 59, "jungfrauen": 2, "seats": (0, 2), "least": 60, "most": 60}
    [problem] = full_problems({"points": [66, 30, 24, 0], "jungfrau_seats": [1]})
    assert problem.params == {"seat": 1, "points": 30}
    [problem] = full_problems({"points": [66, 30, 24, 0], "jungfrauen": 2})
    assert problem.params == {"count": 2, "zeros": 1}
    [problem] = full_problems({"points": [66, 30, None, None]})
    assert problem.params == {"seats": (0, 1)}
    [problem] = full_problems({"points": [66, 30, 24, 0], "calls": 3, "callers": [1]})
    assert problem.params == {"count": 3, "named": 1}
    [problem] = full_problems({"points": [66, 54, 0, 0], "jungfrauen": 2, "jungfrau_seats": [2]})
    assert problem.params == {"count": 2, "named": 1}
    [problem] = full_problems({"points": [65, 30, 24, 1]})
    assert problem.params == {"seat": 3}
    [problem] = full_problems({"points": [None, 110, None, None], "durchmarsch": 1})
    assert problem.params == {"seat": 1, "points": 120}
    [problem] = full_problems({"points": [None] * 4, "durchmarsch": 1, "jungfrau_seats": [0, 1, 2]})
    assert problem.params == {"seat": 1, "points": 120}
    [problem] = full_problems({"points": [66, 30, 24]})
    assert problem.params == {"seats": 4}


def test_problems_of_paper_rows_and_of_five_seats_carry_what_their_sentences_need() -> None:
    [problem] = full_problems({"penalties": [60, 0, 70, 0]})
    assert problem.params == {"seats": (0, 2)}
    [problem] = full_problems({"penalties": [0, 490, 0, 490]})
    assert problem.params == {"points": 490, "seats": (1, 3)}
    [problem] = full_problems({"penalties": [0, 0, 60, 0, 0], "sits_out": 2}, 5)
    assert problem.params == {"seat": 2}
    [problem] = full_problems({"points": [60, 40, 0, 20, 0], "sits_out": 2}, 5)
    assert problem.params == {"seat": 2}


# the paper form


@pytest.mark.parametrize(
    "row", [[0, 260, 0, 0], [70, 0, 0, 70], [120, 120, 0, 120], [40, 40, 40, 0], [480] * 4, [0, 0, 0, 7680]]
)
def test_paper_row_that_one_deal_can_give_is_kept(row: list[int]) -> None:
    deal = load({"penalties": row})
    assert deal == PaperDeal(tuple(row))
    assert KALTER_SCHLAG.dump(deal) == {"v": 1, "penalties": row}
    outcome = KALTER_SCHLAG.score(deal, options(), 4)
    assert outcome.points == tuple(row)
    assert outcome.marks == tuple(points > 0 for points in row)


@pytest.mark.parametrize(
    ("row", "code", "where"),
    [
        ([0, 265, 0, 0], "paper_value", "penalties.1"),
        ([0, 20, 0, 0], "paper_value", "penalties.1"),
        ([0, 0, 490, 490], "paper_value", "penalties.2"),
        ([100, 100, 100, 0], "paper_value", "penalties.0"),
        ([40, 40, 40, 40], "paper_value", "penalties.0"),
        ([60, 70, 0, 0], "paper_unequal", "penalties"),
        ([0, 0, 0, 0], "paper_empty", "penalties"),
        ([-10, 0, 0, 0], "paper_range", "penalties.0"),
        ([7690, 0, 0, 0], "paper_range", "penalties.0"),
        ([10**30, 0, 0, 0], "paper_range", "penalties.0"),
        ([None, 60, 0, 0], "integer", "penalties.0"),
        ([60.0, 0, 0, 0], "integer", "penalties.0"),
        ([True, 0, 0, 0], "integer", "penalties.0"),
        ([60, 0, 0], "one_total_a_seat", "penalties"),
        (None, "one_total_a_seat", "penalties"),
    ],
)
def test_paper_row_that_no_deal_can_give_is_refused(row: object, code: str, where: str) -> None:
    assert problems({"penalties": row}) == [(code, where)]


def test_paper_row_holds_nothing_else() -> None:
    assert problems({"penalties": [0, 260, 0, 0], "calls": 1, "v": 3}) == [
        ("unknown_key", "calls"),
        ("version", "v"),
    ]


def test_paper_row_of_all_four_follows_the_house_rule() -> None:
    rules = options(four_way="none_scores")
    assert problems({"penalties": [30] * 4}, rules=rules) == [("paper_four", "penalties")]
    assert load({"penalties": [0] * 4}, rules=rules) == PaperDeal((0,) * 4)
    assert problems({"penalties": [40] * 4}, rules=rules) == [("paper_four", "penalties")]
    assert problems({"penalties": [60, 0, 0, 0]}, rules=rules) == []


def test_paper_values_are_as_many_as_deals_give() -> None:
    for losers in (1, 2, 3, 4):
        assert paper_values(losers) == {
            second.PENALTIES[calls, jungfrauen][total]
            for (jungfrauen, tied), totals in second.TOTALS.items()
            if tied == losers
            for total in totals
            for calls in range(5)
        } | (set(second.DURCHMARSCH.values()) if losers == 3 else set())
    assert len(paper_values(1)) == 270
    assert paper_values(4) == {30, 60, 120, 240, 480}
    assert {120, 240, 480, 960, 1920} < paper_values(3)


def test_what_is_neither_form_is_told_as_a_missing_row_of_totals() -> None:
    assert problems({}) == [("one_total_a_seat", "points")]
    assert problems({"calls": 9}) == [("calls_0_4", "calls"), ("one_total_a_seat", "points")]


# anything at all

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)
NEARLY = st.fixed_dictionaries(
    {"points": st.lists(st.integers(-2, 122) | st.none() | JSON, min_size=3, max_size=6)},
    optional={
        "jungfrauen": st.integers(-1, 4) | JSON,
        "durchmarsch": st.none() | st.integers(-1, 5) | JSON,
        "calls": st.integers(-1, 5) | JSON,
        "jungfrau_seats": st.lists(st.integers(-1, 5), max_size=4) | JSON,
        "callers": st.lists(st.integers(-1, 5), max_size=5) | JSON,
        "sits_out": st.integers(-1, 5) | JSON,
        "v": st.integers(0, 2) | JSON,
    },
)


@settings(unhurried, max_examples=150)
@given(payload=NEARLY | JSON | st.fixed_dictionaries({"penalties": JSON}), seats=st.sampled_from((4, 5)))
def test_anything_at_all_loads_or_is_refused_with_problems(payload: Any, seats: int) -> None:
    try:
        deal = load(payload, seats)
    except InvalidDealError as error:
        found = error.problems
    else:
        assert load(KALTER_SCHLAG.dump(deal), seats) == deal
        assert KALTER_SCHLAG.score(deal, options(), seats).points
        return
    assert found
    assert all(isinstance(problem.where, str) for problem in found)
