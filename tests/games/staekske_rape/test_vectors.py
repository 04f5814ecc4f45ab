"""The golden tables of Staekske Rape: single deals, refused ones, whole games."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.staekske_rape.options import Options
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE
from tests.games.staekske_rape.helpers import load, payload_of, problems, vectors


def named(name: str) -> list[Any]:
    """Return the rows of a table, each under its id."""
    return [pytest.param(row, id=row["id"]) for row in vectors(name)]


@pytest.mark.parametrize("row", named("staekske_rape"))
def test_a_deal_gives_its_declarer_what_the_table_says(row: dict[str, Any]):
    outcome = STAEKSKE_RAPE.score(load(payload_of(row)), Options(), 4)
    assert outcome.points == (row["score"], 0, 0, 0)
    last = outcome.lines[-1]
    if last.code == "result":
        assert (last.params["needed"], last.params["made"]) == (row["needed"], row["made"])
        assert last.params["meld_points"] == row["meld_points"]


@pytest.mark.parametrize("row", named("staekske_rape_invalid"))
def test_what_cannot_be_is_refused(row: dict[str, Any]):
    assert [code for code, _where in problems(payload_of(row))] == [row["error"]]


@pytest.mark.parametrize("game", named("games_staekske_rape"))
def test_a_game_goes_as_the_table_says(game: dict[str, Any]):
    seats = game["players"]
    deals = [load(payload_of(deal), seats) for deal in game["deals"]]
    rules = STAEKSKE_RAPE.load_options({"target": game["target"]})
    found = STAEKSKE_RAPE.standings(deals, rules, seats, game["first_dealer"])
    assert found.running_totals == tuple(tuple(deal["totals"]) for deal in game["deals"])
    assert found.dealers == tuple(deal["dealer"] for deal in game["deals"])
    if game["end"] is None:
        assert found.ending is None
    else:
        assert found.ending is not None
        assert (found.ending.reason, found.ending.winners) == (game["end"]["reason"], (game["end"]["winner"],))
