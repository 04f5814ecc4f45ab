"""Who has won, and who pays the winner (docs/rules/staekske_rape.md §10-§13)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import partial

from scorekeeper.core.agreement import AGREED, agreed, stakes_of
from scorekeeper.core.fold import NOBODY
from scorekeeper.core.outcome import Line
from scorekeeper.core.reading import Reader
from scorekeeper.core.standings import Ending, Standings, State
from scorekeeper.games.staekske_rape.codes import Code
from scorekeeper.games.staekske_rape.options import Options

TARGET = "target"


class EndingLine(StrEnum):
    """Codes of the lines that explain an ending."""

    WON_TARGET = "won_target"
    AGREED_HIGHEST = "agreed_highest"
    PAYS_WINNER = "pays_winner"


def judge(totals: tuple[int, ...], dealer: int, options: Options, vacant: frozenset[int] = NOBODY) -> State | Ending:
    """Let the highest total win once it has reached the target (§10).

    One player scores a deal, so several can be there only by a ruling: then the highest win, together if they are tied.
    """
    seats = range(len(totals))
    there = [seat for seat in seats if seat not in vacant]
    highest = max(totals[seat] for seat in there)
    if highest < options.target:
        return State.RUNNING
    winners = tuple(seat for seat in there if totals[seat] == highest)
    following = next(seat for step in seats if (seat := (dealer + 1 + step) % len(totals)) not in vacant)
    first = Line(EndingLine.WON_TARGET, winners, {"points": highest, "target": options.target})
    return _won(TARGET, winners, len(totals), vacant, first, following, paid=options.winner_paid)


def close(standings: Standings, how: Mapping[str, object]) -> Ending:
    """Return the ending that the table agreed on (§13).

    As for any game, or ``highest``: the highest total wins, and nobody pays; with ``highest_paid`` each other player
    pays the winner one stake.
    """
    ways = {"highest": partial(_highest_wins, paid=False), "highest_paid": partial(_highest_wins, paid=True)}
    return agreed(standings, how, ways)


def _highest_wins(reader: Reader, standings: Standings, *, paid: bool) -> Ending:
    totals, vacant = standings.totals, standings.vacant
    there = [seat for seat in range(len(totals)) if seat not in vacant]
    highest = max(totals[seat] for seat in there)
    top = tuple(seat for seat in there if totals[seat] == highest)
    if len(top) > 1:
        reader.add(Code.HIGHEST_TIED, "how", seats=top, points=highest)
    first = Line(EndingLine.AGREED_HIGHEST, top[:1], {"points": highest})
    return _won(AGREED, top[:1], len(totals), vacant, first, standings.dealer, paid=paid)


def _won(
    reason: str, winners: tuple[int, ...], seats: int, vacant: frozenset[int], first: Line, dealer: int, *, paid: bool
) -> Ending:
    payers = [seat for seat in range(seats) if seat not in winners and seat not in vacant]
    pairs = tuple((payer, winner, 1) for payer in payers for winner in winners) if paid else ()
    lines = [first, *(Line(EndingLine.PAYS_WINNER, pair[:2], {"stakes": pair[2]}) for pair in pairs)]
    return Ending(reason, (), winners, stakes_of(pairs, seats), pairs, dealer, None, tuple(lines))
