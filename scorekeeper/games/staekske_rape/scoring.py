"""What a deal gives its declarer, and why (docs/rules/staekske_rape.md §5-§9)."""

from __future__ import annotations

from enum import StrEnum

from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import Param
from scorekeeper.games.staekske_rape.deal import (
    ALL_TRICKS,
    NO_TRICK,
    REFUSED,
    UNPLAYED,
    Deal,
    Event,
    needed,
    result_of,
    tens,
)
from scorekeeper.games.staekske_rape.melds import meld_points
from scorekeeper.games.staekske_rape.options import FiveRounds, Options


class DealLine(StrEnum):
    """Codes of the lines that explain a deal."""

    NEEDED = "needed"
    MADE = "made"
    BEYOND_REACH = "beyond_reach"
    RESULT = "result"
    NO_TRICKS = "no_tricks"
    REFUSED = "refused"


def made_of(deal: Deal, options: Options) -> int:
    """Return what the declarer made, in tens (§5)."""
    if deal.event is Event.ALL_TRICKS:
        return ALL_TRICKS
    if deal.event is Event.FOUR_JACKS_UNPLAYED:
        return UNPLAYED
    return tens(deal.card_points or 0, options.five_rounds is FiveRounds.UP)


def doubles(result: int, deal: Deal, options: Options) -> bool:
    """Say whether the untouched stock doubles a result (§8)."""
    if not deal.without_stock:
        return False
    if deal.event is Event.NO_TRICKS:
        return options.double_no_tricks
    return options.double_losses or result > 0


def score(deal: Deal, options: Options, seats: int) -> Outcome:
    """Give the result to the declarer, nothing to the others."""
    if deal.bid is None:
        line = Line(DealLine.REFUSED, (deal.declarer,), {"points": REFUSED})
        return _outcome(deal.declarer, REFUSED, seats, line)
    if deal.event is Event.NO_TRICKS:
        points = NO_TRICK * (2 if doubles(NO_TRICK, deal, options) else 1)
        params: dict[str, Param] = {**_told(deal), "result": NO_TRICK, "points": points}
        return _outcome(deal.declarer, points, seats, Line(DealLine.NO_TRICKS, (deal.declarer,), params))
    return _score_bid(deal, deal.bid, options, seats)


def _score_bid(deal: Deal, bid: int, options: Options, seats: int) -> Outcome:
    """Compare what was made with what was needed (§5)."""
    need, made = needed(bid, deal.melds), made_of(deal, options)
    result = result_of(made - need)
    points = result * (2 if doubles(result, deal, options) else 1)
    who = (deal.declarer,)
    told = _told(deal)
    params: dict[str, Param] = {
        **told,
        "event": deal.event.value,
        "card_points": deal.card_points,
        "needed": need,
        "made": made,
        "difference": made - need,
        "result": result,
        "points": points,
    }
    beyond = (Line(DealLine.BEYOND_REACH, who, {"needed": need, "most": ALL_TRICKS}),) if need > ALL_TRICKS else ()
    return _outcome(
        deal.declarer,
        points,
        seats,
        Line(DealLine.NEEDED, who, {**told, "needed": need}),
        Line(DealLine.MADE, who, {"event": deal.event.value, "card_points": deal.card_points, "made": made}),
        *beyond,
        Line(DealLine.RESULT, who, params),
    )


def _told(deal: Deal) -> dict[str, Param]:
    """Return what the lines tell of the bid; that there was no meld, or that the stock was taken, is told as well."""
    return {
        "bid": deal.bid,
        "melds": tuple(meld.value for meld in deal.melds),
        "meld_points": meld_points(deal.melds),
        "without_stock": deal.without_stock,
    }


def _outcome(declarer: int, points: int, seats: int, *lines: Line) -> Outcome:
    return Outcome(tuple(points if seat == declarer else 0 for seat in range(seats)), (False,) * seats, lines)
