"""What a player's record says of Staekske Rape (docs/rules/staekske_rape.md §16)."""

from __future__ import annotations

from scorekeeper.core.figures import Better, Figure, Kind
from scorekeeper.core.tally import MOST, Tally, at_place
from scorekeeper.games.staekske_rape.deal import PLAYERS


def figures(tally: Tally) -> tuple[Figure, ...]:
    """Return the figures: on bids, on results, and by place at the table."""
    return (*_bids(tally), *_results(tally), *_places(tally))


def _bids(tally: Tally) -> tuple[Figure, ...]:
    declared, made, refused, untouched, highest = (
        tally.get(name, 0) for name in ("declared", "made", "refused", "untouched", "made_bid" + MOST)
    )
    played = sum(tally.get(at_place("deals", place), 0) for place in range(1, PLAYERS + 1))
    return (
        Figure("bids", "declared", Kind.SHARE, declared, played),
        Figure("bids", "made", Kind.SHARE, made, declared, Better.HIGH),
        Figure("bids", "highest", Kind.MOST, highest, made, Better.HIGH),
        Figure("bids", "untouched", Kind.SHARE, untouched, declared),
        Figure("bids", "refused", Kind.SHARE, refused, played, Better.LOW),
    )


def _results(tally: Tally) -> tuple[Figure, ...]:
    declared, refused, won, lost = (tally.get(name, 0) for name in ("declared", "refused", "won", "lost"))
    return (
        Figure("results", "a_bid", Kind.AVERAGE, won - lost, declared + refused, Better.HIGH),
        Figure("results", "best", Kind.MOST, tally.get("won" + MOST, 0), declared, Better.HIGH),
        Figure("results", "worst", Kind.MOST, tally.get("lost" + MOST, 0), declared, Better.LOW),
        Figure("results", "melds", Kind.AVERAGE, tally.get("meld_points", 0), declared, Better.HIGH),
        Figure("results", "all_tricks", Kind.SHARE, tally.get("all_tricks", 0), declared, Better.HIGH),
        Figure("results", "no_tricks", Kind.SHARE, tally.get("no_tricks", 0), declared, Better.LOW),
    )


def _places(tally: Tally) -> tuple[Figure, ...]:
    return tuple(
        Figure(
            "places",
            at_place("declared", place),
            Kind.SHARE,
            tally.get(at_place("declared", place), 0),
            tally.get(at_place("deals", place), 0),
        )
        for place in range(1, PLAYERS + 1)
    )
