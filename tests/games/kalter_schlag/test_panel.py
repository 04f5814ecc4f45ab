"""What a phone says of its panel is believed as far as it makes sense, and no longer than a panel would say it."""

from __future__ import annotations

import json

import pytest

from scorekeeper.games.kalter_schlag.panel import LONGEST, Panel

FOUR = range(4)
SAID = json.dumps({"mode": "all", "picked": [2]})


@pytest.mark.parametrize(
    ("text", "panel"),
    [
        (SAID, Panel("all", (2,))),
        (SAID.ljust(LONGEST), Panel("all", (2,))),
        (SAID.ljust(LONGEST + 1), Panel()),
        ('{"mode": "march", "picked": [3, 0, 3]}', Panel("march", (3, 0))),
        ('{"mode": "some", "picked": [0, 4, -1, true, "1", null]}', Panel("short", (0,))),
        ('{"picked": 1}', Panel()),
        ("[1]", Panel()),
        ("{", Panel()),
        ("", Panel()),
        (None, Panel()),
        (7, Panel()),
    ],
)
def test_panel_is_read_as_far_as_it_makes_sense(text: object, panel: Panel) -> None:
    assert Panel.read(text, FOUR) == panel


@pytest.mark.parametrize("panel", [Panel("all", (2,)), Panel("march"), Panel(picked=(0, 3))])
def test_panel_that_was_written_is_read_again(panel: Panel) -> None:
    assert Panel.read(panel.written(), FOUR) == panel


def test_untouched_panel_says_nothing() -> None:
    assert Panel().written() == ""
