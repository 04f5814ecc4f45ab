"""What a deal of Staekske Rape is, and the steps of its reckoning (docs/rules/staekske_rape.md §4-§9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scorekeeper.games.staekske_rape.melds import Meld, meld_points

PLAYERS = 4
CARD_POINTS = 146
BIDS = range(1, 100)
POINTS = range(CARD_POINTS + 1)
BASE = 10
"""What bid 0 would need: a bid is what is promised above 100 card points, in tens."""
ALL_TRICKS = 15 + 10
UNPLAYED = 10
"""What four jacks that are shown and not played make: 100 card points."""
NO_TRICK, REFUSED = -50, -10
LOSS = 10
"""What a lost bid costs besides the double of what is missing."""


class Event(StrEnum):
    """Say how the deal went."""

    PLAYED = "played"
    ALL_TRICKS = "all_tricks"
    NO_TRICKS = "no_tricks"
    FOUR_JACKS_UNPLAYED = "four_jacks_unplayed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Deal:
    """Hold a deal.

    `bid` is None if the forced first player refused, `card_points` unless the declarer's tricks were counted.
    `melds` stand in the order of `Meld`.
    """

    declarer: int
    bid: int | None
    event: Event = Event.PLAYED
    card_points: int | None = None
    melds: tuple[Meld, ...] = ()
    without_stock: bool = False


def tens(points: int, fives_up: bool) -> int:
    """Return card points to the nearest ten, in tens; a five goes down unless the table says otherwise (§5).

    >>> tens(115, False), tens(115, True), tens(116, False)
    (11, 12, 12)
    """
    return (points + (5 if fives_up else 4)) // 10


def needed(bid: int, melds: Sequence[Meld]) -> int:
    """Return what a bid needs, in tens, after the melds; at or below nought it is made already (§5).

    >>> needed(5, (Meld.FOUR_NINES,))
    1
    """
    return BASE + bid - meld_points(melds) // 10


def result_of(difference: int) -> int:
    """Return the game points for so many tens over what was needed, or short of it (§5).

    >>> result_of(8), result_of(0), result_of(-2)
    (8, 0, -14)
    """
    return difference if difference >= 0 else 2 * difference - LOSS


def reseated(deal: Deal, order: Sequence[int]) -> Deal:
    """Return the deal after the players changed places: the new seat `i` is the old seat `order[i]`."""
    return replace(deal, declarer=list(order).index(deal.declarer))
