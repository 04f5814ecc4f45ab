"""Reading plain data: right values come back, wrong ones become problems, and nothing raises in between."""

from __future__ import annotations

import pytest

from scorekeeper.core.problems import InvalidDealError, Problem, ProblemsError
from scorekeeper.core.reading import Reader, whole


@pytest.mark.parametrize(("value", "number"), [(0, 0), (-3, -3), (10**40, 10**40)])
def test_whole_numbers_are_whole(value: object, number: int) -> None:
    assert whole(value) == number


@pytest.mark.parametrize("value", [True, False, 1.0, float("nan"), float("inf"), "1", None, [1], {1: 1}, b"1"])
def test_everything_else_is_no_whole_number(value: object) -> None:
    assert whole(value) is None


def test_unknown_keys_are_problems_shortened_to_something_that_can_be_shown() -> None:
    reader = Reader({"known": 1, "x" * 99: 2, 7: 3}, {"known"})
    assert [(p.code, p.where) for p in reader.problems] == [("unknown_key", "x" * 40), ("unknown_key", "7")]


@pytest.mark.parametrize("version", [0, 2, -1, True, "1", 1.0, None])
def test_unknown_version_is_a_problem(version: object) -> None:
    reader = Reader({"v": version}, {"v"})
    reader.version()
    assert reader.problems == [Problem("version", "v")]


@pytest.mark.parametrize("data", [{}, {"v": 1}])
def test_missing_version_means_one(data: dict[str, object]) -> None:
    reader = Reader(data, {"v"})
    reader.version()
    assert reader.problems == []


def test_every_known_version_is_accepted() -> None:
    reader = Reader({"v": 2}, {"v"})
    reader.version(newest=2)
    assert reader.problems == []


@pytest.mark.parametrize(
    ("seats", "codes"),
    [
        ("0", [("list", "s")]),
        (0, [("list", "s")]),
        ({"0": 1}, [("list", "s")]),
        ([0, 0], [("seat_twice", "s")]),
        ([0, 4], [("no_such_seat", "s.1")]),
        ([True], [("integer", "s.0")]),
        ([[0]], [("integer", "s.0")]),
        ([0] * 5000, [("seat_twice", "s")]),
    ],
)
def test_seats_that_are_none_are_problems(seats: object, codes: list[tuple[str, str]]) -> None:
    reader = Reader({"s": seats}, {"s"})
    assert reader.seats("s", range(4), "no_such_seat") is None
    assert [(p.code, p.where) for p in reader.problems] == codes


def test_seats_keep_their_order_and_missing_ones_are_not_known() -> None:
    reader = Reader({"s": [2, 0], "t": (1,), "n": None}, {"s", "t", "n"})
    assert reader.seats("s", range(4), "x") == (2, 0)
    assert reader.seats("t", range(4), "x") == (1,)
    assert reader.seats("n", range(4), "x") is None
    assert reader.seats("missing", range(4), "x") is None
    assert reader.problems == []


def test_null_is_said_but_not_had() -> None:
    reader = Reader({"n": None}, {"n"})
    assert (reader.says("n"), reader.has("n"), reader.get("n")) == (True, False, None)
    assert (reader.says("m"), reader.has("m"), reader.get("m")) == (False, False, None)


def test_number_defaults_when_missing_and_is_none_when_wrong() -> None:
    reader = Reader({"a": 3, "b": 9, "c": "3"}, {"a", "b", "c"})
    assert reader.number("a", range(5), "range") == 3
    assert reader.number("missing", range(5), "range", 4) == 4
    assert reader.number("missing", range(5), "range") == 0
    assert reader.number("b", range(5), "range") is None
    assert reader.number("c", range(5), "range") is None
    assert [(p.code, p.where) for p in reader.problems] == [("range", "b"), ("integer", "c")]


def test_row_has_exactly_one_item_a_seat() -> None:
    reader = Reader({"a": [1, None], "b": [1]}, {"a", "b"})
    assert reader.row("a", 2, "length") == (1, None)
    assert reader.row("b", 2, "length") is None
    assert reader.problems == [Problem("length", "b", {"seats": 2})]


def test_flag_is_true_false_or_a_problem() -> None:
    reader = Reader({"a": True, "b": 0}, {"a", "b"})
    assert reader.flag("a", default=False) is True
    assert reader.flag("missing", default=False) is False
    assert reader.flag("b", default=True) is None
    assert reader.problems == [Problem("boolean", "b")]


def test_all_problems_are_raised_together_and_named_in_the_message() -> None:
    reader = Reader([], ())
    reader.add("late", "where", number=3)
    with pytest.raises(InvalidDealError, match="not_an_object, late at where") as error:
        reader.stop_if_problems(InvalidDealError)
    assert error.value.problems == (Problem("not_an_object"), Problem("late", "where", {"number": 3}))
    assert isinstance(error.value, ProblemsError | ValueError)


def test_nothing_is_raised_without_problems() -> None:
    Reader({}, ()).stop_if_problems(InvalidDealError)
