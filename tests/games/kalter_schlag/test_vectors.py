"""The golden tables: deals and their penalties, what must be refused, whole games with their endings."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.registry import GAMES
from tests.games.kalter_schlag.helpers import payload_of, vectors

GAME = GAMES["kalter_schlag"]
DEALS = vectors("kalter_schlag")
INVALID = vectors("kalter_schlag_invalid")
WHOLE = vectors("games_kalter_schlag")


def by_id(row: dict[str, Any]) -> str:
    """Name a case by its id."""
    return str(row["id"])


def with_other_options() -> list[Any]:
    """Return each whole game by its own house rules, and by each other set that it names."""
    cases = []
    for game in WHOLE:
        sets = [{"options": {}, "end": game["end"]}, *game.get("other_options", ())]
        for number, other in enumerate(sets):
            rules = {**game["options"], **other["options"]}
            cases.append(pytest.param(game, rules, other["end"], id=f"{game['id']}-{number}"))
    return cases


def test_the_tables_are_whole() -> None:
    assert (len(DEALS), len(INVALID), len(WHOLE), len(with_other_options())) == (369, 24, 16, 20)


@pytest.mark.parametrize("row", DEALS, ids=by_id)
def test_deal_gives_the_penalties_of_the_table(row: dict[str, Any]) -> None:
    options = GAME.load_options({})
    deal = GAME.load(payload_of(row), options, 4)
    outcome = GAME.score(deal, options, 4)
    assert list(outcome.points) == row["penalties"]
    assert outcome.marks == tuple(points > 0 for points in outcome.points)
    assert GAME.load(GAME.dump(deal), options, 4) == deal


@pytest.mark.parametrize("row", INVALID, ids=by_id)
def test_impossible_deal_is_refused_for_the_reason_in_the_table(row: dict[str, Any]) -> None:
    with pytest.raises(InvalidDealError) as error:
        GAME.load(payload_of(row), GAME.load_options({}), 4)
    assert row["error"] in [problem.code for problem in error.value.problems]


@pytest.mark.parametrize(("game", "rules", "end"), with_other_options())
def test_whole_game_runs_and_ends_as_in_the_table(
    game: dict[str, Any], rules: dict[str, Any], end: dict[str, Any] | None
) -> None:
    options = GAME.load_options(rules)
    deals = [GAME.load(payload_of(row), options, 4) for row in game["deals"]]
    standings = GAME.standings(deals, options, 4, game["first_dealer"])
    rows = game["deals"]
    assert [list(outcome.points) for outcome in standings.outcomes] == [row["penalties"] for row in rows]
    assert [list(totals) for totals in standings.running_totals] == [row["totals"] for row in rows]
    assert [list(marks) for marks in standings.running_marks] == [row["marks"] for row in rows]
    assert list(standings.dealers) == [row["dealer"] for row in rows]
    assert (list(standings.totals), list(standings.marks)) == (rows[-1]["totals"], rows[-1]["marks"])
    assert standings.state == rows[-1]["state"]
    if end is None:
        assert standings.ending is None
        return
    found = standings.ending
    assert found is not None
    assert {
        "reason": found.reason,
        "losers": list(found.losers),
        "winners": list(found.winners),
        "stakes": list(found.stakes),
        "next_dealer": found.next_dealer,
        "next_dealer_chosen_by": found.next_dealer_chosen_by,
    } == end


@pytest.mark.parametrize(("game", "rules", "end"), with_other_options())
def test_state_after_each_deal_of_a_whole_game_is_that_of_the_table(
    game: dict[str, Any], rules: dict[str, Any], end: dict[str, Any] | None
) -> None:
    options = GAME.load_options(rules)
    deals = [GAME.load(payload_of(row), options, 4) for row in game["deals"]]
    states = [str(GAME.standings(deals[: n + 1], options, 4).state) for n in range(len(deals))]
    assert states == [row["state"] for row in game["deals"]]
