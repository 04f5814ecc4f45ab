"""What the chronicle keeps of a game of Kalter Schlag (docs/rules/kalter_schlag.md §34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.core.problems import Param
from scorekeeper.core.standings import Standings
from scorekeeper.games.kalter_schlag.deal import PENALTIES, PLAYERS, Deal, PlayedDeal
from scorekeeper.games.kalter_schlag.options import Options

GREATEST = PENALTIES[-1]
Params = dict[str, Param]
Played = tuple[int, Deal]
"""A deal of the game, and its index among the entries."""


class FeatCode(StrEnum):
    """Codes of the feats."""

    KALTER_SCHLAG = "kalter_schlag"
    PENALTY_7680 = "penalty_7680"
    FIVE_MARKS = "five_marks"
    DURCHMARSCH_HIRSCH = "durchmarsch_hirsch"
    SEVENTEEN_DEALS = "seventeen_deals"


def feats(
    entries: Sequence[Deal | Void | Ruling], standings: Standings, options: Options, seats: int
) -> tuple[Feat, ...]:
    """Return the feats of a game in the order of its entries; void deals and rulings have none.

    `entries` are those that the standings count. Source: docs/rules/kalter_schlag.md §34.
    """
    deals = [(index, entry) for index, entry in enumerate(entries) if not isinstance(entry, Void | Ruling)]
    found: list[Feat] = []
    for deal in deals:
        found += _strike(deal, standings, options)
        found += _greatest(deal, standings)
        found += _march(deal, standings)
        found += _win(deal, standings, options)
    found += _longest(deals, options, seats)
    return tuple(sorted(found, key=lambda feat: feat.index))


def _strike(deal: Played, standings: Standings, options: Options) -> Iterator[Feat]:
    """Tell whom this deal took from under half the limit to it or past it."""
    index, content = deal
    after = standings.running_totals[index]
    before = tuple(map(int.__sub__, after, standings.outcomes[index].points))
    struck = tuple(
        seat for seat, total in enumerate(before) if 2 * total < options.limit and after[seat] >= options.limit
    )
    if struck:
        params: Params = {
            "points": standings.outcomes[index].points[struck[0]],
            "before": tuple(before[seat] for seat in struck),
            "after": tuple(after[seat] for seat in struck),
            "limit": options.limit,
        }
        yield Feat(FeatCode.KALTER_SCHLAG, index, struck, params | _calls(content))


def _greatest(deal: Played, standings: Standings) -> Iterator[Feat]:
    """Tell who got the greatest penalty that a deal can give."""
    index, content = deal
    hit = tuple(seat for seat, points in enumerate(standings.outcomes[index].points) if points == GREATEST)
    if hit:
        yield Feat(FeatCode.PENALTY_7680, index, hit, {"points": GREATEST} | _calls(content))


def _march(deal: Played, standings: Standings) -> Iterator[Feat]:
    """Tell who took all tricks although all four had called."""
    index, content = deal
    if isinstance(content, PlayedDeal) and content.durchmarsch is not None and content.calls == PLAYERS:
        points = max(standings.outcomes[index].points)
        yield Feat(FeatCode.DURCHMARSCH_HIRSCH, index, (content.durchmarsch,), {"points": points} | _calls(content))


def _win(deal: Played, standings: Standings, options: Options) -> Iterator[Feat]:
    """Tell who won by marks with this deal."""
    index, _content = deal
    ending = standings.ending
    if ending is not None and ending.reason == "five_marks" and index == len(standings.outcomes) - 1:
        totals = tuple(standings.totals[seat] for seat in ending.winners)
        params: Params = {"marks": options.marks_to_win, "totals": totals}
        yield Feat(FeatCode.FIVE_MARKS, index, ending.winners, params)


def _longest(deals: Sequence[Played], options: Options, seats: int) -> Iterator[Feat]:
    """Tell that the game is as long as it can be below the limit: one mark short for everybody, and one more."""
    if options.marks_to_win is None:
        return
    players = tuple(seat for seat in range(seats) if any(deal.sits_out != seat for _index, deal in deals))
    most = len(players) * (options.marks_to_win - 1) + 1
    if deals and len(deals) >= most:
        yield Feat(FeatCode.SEVENTEEN_DEALS, deals[most - 1][0], players, {"deals": most})


def _calls(deal: Deal) -> Params:
    """Return how many called and who, None where the deal does not tell."""
    if isinstance(deal, PlayedDeal):
        return {"calls": deal.calls, "callers": deal.callers}
    return {"calls": None, "callers": None}
