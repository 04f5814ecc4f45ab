"""What statistics add up over the deals of Staekske Rape (docs/rules/staekske_rape.md §16)."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.outcome import Outcome
from scorekeeper.core.tally import Counts
from scorekeeper.games.staekske_rape.deal import Deal, Event
from scorekeeper.games.staekske_rape.melds import meld_points

NOTHING = (
    "declared",
    "made",
    "made_bid",
    "refused",
    "all_tricks",
    "no_tricks",
    "untouched",
    "meld_points",
    "won",
    "lost",
)


def counts(entry: Deal | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
    """Return per seat what this entry adds.

    `deals` is 1 for every seat, and of those who play also counted by place; `declared` that the player had the bid,
    `made` that it was met and `made_bid` how high it was then; `won` and `lost` are the game points. What is no deal
    has the points that the table gave or took: `ruled` and `ruled_off`.
    """
    if isinstance(entry, Void | Ruling):
        return tuple({"ruled": max(points, 0), "ruled_off": max(-points, 0)} for points in outcome.points)
    none: Counts = {"deals": 1, **dict.fromkeys(NOTHING, 0)}
    return tuple(
        {**none, **_declarers(entry, points)} if seat == entry.declarer else none
        for seat, points in enumerate(outcome.points)
    )


def _declarers(deal: Deal, points: int) -> Counts:
    refused = deal.bid is None
    made = not refused and points >= 0
    return {
        "declared": int(not refused),
        "made": int(made),
        "made_bid": deal.bid if made and deal.bid else 0,
        "refused": int(refused),
        "all_tricks": int(deal.event is Event.ALL_TRICKS),
        "no_tricks": int(deal.event is Event.NO_TRICKS),
        "untouched": int(deal.without_stock),
        "meld_points": meld_points(deal.melds),
        "won": max(points, 0),
        "lost": max(-points, 0),
    }


def peaks(rows: Sequence[Counts]) -> dict[str, int]:
    """Return the best result, the worst one, and the highest bid that was met."""
    return {name: max((row.get(name) or 0 for row in rows), default=0) for name in ("won", "lost", "made_bid")}
