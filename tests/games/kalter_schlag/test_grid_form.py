"""A row of the grid: every deal of the golden table can be typed in each form, and whatever is typed is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.games.kalter_schlag.grid_form import FULL, MARCH, PAPER, SHORT, WAYS, GridRow, trick_choices
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import NAMES, full_problems, load, unhurried, vectors

pytestmark = pytest.mark.usefixtures("language")

DEALS = vectors("kalter_schlag")


NOTHING: Mapping[str, str] = {}


def row_of(
    way: str, cells: Mapping[int, object], more: Mapping[str, str] = NOTHING, *, seats: int = 4, dealer: int = 0
) -> GridRow:
    """Return the row of what a browser sent: the cells by seat, and `more` fields."""
    sent = {f"r-cell-{seat}": "" if value is None else str(value) for seat, value in cells.items()}
    sent |= {f"r-{name}": value for name, value in more.items()}
    return GridRow(
        MultiDict(sent), prefix="r-", way=way, seats=seats, dealer=dealer, options=Options(), names=NAMES[:seats]
    )


def said(row: Mapping[str, Any]) -> dict[str, str]:
    """Return how a row of the golden table would be said besides its numbers."""
    march = row["durchmarsch"] is not None
    return {"tricks": MARCH if march else str(row["jungfrauen"]), "calls": str(row["calls"])}


def worth(typed: GridRow) -> tuple[int, ...]:
    """Return what a row is worth; it must be in order."""
    assert typed.validate(), typed.complaints
    return KALTER_SCHLAG.score(load(typed.to_payload()), Options(), 4).points


def test_every_deal_is_worth_the_same_in_each_form() -> None:
    for row in DEALS:
        points, penalties = row["points"], tuple(row["penalties"])
        losers = {seat: each for seat, each in enumerate(points) if each == max(points)}
        assert worth(row_of(FULL, dict(enumerate(points)), said(row))) == penalties, row
        assert worth(row_of(SHORT, losers, said(row))) == penalties, row
        assert worth(row_of(PAPER, {seat: each or None for seat, each in enumerate(penalties)})) == penalties, row


@pytest.mark.parametrize("seats", [4, 5])
@given(data=st.data())
@unhurried
def test_whatever_is_typed_is_taken_and_every_problem_gets_a_sentence(seats: int, data: st.DataObject) -> None:
    text = st.one_of(st.sampled_from(["", "0", "1", "31", "60", "120", "260", "x", "-1", "٣", "9999999"]), st.text())
    cells = data.draw(st.dictionaries(st.integers(0, 5), text, max_size=6))
    more = {
        name: data.draw(st.sampled_from(["0", "1", "2", "3", "4", "march", "", "y"])) for name in ("tricks", "calls")
    }
    way = data.draw(st.sampled_from(list(WAYS)))
    row = row_of(way, cells, more, seats=seats, dealer=data.draw(st.integers(0, seats - 1)))
    valid = row.validate()
    problems = full_problems(row.to_payload(), seats)
    row.add_problems(problems)
    assert bool(row.complaints) == bool(problems or not valid)


def test_a_row_in_which_only_calls_are_chosen_is_not_blank_unless_penalties_are_typed() -> None:
    assert row_of(PAPER, {}, {"calls": "2"}).blank
    assert not row_of(SHORT, {}, {"calls": "2"}).blank
    assert row_of(SHORT, {0: " "}).blank


def test_who_sits_out_has_no_cell_unless_something_was_typed_there() -> None:
    assert set(row_of(PAPER, {}, seats=5, dealer=2).cells) == {0, 1, 3, 4}
    assert set(row_of(PAPER, {2: "70"}, seats=5, dealer=2).cells) == {0, 1, 2, 3, 4}


def test_how_many_took_no_trick_is_chosen_in_words() -> None:
    assert trick_choices() == [
        ("0", "all took tricks"),
        ("1", "one took none"),
        ("2", "two took none"),
        ("march", "all 8 for one"),
    ]


def test_an_empty_seat_has_no_cell_whoever_deals() -> None:
    names = (*NAMES, "Eva")
    row = GridRow(
        None, prefix="r-", way=PAPER, seats=5, dealer=0, options=Options(), names=names, vacant=frozenset({4})
    )
    assert sorted(row.cells) == [0, 1, 2, 3]
