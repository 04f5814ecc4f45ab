"""The header's notes: what each player is close to."""

from __future__ import annotations

import pytest

from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import given, load, options, play


@pytest.mark.parametrize(
    ("totals", "marks", "rules", "codes"),
    [
        ((480, 1640, 0, 310), (2, 3, 0, 4), {}, ["to_go", "to_go", "paid_double", "next_mark_wins"]),
        ((1960, 1970, 0, 0), (4, 4, 0, 0), {}, ["next_mark_wins", "to_go", "paid_double", "paid_double"]),
        ((2040, 2040, 2000, 1990), (4, 4, 3, 3), {}, ["over_limit", "over_limit", "over_limit", "to_go"]),
        ((310, 0, 0, 0), (4, 0, 0, 0), {"marks_to_win": None}, ["to_go", *["paid_double"] * 3]),
        ((0, 310, 40, 0), (1, 2, 0, 1), {"marks_to_win": 3}, ["to_go", "next_mark_wins", "to_go", "to_go"]),
    ],
)
def test_header_tells_the_most_telling(
    totals: tuple[int, ...], marks: tuple[int, ...], rules: dict[str, object], codes: list[str]
) -> None:
    house = options(**rules)
    standings = play(*given(totals, marks), rules=house)
    lines = KALTER_SCHLAG.closeness(standings, house, 4)
    assert [str(line.code) for line in lines] == codes
    assert [line.seats for line in lines] == [(0,), (1,), (2,), (3,)]
    assert [line.params for line in lines] == [{"points": abs(2000 - total)} for total in totals]


def test_header_after_the_ending_tells_who_pays_and_who_gets() -> None:
    over = play(*given((1990, 100, 0, 0), (1, 1, 0, 0)), load({"points": [60, 40, 20, 0]}))
    lines = KALTER_SCHLAG.closeness(over, Options(), 4)
    assert [(str(line.code), line.params["stakes"]) for line in lines] == [
        ("pays", 5), ("gets", 1), ("gets", 2), ("gets", 2),
    ]  # fmt: skip


def test_header_after_an_ending_without_stakes_is_even() -> None:
    rows = given((400, 300, 200, 100), (4, 4, 4, 4))
    over = play(*rows, load({"points": [30, 30, 30, 30]}))
    assert {str(line.code) for line in KALTER_SCHLAG.closeness(over, Options(), 4)} == {"even"}
