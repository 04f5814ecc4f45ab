"""The open questions of the rules, one by one, as docs/rules/kalter_schlag.md §32 answers them.

Each row: the question's letter, the source or reason of its answer, totals and marks before the deal, the
deal, house rules, and what comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from scorekeeper.core.standings import DealAfterEndError, State
from scorekeeper.games.kalter_schlag.deal import Deal
from tests.games.kalter_schlag.helpers import durchmarsch, ending, given, normal, options, play

Row = tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """Hold one case of a ruling. Without winners and losers the game must go on, in `state`."""

    letter: str
    source: str
    totals: Row
    marks: Row
    deal: Deal
    penalties: Row
    winners: Row = ()
    losers: Row = ()
    stakes: Row = ()
    state: State = State.OVER
    rules: dict[str, object] = field(default_factory=dict)


LIMIT_FIRST: dict[str, object] = {"fifth_vs_limit": "limit_first"}
LOWEST_WINS: dict[str, object] = {"joint_five": "lowest_wins"}
NONE_SCORES: dict[str, object] = {"four_way": "none_scores"}

TIE = normal(50, 50, 20, 0)  # 50 each
QUESTIONS = [
    Question(
        "A",
        "001: the five-mark rule is an exception to the 2000 rule, and beats it",
        (400, 1960, 30, 0), (4, 2, 1, 0), TIE, (50, 50, 0, 0),
        winners=(0,), stakes=(6, -2, -2, -2),
    ),
    Question(
        "A", "house rule: the limit counts first",
        (400, 1960, 30, 0), (4, 2, 1, 0), TIE, (50, 50, 0, 0),
        losers=(1,), stakes=(1, -4, 1, 2), rules=LIMIT_FIRST,
    ),
    Question(
        "B", "001: the sentence fits both, and what they owe one another cancels",
        (400, 300, 30, 0), (4, 4, 1, 0), TIE, (50, 50, 0, 0),
        winners=(0, 1), stakes=(4, 4, -4, -4),
    ),
    Question(
        "B", "house rule: the lowest total wins alone",
        (400, 300, 30, 0), (4, 4, 1, 0), TIE, (50, 50, 0, 0),
        winners=(1,), stakes=(-2, 6, -2, -2), rules=LOWEST_WINS,
    ),
    Question(
        "B", "house rule: equal lowest totals win together",
        (300, 300, 30, 0), (4, 4, 1, 0), TIE, (50, 50, 0, 0),
        winners=(0, 1), stakes=(4, 4, -4, -4), rules=LOWEST_WINS,
    ),
    Question(
        "C", "as B: three at once, even if the payer made the Durchmarsch",
        (400, 300, 200, 0), (4, 4, 4, 0), durchmarsch(3), (120, 120, 120, 0),
        winners=(0, 1, 2), stakes=(2, 2, 2, -6),
    ),
    Question(
        "C", "house rule: the lowest of three wins",
        (400, 300, 200, 0), (4, 4, 4, 0), durchmarsch(3), (120, 120, 120, 0),
        winners=(2,), stakes=(-2, -2, 6, -2), rules=LOWEST_WINS,
    ),
    Question(
        "D", "as B: all four at once, it cancels completely",
        (400, 300, 200, 100), (4, 4, 4, 4), normal(30, 30, 30, 30), (30, 30, 30, 30),
        winners=(0, 1, 2, 3), stakes=(0, 0, 0, 0),
    ),
    Question(
        "D", "house rule: the lowest of four wins",
        (400, 300, 200, 100), (4, 4, 4, 4), normal(30, 30, 30, 30), (30, 30, 30, 30),
        winners=(3,), stakes=(-2, -2, -2, 6), rules=LOWEST_WINS,
    ),
    Question(
        "E", "001: 'less than 2000', so exactly 2000 is an ordinary loss",
        (1940, 0, 30, 30), (4, 0, 1, 1), normal(60, 40, 20, 0), (60, 0, 0, 0),
        losers=(0,), stakes=(-4, 2, 1, 1),
    ),
    Question(
        "E", "001: 1990 with the fifth mark still wins",
        (1930, 0, 30, 30), (4, 0, 1, 1), normal(60, 40, 20, 0), (60, 0, 0, 0),
        winners=(0,), stakes=(6, -2, -2, -2),
    ),
    Question(
        "F", "the game is still running while two are tied over the limit, so the exception is still there",
        (2040, 2040, 400, 0), (3, 3, 4, 0), normal(20, 20, 60, 20), (0, 0, 60, 0),
        winners=(2,), stakes=(-2, -2, 6, -2),
    ),
    Question(
        "F", "in the same deal that ties two at the limit",
        (1960, 1960, 400, 0), (3, 3, 4, 0), normal(40, 40, 40, 0), (40, 40, 40, 0),
        winners=(2,), stakes=(-2, -2, 6, -2),
    ),
    Question(
        "F", "with the limit first the tie is still no loss, so the fifth mark wins",
        (1960, 1960, 400, 0), (3, 3, 4, 0), normal(40, 40, 40, 0), (40, 40, 40, 0),
        winners=(2,), stakes=(-2, -2, 6, -2), rules=LIMIT_FIRST,
    ),
    Question(
        "G", "001: the exception needs less than 2000, also while playing on",
        (2040, 2040, 400, 0), (4, 4, 3, 0), normal(60, 20, 20, 20), (60, 0, 0, 0),
        losers=(0,), stakes=(-4, 1, 1, 2),
    ),
    Question(
        "H", "004: three tied, each gets the full penalty",
        (0, 0, 0, 0), (0, 0, 0, 0), normal(38, 38, 38, 6), (40, 40, 40, 0), state=State.RUNNING,
    ),
    Question(
        "I", "the factor applies to the penalty, whoever gets it",
        (0, 0, 0, 0), (0, 0, 0, 0), normal(40, 40, 40, 0, jungfrauen=1), (80, 80, 80, 0), state=State.RUNNING,
    ),
    Question(
        "J", "an empty trick is a trick: no Jungfrau, no factor",
        (0, 0, 0, 0), (0, 0, 0, 0), normal(40, 40, 40, 0), (40, 40, 40, 0), state=State.RUNNING,
    ),
    Question(
        "K", "'whoever has the most' fits all four",
        (0, 0, 0, 0), (0, 0, 0, 0), normal(30, 30, 30, 30, calls=2), (120, 120, 120, 120), state=State.RUNNING,
    ),
    Question(
        "K", "house rule: nobody scores, and nobody makes a mark",
        (90, 0, 0, 0), (4, 0, 0, 0), normal(30, 30, 30, 30, calls=2), (0, 0, 0, 0),
        state=State.RUNNING, rules=NONE_SCORES,
    ),
    Question(
        "K", "house rule: a tie of three is no tie of four",
        (0, 0, 0, 0), (0, 0, 0, 0), normal(40, 40, 40, 0), (40, 40, 40, 0),
        state=State.RUNNING, rules=NONE_SCORES,
    ),
    Question(
        "L", "literal: 60 x 4, to both",
        (0, 0, 0, 0), (0, 0, 0, 0), normal(60, 60, 0, 0, jungfrauen=2), (240, 240, 0, 0), state=State.RUNNING,
    ),
    Question(
        "L", "literal: with four calls both are over, tied, and play on",
        (0, 0, 0, 0), (0, 0, 0, 0), normal(60, 60, 0, 0, jungfrauen=2, calls=4), (3840, 3840, 0, 0),
        state=State.PLAY_ON_TIE,
    ),
    Question(
        "M", "001: the loser pays each of the others, and the runner-up has marks",
        (1950, 1900, 0, 0), (1, 1, 0, 0), durchmarsch(3), (120, 120, 120, 0),
        losers=(0,), stakes=(-4, 1, 1, 2),
    ),
    Question(
        "N", "a Durchmarsch gives penalty points in a deal, so marks",
        (0, 100, 0, 0), (0, 4, 0, 0), durchmarsch(0), (0, 120, 120, 120),
        winners=(1,), stakes=(-2, 6, -2, -2),
    ),
    Question(
        "O", "the Durchmarsch player got no penalty and stays without marks",
        (0, 1900, 0, 30), (0, 1, 0, 1), durchmarsch(0), (0, 120, 120, 120),
        losers=(1,), stakes=(2, -4, 1, 1),
    ),
    Question(
        "Q", "001: a double stake from *each*",
        (0, 100, 0, 0), (0, 4, 0, 0), normal(20, 60, 20, 20), (0, 60, 0, 0),
        winners=(1,), stakes=(-2, 6, -2, -2),
    ),
]  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: f"{q.letter}: {q.source}")
def test_ruling(question: Question) -> None:
    rules = options(**question.rules)
    standings = play(*given(question.totals, question.marks), question.deal, rules=rules)
    assert standings.outcomes[-1].points == question.penalties
    assert standings.marks == tuple(
        made + (points > 0) for made, points in zip(question.marks, question.penalties, strict=True)
    )
    assert standings.state == question.state
    if question.state is not State.OVER:
        assert standings.ending is None
        return
    assert ending(standings).winners == question.winners
    assert ending(standings).losers == question.losers
    assert ending(standings).stakes == question.stakes
    assert ending(standings).reason == ("five_marks" if question.winners else "limit")


@pytest.mark.parametrize(("dealer", "next_dealer"), [(0, 1), (1, 2), (2, 0), (3, 0)])
def test_ruling_p_after_a_joint_win_the_first_winner_clockwise_from_the_last_dealer_deals(
    dealer: int, next_dealer: int
) -> None:
    """P: needs some rule; this one keeps the rotation."""
    rows = given((400, 300, 200, 0), (4, 4, 4, 0))
    standings = play(*rows, durchmarsch(3), first_dealer=(dealer - len(rows)) % 4)
    assert standings.dealers[-1] == dealer
    assert ending(standings).winners == (0, 1, 2)
    assert (ending(standings).next_dealer, ending(standings).next_dealer_chosen_by) == (next_dealer, None)


def test_ruling_r_a_game_broken_off_has_no_ending_and_no_stakes() -> None:
    """R: no source; the table decides."""
    assert play(normal(60, 40, 20, 0)).ending is None


def test_ruling_s_repeated_ties_at_the_top_play_on_and_any_other_deal_decides() -> None:
    """S: play-on cannot be bounded, but every deal that is no such tie brings an ending nearer."""
    tied = normal(60, 60, 0, 0, jungfrauen=2, calls=4)
    for times in range(1, 4):
        assert play(*[tied] * times).state is State.PLAY_ON_TIE
    assert ending(play(tied, tied, tied, normal(61, 59, 0, 0))).losers == (0,)


def test_ruling_s_a_third_player_who_overtakes_both_loses() -> None:
    """S, rules of 001: the loser may be a third player."""
    tied = normal(60, 60, 0, 0, jungfrauen=2, calls=4)
    third = normal(0, 0, 63, 57, jungfrauen=2, calls=4)
    assert ending(play(tied, third)).losers == (2,)


def test_ruling_t_a_correction_replays_everything_and_the_ending_moves() -> None:
    """T: consequence of the rules."""
    rows = [normal(60, 40, 20, 0, calls=4), normal(60, 40, 20, 0, calls=4), normal(60, 40, 20, 0)]
    assert play(*rows).ending is None
    rows[0] = normal(60, 40, 20, 0, jungfrauen=1, calls=4)
    with pytest.raises(DealAfterEndError) as error:
        play(*rows)
    assert error.value.index == 2
    assert ending(error.value.standings).losers == (0,)


def test_every_letter_is_answered() -> None:
    letters = {question.letter for question in QUESTIONS} | {"P", "R", "S", "T"}
    assert letters == set("ABCDEFGHIJKLMNOPQRST")
