"""A fifth joins between two deals and leaves again (house rule, docs/rules/kalter_schlag.md §18)."""

from __future__ import annotations

import pytest

from scorekeeper.core.entry import Ruling
from scorekeeper.core.problems import InvalidCloseError, InvalidDealError
from scorekeeper.core.standings import Standings, State
from scorekeeper.games.kalter_schlag.deal import Deal, PaperDeal, PlayedDeal
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import ending, load, normal, options

GONE = frozenset({4})


def without(empty: int, *penalties: int) -> Deal:
    """Return a row of penalties of five seats, of which one sat out."""
    return load({"penalties": list(penalties), "sits_out": empty}, 5)


def totals_of(*totals: int, marks: tuple[int, ...] = (0,) * 5, empty: frozenset[int] = GONE) -> Standings:
    """Return where a sheet stands that was brought there by a ruling."""
    return judged(totals, marks, Options(), empty)


def judged(totals: tuple[int, ...], marks: tuple[int, ...], rules: Options, empty: frozenset[int]) -> Standings:
    """Fold one ruling that gives everything; marks above one are given before by rulings of nought."""
    steps = [Ruling((0,) * 5, tuple(made > step for made in marks)) for step in range(1, max(marks, default=0))]
    last = Ruling(totals, tuple(made > 0 for made in marks))
    return KALTER_SCHLAG.standings([*steps, last], rules, 5, 0, {}, {0: empty} if empty else {})


@pytest.mark.parametrize(
    "deal",
    [normal(66, 34, 20, 0, jungfrauen=1, calls=1), normal(None, 66, None, None), load({"penalties": [0, 260, 0, 0]})],
)
def test_a_deal_of_four_keeps_its_penalties_beside_an_empty_fifth_seat(deal: Deal) -> None:
    wider = KALTER_SCHLAG.widened(deal)
    assert isinstance(wider, PlayedDeal | PaperDeal)
    assert wider.sits_out == 4
    assert load(KALTER_SCHLAG.dump(wider), 5) == wider
    assert KALTER_SCHLAG.score(wider, Options(), 5).points == (*KALTER_SCHLAG.score(deal, Options(), 4).points, 0)


def test_the_fifth_joins_after_two_deals_and_leaves_after_two_more() -> None:
    rows = [
        without(4, 100, 0, 0, 0, 0),  # Anna deals, the seat of Eva is empty
        without(4, 0, 100, 0, 0, 0),  # Bernd
        without(2, 0, 0, 0, 0, 200),  # Clara deals and sits out, Eva plays
        without(3, 0, 0, 0, 0, 200),  # Dieter
        without(4, 100, 0, 0, 0, 0),  # Eva would deal, but has left: Anna
    ]
    empty = {0: GONE, 2: frozenset[int](), 4: GONE}
    standings = KALTER_SCHLAG.standings(rows, Options(), 5, 0, {}, empty)
    assert standings.dealers == (0, 1, 2, 3, 0)
    assert standings.totals == (200, 100, 0, 0, 400)
    assert (standings.dealer, standings.vacant) == (1, GONE)
    assert [(line.code, line.seats) for line in KALTER_SCHLAG.closeness(standings, Options(), 5)] == [
        ("to_go", (0,)),
        ("to_go", (1,)),
        ("paid_double", (2,)),
        ("paid_double", (3,)),
        ("left", (4,)),
    ]


def test_who_leaves_after_dealing_has_dealt_and_is_passed_over_from_then_on() -> None:
    first = KALTER_SCHLAG.standings([], Options(), 5, 4, {}, {1: GONE})
    assert (first.dealer, first.vacant) == (4, frozenset())
    rows = [without(4, 100, 0, 0, 0, 0)]
    second = KALTER_SCHLAG.standings(rows, Options(), 5, 4, {}, {1: GONE})
    assert (second.dealers, second.dealer, second.vacant) == ((4,), 0, GONE)
    rows = [without(3, 100, 0, 0, 0, 0), without(4, 0, 100, 0, 0, 0)]
    third = KALTER_SCHLAG.standings(rows, Options(), 5, 3, {}, {2: GONE})
    assert (third.dealers, third.dealer, third.vacant) == ((3, 4), 0, GONE)


def test_another_than_the_empty_seat_cannot_have_sat_out() -> None:
    with pytest.raises(InvalidDealError, match="sits_out_is_empty at sits_out") as error:
        KALTER_SCHLAG.standings([without(0, 0, 100, 0, 0, 0)], Options(), 5, 0, {}, {0: GONE})
    assert error.value.problems[0].params == {"seat": 0, "empty": 4, "index": 0}


def test_who_has_left_is_not_paid_by_the_loser() -> None:
    over = ending(totals_of(2000, 100, 0, 300, 1000, marks=(1, 1, 0, 1, 2)))
    assert (over.losers, over.stakes) == ((0,), (-4, 1, 2, 1, 0))
    assert over.pairs == ((0, 1, 1), (0, 2, 2), (0, 3, 1))


def test_who_has_left_with_the_highest_total_does_not_lose_and_ties_with_nobody() -> None:
    assert totals_of(1900, 0, 0, 0, 2500).state is State.RUNNING
    over = ending(totals_of(2100, 0, 0, 0, 2100))
    assert (over.losers, over.stakes) == ((0,), (-6, 2, 2, 2, 0))


def test_who_has_left_does_not_pay_for_five_marks_nor_win_by_them() -> None:
    over = ending(totals_of(500, 100, 0, 0, 1000, marks=(5, 1, 0, 0, 4)))
    assert (over.winners, over.stakes) == ((0,), (6, -2, -2, -2, 0))
    assert totals_of(500, 100, 0, 0, 1000, marks=(4, 1, 0, 0, 5)).state is State.RUNNING


def test_lowest_of_two_winners_is_sought_among_those_who_are_there() -> None:
    over = ending(judged((500, 400, 0, 0, 100), (5, 5, 0, 0, 5), options(joint_five="lowest_wins"), GONE))
    assert (over.winners, over.stakes) == ((1,), (-2, 6, -2, -2, 0))


def test_by_agreement_the_highest_of_those_who_are_there_pays() -> None:
    standings = totals_of(500, 100, 0, 300, 1000, marks=(1, 1, 0, 1, 2))
    assert KALTER_SCHLAG.close(standings, {"how": "highest"}).stakes == (-4, 1, 2, 1, 0)
    with pytest.raises(InvalidCloseError, match=r"stakes_empty_seat at stakes\.4") as error:
        KALTER_SCHLAG.close(standings, {"how": "by_hand", "stakes": [-1, 0, 0, 0, 1]})
    assert error.value.problems[0].params == {"seat": 4}
    assert KALTER_SCHLAG.close(standings, {"how": "by_hand", "stakes": [-1, 1, 0, 0, 0]}).stakes == (-1, 1, 0, 0, 0)
    with pytest.raises(InvalidCloseError, match=r"^one_item_a_seat at stakes$"):
        KALTER_SCHLAG.close(standings, {"how": "by_hand", "stakes": []})


def test_threat_line_reckons_with_those_who_are_there() -> None:
    standings = totals_of(1000, 0, 0, 0, 1990)
    lines = KALTER_SCHLAG.outlook(standings, {"calls": 4}, Options(), 5)
    assert lines
    assert all(4 not in line.seats for line in lines)
    tied = KALTER_SCHLAG.outlook(totals_of(1990, 0, 0, 0, 2400), {}, Options(), 5)
    assert ("loses_with_any_mark", (0,)) in [(line.code, line.seats) for line in tied]
