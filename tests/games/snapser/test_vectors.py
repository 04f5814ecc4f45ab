"""Šnapser against the golden tables."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.games.snapser.deal import Count, Declared, Ended, Side, usual_chooser
from scorekeeper.games.snapser.options import Options
from scorekeeper.games.snapser.reaching import count_problems, reached
from scorekeeper.games.snapser.rules import SNAPSER
from tests.games.snapser.helpers import by_id, payload_of, vectors


@pytest.mark.parametrize("row", vectors("snapser"), ids=by_id)
def test_deal_is_worth_what_the_table_says(row: dict[str, Any]) -> None:
    options = SNAPSER.load_options({"base": row["base"]})
    deal = SNAPSER.load(payload_of(row), options, row["players"])
    outcome = SNAPSER.score(deal, options, row["players"])
    assert list(outcome.points) == row["payments"]
    assert outcome.lines[-1].params["value"] == row["value"]
    assert outcome.marks == (False,) * row["players"]
    assert SNAPSER.load(SNAPSER.dump(deal), options, row["players"]) == deal


@pytest.mark.parametrize("row", vectors("snapser_invalid"), ids=by_id)
def test_impossible_deal_is_refused_for_the_reason_in_the_table(row: dict[str, Any]) -> None:
    with pytest.raises(InvalidDealError) as error:
        SNAPSER.load(payload_of(row), Options(), row["players"])
    assert row["error"] in [problem.code for problem in error.value.problems]


@pytest.mark.parametrize("row", vectors("snapser_outcome"), ids=by_id)
def test_points_of_both_sides_give_the_outcome_of_the_table(row: dict[str, Any]) -> None:
    count = Count(
        Ended(row["ended"]),
        Side(row["side"]),
        row["points"],
        row["other_points"],
        other_tricks=row["other_tricks"] > 0,
    )
    assert reached(Declared(row["declared"]), count, Options()) == (row["winner"], row["outcome"])
    assert count_problems(count, 3) == ()
    counted = {
        "chooser": 0,
        "declared": row["declared"],
        "ended": row["ended"],
        "ended_by": row["side"],
        "points": list(count.sides),
        "trickless": row["other_tricks"] == 0,
    }
    deal = SNAPSER.load(counted, Options(), 3)
    assert (deal.winner, deal.outcome, deal.count) == (row["winner"], row["outcome"], count)
    assert SNAPSER.load(SNAPSER.dump(deal), Options(), 3) == deal
    assert ("all_tricks" in row) == (count.ended == Ended.LAST_TRICK and not count.other_tricks)


@pytest.mark.parametrize("game", vectors("games_snapser"), ids=by_id)
def test_whole_account_runs_as_in_the_table(game: dict[str, Any]) -> None:
    options, seats = SNAPSER.load_options({"base": game["base"]}), game["players"]
    deals = [SNAPSER.load(payload_of(row), options, seats) for row in game["deals"]]
    standings = SNAPSER.standings(deals, options, seats, game["first_dealer"])
    assert [list(totals) for totals in standings.running_totals] == [row["balance"] for row in game["deals"]]
    assert list(standings.dealers) == [row["dealer"] for row in game["deals"]]
    assert [usual_chooser(dealer, seats) for dealer in standings.dealers] == [row["chooser"] for row in game["deals"]]
    assert list(standings.totals) == game["balance"]
    assert SNAPSER.close(standings, {"how": "closed"}).stakes == tuple(game["balance"])
