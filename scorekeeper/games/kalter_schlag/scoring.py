"""Score one deal of Kalter Schlag and explain it (docs/rules/kalter_schlag.md §4-§8, §24)."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.games.kalter_schlag.deal import (
    CARD_POINTS,
    PLAYERS,
    Deal,
    PaperDeal,
    PlayedDeal,
    durchmarsch_penalty,
    penalty,
)
from scorekeeper.games.kalter_schlag.options import FourWay, Options


class DealLine(StrEnum):
    """Codes of the lines that explain a deal."""

    MOST = "most"
    CALLS = "calls"
    NOBODY_CALLED = "nobody_called"
    JUNGFRAUEN = "jungfrauen"
    ALL_TOOK_TRICKS = "all_took_tricks"
    PENALTY = "penalty"
    DURCHMARSCH = "durchmarsch"
    NOBODY_SCORES = "nobody_scores"
    PAPER = "paper"


def score(deal: Deal, options: Options, seats: int) -> Outcome:
    """Return the penalties of one deal and the lines that explain them.

    The last line tells the whole reckoning: `penalty` (seats: who gets it), `durchmarsch` (seats: who
    took all tricks), `nobody_scores` or `paper`. Source: docs/rules/kalter_schlag.md §4-§8.

    >>> score(PlayedDeal((66, 30, 24, 0), jungfrauen=1, calls=1), Options(), 4).points
    (260, 0, 0, 0)
    >>> score(PlayedDeal((40, 40, 40, 0)), Options(), 4).points
    (40, 40, 40, 0)
    >>> score(PlayedDeal((120, 0, 0, 0), jungfrauen=3, durchmarsch=0, calls=2), Options(), 4).points
    (0, 480, 480, 480)
    """
    if isinstance(deal, PaperDeal):
        losers = tuple(seat for seat, points in enumerate(deal.penalties) if points)
        line = Line(DealLine.PAPER, losers, {"points": max(deal.penalties)})
        return Outcome(deal.penalties, tuple(map(bool, deal.penalties)), (line,))
    if deal.durchmarsch is not None:
        return _score_durchmarsch(deal, deal.durchmarsch, seats)
    return _score_most(deal, options, seats)


def _score_most(deal: PlayedDeal, options: Options, seats: int) -> Outcome:
    """Give the penalty to everyone with the most card points (§4, §5)."""
    most = max(total for total in deal.points if total is not None)
    losers = tuple(seat for seat, total in enumerate(deal.points) if total == most)
    lines = [
        Line(DealLine.MOST, losers, {"points": most}),
        _calls_line(deal),
        _jungfrauen_line(deal),
    ]
    if len(losers) == PLAYERS and options.four_way == FourWay.NONE_SCORES:
        lines.append(Line(DealLine.NOBODY_SCORES, losers, {"points": most}))
        return Outcome((0,) * seats, (False,) * seats, tuple(lines))
    raw = most << deal.calls << deal.jungfrauen
    points = penalty(most, deal.calls, deal.jungfrauen)
    params = {
        "points": most,
        "calls": deal.calls,
        "callers": deal.callers,
        "jungfrauen": deal.jungfrauen,
        "jungfrau_seats": deal.jungfrau_seats,
        "factor": 1 << deal.calls + deal.jungfrauen,
        "raw": raw,
        "penalty": points,
        "rounded": "up" if points > raw else "down" if points < raw else "not",
    }
    lines.append(Line(DealLine.PENALTY, losers, params))
    return _outcome(losers, points, seats, lines)


def _score_durchmarsch(deal: PlayedDeal, march: int, seats: int) -> Outcome:
    """Give 120, doubled by the calls alone, to the three others (§6)."""
    points = durchmarsch_penalty(deal.calls)
    payers = tuple(seat for seat in range(seats) if seat not in (march, deal.sits_out))
    params = {
        "points": CARD_POINTS,
        "calls": deal.calls,
        "callers": deal.callers,
        "factor": 1 << deal.calls,
        "penalty": points,
        "payers": payers,
    }
    return _outcome(payers, points, seats, [_calls_line(deal), Line(DealLine.DURCHMARSCH, (march,), params)])


def _calls_line(deal: PlayedDeal) -> Line:
    """Say who called; a deal that nobody called says so, because a forgotten call is a silent error."""
    if not deal.calls:
        return Line(DealLine.NOBODY_CALLED)
    return Line(DealLine.CALLS, deal.callers or (), {"calls": deal.calls, "factor": 1 << deal.calls})


def _jungfrauen_line(deal: PlayedDeal) -> Line:
    """Say who took no trick; a deal in which all took tricks says so, for the same reason."""
    if not deal.jungfrauen:
        return Line(DealLine.ALL_TOOK_TRICKS)
    params = {"jungfrauen": deal.jungfrauen, "factor": 1 << deal.jungfrauen}
    return Line(DealLine.JUNGFRAUEN, deal.jungfrau_seats or (), params)


def _outcome(losers: Collection[int], points: int, seats: int, lines: list[Line]) -> Outcome:
    """Return `points` and a mark for each loser, nothing for the others."""
    return Outcome(
        points=tuple(points if seat in losers else 0 for seat in range(seats)),
        marks=tuple(seat in losers for seat in range(seats)),
        lines=tuple(lines),
    )
