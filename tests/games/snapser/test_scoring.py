"""What a deal of Šnapser is worth, worked out by hand, and the lines that say why."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.snapser.deal import OUTCOMES, Declared
from scorekeeper.games.snapser.rules import SNAPSER
from tests.games.snapser.helpers import deal, payload, points


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ({"outcome": "s_vodou"}, 2),
        ({"outcome": "bez_vody"}, 4),
        ({"outcome": "za6"}, 6),
        ({"outcome": "tichy_durch"}, 18),
        ({"declared": "za12", "outcome": "za12"}, 12),
        ({"declared": "za12", "outcome": "tichy_durch"}, 18),
        ({"declared": "durch", "outcome": "durch"}, 36),
        ({"red": True}, 4),
        ({"raises": 1}, 4),
        ({"raises": 2}, 8),
        ({"raises": 3}, 16),
        ({"raises": 4}, 32),
        ({"declared": "durch", "outcome": "durch", "red": True, "raises": 4}, 1152),
    ],
)
def test_two_pay_one_another_what_the_deal_is_worth(said: dict[str, Any], due: int) -> None:
    assert points(2, **said) == (due, -due)
    assert points(2, **said, winner="opponents") == (-due, due)


def test_of_three_the_chooser_pays_each_or_gets_it_from_each() -> None:
    assert points(3, outcome="bez_vody", chooser=1) == (-4, 8, -4)
    assert points(3, outcome="bez_vody", chooser=1, winner="opponents") == (4, -8, 4)


def test_of_four_each_loser_pays_one_winner_and_who_plays_alone_all_three() -> None:
    assert points(4, outcome="za6", chooser=3, partner=0) == (6, -6, -6, 6)
    assert points(4, outcome="za6", chooser=3, partner=0, winner="opponents") == (-6, 6, 6, -6)
    assert points(4, outcome="za6", chooser=3) == (-6, -6, -6, 18)
    assert points(4, declared="durch", outcome="durch", chooser=3, winner="opponents") == (36, 36, 36, -108)


def test_who_sits_out_pays_nothing_and_two_of_three_pay_as_two() -> None:
    assert points(3, outcome="za6", chooser=2, sits_out=[0]) == (0, -6, 6)
    assert points(4, outcome="za6", chooser=2, sits_out=[0]) == (0, -6, 12, -6)


def test_nehram_costs_six_and_twice_that_with_red_trumps_unless_the_house_says_no() -> None:
    given: Any = {"declared": "nehram", "winner": "opponents", "outcome": "nehram"}
    assert points(3, **given) == (-12, 6, 6)
    assert points(3, **given, red=True) == (-24, 12, 12)
    assert points(3, {"nehram_red_doubles": False}, **given, red=True) == (-12, 6, 6)
    assert points(3, {"nehram_red_doubles": False}, outcome="bez_vody", red=True) == (16, -8, -8)


def test_all_tricks_in_za_12_may_stay_12() -> None:
    house = {"za12_all_tricks": "za12"}
    assert points(2, house, declared="za12", outcome="tichy_durch") == (12, -12)
    assert points(2, house, outcome="tichy_durch") == (18, -18)


def test_a_lost_durch_may_cost_the_silent_one_besides() -> None:
    lost: Any = {"declared": "durch", "winner": "opponents"}
    assert points(2, {"durch_lost_all": "both"}, **lost, outcome="tichy_durch") == (-54, 54)
    assert points(2, {"durch_lost_all": "both"}, **lost, outcome="durch") == (-36, 36)


def test_raises_may_double_only_what_was_declared() -> None:
    house = {"raises_apply_to": "declared"}
    # 2 was declared and is doubled twice; the 4 that "for 6" is worth beyond it count once
    assert points(2, house, outcome="za6", raises=2) == (12, -12)
    assert points(2, house, outcome="za6", raises=2, red=True) == (24, -24)
    assert points(2, house, outcome="s_vodou", raises=2) == (8, -8)
    assert points(2, house, declared="za12", outcome="tichy_durch", raises=1) == (30, -30)
    assert points(2, {**house, "za12_all_tricks": "za12"}, declared="za12", outcome="tichy_durch", raises=1) == (
        24,
        -24,
    )


def test_base_multiplies_everything() -> None:
    assert points(2, {"base": 10}, declared="za12", outcome="za12", raises=2) == (480, -480)


POSSIBLE = [(declared, outcome) for declared in Declared for outcome in OUTCOMES[declared]]


@given(
    st.sampled_from(POSSIBLE),
    st.booleans(),
    st.booleans(),
    st.integers(0, 4),
    st.integers(2, 4),
    st.data(),
)
def test_every_deal_sums_to_nought_and_the_winners_get_it(
    game: tuple[Declared, str], red: bool, chooser_wins: bool, raises: int, seats: int, data: st.DataObject
) -> None:
    declared, outcome = game
    given = declared == Declared.NEHRAM
    chooser = data.draw(st.integers(0, seats - 1))
    others = [seat for seat in range(seats) if seat != chooser]
    partner = data.draw(st.sampled_from([None, *others])) if seats == 4 and declared in ("hram", "za12") else None
    loaded = deal(
        seats,
        chooser=chooser,
        partner=partner,
        declared=declared.value,
        outcome=str(outcome),
        red=red,
        raises=0 if given else raises,
        winner="chooser" if chooser_wins and not given else "opponents",
    )
    result = SNAPSER.score(loaded, SNAPSER.load_options({}), seats)
    winners = loaded.side(loaded.winner)
    assert sum(result.points) == 0
    assert {seat for seat, each in enumerate(result.points) if each > 0} == set(winners)
    assert {seat for seat, each in enumerate(result.points) if each < 0} == set(loaded.side(loaded.loser))


def codes(seats: int = 3, options: dict[str, Any] | None = None, **said: object) -> list[str]:
    """Return the codes of the lines that explain a deal."""
    rules = SNAPSER.load_options(options or {})
    found = SNAPSER.score(SNAPSER.load(payload(**said), rules, seats), rules, seats)
    return [str(line.code) for line in found.lines]


def test_lines_tell_every_step_and_the_negative_too() -> None:
    assert codes() == ["declared", "reached", "not_red", "no_raise", "value"]
    assert codes(red=True, raises=2) == ["declared", "reached", "red", "raises", "value"]
    nehram: Any = {"declared": "nehram", "winner": "opponents", "outcome": "nehram"}
    assert codes(**nehram) == ["declared", "reached", "not_red", "nehram_unraised", "value"]
    assert codes(3, {"nehram_red_doubles": False}, **nehram, red=True)[2] == "red_not_nehram"
    house = {"raises_apply_to": "declared"}
    assert codes(3, house, outcome="za6", raises=1)[3] == "raises_declared"
    assert codes(3, house, raises=1)[3] == "raises"


def test_the_last_line_holds_the_whole_reckoning() -> None:
    rules = SNAPSER.load_options({"base": 5})
    line = SNAPSER.score(deal(3, {"base": 5}, outcome="bez_vody", raises=2, red=True), rules, 3).lines[-1]
    assert line.seats == (0,)
    assert dict(line.params) == {
        "declared": "hram", "outcome": "bez_vody", "chooser": 0, "partner": None, "chooser_won": True, "base": 5,
        "game": 4, "part": 4, "red": True, "red_doubles": True, "raises": 2, "value": 160, "losers": (1, 2),
        "counted": None,
    }  # fmt: skip


@pytest.mark.parametrize(("partner", "alone"), [(None, True), (2, False)])
def test_of_four_it_is_said_who_plays_alone(partner: int | None, alone: bool) -> None:
    line = SNAPSER.score(deal(4, partner=partner), SNAPSER.load_options({}), 4).lines[0]
    assert line.seats == (0,) if alone else (0, 2)
    assert line.params["alone"] is alone


def test_every_game_doubles_and_never_less_than_the_base() -> None:
    for (declared, outcome), red, raises in product(POSSIBLE, (False, True), range(5)):
        if declared != Declared.NEHRAM:
            paid = points(2, declared=declared.value, outcome=str(outcome), red=red, raises=raises)
            plain = points(2, declared=declared.value, outcome=str(outcome))
            assert paid[0] == plain[0] * 2**raises * (2 if red else 1) >= 2


@pytest.mark.parametrize(
    ("said", "enough"),
    [
        ({"ended": "dost", "points": [66, 20]}, True),
        ({"ended": "dost", "points": [65, 20]}, False),
        ({"ended": "last_trick", "points": [60, 60]}, True),
    ],
)
def test_points_that_were_told_stand_in_the_lines(said: dict[str, Any], enough: bool) -> None:
    rules = SNAPSER.load_options({})
    played = SNAPSER.load({"chooser": 0, "declared": "hram", "ended_by": "chooser", **said}, rules, 3)
    lines = SNAPSER.score(played, rules, 3).lines
    assert [str(line.code) for line in lines][:3] == ["declared", "counted", "reached"]
    assert (lines[1].seats, lines[1].params["enough"]) == ((0,), enough)
    assert lines[-1].params["counted"] == tuple(said["points"])
