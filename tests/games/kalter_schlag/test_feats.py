"""What the chronicle keeps of a game: each feat by deals reckoned by hand, and what is none."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.games.kalter_schlag.deal import Deal
from scorekeeper.games.kalter_schlag.feats import FeatCode
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import durchmarsch, given, load, normal, options, play

CALLED = {"calls": 3, "callers": [0, 2, 3]}
RUINOUS: dict[str, Any] = {"points": [0, 63, 57, 0], "jungfrauen": 2, **CALLED}  # 63 × 8 × 4 = 2,016 → 2,020


def feats(*entries: Deal | Void | Ruling, rules: Options | None = None, seats: int = 4) -> tuple[Feat, ...]:
    """Return the feats of a game."""
    used = rules or Options()
    standings = play(*entries, rules=used, seats=seats)
    return KALTER_SCHLAG.feats(entries, standings, used, seats)


def codes(*entries: Deal | Void | Ruling, rules: Options | None = None, seats: int = 4) -> list[tuple[str, int]]:
    """Return what happened in which entry."""
    return [(feat.code, feat.index) for feat in feats(*entries, rules=rules, seats=seats)]


def test_kalter_schlag_says_who_from_where_to_where_and_whose_calls() -> None:
    (feat,) = feats(normal(20, 48, 30, 22), load(RUINOUS))  # Bernd at 50
    assert (feat.code, feat.index, feat.seats) == (FeatCode.KALTER_SCHLAG, 1, (1,))
    assert feat.params == {
        "points": 2020, "before": (50,), "after": (2070,), "limit": 2000, "calls": 3, "callers": (0, 2, 3),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "struck"),
    [
        (990, True),  # under half
        (1000, False),  # exactly half is not under half
        (1990, False),
    ],
)
def test_kalter_schlag_begins_under_half_the_limit(before: int, struck: bool) -> None:
    marks = (0, 1, 0, 0)
    assert (FeatCode.KALTER_SCHLAG in dict(codes(*given((0, before, 0, 0), marks), load(RUINOUS)))) == struck


@pytest.mark.parametrize(
    ("before", "struck"),
    [
        (0, False),  # 1,980
        (20, True),  # exactly 2,000: the limit counts as past
        (10, False),  # 1,990
    ],
)
def test_kalter_schlag_reaches_the_limit(before: int, struck: bool) -> None:
    blow = normal(0, 62, 58, 0, jungfrauen=2, calls=3)  # 62 × 32 = 1,984 → 1,980
    rows = given((0, before, 0, 0), (0, 1, 0, 0))
    assert (FeatCode.KALTER_SCHLAG in dict(codes(*rows, blow))) == struck


def test_kalter_schlag_of_two_who_are_tied_is_that_of_both() -> None:
    blow = load({"points": [0, 60, 60, 0], "jungfrauen": 2, "calls": 4, "callers": [3, 0, 1, 2]})  # 3,840 each
    (feat,) = feats(*given((0, 100, 0, 0), (0, 1, 0, 0)), blow)
    assert (feat.seats, feat.params["before"], feat.params["after"]) == ((1, 2), (100, 0), (3940, 3840))
    (alone,) = feats(*given((0, 1000, 0, 0), (0, 1, 0, 0)), blow)
    assert (alone.seats, alone.params["after"]) == ((2,), (3840,))


def test_kalter_schlag_by_another_limit() -> None:
    rules = options(limit=100)
    (feat,) = feats(load({"penalties": [0, 100, 0, 0]}), rules=rules)
    assert (feat.code, feat.params["calls"], feat.params["callers"]) == (FeatCode.KALTER_SCHLAG, None, None)


def test_the_greatest_penalty_is_a_feat_besides() -> None:
    greatest = load({"points": [120, 0, 0, 0], "jungfrauen": 2, "calls": 4, "callers": [3, 0, 1, 2]})
    blow, most = feats(greatest)
    assert (blow.code, most.code) == (FeatCode.KALTER_SCHLAG, FeatCode.PENALTY_7680)
    assert (most.index, most.seats) == (0, (0,))
    assert most.params == {"points": 7680, "calls": 4, "callers": (3, 0, 1, 2)}
    tied = given((1500, 1500, 1000, 0), (1, 1, 1, 0))
    assert codes(*tied, load({"penalties": [0, 0, 7680, 0]})) == [(FeatCode.PENALTY_7680, 1)]


def test_a_win_by_marks_names_the_winners_and_their_totals() -> None:
    (feat,) = feats(*given((0, 400, 0, 0), (0, 4, 0, 0)), normal(20, 48, 30, 22))
    assert (feat.code, feat.index, feat.seats) == (FeatCode.FIVE_MARKS, 4, (1,))
    assert feat.params == {"marks": 5, "totals": (450,)}
    (both,) = feats(*given((400, 40, 0, 0), (4, 4, 0, 0)), normal(60, 60, 0, 0))
    assert (both.seats, both.params["totals"]) == ((0, 1), (460, 100))


def test_a_loss_at_the_limit_or_an_agreement_is_no_win_by_marks() -> None:
    assert codes(*given((0, 1990, 0, 0), (0, 4, 0, 0)), normal(20, 48, 30, 22)) == []
    standings = play(normal(20, 48, 30, 22))
    assert KALTER_SCHLAG.close(standings, {"how": "nobody"}).reason == "agreed"
    assert codes(normal(20, 48, 30, 22)) == []


def test_durchmarsch_with_four_calls_is_a_feat_and_with_three_is_none() -> None:
    (feat,) = feats(durchmarsch(2, calls=4))
    assert (feat.code, feat.index, feat.seats) == (FeatCode.DURCHMARSCH_HIRSCH, 0, (2,))
    assert feat.params == {"points": 1920, "calls": 4, "callers": None}
    assert codes(durchmarsch(2, calls=3)) == []
    assert codes(load({"penalties": [1920, 1920, 0, 1920]})) == []  # paper does not say what it was


def four_each(seats: int) -> list[Deal]:
    """Return deals of 31 by which everybody makes four marks; with five seats the dealer sits out."""
    deals = []
    marks = [0] * seats
    for number in range(4 * seats):
        dealer = number % seats
        out = dealer if seats == 5 else None
        loser = min((seat for seat in range(seats) if seat != out), key=lambda seat: marks[seat])
        marks[loser] += 1
        points: list[int | None] = [None] * seats
        points[loser] = 31
        deals.append(load({"points": points, **({} if out is None else {"sits_out": out})}, seats))
    assert marks == [4] * seats
    return deals


def test_the_seventeenth_deal_of_four_is_a_feat() -> None:
    deals = four_each(4)
    assert codes(*deals) == []
    last = feats(*deals, normal(31, 30, 30, 29))
    assert [(feat.code, feat.index, feat.seats) for feat in last] == [
        (FeatCode.FIVE_MARKS, 16, (0,)),
        (FeatCode.SEVENTEEN_DEALS, 16, (0, 1, 2, 3)),
    ]
    assert last[1].params == {"deals": 17}


def test_void_deals_and_rulings_do_not_count_among_the_seventeen() -> None:
    deals = four_each(4)
    nothing = Ruling((0, 10, 0, 0), (False,) * 4, passes_deal=False)
    assert codes(Void(), *deals[:9], nothing, *deals[9:]) == []
    longest = codes(Void(), *deals[:9], nothing, *deals[9:], normal(31, 30, 30, 29))
    assert longest[-1] == (FeatCode.SEVENTEEN_DEALS, 18)


def test_with_five_seats_it_is_the_twenty_first() -> None:
    deals = four_each(5)
    assert codes(*deals, seats=5) == []
    last = load({"points": [None, 31, None, None, None], "sits_out": 0}, 5)
    assert codes(*deals, last, seats=5) == [(FeatCode.FIVE_MARKS, 20), (FeatCode.SEVENTEEN_DEALS, 20)]


def test_without_a_winning_mark_no_game_is_the_longest() -> None:
    rules = options(marks_to_win=None)
    assert codes(*four_each(4), *[normal(31, 30, 30, 29)] * 3, rules=rules) == []


def test_void_deals_and_rulings_are_no_feats() -> None:
    assert codes(Void(), Ruling((0, 7680, 0, 0), (False, True, False, False))) == []
    won = codes(*given((0, 100, 0, 0), (0, 4, 0, 0)), Ruling((0, 50, 0, 0), (False, True, False, False)))
    assert won == []
    assert codes() == []
