"""What each player is close to, and what the open deal needs and may decide (docs/rules/staekske_rape.md §14, §15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from scorekeeper.core.outcome import Line
from scorekeeper.core.reading import whole
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.games.staekske_rape.deal import ALL_TRICKS, BIDS, POINTS, Deal, Event, needed
from scorekeeper.games.staekske_rape.melds import Meld, fits
from scorekeeper.games.staekske_rape.options import Options
from scorekeeper.games.staekske_rape.scoring import made_of, score

NEAR = 10
"""From here on a player may win with one ordinary deal."""


class CloseLine(StrEnum):
    """Codes of the header's lines, one a seat."""

    TO_GO = "to_go"
    NEAR = "near"
    WINS = "wins"
    PAYS = "pays"
    GETS = "gets"
    OVER = "over"
    LEFT = "left"


class OutlookLine(StrEnum):
    """Codes of the lines about the open deal."""

    NEEDS = "needs"
    MADE_ALREADY = "made_already"
    ONLY_ALL_TRICKS = "only_all_tricks"
    BEYOND_REACH = "beyond_reach"
    WINS_FROM = "wins_from"
    WINS_WITH_ALL_TRICKS = "wins_with_all_tricks"


def closeness(standings: Standings, options: Options, seats: int) -> tuple[Line, ...]:
    """Return how far each seat is from the target; after the ending, who won, and what each pays or gets."""
    return tuple(_close_line(standings, options, seat) for seat in range(seats))


def _close_line(standings: Standings, options: Options, seat: int) -> Line:
    if seat in standings.vacant:
        return Line(CloseLine.LEFT, (seat,))
    if standings.ending is not None:
        return _settled_line(standings.ending, seat)
    points = options.target - standings.totals[seat]
    return Line(CloseLine.NEAR if points <= NEAR else CloseLine.TO_GO, (seat,), {"points": points})


def _settled_line(ending: Ending, seat: int) -> Line:
    stakes = ending.stakes[seat]
    if stakes:
        return Line(CloseLine.PAYS if stakes < 0 else CloseLine.GETS, (seat,), {"stakes": abs(stakes)})
    return Line(CloseLine.WINS if seat in ending.winners else CloseLine.OVER, (seat,))


def outlook(
    standings: Standings, payload: Mapping[str, object], options: Options, playing: tuple[int, ...]
) -> tuple[Line, ...]:
    """Return what the bid needs and from where on it wins the game; nothing while declarer or bid are not known."""
    deal = None if standings.ending else _open_deal(payload, playing)
    if deal is None or deal.bid is None:
        return ()
    return (*_wins(standings, deal, options), _needs(deal, deal.bid, options))


def _needs(deal: Deal, bid: int, options: Options) -> Line:
    """Say how many card points make the bid."""
    who, need = (deal.declarer,), needed(bid, deal.melds)
    params = {"bid": bid, "needed": need}
    if need <= 0:
        return Line(OutlookLine.MADE_ALREADY, who, params)
    if need > ALL_TRICKS:
        return Line(OutlookLine.BEYOND_REACH, who, params)
    least = next((points for points in POINTS if made_of(replace(deal, card_points=points), options) >= need), None)
    if least is None:
        return Line(OutlookLine.ONLY_ALL_TRICKS, who, params)
    return Line(OutlookLine.NEEDS, who, {**params, "points": least})


def _wins(standings: Standings, deal: Deal, options: Options) -> tuple[Line, ...]:
    """Say from how many card points on the declarer wins the game, if that can be."""
    who, seats = (deal.declarer,), len(standings.totals)

    def reaches(tried: Deal) -> bool:
        total = standings.totals[deal.declarer] + score(tried, options, seats).points[deal.declarer]
        return total >= max(options.target, *standings.totals)

    least = next((points for points in POINTS if reaches(replace(deal, card_points=points))), None)
    if least is not None:
        return (Line(OutlookLine.WINS_FROM, who, {"points": least}),)
    if reaches(replace(deal, event=Event.ALL_TRICKS)):
        return (Line(OutlookLine.WINS_WITH_ALL_TRICKS, who),)
    return ()


def _open_deal(payload: Mapping[str, object], playing: tuple[int, ...]) -> Deal | None:
    """Read declarer, bid, melds and stock; what cannot be read counts as not known."""
    data = payload if isinstance(payload, Mapping) else {}
    declarer, bid = whole(data.get("declarer")), whole(data.get("bid"))
    if declarer not in playing or bid not in BIDS:
        return None
    items = data.get("melds")
    items = items if isinstance(items, list | tuple) else []
    melds = tuple(meld for meld in Meld for item in items if item == meld.value)
    possible = len(melds) == len(items) and fits(melds)
    return Deal(declarer, bid, melds=melds if possible else (), without_stock=data.get("without_stock") is True)
