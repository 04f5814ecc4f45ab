"""Five seats: the dealer sits out (house rule, docs/rules/kalter_schlag.md §18)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.core.standings import State
from scorekeeper.games.kalter_schlag.deal import PaperDeal, PlayedDeal
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag import second
from tests.games.kalter_schlag.helpers import durchmarsch, ending, given, load, normal, options, play, problems

FINE: dict[str, Any] = {"points": [66, None, 30, 24, 0], "jungfrauen": 1, "calls": 1, "sits_out": 1}


def five(payload: dict[str, Any]) -> PlayedDeal | PaperDeal:
    """Load a deal of five seats."""
    return load(payload, 5)


def dealt_by(dealer: int, *points: int, **more: Any) -> PlayedDeal | PaperDeal:
    """Return a deal of five seats: the totals of the four who play, in seat order."""
    row: list[int | None] = list(points)
    row.insert(dealer, None)
    return five({"points": row, "sits_out": dealer, **more})


def test_who_sits_out_has_no_total_and_no_penalty() -> None:
    deal = five(FINE)
    assert deal == PlayedDeal((66, None, 30, 24, 0), 1, None, 1, (4,), None, 1)
    assert KALTER_SCHLAG.score(deal, Options(), 5).points == (260, 0, 0, 0, 0)
    assert KALTER_SCHLAG.dump(deal)["sits_out"] == 1


def test_one_missing_total_among_the_four_is_filled() -> None:
    assert five({"points": [66, None, None, 24, 0], "sits_out": 1}) == five(
        {"points": [66, None, 30, 24, 0], "sits_out": 1}
    )


def test_durchmarsch_is_paid_by_the_three_who_played() -> None:
    deal = five({"points": [None] * 5, "durchmarsch": 0, "calls": 2, "sits_out": 1})
    assert deal == PlayedDeal((120, None, 0, 0, 0), 3, 0, 2, (2, 3, 4), None, 1)
    outcome = KALTER_SCHLAG.score(deal, Options(), 5)
    assert outcome.points == (0, 0, 480, 480, 480)
    assert outcome.lines[-1].params["payers"] == (2, 3, 4)


def test_four_who_play_tied_at_30_follow_the_house_rule() -> None:
    deal = dealt_by(1, 30, 30, 30, 30)
    assert KALTER_SCHLAG.score(deal, Options(), 5).points == (30, 0, 30, 30, 30)
    assert KALTER_SCHLAG.score(deal, options(four_way="none_scores"), 5).points == (0,) * 5


@pytest.mark.parametrize("row", [[0, None, 260, 0, 0], [0, 0, 260, 0, 0]])
def test_paper_row_of_five_leaves_who_sits_out_blank_or_nought(row: list[int | None]) -> None:
    deal = five({"penalties": row, "sits_out": 1})
    assert deal == PaperDeal((0, 0, 260, 0, 0), 1)
    assert KALTER_SCHLAG.dump(deal) == {"v": 1, "penalties": [0, 0, 260, 0, 0], "sits_out": 1}


def test_every_line_of_the_short_form_holds_for_the_four_who_play() -> None:
    for (jungfrauen, tied), totals in second.TOTALS.items():
        for total in range(121) if tied < 3 else ():
            points: list[int | None] = [total] * tied + [None] * (5 - tied)
            found = problems({"points": points, "jungfrauen": jungfrauen, "sits_out": 4}, seats=5)
            assert (found == []) == (total in totals), (jungfrauen, tied, total)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"sits_out": None}, [("sits_out_missing", "sits_out")]),
        ({"sits_out": 5}, [("sits_out_seat", "sits_out")]),
        ({"sits_out": -1}, [("sits_out_seat", "sits_out")]),
        ({"sits_out": True}, [("integer", "sits_out")]),
        ({"sits_out": "1"}, [("integer", "sits_out")]),
        ({"points": [66, 0, 30, 24, 0]}, [("sits_out_points", "points.1")]),
        ({"points": [66, 30, 24, 0]}, [("one_total_a_seat", "points")]),
        ({"points": [66, None, 30, 24, 1]}, [("sum_120", "points")]),
        ({"jungfrau_seats": [1]}, [("jungfrau_seat", "jungfrau_seats.0")]),
        ({"callers": [1]}, [("caller_seat", "callers.0")]),
        ({"durchmarsch": 1}, [("durchmarsch_seat", "durchmarsch")]),
        ({"sits_out": 0}, [("sits_out_points", "points.0")]),
    ],
)
def test_deal_that_the_fifth_seat_makes_impossible_is_refused(
    changes: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    found = problems({**FINE, **changes}, seats=5)
    assert set(expected) <= set(found)
    if changes != {"sits_out": 0}:
        assert found == expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([0, 260, 0, 0, 0], [("sits_out_points", "penalties.1")]),
        ([None, None, 260, 0, 0], [("integer", "penalties.0")]),
    ],
)
def test_paper_row_of_five_is_refused_for_the_same_reasons(
    row: list[int | None], expected: list[tuple[str, str]]
) -> None:
    assert problems({"penalties": row, "sits_out": 1}, seats=5) == expected


def test_the_dealer_sits_out_and_each_deal_must_agree() -> None:
    assert [KALTER_SCHLAG.sits_out(dealer, 5) for dealer in range(5)] == [0, 1, 2, 3, 4]
    assert [KALTER_SCHLAG.sits_out(dealer, 4) for dealer in range(4)] == [None] * 4
    rows = [dealt_by(2, 60, 40, 20, 0), Void(), Ruling((0,) * 5, (False,) * 5), dealt_by(4, 0, 60, 40, 20)]
    standings = play(*rows, seats=5, first_dealer=2)
    assert (standings.dealers, standings.dealer) == ((2, 3, 3, 4), 0)
    assert standings.totals == (60, 60, 0, 0, 0)
    with pytest.raises(InvalidDealError, match="sits_out_is_dealer at sits_out") as error:
        play(*rows, seats=5, first_dealer=1)
    assert error.value.problems[0].params == {"seat": 2, "dealer": 1, "index": 0}


def test_ruling_may_fall_on_who_sits_out() -> None:
    assert play(Ruling((120, 0, 0, 0, 0), (False,) * 5), seats=5).totals == (120, 0, 0, 0, 0)


def test_loser_pays_all_four_others() -> None:
    rows = given((1990, 100, 0, 310, 0), (3, 1, 0, 2, 0))
    over = ending(play(*rows, dealt_by(4, 60, 40, 20, 0), seats=5, first_dealer=1))
    assert over.stakes == (-6, 1, 2, 1, 2)


def test_five_marks_collect_from_four() -> None:
    rows = given((0, 100, 0, 310, 0), (0, 1, 0, 4, 0))
    over = ending(play(*rows, dealt_by(4, 20, 20, 20, 60), seats=5))
    assert (over.winners, over.stakes) == ((3,), (-2, -2, -2, 8, -2))
    assert over.next_dealer == 3


def test_several_winners_collect_from_the_rest() -> None:
    rows = given((300, 100, 0, 310, 0), (4, 4, 0, 4, 0))
    march = five({"points": [None] * 5, "durchmarsch": 2, "sits_out": 4})
    over = ending(play(*rows, march, seats=5))
    assert (over.winners, over.stakes) == ((0, 1, 3), (4, 4, -6, 4, -6))
    assert over.next_dealer == 0


def test_who_sits_out_may_be_tied_at_the_top_over_the_limit() -> None:
    tied = Ruling((2040, 0, 0, 0, 2040), (True, False, False, False, True))
    standings = play(tied, dealt_by(4, 20, 60, 20, 20), seats=5, first_dealer=3)
    assert (standings.totals, standings.state) == ((2040, 60, 0, 0, 2040), State.PLAY_ON_TIE)
    assert ending(play(tied, dealt_by(4, 60, 20, 20, 20), seats=5, first_dealer=3)).losers == (0,)


def test_twenty_one_deals_are_the_most_without_anybody_at_the_limit() -> None:
    deals = []
    for number in range(20):
        dealer = number % 5
        points = [30, 30, 29]
        loser = (dealer + 1) % 5
        row: list[int | None] = [None if seat == dealer else 31 if seat == loser else 0 for seat in range(5)]
        rest = iter(points)
        row = [next(rest) if value == 0 else value for value in row]
        deals.append(five({"points": row, "sits_out": dealer}))
    standings = play(*deals, seats=5)
    assert (standings.marks, standings.state) == ((4,) * 5, State.RUNNING)
    assert ending(play(*deals, deals[0], seats=5)).winners == (1,)


@pytest.mark.parametrize("dealer", range(5))
def test_five_seats_score_as_four_with_the_dealer_put_between(dealer: int) -> None:
    for points, jungfrauen in (((66, 30, 24, 0), 1), ((40, 40, 40, 0), 0), ((60, 60, 0, 0), 2), ((30, 30, 30, 30), 0)):
        four = list(KALTER_SCHLAG.score(normal(*points, jungfrauen=jungfrauen, calls=2), Options(), 4).points)
        four.insert(dealer, 0)
        deal = dealt_by(dealer, *points, jungfrauen=jungfrauen, calls=2)
        assert list(KALTER_SCHLAG.score(deal, Options(), 5).points) == four
    assert KALTER_SCHLAG.score(durchmarsch(0), Options(), 4).points == (0, 120, 120, 120)


def test_players_of_five_who_change_places_keep_who_sat_out_called_and_took_no_trick() -> None:
    deal = five({**FINE, "callers": [2], "jungfrau_seats": [4]})
    assert KALTER_SCHLAG.reseat(deal, (4, 0, 1, 2, 3)) == PlayedDeal((0, 66, None, 30, 24), 1, None, 1, (0,), (3,), 2)
    march = five({"points": [None] * 5, "durchmarsch": 0, "sits_out": 1, "calls": 1})
    assert KALTER_SCHLAG.reseat(march, (4, 0, 1, 2, 3)) == PlayedDeal((0, 120, None, 0, 0), 3, 1, 1, (0, 3, 4), None, 2)
    paper = five({"penalties": [0, None, 260, 0, 0], "sits_out": 1})
    assert KALTER_SCHLAG.reseat(paper, (4, 0, 1, 2, 3)) == PaperDeal((0, 0, 0, 260, 0), 2)
