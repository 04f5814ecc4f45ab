"""What a player is close to, and what the open deal may decide (docs/rules/kalter_schlag.md §28-§30)."""

from __future__ import annotations

from enum import StrEnum

from scorekeeper.core.outcome import Line
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.games.kalter_schlag.deal import LOSING_TOTALS, penalty
from scorekeeper.games.kalter_schlag.options import Options

LEAST_PENALTY = penalty(min(LOSING_TOTALS[0, 1]), 0, 0)


class CloseLine(StrEnum):
    """Codes of the header's lines, one a seat."""

    NEXT_MARK_WINS = "next_mark_wins"
    OVER_LIMIT = "over_limit"
    PAID_DOUBLE = "paid_double"
    TO_GO = "to_go"
    PAYS = "pays"
    GETS = "gets"
    EVEN = "even"
    LEFT = "left"


def closeness(standings: Standings, options: Options, seats: int) -> tuple[Line, ...]:
    """Return the most telling thing about each seat; after the ending, what it pays or gets."""
    return tuple(_line(standings, options, seat) for seat in range(seats))


def _line(standings: Standings, options: Options, seat: int) -> Line:
    """Return the line of a seat, be it empty or the game over."""
    if seat in standings.vacant:
        return Line(CloseLine.LEFT, (seat,))
    if standings.ending is not None:
        return _settled_line(standings.ending, seat)
    return _open_line(standings, options, seat)


def _open_line(standings: Standings, options: Options, seat: int) -> Line:
    """Return the line of a seat while the game goes on; `points` is what is left below the limit."""
    left = options.limit - standings.totals[seat]
    if left <= 0:
        return Line(CloseLine.OVER_LIMIT, (seat,), {"points": -left})
    need = options.marks_to_win
    # the least penalty must leave the player below the limit, else the next mark cannot win (§13)
    if need is not None and standings.marks[seat] == need - 1 and left > LEAST_PENALTY:
        return Line(CloseLine.NEXT_MARK_WINS, (seat,), {"points": left})
    if standings.totals[seat] == 0 and standings.marks[seat] == 0:
        return Line(CloseLine.PAID_DOUBLE, (seat,), {"points": left})
    return Line(CloseLine.TO_GO, (seat,), {"points": left})


def _settled_line(ending: Ending, seat: int) -> Line:
    """Return the line of a seat after the ending."""
    stakes = ending.stakes[seat]
    code = CloseLine.PAYS if stakes < 0 else CloseLine.GETS if stakes > 0 else CloseLine.EVEN
    return Line(code, (seat,), {"stakes": abs(stakes)})
