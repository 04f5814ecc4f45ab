"""Sixteen phones enter the same deal at once, two hundred times: one wins, the others keep what they typed."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.services.rebuild import rebuild
from tests.browser.server import serving
from tests.drills.served import ServedGame, game_at, integrity
from tests.services.factories import new_key
from tests.web.phone import Page
from tests.web.sheet_table import Panel

pytestmark = pytest.mark.drill

PHONES, ROUNDS = 16, 200


def points_of(number: int) -> tuple[int, int, int, int]:
    """Give each phone a deal of its own, so that it is seen whose input came back."""
    return (45 + number, 20, 30 - number, 25)


def check_kept(panel: Panel, page: Page) -> None:
    """Look whether the form that came back holds what was typed."""
    back = Panel.of(page)
    typed = {name: values for name, values in panel.data.items() if name.startswith("points")}
    assert typed
    assert {name: back.data[name] for name in typed} == typed


def test_sixteen_phones_enter_the_same_deal_at_once(database: str, tmp_path: Path) -> None:
    options = {"marks_to_win": None, "limit": 100_000}
    with serving(tmp_path) as server, game_at(server, database, options=options) as game:
        panels = [game.panel(game.phone(), points_of(number)) for number in range(PHONES)]
        answers: Counter[int] = Counter()
        with ThreadPoolExecutor(PHONES) as pool:
            for position in range(1, ROUNDS + 1):
                answers += check_round(game, panels, pool, position)
        print(f"{ROUNDS} rounds of {PHONES} phones: answers {dict(answers)}")
        assert len(game.view().rows) == ROUNDS
        assert [row.position for row in game.view().rows] == list(range(1, ROUNDS + 1))
        assert integrity(game.session) == "ok"
        assert set(rebuild(game.session, apply=False)) <= {None}


def check_round(game: ServedGame, panels: list[Panel], pool: ThreadPoolExecutor, position: int) -> Counter[int]:
    """Let all save at once; see that one did, and that it is what the next one meets. Give the answers by status."""
    for panel in panels:
        panel.change(position=str(position), key=new_key(), twice="yes")
    heard = list(pool.map(Panel.save, panels))
    answers = Counter(each.status_code for each in heard)
    assert answers == {303: 1, 409: PHONES - 1}
    winner = next(number for number, each in enumerate(heard) if each.status_code == 303)
    row = next(row for row in game.view().rows if row.position == position)
    assert row.payload["points"] == list(points_of(winner))
    # To read fifteen pages takes longer than to make them: two of each round are read.
    losers = [number for number in range(PHONES) if number != winner]
    for number in losers[position % 8 : position % 8 + 2]:
        check_kept(panels[number], panels[number].phone.shown(heard[number], 409))
    return answers
