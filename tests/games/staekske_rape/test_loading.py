"""Reading deals and house rules of Staekske Rape, and refusing what cannot be."""

from __future__ import annotations

import pytest

from scorekeeper.core.problems import InvalidOptionsError
from scorekeeper.games.staekske_rape.melds import Meld, fits
from scorekeeper.games.staekske_rape.options import FiveRounds, Options
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE
from tests.games.staekske_rape.helpers import bid, load, options, problems


@pytest.mark.parametrize(
    ("payload", "wrong"),
    [
        ({"bid": 3, "card_points": 100}, [("declarer_missing", "declarer")]),
        ({"declarer": 4, "bid": 3, "card_points": 100}, [("declarer_seat", "declarer")]),
        ({"declarer": 0, "card_points": 100}, [("bid_missing", "bid")]),
        (bid(100, 100), [("bid_at_most", "bid")]),
        ({"declarer": 0, "bid": "3", "card_points": 100}, [("bid_whole", "bid")]),
        (bid(3), [("card_points_missing", "card_points")]),
        (bid(3, 147), [("card_points_0_146", "card_points")]),
        (bid(3, 146, event="all_tricks"), [("card_points_not_asked", "card_points")]),
        (bid(3, 1, event="no_tricks"), [("card_points_not_asked", "card_points")]),
        (bid(3, 1, event="lost"), [("choice", "event")]),
        (bid(3, event="refused"), [("refused_alone", "event")]),
        (bid(None, None, "stoek", event="refused"), [("refused_alone", "event")]),
        (bid(None, event="refused", without_stock=True), [("refused_alone", "event")]),
        (bid(3, event="four_jacks_unplayed"), [("four_jacks_needed", "melds")]),
        ({"declarer": 0, "bid": 3, "card_points": 9, "melds": "run3"}, [("melds_list", "melds")]),
        (bid(3, 9, "belote"), [("meld_unknown", "melds")]),
        (bid(3, 9, "stoek", "stoek"), [("meld_twice", "melds")]),
        (bid(3, 9, "four_aces", "four_aces"), [("meld_twice", "melds")]),
        (bid(3, 9, *["run3"] * 3), [("more_than_seven_cards", "melds")]),
        (bid(3, 9, *["run3"] * 8), [("more_than_seven_cards", "melds")]),
        (bid(3, None, "belote", event="four_jacks_unplayed"), [("meld_unknown", "melds")]),
        (bid(3, 9, without_stock=None), [("boolean", "without_stock")]),
    ],
)
def test_what_is_wrong_is_told_at_its_place(payload: dict[str, object], wrong: list[tuple[str, str]]):
    assert problems(payload) == wrong


def test_four_jacks_must_be_played_where_the_house_says_so():
    payload = bid(3, None, "four_jacks", event="four_jacks_unplayed")
    assert problems(payload) == []
    assert problems(payload, options(four_jacks_unplayed=False)) == [("unplayed_not_offered", "event")]


def test_melds_stand_in_their_order_and_a_trick_without_points_is_none():
    assert load(bid(3, 9, "stoek", "run3", "run3")).melds == (Meld.RUN3, Meld.RUN3, Meld.STOEK)
    assert load(bid(3, 0, event="no_tricks")).card_points is None
    assert load(bid(3, 0)).card_points == 0


@pytest.mark.parametrize(
    ("melds", "possible"),
    [
        (("run4", "run3", "stoek"), True),
        (("run3", "run3", "stoek"), True),
        (("run4", "four_kings", "stoek"), True),
        (("run3", "four_jacks"), True),
        (("run4", "four_nines"), True),
        (("four_kings", "stoek"), True),
        (("run4", "run4"), False),
        (("four_jacks", "four_nines"), False),
        (("run5", "run3"), False),
        (("run5", "four_aces"), False),
        (("run3", "run3", "four_tens"), False),
        (("run4", "four_nines", "stoek"), False),
    ],
)
def test_seven_cards_hold_some_melds_and_not_others(melds: tuple[str, ...], possible: bool):
    assert fits(tuple(Meld(meld) for meld in melds)) is possible


def test_house_rules_have_defaults_and_are_read():
    assert options() == Options()
    assert options(five_rounds="up", target=50).five_rounds is FiveRounds.UP
    assert STAEKSKE_RAPE.has_stakes(options(winner_paid=True))
    assert not STAEKSKE_RAPE.has_stakes(options())


def test_wrong_house_rules_are_all_told():
    with pytest.raises(InvalidOptionsError) as error:
        options(target=9, five_rounds=5, winner_paid="yes")
    assert [(problem.code, problem.where) for problem in error.value.problems] == [
        ("target_range", "target"),
        ("choice", "five_rounds"),
        ("boolean", "winner_paid"),
    ]
