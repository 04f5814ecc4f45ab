"""Which deals of Šnapser are possible, and what is wrong with the others."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.snapser.deal import Deal, Declared, Reached, Side, raisers, usual_chooser
from scorekeeper.games.snapser.options import Options
from scorekeeper.games.snapser.rules import SNAPSER
from tests.games.snapser.helpers import deal, payload, problems

NEHRAM = {"declared": "nehram", "winner": "opponents", "outcome": "nehram"}


def test_a_deal_holds_what_was_said() -> None:
    assert deal(3, chooser=2, outcome="za6", red=True, raises=3) == Deal(
        3, 2, Declared.HRAM, Side.CHOOSER, Reached.ZA6, True, 3
    )
    assert SNAPSER.dump(deal(4, partner=3, sits_out=None)) == {
        "v": 1, "chooser": 0, "declared": "hram", "winner": "chooser", "outcome": "s_vodou", "red": False, "raises": 0,
        "partner": 3,
    }  # fmt: skip
    assert SNAPSER.dump(deal(3, chooser=2, sits_out=[0]))["sits_out"] == [0]


def test_what_has_only_one_outcome_need_not_say_it() -> None:
    assert deal(declared="durch", outcome=None).outcome == Reached.DURCH
    assert deal(declared="za12", outcome=None).outcome == Reached.ZA12
    given_up = deal(declared="nehram", winner=None, outcome=None)
    assert (given_up.winner, given_up.outcome) == (Side.OPPONENTS, Reached.NEHRAM)
    assert problems(payload(outcome=None)) == [("outcome", "outcome")]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"chooser": 3}, ("chooser_seat", "chooser")),
        ({"chooser": -1}, ("chooser_seat", "chooser")),
        ({"chooser": None}, ("integer", "chooser")),
        ({"chooser": "0"}, ("integer", "chooser")),
        ({"declared": "betl"}, ("declared", "declared")),
        ({"declared": None}, ("declared", "declared")),
        ({"winner": "Anna"}, ("winner", "winner")),
        ({"winner": None}, ("winner", "winner")),
        ({"outcome": "za12"}, ("outcome_not_of_declaration", "outcome")),
        ({"outcome": 2}, ("outcome_not_of_declaration", "outcome")),
        ({"declared": "za12", "outcome": "za6"}, ("outcome_not_of_declaration", "outcome")),
        ({"declared": "durch", "outcome": "tichy_durch"}, ("outcome_not_of_declaration", "outcome")),
        ({"red": 1}, ("boolean", "red")),
        ({"raises": 5}, ("raises_0_4", "raises")),
        ({"raises": True}, ("integer", "raises")),
        ({**NEHRAM, "raises": 1}, ("nehram_no_raise", "raises")),
        ({**NEHRAM, "winner": "chooser"}, ("nehram_always_lost", "winner")),
        ({"partner": 1}, ("partner", "partner")),
        ({"sits_out": [3]}, ("sits_out_seat", "sits_out.0")),
        ({"sits_out": [0]}, ("chooser_seat", "chooser")),
        ({"sits_out": [1, 2]}, ("players_2_4", "sits_out")),
        ({"v": 2}, ("version", "v")),
        ({"base": 1}, ("unknown_key", "base")),
    ],
)
def test_what_is_wrong_is_told_at_its_place(said: dict[str, Any], found: tuple[str, str]) -> None:
    assert problems(payload(**said)) == [found]


@pytest.mark.parametrize(
    "said",
    [{"partner": 0}, {"partner": 4}, {"partner": 1, **NEHRAM}, {"partner": 1, "declared": "durch", "outcome": "durch"}],
)
def test_of_four_the_partner_is_another_one_and_durch_and_nehram_are_played_alone(said: dict[str, Any]) -> None:
    assert problems(payload(**said), 4) == [("partner", "partner")]


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    assert ("players_2_4", "") in problems(payload(), seats)


def test_a_lost_durch_with_all_tricks_is_known_only_to_the_house_rule() -> None:
    lost = payload(declared="durch", outcome="tichy_durch", winner="opponents")
    assert problems(lost) == [("outcome_not_of_declaration", "outcome")]
    assert problems(lost, options={"durch_lost_all": "both"}) == []
    assert problems({**lost, "winner": "chooser"}, options={"durch_lost_all": "both"}) == [
        ("outcome_not_of_declaration", "outcome")
    ]


def test_all_that_is_wrong_is_told() -> None:
    assert problems({"declared": "x", "winner": 1, "red": "yes", "raises": 9, "v": 3}) == [
        ("version", "v"), ("declared", "declared"), ("integer", "chooser"), ("winner", "winner"), ("boolean", "red"),
        ("raises_0_4", "raises"),
    ]  # fmt: skip
    assert ("not_an_object", "") in problems([])


@pytest.mark.parametrize(
    ("seats", "vacant", "choosers"),
    [(2, (), [1, 0]), (3, (), [2, 0, 1]), (4, (), [3, 0, 1, 2]), (3, (1,), [2, 0, 0]), (4, (0, 2), [3, 3, 1, 1])],
)
def test_the_dealers_right_hand_neighbour_chooses(seats: int, vacant: tuple[int, ...], choosers: list[int]) -> None:
    found = [usual_chooser(dealer, seats, frozenset(vacant)) for dealer in range(seats)]
    assert [choosers[at] for at in range(seats) if at not in vacant] == [
        seat for at, seat in enumerate(found) if at not in vacant
    ]


def test_opponents_raise_first_and_then_in_turn() -> None:
    assert [side.value for side in raisers(4)] == ["opponents", "chooser", "opponents", "chooser"]
    assert raisers(0) == ()


def test_a_deal_must_leave_out_the_empty_seats_and_no_others() -> None:
    played = deal(3, chooser=2, sits_out=[0])
    assert SNAPSER.dealer_problems(played, 1, 3, frozenset({0})) == ()
    found = SNAPSER.dealer_problems(played, 1, 3)
    assert [(problem.code, problem.where) for problem in found] == [("sits_out_is_empty", "sits_out")]
    assert found[0].params == {"seats": (0,), "empty_seats": ()}
    assert SNAPSER.dealer_problems(deal(), 2, 3) == ()


def test_any_seat_may_choose_whoever_dealt() -> None:
    options = Options()
    standings = SNAPSER.standings([deal(chooser=seat) for seat in (0, 1, 2)], options, 3)
    assert standings.totals == (0, 0, 0)


def test_seats_that_leave_are_passed_over_and_rows_before_stay() -> None:
    rows = [deal(3, chooser=2), deal(3, chooser=2, sits_out=[1])]
    standings = SNAPSER.standings(rows, Options(), 3, 0, {}, {1: frozenset({1})})
    assert standings.running_totals == ((-2, -2, 4), (-4, -2, 6))
    assert standings.dealers == (0, 2)
    assert SNAPSER.sits_out(0, 3, frozenset({1})) == 1
    assert SNAPSER.sits_out(0, 3) is None


def test_players_who_change_places_keep_their_parts() -> None:
    moved = SNAPSER.reseat(deal(4, chooser=0, partner=2), (3, 0, 1, 2))
    assert (moved.chooser, moved.partner) == (1, 3)
    assert SNAPSER.reseat(deal(4, chooser=0, sits_out=[1, 3]), (3, 2, 1, 0)).sits_out == (0, 2)


def counted(**said: object) -> dict[str, object]:
    """Return a deal told by its points, changed in what is said."""
    given = {"chooser": 0, "declared": "hram", "ended": "dost", "ended_by": "chooser", "points": [66, 20]}
    return {**given, **said}


def test_points_say_who_won_and_how() -> None:
    played = SNAPSER.load(counted(), Options(), 3)
    assert (played.winner, played.outcome) == (Side.CHOOSER, Reached.BEZ_VODY)
    assert SNAPSER.dump(played) == {
        "v": 1, "chooser": 0, "declared": "hram", "red": False, "raises": 0, "ended": "dost", "ended_by": "chooser",
        "points": [66, 20], "trickless": False,
    }  # fmt: skip
    lost = SNAPSER.load(counted(ended_by="opponents", points=[40, 70], marriages=20), Options(), 3)
    assert (lost.winner, lost.outcome, lost.count.points) == (Side.OPPONENTS, Reached.S_VODOU, 70)
    assert SNAPSER.dump(lost)["marriages"] == 20


def test_what_is_said_besides_must_agree_with_the_points() -> None:
    assert problems(counted(winner="chooser", outcome="bez_vody")) == []
    assert problems(counted(winner="chooser", outcome="s_vodou")) == [("count_differs", "outcome")]
    assert problems(counted(winner="opponents", outcome="bez_vody")) == [("count_differs", "outcome")]
    assert problems(counted(outcome="bez_vody")) == [("count_differs", "outcome")]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"ended": "over"}, [("ended", "ended")]),
        ({"ended": None}, [("ended", "ended")]),
        ({"ended_by": None}, [("ended_by", "ended_by")]),
        ({"points": None}, [("count_two", "points")]),
        ({"points": [66]}, [("count_two", "points")]),
        ({"points": [66, None]}, [("integer", "points.1")]),
        ({"points": [221, -1]}, [("count_range", "points.0"), ("count_range", "points.1")]),
        ({"points": [120, 101]}, [("count_sum", "points")]),
        ({"trickless": 1}, [("boolean", "trickless")]),
        ({"marriages": 30}, [("count_marriages", "marriages")]),
        ({"marriages": 40}, [("count_marriages", "marriages")]),
        ({"trickless": True, "points": [66, 7]}, [("count_trickless", "trickless")]),
        ({"declared": "nehram"}, [("count_not_asked", "ended")]),
        ({"ended": "x", "ended_by": "x"}, [("ended", "ended"), ("ended_by", "ended_by")]),
        ({"declared": "x"}, [("declared", "declared")]),
    ],
)
def test_points_that_cannot_be_are_told(said: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert problems(counted(**said)) == found
    told = [each for each in problems({**counted(**said), "winner": "chooser", "outcome": "s_vodou"}) if each in found]
    assert told == found
