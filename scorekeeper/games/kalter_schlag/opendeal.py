"""The deal being played: what is known of it, and what it may do to the game (docs/rules/kalter_schlag.md §30).

The larger a penalty, the likelier a loss at the limit and the unlikelier a win by marks, never the other
way round. So a threshold is found by a search by halves, and a whole range holds if its worst end does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from scorekeeper.core.reading import whole
from scorekeeper.core.standings import Standings
from scorekeeper.games.kalter_schlag.deal import (
    CALLS,
    LOSING_TOTALS,
    PLAYERS,
    durchmarsch_penalty,
    penalty,
)
from scorekeeper.games.kalter_schlag.endings import Decision, decide
from scorekeeper.games.kalter_schlag.options import FourWay, Options


class Way(NamedTuple):
    """Hold one way in which the most card points may fall: to `losers`, with one of `totals` each."""

    jungfrauen: int
    losers: tuple[int, ...]
    totals: tuple[int, ...]


def decides(decision: Decision, seat: int, wins: bool) -> bool:
    """Say whether `decision` makes `seat` win (or lose)."""
    return seat in decision.winners if wins else seat == decision.loser


@dataclass(frozen=True)
class OpenDeal:
    """Hold what is known of the deal being played, and try what it may bring.

    `named` are seats known to take no trick, `jungfrauen` how many do at least, `march` who takes all.
    """

    standings: Standings
    options: Options
    playing: tuple[int, ...]
    calls: int = 0
    jungfrauen: int = 0
    named: frozenset[int] = frozenset()
    march: int | None = None

    @cached_property
    def levels(self) -> range:
        """Return the numbers of Jungfrauen that are still possible without a Durchmarsch."""
        return range(0) if self.march is not None else range(self.jungfrauen, PLAYERS - 1)

    @cached_property
    def losers(self) -> tuple[int, ...]:
        """Return the seats that may still have the most card points."""
        return tuple(seat for seat in self.playing if seat not in self.named)

    @cached_property
    def makers(self) -> tuple[int, ...]:
        """Return the seats that may still take all tricks."""
        return self.losers if self.march is None else (self.march,)

    def after(self, losers: Collection[int], points: int) -> Decision:
        """Decide the game as if `losers` got `points` and a mark each."""
        totals, marks = list(self.standings.totals), list(self.standings.marks)
        for seat in losers:
            totals[seat] += points
            marks[seat] += 1
        return decide(tuple(totals), tuple(marks), self.options, self.standings.vacant)

    def tied(self, losers: Collection[int], total: int, jungfrauen: int) -> Decision:
        """Decide the game as if `losers` had the most card points, `total` each."""
        return self.after(losers, penalty(total, self.calls, jungfrauen))

    def durchmarsch(self, maker: int) -> Decision:
        """Decide the game as if `maker` took all tricks."""
        others = [seat for seat in self.playing if seat != maker]
        return self.after(others, durchmarsch_penalty(self.calls))

    def ways(self) -> Iterator[Way]:
        """Yield each way in which the most card points may still fall."""
        for (jungfrauen, size), totals in LOSING_TOTALS.items():
            scores = size < PLAYERS or self.options.four_way == FourWay.ALL_SCORE
            if jungfrauen in self.levels and scores:
                for losers in combinations(self.losers, size):
                    yield Way(jungfrauen, losers, totals)

    def always(self, seat: int, wins: bool) -> bool:
        """Say whether `seat` wins (or loses) by every deal that gives it a mark."""
        return all(
            decides(self.tied(way.losers, way.totals[-1 if wins else 0], way.jungfrauen), seat, wins)
            for way in self.ways()
            if seat in way.losers
        ) and all(decides(self.durchmarsch(maker), seat, wins) for maker in self.makers if maker != seat)

    def turns(self, seat: int, jungfrauen: int, wins: bool) -> int:
        """Return at which index of the totals possible alone winning stops, or losing begins."""
        totals = LOSING_TOTALS[jungfrauen, 1]
        return bisect_left(
            totals,
            True,
            key=lambda total: decides(self.tied((seat,), total, jungfrauen), seat, wins) != wins,
        )


def known_deal(
    standings: Standings, payload: Mapping[str, object], options: Options, playing: tuple[int, ...]
) -> OpenDeal:
    """Read what is known; what makes no sense counts as not known."""
    data = payload if isinstance(payload, Mapping) else {}
    callers = _seats(data.get("callers"), playing)
    calls = whole(data.get("calls"))
    named = _seats(data.get("jungfrau_seats"), playing)
    count = whole(data.get("jungfrauen")) or 0
    march = whole(data.get("durchmarsch"))
    return OpenDeal(
        standings,
        options,
        playing,
        calls=calls if calls is not None and calls in CALLS else len(callers),
        jungfrauen=max(len(named), count if count < PLAYERS else 0),
        named=named,
        march=march if march in playing else None,
    )


def _seats(value: object, playing: tuple[int, ...]) -> frozenset[int]:
    """Return those of the named seats that play."""
    items = value if isinstance(value, list | tuple) else ()
    return frozenset(seat for seat in map(whole, items) if seat in playing and seat is not None)
