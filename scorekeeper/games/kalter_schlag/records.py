"""What a player's record says of Kalter Schlag (docs/rules/kalter_schlag.md §35)."""

from __future__ import annotations

from scorekeeper.core.figures import Better, Figure, Kind
from scorekeeper.core.tally import MOST, UNKNOWN, Tally, at_place
from scorekeeper.games.kalter_schlag.deal import PLAYERS


def figures(tally: Tally) -> tuple[Figure, ...]:
    """Return the figures: on penalties, on tricks, on calls, and by place at the table."""
    return (*_penalties(tally), *_tricks(tally), *_calls(tally), *_places(tally))


def _penalties(tally: Tally) -> tuple[Figure, ...]:
    """Return what every row tells, even one from paper."""
    played, lost, penalty = (tally.get(name, 0) for name in ("played", "deals_lost", "penalty"))
    most, run = tally.get("penalty" + MOST, 0), tally.get("clean_run" + MOST, 0)
    return (
        Figure("penalties", "clean", Kind.SHARE, played - lost, played, Better.HIGH),
        Figure("penalties", "a_deal", Kind.AVERAGE, penalty, played, Better.LOW),
        Figure("penalties", "a_lost_deal", Kind.AVERAGE, penalty, lost, Better.LOW),
        Figure("penalties", "greatest", Kind.MOST, most, lost, Better.LOW),
        Figure("penalties", "clean_run", Kind.MOST, run, played, Better.HIGH),
    )


def _tricks(tally: Tally) -> tuple[Figure, ...]:
    """Return what only the deals tell that say who took no trick."""
    wanted = (("jungfrau", Better.HIGH), ("durchmarsch", Better.HIGH), ("durchmarsch_suffered", Better.LOW))
    return tuple(_of_deals(tally, "tricks", name, better) for name, better in wanted)


def _calls(tally: Tally) -> tuple[Figure, ...]:
    """Return how often the player called, and how that went."""
    called = tally.get("called", 0)
    return (
        _of_deals(tally, "calls", "called", Better.NEITHER),
        Figure("calls", "spared", Kind.SHARE, tally.get("called_and_spared", 0), called, Better.HIGH),
        Figure("calls", "scored", Kind.SHARE, tally.get("called_and_scored", 0), called, Better.LOW),
    )


def _places(tally: Tally) -> tuple[Figure, ...]:
    """Return the share of deals lost by place in the order of play."""
    return tuple(
        Figure(
            "places",
            at_place("lost", place),
            Kind.SHARE,
            tally.get(at_place("deals_lost", place), 0),
            tally.get(at_place("played", place), 0),
        )
        for place in range(1, PLAYERS + 1)
    )


def _of_deals(tally: Tally, section: str, name: str, better: Better) -> Figure:
    """Return the share of deals of which it is known; what a row does not tell is left out."""
    unknown = tally.get(name + UNKNOWN, 0)
    return Figure(section, name, Kind.SHARE, tally.get(name, 0), tally.get("played", 0) - unknown, better, unknown)
