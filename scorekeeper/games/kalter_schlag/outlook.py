"""What the open deal may decide: the threat line (docs/rules/kalter_schlag.md §30)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum

from scorekeeper.core.outcome import Line
from scorekeeper.core.problems import Param
from scorekeeper.core.standings import Standings
from scorekeeper.games.kalter_schlag.deal import CARD_POINTS, LOSING_TOTALS
from scorekeeper.games.kalter_schlag.opendeal import OpenDeal, decides, known_deal
from scorekeeper.games.kalter_schlag.options import Options

Said = tuple[str, int]
"""A line's code and its first seat."""

THRESHOLDS = ("points", "points_one", "points_two")
"""Names of the numbers that hold with no, one and two players without a trick."""


class ThreatLine(StrEnum):
    """Codes of the threat line's sentences."""

    FACTOR = "factor"
    LOSES_WITH_ANY_MARK = "loses_with_any_mark"
    LOSES_FROM = "loses_from"
    WINS_WITH_ANY_MARK = "wins_with_any_mark"
    WINS_UP_TO = "wins_up_to"
    DURCHMARSCH_LOSES = "durchmarsch_loses"
    DURCHMARSCH_WINS = "durchmarsch_wins"
    TIE_LOSES = "tie_loses"
    TIE_WINS = "tie_wins"


def outlook(
    standings: Standings, payload: Mapping[str, object], options: Options, playing: tuple[int, ...]
) -> tuple[Line, ...]:
    """Return the sentences of the threat line, losses first; empty if the deal cannot end the game.

    `playing` are the seats that play the deal. Numbers are card points of a seat alone at the top:
    `points` with as many Jungfrauen as are known, `points_one` and `points_two` with one and two where that
    changes it; for a win 120 means any total, 0 none. `unless_tied` are seats with whom a tie may spoil it.
    """
    if standings.ending is not None:
        return ()
    deal = known_deal(standings, payload, options, playing)
    lines: list[Line] = []
    for seat in deal.losers:
        lines += _loss(deal, seat)
    lines.sort(key=_urgency)
    for seat in deal.losers:
        lines += _win(deal, seat)
    said = {(line.code, line.seats[0]) for line in lines}
    lines += _marches(deal, said)
    lines += _ties_only(deal, said)
    factor = 1 << deal.calls << deal.jungfrauen
    if lines and factor > 1 and deal.levels:
        params = {"factor": factor, "calls": deal.calls, "jungfrauen": deal.jungfrauen}
        lines.insert(0, Line(ThreatLine.FACTOR, params=params))
    return tuple(lines)


def _urgency(line: Line) -> tuple[int, int]:
    """Return what sorts losses: the fewer further Jungfrauen they need and the fewer card points, the first."""
    for further, name in enumerate(THRESHOLDS):
        number = line.params.get(name)
        if isinstance(number, int):
            return further, number
    return 0, 0


def _loss(deal: OpenDeal, seat: int) -> Iterator[Line]:
    """Say with how many card points `seat` loses the game."""
    alone = {
        level: LOSING_TOTALS[level, 1][at]
        for level in deal.levels
        if (at := deal.turns(seat, level, wins=False)) < len(LOSING_TOTALS[level, 1])
    }
    if not alone:
        return
    if deal.always(seat, wins=False):
        yield Line(ThreatLine.LOSES_WITH_ANY_MARK, (seat,))
        return
    params: dict[str, Param] = {}
    least = CARD_POINTS + 1
    for level, total in alone.items():
        if total < least:
            params[_name(deal, level)] = least = total
    unless = _spoilers(deal, seat, alone, wins=False)
    yield Line(ThreatLine.LOSES_FROM, (seat,), params | ({"unless_tied": unless} if unless else {}))


def _win(deal: OpenDeal, seat: int) -> Iterator[Line]:
    """Say up to how many card points `seat` wins by the mark that this deal would give it."""
    need = deal.options.marks_to_win
    if need is None or deal.standings.marks[seat] != need - 1:
        return
    alone = {}
    for level in deal.levels:
        at = deal.turns(seat, level, wins=True)
        alone[level] = LOSING_TOTALS[level, 1][at - 1] if at else 0
    if not any(alone.values()):
        return
    if deal.always(seat, wins=True):
        yield Line(ThreatLine.WINS_WITH_ANY_MARK, (seat,))
        return
    params: dict[str, Param] = {}
    most = CARD_POINTS + 1
    for level, total in alone.items():
        if total < most:
            params[_name(deal, level)] = most = total
    unless = _spoilers(deal, seat, alone, wins=True)
    yield Line(ThreatLine.WINS_UP_TO, (seat,), params | ({"unless_tied": unless} if unless else {}))


def _name(deal: OpenDeal, level: int) -> str:
    """Return the parameter's name: `points` for as many Jungfrauen as are known already."""
    return THRESHOLDS[level if level > deal.jungfrauen else 0]


def _spoilers(deal: OpenDeal, seat: int, alone: Mapping[int, int], wins: bool) -> tuple[int, ...]:
    """Return with whom a tie within the numbers of `alone` may not make `seat` win (or lose)."""
    found: set[int] = set()
    for way in deal.ways():
        if seat not in way.losers or len(way.losers) != 2 or way.jungfrauen not in alone:
            continue
        bound = alone[way.jungfrauen]
        within = [total for total in way.totals if (total <= bound if wins else total >= bound)]
        if within and not decides(deal.tied(way.losers, within[-1 if wins else 0], way.jungfrauen), seat, wins):
            found.update(way.losers)
    return tuple(sorted(found - {seat}))


def _marches(deal: OpenDeal, said: Collection[Said]) -> Iterator[Line]:
    """Say what a Durchmarsch decides, by whom, unless any mark decides it anyway."""
    losses: dict[int, list[int]] = {}
    wins: dict[tuple[int, ...], list[int]] = {}
    for maker in deal.makers:
        decision = deal.durchmarsch(maker)
        if decision.loser is not None and (ThreatLine.LOSES_WITH_ANY_MARK, decision.loser) not in said:
            losses.setdefault(decision.loser, []).append(maker)
        if any((ThreatLine.WINS_WITH_ANY_MARK, winner) not in said for winner in decision.winners):
            wins.setdefault(decision.winners, []).append(maker)
    for loser, makers in losses.items():
        yield Line(ThreatLine.DURCHMARSCH_LOSES, (loser,), {"makers": tuple(makers)})
    for winners, makers in wins.items():
        yield Line(ThreatLine.DURCHMARSCH_WINS, winners, {"makers": tuple(makers)})


def _ties_only(deal: OpenDeal, said: Collection[Said]) -> Iterator[Line]:
    """Say what is decided by those ties whose total nobody can have alone at the top: 30, 40 or 60."""
    for way in deal.ways():
        total = way.totals[0]
        if total >= LOSING_TOTALS[way.jungfrauen, 1][0]:
            continue
        params: dict[str, Param] = {"points": total, "jungfrauen": way.jungfrauen}
        decision = deal.tied(way.losers, total, way.jungfrauen)
        loser = decision.loser
        if loser in way.losers and (ThreatLine.LOSES_WITH_ANY_MARK, loser) not in said:
            yield Line(ThreatLine.TIE_LOSES, _first(loser, way.losers), params)
        for winner in decision.winners:
            if not deal.turns(winner, way.jungfrauen, wins=True):
                yield Line(ThreatLine.TIE_WINS, _first(winner, way.losers), params)


def _first(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with `seat` in front."""
    return (seat, *(other for other in seats if other != seat))
