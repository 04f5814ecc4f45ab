"""The threat line, compared with a search over all entries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import pytest

from scorekeeper.core.outcome import Line
from scorekeeper.core.standings import Ending, Standings
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
