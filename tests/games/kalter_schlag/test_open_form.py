"""What the form knows of a deal while it is played, and how the panel stands."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.games.kalter_schlag.form import DealForm
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.panel import ALL, MARCH, Panel

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva")
PLAYERS = (1, 2, 3, 4)


def stands(mode: str, picked: list[int]) -> str:
    """Write how a panel stands, possible or not."""
    return json.dumps({"mode": mode, "picked": picked})


def posted(fields: Mapping[str, str | list[str]]) -> DealForm:
    """Make the form from what a browser sent: five at the table, Anna deals and sits out."""
    return DealForm.bind(MultiDict(fields), seats=5, dealer=0, options=Options(), names=NAMES)


def refilled(known: Mapping[str, object]) -> DealForm:
    """Make the form that shows what is known."""
    return DealForm.from_payload(known, seats=5, dealer=0, options=Options(), names=NAMES)


seat = st.sampled_from("012349x")
typed = st.fixed_dictionaries(
    {},
    optional={
        **{f"points-{each}": st.sampled_from(["", "0", "6", "66", "120", "abc"]) for each in range(5)},
        "no_trick": st.lists(seat, max_size=4),
        "called": st.lists(seat, max_size=5),
        "call_order": st.sampled_from(["", "3,1", "1,3,x"]),
        "durchmarsch": seat,
        "unnamed_calls": st.sampled_from(["", "2", "9"]),
        "unnamed_no_trick": st.sampled_from(["", "1", "7"]),
        "panel": st.one_of(
            st.text(max_size=20),
            st.builds(stands, st.text(), st.lists(st.integers())),
            st.builds(stands, st.sampled_from(["short", ALL, MARCH]), st.lists(st.integers(0, 5), max_size=5)),
        ),
    },
)


@given(typed)
def test_what_is_known_fills_a_form_that_knows_the_same(fields: dict[str, str | list[str]]) -> None:
    known = posted(fields).known()
    assert known is not None
    assert json.loads(json.dumps(known)) is not None
    again = refilled(known)
    if not known or known["durchmarsch"] is None:
        assert again.known() == known
    assert again.validate()


def test_a_row_from_paper_says_nothing_of_the_open_deal() -> None:
    assert posted({"form_kind": "paper", "penalties-1": "260"}).known() is None


@pytest.mark.parametrize(
    ("text", "panel"),
    [
        ("", Panel()),
        (None, Panel()),
        ("[1]", Panel()),
        ("{", Panel()),
        ('{"mode": 1, "picked": 2}', Panel()),
        ('{"mode": "all", "picked": [2, true, "3", 0, 4, 2]}', Panel(ALL, (2, 4))),
        ('{"mode": "march"}', Panel(MARCH)),
        ('{"picked": [1]}' + " " * 200, Panel()),
    ],
)
def test_the_panel_is_read_as_far_as_it_makes_sense(text: object, panel: Panel) -> None:
    assert Panel.read(text, PLAYERS) == panel
    assert Panel.read(panel.written(), PLAYERS) == panel


def test_a_panel_at_rest_is_not_written() -> None:
    assert Panel().written() == ""
    assert json.loads(Panel(picked=(1,)).written()) == {"mode": "short", "picked": [1]}
