"""What a deal of Staekske Rape gives its declarer under each house rule, and the lines that say why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.staekske_rape.deal import POINTS, tens
from scorekeeper.games.staekske_rape.options import Options
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE
from tests.games.staekske_rape.helpers import bid, load, options, worth


@pytest.mark.parametrize(
    ("points", "down", "up"), [(115, 11, 12), (116, 12, 12), (114, 11, 11), (145, 14, 15), (5, 0, 1)]
)
def test_a_five_goes_down_or_by_the_house_rule_up(points: int, down: int, up: int):
    assert (tens(points, False), tens(points, True)) == (down, up)


def test_a_five_decides_a_bid_by_the_house_rule():
    # needs 14: 135 makes 13 or 14
    assert worth(bid(4, 135)) == -12
    assert worth(bid(4, 135), five_rounds="up") == 0


def test_an_untouched_stock_doubles_wins_and_losses_unless_the_house_spares_losses():
    assert worth(bid(3, 140, without_stock=True)) == 2
    assert worth(bid(3, 120, without_stock=True)) == -24
    assert worth(bid(3, 120, without_stock=True), double_losses=False) == -12
    assert worth(bid(3, 140, without_stock=True), double_losses=False) == 2


def test_no_trick_costs_50_whatever_the_melds_and_double_without_the_stock():
    none = {"event": "no_tricks", "without_stock": True}
    assert worth(bid(3, None, "four_jacks", event="no_tricks")) == -50
    assert worth(bid(3, None, **none)) == -100
    assert worth(bid(3, None, **none), double_no_tricks=False) == -50
    assert worth(bid(3, None, **none), double_losses=False) == -100


def test_four_jacks_that_are_not_played_count_100_card_points():
    # needs 13 − 20 − 2 = −9, made 10
    assert worth(bid(3, None, "stoek", "four_jacks", event="four_jacks_unplayed")) == 19


def test_the_lines_say_each_step():
    deal = load({"declarer": 2, "bid": 5, "card_points": 93, "melds": ["four_nines"], "without_stock": True})
    lines = STAEKSKE_RAPE.score(deal, Options(), 4).lines
    assert [line.code for line in lines] == ["needed", "made", "result"]
    assert all(line.seats == (2,) for line in lines)
    told = {key: lines[-1].params[key] for key in ("needed", "made", "difference", "result", "points")}
    assert told == {"needed": 1, "made": 9, "difference": 8, "result": 8, "points": 16}


def test_a_bid_beyond_reach_says_so():
    codes = [line.code for line in STAEKSKE_RAPE.score(load(bid(16, 100)), Options(), 4).lines]
    assert codes == ["needed", "made", "beyond_reach", "result"]
    assert worth(bid(15, event="all_tricks")) == 0


@given(st.integers(1, 99), st.sampled_from(POINTS), st.booleans(), st.booleans())
def test_more_card_points_never_give_less(number: int, points: int, stock: bool, up: bool):
    house = options(five_rounds="up" if up else "down")
    if points + 1 in POINTS:
        less, more = (
            STAEKSKE_RAPE.score(load(bid(number, each, without_stock=stock)), house, 4).points[0]
            for each in (points, points + 1)
        )
        assert less <= more
