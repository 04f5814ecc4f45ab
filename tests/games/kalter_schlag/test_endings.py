"""Endings: who pays whom and why, the next dealer, endings by agreement."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.outcome import Line
from scorekeeper.core.problems import InvalidCloseError
from scorekeeper.core.standings import Ending, State
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import ending, given, normal, options, play

CLARA_CLEAN = given((1990, 100, 0, 310), (3, 1, 0, 2))


def as_data(lines: tuple[Line, ...]) -> list[tuple[str, tuple[int, ...], dict[str, Any]]]:
    return [(str(line.code), line.seats, dict(line.params)) for line in lines]


def test_loser_pays_each_and_the_lines_say_why_single_or_double() -> None:
    over = ending(play(*CLARA_CLEAN, normal(60, 40, 20, 0)))
    assert over.pairs == ((0, 1, 1), (0, 2, 2), (0, 3, 1))
    assert over.stakes == (-4, 1, 2, 1)
    assert as_data(over.lines) == [
        ("lost_limit", (0,), {"points": 2050, "limit": 2000}),
        ("pays_single", (0, 1), {"stakes": 1, "points": 100}),
        ("pays_double", (0, 2), {"stakes": 2, "points": 0}),
        ("pays_single", (0, 3), {"stakes": 1, "points": 310}),
    ]
    assert (over.next_dealer, over.next_dealer_chosen_by) == (None, 0)


def test_winner_by_marks_is_paid_double_by_each_and_deals_next() -> None:
    over = ending(play(*given((0, 100, 0, 310), (0, 1, 0, 4)), normal(20, 20, 20, 60)))
    assert over.pairs == ((0, 3, 2), (1, 3, 2), (2, 3, 2))
    assert as_data(over.lines) == [
        ("won_marks", (3,), {"marks": 5, "limit": 2000}),
        ("pays_winner", (0, 3), {"stakes": 2}),
        ("pays_winner", (1, 3), {"stakes": 2}),
        ("pays_winner", (2, 3), {"stakes": 2}),
    ]
    assert (over.next_dealer, over.next_dealer_chosen_by) == (3, None)


def test_when_all_four_win_the_lines_say_that_nobody_pays() -> None:
    over = ending(play(*given((40, 40, 40, 40), (4, 4, 4, 4)), normal(30, 30, 30, 30)))
    assert over.pairs == ()
    assert as_data(over.lines)[1:] == [("nobody_pays", (0, 1, 2, 3), {})]


def test_joint_winners_are_each_paid_by_each_other() -> None:
    over = ending(play(*given((40, 40, 40, 40), (4, 4, 1, 1)), normal(50, 50, 20, 0)))
    assert over.pairs == ((2, 0, 2), (2, 1, 2), (3, 0, 2), (3, 1, 2))


@pytest.mark.parametrize(
    ("dealer", "winners", "first"),
    [(1, (0, 2), 2), (2, (1, 3), 3), (2, (0, 1), 0), (0, (0, 3), 3), (3, (0, 3), 0)],
)
def test_of_joint_winners_the_first_clockwise_from_the_last_dealer_deals_next(
    dealer: int, winners: tuple[int, ...], first: int
) -> None:
    marks = tuple(5 if seat in winners else 3 for seat in range(4))
    over = KALTER_SCHLAG.judge((500, 600, 700, 800), marks, dealer, Options())
    assert isinstance(over, Ending)
    assert (over.winners, over.next_dealer, over.next_dealer_chosen_by) == (winners, first, None)


def test_other_winning_mark_and_other_limit_are_told() -> None:
    rules = options(limit=500, marks_to_win=3)
    over = ending(play(*given((100, 0, 0, 0), (2, 0, 0, 0)), normal(60, 40, 20, 0), rules=rules))
    assert as_data(over.lines)[0] == ("won_marks", (0,), {"marks": 3, "limit": 500})


def test_without_the_five_mark_rule_marks_decide_nothing() -> None:
    rules = options(marks_to_win=None)
    standings = play(*given((100, 0, 0, 0), (9, 0, 0, 0)), normal(60, 40, 20, 0), rules=rules)
    assert (standings.marks, standings.state) == ((10, 0, 0, 0), State.RUNNING)


def test_points_by_a_ruling_without_a_mark_take_away_the_double_stake() -> None:
    rows = [Ruling((0, 120, 0, 0), (False,) * 4), Ruling((2000, 0, 0, 0), (True, False, False, False))]
    assert ending(play(*rows)).stakes == (-5, 1, 2, 2)


def test_mark_by_a_ruling_without_points_takes_away_the_double_stake_too() -> None:
    rows = [Ruling((2000, 0, 0, 0), (True, True, False, False))]
    assert ending(play(*rows)).stakes == (-5, 1, 2, 2)


def test_tie_at_exactly_the_limit_is_played_on() -> None:
    standings = play(*given((1940, 1940, 0, 0), (1, 1, 0, 0)), normal(60, 60, 0, 0))
    assert (standings.totals, standings.state) == ((2000, 2000, 0, 0), State.PLAY_ON_TIE)
    just_below = play(*given((1930, 1930, 0, 0), (1, 1, 0, 0)), normal(60, 60, 0, 0))
    assert just_below.state is State.RUNNING


# by agreement

OPEN = play(*given((480, 1640, 0, 310), (1, 3, 0, 2)), first_dealer=1)


def close(how: Any, standings: Any = OPEN) -> Ending:
    return KALTER_SCHLAG.close(standings, how)


def problems(how: Any, standings: Any = OPEN) -> list[tuple[str, str]]:
    with pytest.raises(InvalidCloseError) as error:
        close(how, standings)
    return [(problem.code, problem.where) for problem in error.value.problems]


def test_agreed_that_nobody_pays() -> None:
    over = close({"how": "nobody"})
    assert (over.reason, over.losers, over.winners) == ("agreed", (), ())
    assert (over.stakes, over.pairs) == ((0, 0, 0, 0), ())
    assert as_data(over.lines) == [("agreed_nobody", (), {})]


def test_agreed_that_the_highest_pays_as_at_the_limit() -> None:
    over = close({"how": "highest"})
    assert (over.reason, over.losers, over.stakes) == ("agreed", (1,), (1, -4, 2, 1))
    assert as_data(over.lines)[:2] == [
        ("agreed_highest", (1,), {"points": 1640}),
        ("pays_single", (1, 0), {"stakes": 1, "points": 480}),
    ]


def test_after_an_agreed_end_the_left_neighbour_of_the_last_dealer_deals() -> None:
    assert OPEN.dealers[-1] == 3
    for how in ({"how": "nobody"}, {"how": "highest"}, {"how": "by_hand", "stakes": [0, 0, 0, 0]}):
        assert (close(how).next_dealer, close(how).next_dealer_chosen_by) == (0, None)


def test_highest_cannot_pay_on_a_tie() -> None:
    assert problems({"how": "highest"}, play()) == [("highest_tied", "how")]
    tied = play(*given((100, 300, 300, 0), (1, 1, 1, 0)))
    with pytest.raises(InvalidCloseError) as error:
        close({"how": "highest"}, tied)
    assert error.value.problems[0].params == {"seats": (1, 2), "points": 300}


def test_stakes_by_hand_are_paired_in_seat_order() -> None:
    over = close({"how": "by_hand", "stakes": [-3, 2, -1, 2]})
    assert over.stakes == (-3, 2, -1, 2)
    assert over.pairs == ((0, 1, 2), (0, 3, 1), (2, 3, 1))
    assert as_data(over.lines) == [
        ("agreed_by_hand", (), {}),
        ("pays_by_hand", (0, 1), {"stakes": 2}),
        ("pays_by_hand", (0, 3), {"stakes": 1}),
        ("pays_by_hand", (2, 3), {"stakes": 1}),
    ]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, [("close_how", "how")]),
        ({"how": "lot"}, [("close_how", "how")]),
        ({"how": {"a": 1}}, [("close_how", "how")]),
        ([], [("not_an_object", ""), ("close_how", "how")]),
        ({"how": "nobody", "why": 1}, [("unknown_key", "why")]),
        ({"how": "nobody", "stakes": [0, 0, 0, 0]}, [("stakes_not_asked", "stakes")]),
        ({"how": "by_hand"}, [("one_item_a_seat", "stakes")]),
        ({"how": "by_hand", "stakes": [1, -1]}, [("one_item_a_seat", "stakes")]),
        ({"how": "by_hand", "stakes": [1, -1, True, 0.0]}, [("integer", "stakes.2"), ("integer", "stakes.3")]),
        ({"how": "by_hand", "stakes": [1, 0, 0, 0]}, [("stakes_sum_0", "stakes")]),
        (
            {"how": "by_hand", "stakes": [10_001, -10_001, 0, 0]},
            [("stakes_range", "stakes.0"), ("stakes_range", "stakes.1")],
        ),
    ],
)
def test_wrong_agreement_is_refused_with_every_problem(how: Any, expected: list[tuple[str, str]]) -> None:
    assert problems(how) == expected


def test_stakes_that_do_not_sum_to_nought_tell_what_is_left_over() -> None:
    with pytest.raises(InvalidCloseError) as error:
        close({"how": "by_hand", "stakes": [3, -1, 0, 0]})
    assert error.value.problems[0].params == {"sum": 2}


def test_largest_stakes_by_hand_are_allowed() -> None:
    assert close({"how": "by_hand", "stakes": [10_000, -10_000, 0, 0]}).pairs == ((1, 0, 10_000),)


def test_game_that_is_over_cannot_be_closed() -> None:
    over = play(*CLARA_CLEAN, normal(60, 40, 20, 0))
    assert problems({"how": "nobody"}, over) == [("already_over", "")]


def test_seventeen_deals_are_the_most_without_anybody_at_the_limit_and_voids_do_not_count() -> None:
    """docs/rules/kalter_schlag.md §14: four marks each in sixteen deals, and the next makes a fifth."""
    small = [normal(*[31 if seat == loser else (30, 30, 29)[seat - (seat > loser)] for seat in range(4)])
             for loser in (0, 1, 2, 3)]  # fmt: skip
    rows = [row for _round in range(4) for row in (*small, Void())]
    standings = play(*rows)
    assert (standings.marks, standings.ending) == ((4, 4, 4, 4), None)
    assert all(ending(play(*rows, row)).reason == "five_marks" for row in small)


def test_judge_is_a_function_of_its_arguments() -> None:
    assert KALTER_SCHLAG.judge((2000, 0, 0, 0), (1, 0, 0, 0), 0, Options()) == KALTER_SCHLAG.judge(
        (2000, 0, 0, 0), (1, 0, 0, 0), 3, Options()
    )
