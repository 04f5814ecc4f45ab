"""Void deals and rulings of the table: reading, writing, refusing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.entry import MOST_POINTS, NOTE_LENGTH, Ruling, Void, dump_entry, kind_of, load_entry, reseat_entry
from scorekeeper.core.problems import InvalidDealError, Problem
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG, KalterSchlag
from tests.games.kalter_schlag.helpers import unhurried

SEATS = 4


def load(payload: Any) -> object:
    return load_entry(KALTER_SCHLAG, payload, Options(), SEATS)


def problems(payload: dict[str, object]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidDealError) as error:
        load(payload)
    return [(problem.code, problem.where) for problem in error.value.problems]


def test_void_by_default_has_no_note_and_keeps_the_dealer() -> None:
    assert load({"entry": "void"}) == Void("", passes_deal=False)


def test_ruling_by_default_has_no_note_and_passes_the_deal() -> None:
    payload: dict[str, object] = {"entry": "ruling", "points": [0, 120, 0, 0], "marks": [False, True, False, False]}
    assert load(payload) == Ruling((0, 120, 0, 0), (False, True, False, False), "", passes_deal=True)


def test_dump_of_a_void_writes_every_field() -> None:
    assert dump_entry(KALTER_SCHLAG, Void("misdeal", passes_deal=True)) == {
        "entry": "void",
        "v": 1,
        "note": "misdeal",
        "passes_deal": True,
    }


def test_dump_of_a_ruling_writes_every_field() -> None:
    ruling = Ruling((0, 120, 0, 0), (False, True, False, False), "revoke", passes_deal=False)
    assert dump_entry(KALTER_SCHLAG, ruling) == {
        "entry": "ruling",
        "v": 1,
        "points": [0, 120, 0, 0],
        "marks": [False, True, False, False],
        "note": "revoke",
        "passes_deal": False,
    }


def test_dump_of_a_deal_is_the_games_own() -> None:
    deal = KALTER_SCHLAG.load({"points": [55, 35, 20, 10]}, Options(), SEATS)
    assert load(dump_entry(KALTER_SCHLAG, deal)) == deal
    assert dump_entry(KALTER_SCHLAG, deal) == KALTER_SCHLAG.dump(deal)


@unhurried
@given(
    note=st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=NOTE_LENGTH).map(str.strip),
    tens=st.lists(st.integers(0, MOST_POINTS // 10), min_size=SEATS, max_size=SEATS),
    marks=st.lists(st.booleans(), min_size=SEATS, max_size=SEATS),
    passes_deal=st.booleans(),
)
def test_what_is_dumped_loads_as_the_same(note: str, tens: list[int], marks: list[bool], passes_deal: bool) -> None:
    points = tuple(10 * value for value in tens)
    for entry in (Void(note, passes_deal), Ruling(points, tuple(marks), note, passes_deal)):
        assert load(dump_entry(KALTER_SCHLAG, entry)) == entry


def test_note_is_trimmed_and_may_be_as_long_as_allowed() -> None:
    assert load({"entry": "void", "note": "  misdeal "}) == Void("misdeal")
    assert load({"entry": "void", "note": "x" * NOTE_LENGTH}) == Void("x" * NOTE_LENGTH)


@pytest.mark.parametrize(
    ("note", "code"),
    [
        ("x" * (NOTE_LENGTH + 1), "note_length"),
        ("two\nlines", "note_characters"),
        ("two\u2028lines", "note_characters"),
        ("two\u2029lines", "note_characters"),
        ("nul\0", "note_characters"),
        ("half\ud83d", "note_characters"),
        (5, "text"),
        (["x"], "text"),
    ],
)
def test_note_that_cannot_be_shown_is_refused(note: object, code: str) -> None:
    assert problems({"entry": "void", "note": note}) == [(code, "note")]


def test_note_of_null_is_no_note() -> None:
    assert load({"entry": "void", "note": None}) == Void()


@pytest.mark.parametrize("kind", ["deal", "", 1, True, ["void"], {}])
def test_unknown_kind_of_entry_is_refused(kind: object) -> None:
    assert problems({"entry": kind}) == [("entry_kind", "entry")]


def test_all_problems_of_a_void_are_told() -> None:
    assert problems({"entry": "void", "v": 2, "note": 1, "passes_deal": 1, "points": []}) == [
        ("unknown_key", "points"),
        ("version", "v"),
        ("text", "note"),
        ("boolean", "passes_deal"),
    ]


def test_all_problems_of_a_ruling_are_told() -> None:
    payload: dict[str, object] = {
        "entry": "ruling",
        "v": True,
        "points": [5, -10, "10", MOST_POINTS + 10],
        "marks": [0, None, True, False],
        "note": "\x07",
        "passes_deal": None,
        "stakes": [],
    }
    assert problems(payload) == [
        ("unknown_key", "stakes"),
        ("version", "v"),
        ("multiple_of_ten", "points.0"),
        ("negative", "points.1"),
        ("integer", "points.2"),
        ("too_large", "points.3"),
        ("boolean", "marks.0"),
        ("boolean", "marks.1"),
        ("note_characters", "note"),
        ("boolean", "passes_deal"),
    ]


@pytest.mark.parametrize("row", [None, [], [0] * 3, [0] * 5, "0000", {"0": 0}])
def test_ruling_needs_one_item_a_seat(row: object) -> None:
    assert problems({"entry": "ruling", "points": row, "marks": row})[:2] == [
        ("one_item_a_seat", "points"),
        ("one_item_a_seat", "marks"),
    ]


@pytest.mark.parametrize("value", [True, 10.0, float("nan"), "10", None, [10], {"a": 1}, 10**30])
def test_ruled_points_of_a_wrong_kind_are_refused(value: object) -> None:
    code = "too_large" if isinstance(value, int) and not isinstance(value, bool) else "integer"
    assert problems({"entry": "ruling", "points": [value, 0, 0, 0], "marks": [False] * 4}) == [(code, "points.0")]


@pytest.mark.parametrize("payload", [None, [], "void", 3])
def test_payload_that_is_no_object_is_refused(payload: object) -> None:
    with pytest.raises(InvalidDealError, match="not_an_object"):
        load(payload)


def test_void_and_ruling_go_along_when_players_change_places() -> None:
    void = Void("misdeal", passes_deal=True)
    ruling = Ruling((10, 20, 30, 40), (True, False, True, False), "revoke", passes_deal=False)
    assert reseat_entry(KALTER_SCHLAG, void, (3, 0, 1, 2)) == void
    assert reseat_entry(KALTER_SCHLAG, ruling, (3, 0, 1, 2)) == Ruling(
        (40, 10, 20, 30), (False, True, False, True), "revoke", passes_deal=False
    )


class Balanced(KalterSchlag):
    """A game in which points only change hands."""

    below_nought = True

    def ruling_problems(self, points: tuple[int, ...]) -> tuple[Problem, ...]:
        return (Problem("uneven", "points", {"sum": sum(points)}),) if sum(points) else ()


def test_a_game_may_refuse_points_that_are_possible_one_by_one() -> None:
    payload: dict[str, object] = {"entry": "ruling", "points": [-20, 20, 0, 0], "marks": [False] * SEATS}
    assert load_entry(Balanced(), payload, Options(), SEATS) == Ruling((-20, 20, 0, 0), (False,) * SEATS)
    with pytest.raises(InvalidDealError, match=r"^uneven at points$"):
        load_entry(Balanced(), {**payload, "points": [0, 20, 0, 0]}, Options(), SEATS)
    with pytest.raises(InvalidDealError, match=r"^multiple_of_ten at points\.1$"):
        load_entry(Balanced(), {**payload, "points": [0, 25, 0, 0]}, Options(), SEATS)


@pytest.mark.parametrize(
    ("payload", "kind"),
    [({"points": [66, 54, 0, 0]}, "deal"), ({"entry": "void"}, "void"), ({"entry": "ruling"}, "ruling")],
)
def test_kind_of_a_row_is_told_by_what_was_entered(payload: dict[str, object], kind: str) -> None:
    assert kind_of(payload) == kind
