"""What a deal of Kalter Schlag is, and which deals are possible (docs/rules/kalter_schlag.md §3-§9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

PLAYERS = 4
CARD_POINTS = 120
CALLS = range(PLAYERS + 1)
POINTS = range(CARD_POINTS + 1)
PENALTIES = range((CARD_POINTS << 6) + 1)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """Hold a deal that was entered with card points.

    `points` has one item a seat: all totals, or (short form) those of the tied losers alone and None for
    the others; None too for the seat that sits out. `jungfrau_seats` and `callers` are None when it is
    not known who; callers stand in order of calling. A Durchmarsch has `jungfrauen` 3.
    """

    points: tuple[int | None, ...]
    jungfrauen: int = 0
    durchmarsch: int | None = None
    calls: int = 0
    jungfrau_seats: tuple[int, ...] | None = None
    callers: tuple[int, ...] | None = None
    sits_out: int | None = None


@dataclass(frozen=True, slots=True)
class PaperDeal:
    """Hold a row copied from paper: the penalties alone, one a seat, 0 for the seat that sits out."""

    penalties: tuple[int, ...]
    sits_out: int | None = None


Deal: TypeAlias = PlayedDeal | PaperDeal

LOSING_TOTALS: dict[tuple[int, int], tuple[int, ...]] = {
    (0, 1): (*range(31, 119), 120),
    (0, 2): tuple(range(31, 61)),
    (0, 3): tuple(range(31, 41)),
    (0, 4): (30,),
    (1, 1): (*range(41, 119), 120),
    (1, 2): tuple(range(41, 61)),
    (1, 3): (40,),
    (2, 1): (*range(61, 119), 120),
    (2, 2): (60,),
}
"""What the loser may have, by (players without a trick, tied losers); other pairs cannot be (§9)."""


def rounded(raw: int) -> int:
    """Round to the nearest ten, 5 up (§5)."""
    return (raw + 5) // 10 * 10


def penalty(total: int, calls: int, jungfrauen: int) -> int:
    """Return what each loser with `total` card points gets: doubled first, rounded once at the end (§5)."""
    return rounded(total << calls << jungfrauen)


def durchmarsch_penalty(calls: int) -> int:
    """Return what each of the three others gets after a Durchmarsch (§6)."""
    return CARD_POINTS << calls


@cache
def paper_values(losers: int) -> frozenset[int]:
    """Return the penalties that this number of players can get together in one deal (§8)."""
    values = {
        penalty(total, calls, jungfrauen)
        for (jungfrauen, tied), totals in LOSING_TOTALS.items()
        if tied == losers
        for total in totals
        for calls in CALLS
    }
    if losers == PLAYERS - 1:
        values.update(durchmarsch_penalty(calls) for calls in CALLS)
    return frozenset(values)


def widened(deal: Deal) -> Deal:
    """Return a deal of four as it stands on a sheet with a fifth seat, which sat out.

    >>> widened(PaperDeal((0, 260, 0, 0)))
    PaperDeal(penalties=(0, 260, 0, 0, 0), sits_out=4)
    """
    if isinstance(deal, PaperDeal):
        return PaperDeal((*deal.penalties, 0), PLAYERS)
    return replace(deal, points=(*deal.points, None), sits_out=PLAYERS)


def reseated(deal: Deal, order: Sequence[int]) -> Deal:
    """Return the deal after the players changed places: the new seat `i` is the old seat `order[i]`.

    Who took no trick stands in seat order, who called in order of calling.

    >>> reseated(PlayedDeal((66, 34, 20, 0), 1, None, 2, (3,), (1, 0)), (3, 0, 1, 2)).points
    (0, 66, 34, 20)
    """
    new_seat = {old: new for new, old in enumerate(order)}
    sits_out = None if deal.sits_out is None else new_seat[deal.sits_out]
    if isinstance(deal, PaperDeal):
        return PaperDeal(tuple(deal.penalties[old] for old in order), sits_out)
    named, callers = deal.jungfrau_seats, deal.callers
    return replace(
        deal,
        points=tuple(deal.points[old] for old in order),
        durchmarsch=None if deal.durchmarsch is None else new_seat[deal.durchmarsch],
        jungfrau_seats=None if named is None else tuple(sorted(new_seat[old] for old in named)),
        callers=None if callers is None else tuple(new_seat[old] for old in callers),
        sits_out=sits_out,
    )
