"""Decide after each entry whether the game is over, and who pays whom (docs/rules/kalter_schlag.md §10-§17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.core.agreement import AGREED, agreed, stakes_of
from scorekeeper.core.fold import NOBODY
from scorekeeper.core.outcome import Line
from scorekeeper.core.reading import Reader
from scorekeeper.core.standings import Ending, Standings, State
from scorekeeper.games.kalter_schlag.codes import Code
from scorekeeper.games.kalter_schlag.options import FifthVsLimit, JointFive, Options

SINGLE, DOUBLE = 1, 2


class EndingLine(StrEnum):
    """Codes of the lines that explain an ending."""

    LOST_LIMIT = "lost_limit"
    WON_MARKS = "won_marks"
    AGREED_HIGHEST = "agreed_highest"
    PAYS_SINGLE = "pays_single"
    PAYS_DOUBLE = "pays_double"
    PAYS_WINNER = "pays_winner"
    NOBODY_PAYS = "nobody_pays"


@dataclass(frozen=True, slots=True)
class Decision:
    """Say who has won or lost; neither means that the game goes on, `tied` that it is tied over the limit."""

    winners: tuple[int, ...] = ()
    loser: int | None = None
    tied: bool = False


def decide(
    totals: tuple[int, ...], marks: tuple[int, ...], options: Options, vacant: frozenset[int] = NOBODY
) -> Decision:
    """Apply the two ways to end a game, the fifth mark first (§10-§13), to those who are there (§18).

    A player with the winning mark below the limit must have made it just now: the game would be over.
    """
    there = [seat for seat in range(len(totals)) if seat not in vacant]
    highest = max(totals[seat] for seat in there)
    top = [seat for seat in there if totals[seat] == highest]
    alone = highest >= options.limit and len(top) == 1
    need = options.marks_to_win
    if need is not None and not (alone and _limit_first(options)):
        winners = tuple(seat for seat in there if marks[seat] >= need and totals[seat] < options.limit)
        if winners and options.joint_five == JointFive.LOWEST_WINS:
            lowest = min(totals[seat] for seat in winners)
            winners = tuple(seat for seat in winners if totals[seat] == lowest)
        if winners:
            return Decision(winners=winners)
    if alone:
        return Decision(loser=top[0])
    return Decision(tied=highest >= options.limit)


def _limit_first(options: Options) -> bool:
    return options.fifth_vs_limit == FifthVsLimit.LIMIT_FIRST


def judge(
    totals: tuple[int, ...], marks: tuple[int, ...], dealer: int, options: Options, vacant: frozenset[int] = NOBODY
) -> State | Ending:
    """Return the state after an entry that `dealer` dealt, or the ending; who left a seat has no part in it."""
    decision = decide(totals, marks, options, vacant)
    if decision.winners:
        return _won(decision.winners, len(totals), dealer, options, vacant)
    if decision.loser is not None:
        line = Line(
            EndingLine.LOST_LIMIT,
            (decision.loser,),
            {"points": totals[decision.loser], "limit": options.limit},
        )
        return _lost("limit", decision.loser, Columns(totals, marks, vacant), line, None)
    return State.PLAY_ON_TIE if decision.tied else State.RUNNING


def _won(winners: tuple[int, ...], seats: int, dealer: int, options: Options, vacant: frozenset[int]) -> Ending:
    """Let each other player pay a double stake to each winner, marks or no marks (§13, §14)."""
    payers = [seat for seat in range(seats) if seat not in winners and seat not in vacant]
    pairs = tuple((payer, winner, DOUBLE) for payer in payers for winner in winners)
    params = {"marks": options.marks_to_win, "limit": options.limit}
    lines = [Line(EndingLine.WON_MARKS, winners, params)]
    lines += [Line(EndingLine.PAYS_WINNER, pair[:2], {"stakes": pair[2]}) for pair in pairs]
    if not pairs:
        lines.append(Line(EndingLine.NOBODY_PAYS, winners))
    # the first of several winners clockwise from the last dealer (§16)
    next_dealer = min(winners, key=lambda seat: (seat - dealer - 1) % seats)
    return Ending("five_marks", (), winners, stakes_of(pairs, seats), pairs, next_dealer, None, tuple(lines))


class Columns(NamedTuple):
    """Hold the totals and marks of the sheet, one a seat, and which seats are empty."""

    totals: tuple[int, ...]
    marks: tuple[int, ...]
    vacant: frozenset[int]


def _lost(reason: str, loser: int, columns: Columns, first: Line, next_dealer: int | None) -> Ending:
    """Let the loser pay everyone: one stake, two to a player with a clean column (§12).

    A ruling may give points without a mark: such a column is no longer clean.
    """
    lines = [first]
    pairs = []
    for seat, total in enumerate(columns.totals):
        if seat == loser or seat in columns.vacant:
            continue
        clean = total == 0 and columns.marks[seat] == 0
        pairs.append((loser, seat, DOUBLE if clean else SINGLE))
        code = EndingLine.PAYS_DOUBLE if clean else EndingLine.PAYS_SINGLE
        lines.append(Line(code, (loser, seat), {"stakes": pairs[-1][2], "points": total}))
    return Ending(
        reason,
        (loser,),
        (),
        stakes_of(pairs, len(columns.totals)),
        tuple(pairs),
        next_dealer,
        loser if next_dealer is None else None,
        tuple(lines),
    )


# ended by agreement (§17)


def close(standings: Standings, how: Mapping[str, object]) -> Ending:
    """Return the ending that the table agreed on: as for any game, or ``highest``, who pays as at the limit."""
    return agreed(standings, how, {"highest": _highest_pays})


def _highest_pays(reader: Reader, standings: Standings) -> Ending:
    """Let the highest total pay as at the limit; a tie needs one more deal, or another agreement."""
    there = [seat for seat in range(len(standings.totals)) if seat not in standings.vacant]
    highest = max(standings.totals[seat] for seat in there)
    top = tuple(seat for seat in there if standings.totals[seat] == highest)
    if len(top) > 1:
        reader.add(Code.HIGHEST_TIED, "how", seats=top, points=highest)
    line = Line(EndingLine.AGREED_HIGHEST, (top[0],), {"points": highest})
    columns = Columns(standings.totals, standings.marks, standings.vacant)
    return _lost(AGREED, top[0], columns, line, standings.dealer)
