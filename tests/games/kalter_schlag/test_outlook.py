"""The threat line, compared with a search over all entries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.core.outcome import Line
from scorekeeper.core.standings import Ending, Standings, State
from scorekeeper.games.kalter_schlag.opendeal import OpenDeal, known_deal
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag import second
from tests.games.kalter_schlag.helpers import given, load, options, play

LEVELS = ("points", "points_one", "points_two")


@dataclass(frozen=True)
class Entry:
    """Hold one possible deal: who has the most and how much, or who took all tricks; and what it gives."""

    jungfrauen: int
    losers: tuple[int, ...]
    total: int
    points: tuple[int, ...]
    marks: tuple[bool, ...]
    march: int | None = None


@cache
def entries(calls: int, seats: int, dealer: int, none_scores: bool) -> tuple[Entry, ...]:
    """Return all deals that differ in anything the game's end can depend on, scored by the game itself.

    That these are all follows from test_enumeration: who loses, with how much, with how many Jungfrauen.
    """
    rules = options(four_way="none_scores" if none_scores else "all_score")
    sits_out = KALTER_SCHLAG.sits_out(dealer, seats)
    playing = [seat for seat in range(seats) if seat != sits_out]
    found = []
    for (jungfrauen, tied), totals in second.TOTALS.items():
        for losers in combinations(playing, tied):
            for total in sorted(totals):
                points = [total if seat in losers else None for seat in range(seats)]
                payload = {"points": points, "jungfrauen": jungfrauen, "calls": calls, "sits_out": sits_out}
                outcome = KALTER_SCHLAG.score(load(payload, seats, rules), rules, seats)
                found.append(Entry(jungfrauen, losers, total, outcome.points, outcome.marks))
    for march in playing:
        payload = {"points": [None] * seats, "durchmarsch": march, "calls": calls, "sits_out": sits_out}
        outcome = KALTER_SCHLAG.score(load(payload, seats, rules), rules, seats)
        losers = tuple(seat for seat in playing if seat != march)
        found.append(Entry(3, losers, 120, outcome.points, outcome.marks, march))
    return tuple(found)


@dataclass(frozen=True)
class Situation:
    """Hold standings and what is known of the open deal."""

    standings: Standings
    rules: Options
    calls: int = 0
    named: tuple[int, ...] = ()
    march: int | None = None

    @property
    def seats(self) -> int:
        return len(self.standings.totals)

    @property
    def payload(self) -> dict[str, object]:
        return {"calls": self.calls, "jungfrau_seats": self.named, "durchmarsch": self.march}

    @property
    def lines(self) -> tuple[Line, ...]:
        return KALTER_SCHLAG.outlook(self.standings, self.payload, self.rules, self.seats)

    def possible(self) -> Iterator[tuple[Entry, tuple[int, ...], int | None]]:
        """Yield each deal that is still possible, with who wins and who loses the game by it."""
        none_scores = self.rules.four_way == "none_scores"
        dealer = self.standings.dealer if self.seats == 5 else 0
        for entry in entries(self.calls, self.seats, dealer, none_scores):
            if self.march is not None and entry.march != self.march:
                continue
            if entry.march is None and (set(entry.losers) & set(self.named) or entry.jungfrauen < len(self.named)):
                continue
            if entry.march in self.named:
                continue
            totals = tuple(map(int.__add__, self.standings.totals, entry.points))
            marks = tuple(map(int.__add__, self.standings.marks, entry.marks))
            verdict = KALTER_SCHLAG.judge(totals, marks, 0, self.rules)
            if isinstance(verdict, Ending):
                yield entry, verdict.winners, verdict.losers[0] if verdict.losers else None
            else:
                yield entry, (), None


def bound(line: Line, jungfrauen: int, known: int) -> int | None:
    """Return the number that holds with so many Jungfrauen: the last one that was said up to there."""
    said = None
    for level in range(known, jungfrauen + 1):
        value = line.params.get(LEVELS[0] if level == known else LEVELS[level])
        said = value if isinstance(value, int) else said
    return said


def check(situation: Situation) -> set[str]:
    """Hold every sentence against all possible deals, and every decided deal against the sentences."""
    lines = situation.lines
    known = len(situation.named)
    by_seat = {(str(line.code), line.seats[0]): line for line in lines if line.seats}
    spoilt: set[tuple[str, int, int]] = set()
    for entry, winners, loser in situation.possible():
        for seat in entry.losers if any(entry.marks) else ():
            assert_told(by_seat, lines, entry, seat, known, spoilt, loses=seat == loser)
            assert_told(by_seat, lines, entry, seat, known, spoilt, wins=seat in winners)
    for (code, seat), line in by_seat.items():
        if code in ("loses_from", "wins_up_to"):
            listed = {other for c, s, other in spoilt if (c, s) == (code, seat)}
            assert listed == set(unless_tied(line)), (code, seat)
            assert_numbers(line, known)
    assert told_by_one_deal(lines) <= decided(situation), "a sentence about a deal that cannot be"
    for line in lines:
        if line.code == "tie_wins":
            up_to = by_seat.get(("wins_up_to", line.seats[0]))
            assert ("wins_with_any_mark", line.seats[0]) not in by_seat, "said already"
            assert up_to is None or not bound(up_to, int(str(line.params["jungfrauen"])), known), "said already"
    return {str(line.code) for line in lines}


def assert_told(
    by_seat: dict[tuple[str, int], Line],
    lines: tuple[Line, ...],
    entry: Entry,
    seat: int,
    known: int,
    spoilt: set[tuple[str, int, int]],
    loses: bool | None = None,
    wins: bool | None = None,
) -> None:
    """Hold what one deal does to one seat that gets a mark by it against the lines."""
    happens = bool(loses or wins)
    verb, code = ("loses", "loses_from") if wins is None else ("wins", "wins_up_to")
    if (f"{verb}_with_any_mark", seat) in by_seat:
        assert happens, (verb, seat, entry)
        return
    if entry.march is not None:
        said = any(
            line.code == f"durchmarsch_{verb}" and seat in line.seats and entry.march in makers(line) for line in lines
        )
        assert said == happens, (verb, seat, entry)
        return
    line = by_seat.get((code, seat))
    number = None if line is None else bound(line, entry.jungfrauen, known)
    within = number is not None and (entry.total >= number if verb == "loses" else entry.total <= number)
    only_tied = any(
        line.code == f"tie_{verb}"
        and line.seats[0] == seat
        and set(line.seats) == set(entry.losers)
        and line.params == {"points": entry.total, "jungfrauen": entry.jungfrauen}
        for line in lines
    )
    if len(entry.losers) == 1:
        assert happens == within, (verb, seat, entry, number)
        return
    if happens:
        assert within or only_tied, (verb, seat, entry, number)
        return
    assert not only_tied, (verb, seat, entry)
    if within:
        others = [other for other in entry.losers if other != seat]
        assert line is not None
        assert set(others) & set(unless_tied(line)), (verb, seat, entry, number)
        if len(others) == 1:
            spoilt.add((code, seat, others[0]))


def assert_numbers(line: Line, known: int) -> None:
    """Hold the numbers of a line to totals that the loser can have, and to telling nothing twice."""
    numbers = [line.params[name] for name in LEVELS if name in line.params]
    assert len(set(numbers)) == len(numbers)
    for level, name in enumerate(LEVELS):
        value = line.params.get(name)
        assert value is None or (value == 0 and level) or value in second.TOTALS[known if level == 0 else level, 1]


Told = set[tuple[str, int, tuple[int, ...], int, int]]
"""What a deal decides: verb, seat, the losers, their total, the number of Jungfrauen."""


def told_by_one_deal(lines: tuple[Line, ...]) -> Told:
    """Return what the sentences about a single deal say: a tie that has no like, or a Durchmarsch."""
    told: Told = set()
    for line in lines:
        kind, _, verb = str(line.code).partition("_")
        if kind == "tie":
            total, jungfrauen = line.params["points"], line.params["jungfrauen"]
            assert isinstance(total, int)
            assert isinstance(jungfrauen, int)
            told.add((verb, line.seats[0], tuple(sorted(line.seats)), total, jungfrauen))
        if kind == "durchmarsch":
            told |= {(verb, seat, (maker,), 120, 3) for seat in line.seats for maker in makers(line)}
    return told


def decided(situation: Situation) -> Told:
    """Return what each possible deal decides."""
    found: Told = set()
    for entry, winners, loser in situation.possible():
        who = entry.losers if entry.march is None else (entry.march,)
        found |= {("wins", winner, who, entry.total, entry.jungfrauen) for winner in winners}
        found |= {("loses", loser, who, entry.total, entry.jungfrauen)} if loser is not None else set()
    return found


def makers(line: Line) -> tuple[int, ...]:
    """Return by whose Durchmarsch."""
    found = line.params["makers"]
    assert isinstance(found, tuple)
    return tuple(int(maker) for maker in found)


def unless_tied(line: Line) -> tuple[int, ...]:
    """Return with whom a tie may spoil it."""
    found = line.params.get("unless_tied", ())
    assert isinstance(found, tuple)
    return tuple(int(seat) for seat in found)


EDGES = {
    "nothing yet": ((0, 0, 0, 0), (0, 0, 0, 0)),
    "the mock-up": ((480, 1640, 0, 310), (2, 3, 0, 4)),
    "any mark loses": ((1990, 300, 40, 0), (3, 2, 1, 0)),
    "any mark loses, unless a rival ties": ((1990, 1990, 40, 0), (3, 2, 1, 0)),
    "the fifth mark would reach the limit": ((1970, 300, 40, 0), (4, 2, 1, 0)),
    "the fifth mark just stays below": ((1960, 300, 40, 0), (4, 2, 1, 0)),
    "two before their fifth": ((400, 300, 40, 0), (4, 4, 1, 0)),
    "two before their fifth, equal": ((400, 400, 40, 0), (4, 4, 1, 0)),
    "three before their fifth": ((400, 300, 1900, 0), (4, 4, 4, 0)),
    "four before their fifth": ((1960, 300, 1900, 40), (4, 4, 4, 4)),
    "two tied over the limit": ((2040, 2040, 400, 0), (3, 3, 4, 0)),
    "two tied over the limit, with four marks each": ((2040, 2040, 1990, 0), (4, 4, 4, 0)),
    "three tied over the limit": ((2040, 2040, 2040, 60), (2, 2, 2, 1)),
    "a third over the limit below a tie": ((2200, 2200, 2000, 60), (2, 2, 2, 1)),
    "all tied over the limit": ((2000, 2000, 2000, 2000), (4, 4, 4, 4)),
    "everybody near": ((1900, 1910, 1920, 1930), (3, 3, 3, 3)),
    "everybody near with four marks": ((1900, 1910, 1920, 1930), (4, 4, 4, 4)),
    "low totals": ((30, 30, 30, 30), (1, 1, 1, 1)),
}

RULES = [
    options(),
    options(fifth_vs_limit="limit_first"),
    options(joint_five="lowest_wins"),
    options(fifth_vs_limit="limit_first", joint_five="lowest_wins", four_way="none_scores"),
    options(marks_to_win=None),
]


@pytest.mark.parametrize("calls", range(5))
@pytest.mark.parametrize("edge", EDGES)
def test_outlook_agrees_with_a_search_over_all_entries_at_the_edges(edge: str, calls: int) -> None:
    totals, marks = EDGES[edge]
    knowns: tuple[tuple[tuple[int, ...], int | None], ...] = (((3,), None), ((0,), None), ((1, 2), None), ((), 1))
    for number, rules in enumerate(RULES):
        standings = play(*given(totals, marks), rules=rules)
        if standings.ending is None:
            check(Situation(standings, rules, calls))
            named, march = knowns[(number + calls) % len(knowns)]
            check(Situation(standings, rules, calls, named, march))


def random_situation(seed: int) -> Situation:
    """Return standings of a game under way, four or five seats, and something known of the open deal."""
    chance = random.Random(seed)
    seats = chance.choice((4, 4, 5))
    rules = chance.choice(RULES)
    near = chance.choice((400, 1200, 1990, 2100))
    totals = tuple(chance.randrange(0, near, 10) for _ in range(seats))
    marks = tuple(chance.randint(0, 4) for _ in range(seats))
    standings = play(*given(totals, marks), rules=rules, seats=seats, first_dealer=chance.randrange(seats))
    out = KALTER_SCHLAG.sits_out(standings.dealer, seats)
    playing = [seat for seat in range(seats) if seat != out]
    named = tuple(chance.sample(playing, chance.choice((0, 0, 0, 1, 2, 3))))
    free = next(seat for seat in playing if seat not in named)
    march = free if chance.random() < 0.1 else None
    return Situation(standings, rules, chance.randint(0, 4), named, march)


@pytest.mark.no_cover
def test_outlook_agrees_with_a_search_over_all_entries_in_sampled_games() -> None:
    told: set[str] = set()
    running = 0
    for seed in range(160):
        situation = random_situation(seed)
        if situation.standings.ending is None:
            running += 1
            told |= check(situation)
        else:
            assert situation.lines == ()
    assert running > 100
    assert told == {
        "factor", "loses_with_any_mark", "loses_from", "wins_with_any_mark", "wins_up_to", "durchmarsch_loses",
        "durchmarsch_wins", "tie_loses", "tie_wins",
    }  # fmt: skip


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
