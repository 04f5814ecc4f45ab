"""What the lines about the next deal say, and in which order: cases worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.outcome import Line
from scorekeeper.core.standings import State
from scorekeeper.games.kalter_schlag.opendeal import OpenDeal, known_deal
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import given, load, options, play
from tests.games.kalter_schlag.test_outlook import EDGES, makers

MOCK_UP = play(*given(*EDGES["the mock-up"]))


def test_the_sentence_of_the_mock_up_holds() -> None:
    """At ×4 and 1,640 points: 89 or more, 45 if one takes no trick; a tie gives Dieter his fifth mark."""
    lines = KALTER_SCHLAG.outlook(MOCK_UP, {"callers": [0, 2]}, Options(), 4)
    assert lines[0] == Line("factor", (), {"factor": 4, "calls": 2, "jungfrauen": 0})
    assert lines[1] == Line("loses_from", (1,), {"points": 89, "points_one": 45, "unless_tied": (3,)})


def test_factor_is_told_from_two_on() -> None:
    for calls, factor in enumerate((None, 2, 4, 8, 16)):
        lines = KALTER_SCHLAG.outlook(MOCK_UP, {"calls": calls}, Options(), 4)
        factors = [line.params["factor"] for line in lines if line.code == "factor"]
        assert factors == ([factor] if factor else [])
        assert lines[0].code == ("factor" if factor else "loses_from")


def test_number_that_no_jungfrau_changes_is_told_once() -> None:
    standings = play(*given((1670, 0, 0, 310), (1, 0, 0, 4)))
    lines = KALTER_SCHLAG.outlook(standings, {"calls": 3}, Options(), 4)
    assert next(line.params for line in lines if line.code == "loses_from") == {"points": 41, "unless_tied": (3,)}
    [wins] = [line for line in KALTER_SCHLAG.outlook(standings, {"calls": 2}, Options(), 4) if "up_to" in line.code]
    assert wins.params == {"points": 120, "points_two": 105}


def test_tie_at_the_very_number_may_spoil_a_win() -> None:
    """With 41 points both get 330, which takes the rival to the limit, and by this house rule that counts first."""
    rules = options(fifth_vs_limit="limit_first")
    standings = play(*given((1660, 1670, 0, 0), (4, 1, 0, 0)), rules=rules)
    [wins] = [line for line in KALTER_SCHLAG.outlook(standings, {"calls": 3}, rules, 4) if line.code == "wins_up_to"]
    assert (wins.seats, wins.params) == ((0,), {"points": 41, "points_one": 0, "unless_tied": (1,)})


def test_loss_by_any_mark_comes_before_any_number() -> None:
    standings = play(*given((1990, 1960, 0, 0), (3, 3, 0, 0)))
    lines = KALTER_SCHLAG.outlook(standings, {}, Options(), 4)
    assert [(line.code, line.seats) for line in lines[:2]] == [
        ("loses_with_any_mark", (0,)),
        ("loses_from", (1,)),
    ]
    assert lines[1].params == {"points": 35, "unless_tied": (0,)}


def test_losses_come_first_and_among_them_the_likeliest() -> None:
    codes = [
        (line.code, line.seats) for line in KALTER_SCHLAG.outlook(MOCK_UP, {"calls": 2}, Options(), 4) if line.seats
    ]
    assert codes[:4] == [("loses_from", (1,)), ("loses_from", (0,)), ("loses_from", (3,)), ("wins_up_to", (3,))]


def test_nothing_can_be_decided_in_the_first_deal_without_calls() -> None:
    assert KALTER_SCHLAG.outlook(play(), {}, Options(), 4) == ()


def test_five_calls_of_four_do_not_exist_but_a_first_deal_can_lose_the_game_at_32_and_64() -> None:
    """docs/rules/kalter_schlag.md §28: from 63 points on at ×32, always at ×64 but for the tie of 60."""
    lines = KALTER_SCHLAG.outlook(play(), {"calls": 4}, Options(), 4)
    assert [line.params for line in lines if line.code == "loses_from"] == [{"points_one": 63, "points_two": 61}] * 4
    assert not [line for line in lines if line.code.startswith(("tie", "durchmarsch"))]


@pytest.mark.parametrize(
    "payload",
    [
        None, [], "x", {"calls": 5}, {"calls": -1}, {"calls": True}, {"calls": "4"}, {"callers": 3},
        {"jungfrau_seats": [7, "x", None, [1]]}, {"jungfrauen": 9}, {"jungfrauen": "2"}, {"durchmarsch": 9},
        {"durchmarsch": "0"}, {"callers": [9, None]}, {"points": [1]}, {"calls": 10**40},
    ],
)  # fmt: skip
def test_what_makes_no_sense_counts_as_not_known(payload: Any) -> None:
    for standings in (MOCK_UP, play()):
        assert KALTER_SCHLAG.outlook(standings, payload, Options(), 4) == KALTER_SCHLAG.outlook(
            standings, {}, Options(), 4
        )


def deal_known(payload: dict[str, object]) -> OpenDeal:
    return known_deal(MOCK_UP, payload, Options(), (0, 1, 2, 3))


def test_calls_are_counted_by_their_callers_unless_the_number_is_given() -> None:
    assert deal_known({"callers": [3, 1, 1]}).calls == 2
    assert deal_known({"callers": [3, 1], "calls": 4}).calls == 4
    assert deal_known({"callers": [3, 1], "calls": 9}).calls == 2


def test_jungfrauen_are_at_least_those_named() -> None:
    assert deal_known({"jungfrau_seats": [3, 1]}).jungfrauen == 2
    assert deal_known({"jungfrau_seats": [3], "jungfrauen": 2}).jungfrauen == 2
    assert deal_known({"jungfrau_seats": [3, 1], "jungfrauen": 1}).jungfrauen == 2
    assert deal_known({"jungfrauen": 4}).jungfrauen == 0


def test_three_jungfrauen_leave_only_the_durchmarsch() -> None:
    lines = KALTER_SCHLAG.outlook(
        play(*given((1900, 0, 0, 0), (1, 0, 0, 0))), {"jungfrau_seats": [0, 1, 2]}, Options(), 4
    )
    assert lines == (Line("durchmarsch_loses", (0,), {"makers": (3,)}),)
    assert lines[0].params == {"makers": (3,)}


def test_the_factor_counts_the_jungfrauen_known_and_is_not_told_alone() -> None:
    lines = KALTER_SCHLAG.outlook(MOCK_UP, {"calls": 2, "jungfrau_seats": [2]}, Options(), 4)
    assert lines[0].params == {"factor": 8, "calls": 2, "jungfrauen": 1}
    assert KALTER_SCHLAG.outlook(play(), {"calls": 1}, Options(), 4) == ()


def test_after_the_ending_there_is_no_outlook() -> None:
    over = play(load({"points": [120, 0, 0, 0], "jungfrauen": 2, "calls": 4}))
    assert over.state is State.OVER
    assert KALTER_SCHLAG.outlook(over, {"calls": 4}, Options(), 4) == ()


def test_who_sits_out_is_in_no_line() -> None:
    standings = play(*given((1900, 0, 0, 0, 1900), (4, 4, 4, 4, 4)), seats=5, first_dealer=0)
    assert standings.dealer == 4
    lines = KALTER_SCHLAG.outlook(standings, {"calls": 4}, Options(), 5)
    assert lines
    assert all(4 not in line.seats for line in lines)
    assert all(4 not in makers(line) for line in lines if "makers" in line.params)


def told(rules: Options, totals: tuple[int, ...], marks: tuple[int, ...], **known: object) -> set[tuple[str, Any]]:
    """Return codes and seats of the threat line of a game that stands like this."""
    standings = play(*given(totals, marks), rules=rules)
    assert standings.ending is None
    return {(line.code, line.seats) for line in KALTER_SCHLAG.outlook(standings, known, rules, 4)}


def test_a_tie_of_all_four_at_30_may_win_where_31_alone_is_too_much() -> None:
    # 30 x 16 = 480 leaves Anna at 1990, but 31 x 16 = 496 gives 500: 2010
    totals, marks = (1510, 0, 0, 0), (4, 0, 0, 0)
    assert ("tie_wins", (0, 1, 2, 3)) in told(options(), totals, marks, calls=4)
    assert ("tie_wins", (0, 1, 2, 3)) not in told(options(four_way="none_scores"), totals, marks, calls=4)


def test_a_tie_may_win_for_one_who_alone_would_neither_win_nor_lose() -> None:
    # Bernd and Clara are tied over the limit: alone with 2010 Anna is not the highest
    totals, marks = (1510, 2100, 2100, 0), (4, 1, 1, 0)
    assert ("tie_wins", (0, 1, 2, 3)) in told(options(), totals, marks, calls=4)
