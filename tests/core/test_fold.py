"""The fold: dealers, running totals, states, and what stands after an ending."""

from __future__ import annotations

import time

import pytest

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.core.standings import DealAfterEndError, State
from scorekeeper.games.kalter_schlag.deal import Deal
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import load, normal

OPTIONS = Options()
DEAL = normal(60, 40, 20, 0)
OVER = normal(120, 0, 0, 0, jungfrauen=2, calls=4)


def test_nothing_entered_yet_leaves_everything_at_nought() -> None:
    standings = KALTER_SCHLAG.standings([], OPTIONS, 4, first_dealer=2)
    assert (standings.totals, standings.marks) == ((0, 0, 0, 0), (0, 0, 0, 0))
    assert (standings.outcomes, standings.dealers, standings.running_totals, standings.running_marks) == ((),) * 4
    assert (standings.dealer, standings.state, standings.ending) == (2, State.RUNNING, None)


def test_deal_passes_to_the_left() -> None:
    standings = KALTER_SCHLAG.standings([DEAL, normal(40, 60, 20, 0)], OPTIONS, 4, first_dealer=3)
    assert (standings.dealers, standings.dealer) == ((3, 0), 1)
    assert standings.running_totals == ((60, 0, 0, 0), (60, 60, 0, 0))
    assert standings.running_marks == ((1, 0, 0, 0), (1, 1, 0, 0))


@pytest.mark.parametrize(
    ("entry", "next_dealer"),
    [
        (Void(), 1),
        (Void(passes_deal=True), 2),
        (Ruling((0,) * 4, (False,) * 4), 2),
        (Ruling((0,) * 4, (False,) * 4, passes_deal=False), 1),
    ],
)
def test_void_and_ruling_say_themselves_whether_the_deal_passes(entry: Void | Ruling, next_dealer: int) -> None:
    standings = KALTER_SCHLAG.standings([entry], OPTIONS, 4, first_dealer=1)
    assert (standings.dealers, standings.dealer) == ((1,), next_dealer)


def test_from_a_dealer_set_by_hand_the_rotation_goes_on() -> None:
    standings = KALTER_SCHLAG.standings([DEAL, DEAL, DEAL], OPTIONS, 4, 0, {1: 3})
    assert (standings.dealers, standings.dealer) == ((0, 3, 0), 1)


def test_the_first_and_the_next_dealer_may_be_set_by_hand() -> None:
    standings = KALTER_SCHLAG.standings([DEAL], OPTIONS, 4, 0, {0: 2, 1: 0})
    assert (standings.dealers, standings.dealer) == ((2,), 0)


def test_dealers_set_for_entries_that_are_not_there_change_nothing() -> None:
    assert KALTER_SCHLAG.standings([DEAL], OPTIONS, 4, 0, {2: 0}).dealer == 1


@pytest.mark.parametrize(("first_dealer", "dealers"), [(4, {}), (-1, {}), (0, {0: 4}), (0, {3: -1})])
def test_dealer_without_a_seat_is_an_error(first_dealer: int, dealers: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="no seat"):
        KALTER_SCHLAG.standings([], OPTIONS, 4, first_dealer, dealers)


def test_number_of_seats_that_the_game_does_not_know_is_an_error() -> None:
    with pytest.raises(ValueError, match="kalter_schlag is not played with 3 seats"):
        KALTER_SCHLAG.standings([], OPTIONS, 3)


def test_void_gives_nothing_and_says_why() -> None:
    outcome = KALTER_SCHLAG.standings([Void("misdeal")], OPTIONS, 4).outcomes[0]
    assert (outcome.points, outcome.marks) == ((0,) * 4, (False,) * 4)
    assert [(line.code, line.seats, line.params) for line in outcome.lines] == [
        ("void", (), {"note": "misdeal", "passes_deal": False})
    ]


def test_ruling_gives_points_and_marks_and_names_those_concerned() -> None:
    ruling = Ruling((120, 0, 40, 0), (False, True, True, False), "revoke")
    standings = KALTER_SCHLAG.standings([ruling], OPTIONS, 4)
    assert (standings.totals, standings.marks) == ((120, 0, 40, 0), (0, 1, 1, 0))
    assert [(line.code, line.seats, line.params) for line in standings.outcomes[0].lines] == [
        ("ruling", (0, 1, 2), {"points": (120, 0, 40), "marks": (0, 1, 1), "note": "revoke"})
    ]


def test_ruling_may_end_the_game() -> None:
    standings = KALTER_SCHLAG.standings([Ruling((2000, 0, 0, 0), (False,) * 4)], OPTIONS, 4)
    assert standings.ending is not None
    assert standings.ending.losers == (0,)


@pytest.mark.parametrize("after", [DEAL, Void(), Ruling((0,) * 4, (False,) * 4)])
def test_anything_after_the_ending_is_an_error_that_holds_the_standings_up_to_it(after: Void | Ruling) -> None:
    with pytest.raises(DealAfterEndError, match="entry 2 stands after the ending") as error:
        KALTER_SCHLAG.standings([DEAL, OVER, after, after], OPTIONS, 4)
    assert error.value.index == 2
    assert error.value.standings == KALTER_SCHLAG.standings([DEAL, OVER], OPTIONS, 4)
    assert error.value.standings.state is State.OVER


def test_void_in_a_tie_over_the_limit_leaves_the_tie() -> None:
    tied = normal(60, 60, 0, 0, jungfrauen=2, calls=4)
    assert KALTER_SCHLAG.standings([tied, Void()], OPTIONS, 4).state is State.PLAY_ON_TIE


def test_deal_that_contradicts_its_dealer_is_refused_with_its_index() -> None:
    first = load({"points": [None, 60, 40, 20, 0], "sits_out": 0}, 5)
    with pytest.raises(InvalidDealError) as error:
        KALTER_SCHLAG.standings([Void(passes_deal=True), first], OPTIONS, 5)
    [problem] = error.value.problems
    assert (problem.code, problem.where) == ("sits_out_is_dealer", "sits_out")
    assert problem.params == {"seat": 0, "dealer": 1, "index": 1}


def test_thirty_deals_fold_in_well_under_the_time_of_a_page() -> None:
    deals = [normal(0, 40, 40, 40), normal(40, 0, 40, 40), normal(40, 40, 0, 40), normal(40, 40, 40, 0)]
    rows: list[Deal | Void] = [*deals, *[Void()] * 26]
    best = min(_seconds(rows) for _ in range(5))
    assert best < 0.02, "2 ms is meant; ten times that on a busy machine"


def _seconds(rows: list[Deal | Void]) -> float:
    start = time.perf_counter()
    KALTER_SCHLAG.standings(rows, OPTIONS, 4)
    return time.perf_counter() - start
