"""End a running account, and say what each player gets or pays (docs/rules/snapser.md §12-§14)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.core.agreement import CLOSED, agreed, matched
from scorekeeper.core.outcome import Line
from scorekeeper.core.reading import Reader
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.games.snapser.codes import Code
from scorekeeper.games.snapser.deal import usual_chooser


class EndingLine(StrEnum):
    """Codes of the lines that explain the end of an account."""

    CLOSED = "closed"
    CLOSED_EVEN = "closed_even"
    PAYS = "pays"


class CloseLine(StrEnum):
    """Codes of the header's lines, one a seat."""

    CHOOSES = "chooses"
    DEALS = "deals"
    PLAYS = "plays"
    LEFT = "left"
    PAYS = "account_pays"
    GETS = "account_gets"
    EVEN = "account_even"


def close(standings: Standings, how: Mapping[str, object]) -> Ending:
    """Return the ending that the table agreed on: as for any game, or ``closed``, when each point is a stake."""
    return agreed(standings, how, {CLOSED: _closed})


def _closed(reader: Reader, standings: Standings) -> Ending:
    """Return the ending in which everybody pays or gets the total, even who has left (§13)."""
    totals = standings.totals
    left_over = sum(totals)
    if left_over:
        reader.add(Code.ACCOUNT_UNEVEN, "how", sum=left_over)
    pairs = () if left_over else matched(totals)
    gets = tuple(seat for seat, total in enumerate(totals) if total > 0)
    first = Line(EndingLine.CLOSED, gets, {"points": tuple(totals[seat] for seat in gets)})
    return Ending(
        reason=CLOSED,
        losers=tuple(seat for seat, total in enumerate(totals) if total < 0),
        winners=gets,
        stakes=totals,
        pairs=pairs,
        next_dealer=standings.dealer,
        next_dealer_chosen_by=None,
        lines=(
            first if gets else Line(EndingLine.CLOSED_EVEN),
            *(Line(EndingLine.PAYS, pair[:2], {"stakes": pair[2]}) for pair in pairs),
        ),
    )


def closeness(standings: Standings, seats: int) -> tuple[Line, ...]:
    """Return who chooses and who deals next, or what each gets or pays; `stakes` are in points."""
    return tuple(_line(standings, seats, seat) for seat in range(seats))


def _line(standings: Standings, seats: int, seat: int) -> Line:
    """Return the line of a seat."""
    if standings.ending is not None:
        stakes = standings.ending.stakes[seat]
        code = CloseLine.PAYS if stakes < 0 else CloseLine.GETS if stakes > 0 else CloseLine.EVEN
        return Line(code, (seat,), {"stakes": abs(stakes)})
    if seat in standings.vacant:
        return Line(CloseLine.LEFT, (seat,))
    if seat == usual_chooser(standings.dealer, seats, standings.vacant):
        return Line(CloseLine.CHOOSES, (seat,))
    return Line(CloseLine.DEALS if seat == standings.dealer else CloseLine.PLAYS, (seat,))
