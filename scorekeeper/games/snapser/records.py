"""What a player's record says of Šnapser (docs/rules/snapser.md §24)."""

from __future__ import annotations

from scorekeeper.core.figures import Better, Figure, Kind
from scorekeeper.core.tally import MOST, Tally


def figures(tally: Tally) -> tuple[Figure, ...]:
    """Return the figures: on all deals, on choosing, on the great games, and on raises."""
    return (*_deals(tally), *_choosing(tally), *_great(tally), *_raises(tally))


def _share(tally: Tally, section: str, part: str, of: str, better: Better = Better.HIGH) -> Figure:
    """Return which part of one count another one is."""
    return Figure(section, part, Kind.SHARE, tally.get(part, 0), tally.get(of, 0), better)


def _deals(tally: Tally) -> tuple[Figure, ...]:
    """Return what every deal tells."""
    played = tally.get("played", 0)
    return (
        _share(tally, "deals", "won", "played"),
        Figure("deals", "gained", Kind.AVERAGE, tally.get("gained", 0), played, Better.HIGH),
        Figure("deals", "paid", Kind.AVERAGE, tally.get("paid", 0), played, Better.LOW),
        Figure("deals", "greatest", Kind.MOST, tally.get("gained" + MOST, 0), tally.get("won", 0), Better.HIGH),
        Figure("deals", "winning_run", Kind.MOST, tally.get("winning_run" + MOST, 0), played, Better.HIGH),
    )


def _choosing(tally: Tally) -> tuple[Figure, ...]:
    """Return how it goes as the chooser and against one."""
    return (
        _share(tally, "choosing", "chose_won", "chose"),
        _share(tally, "choosing", "opposed_won", "opposed"),
        _share(tally, "choosing", "gave_up", "chose", Better.NEITHER),
    )


def _great(tally: Tally) -> tuple[Figure, ...]:
    """Return how the great games go."""
    return (
        _share(tally, "great", "za12_won", "za12"),
        _share(tally, "great", "durch_won", "durch"),
        Figure("great", "silent_durch", Kind.NUMBER, tally.get("silent_durch", 0), tally.get("played", 0), Better.HIGH),
    )


def _raises(tally: Tally) -> tuple[Figure, ...]:
    """Return how often the player's side raised, and how that went."""
    raised, played = tally.get("raised", 0), tally.get("played", 0)
    return (
        Figure("raises", "raised", Kind.AVERAGE, raised, played, Better.NEITHER),
        _share(tally, "raises", "raised_won", "raised"),
    )
