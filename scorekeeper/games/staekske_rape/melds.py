"""The melds of the declarer: what they are worth, and whether seven cards can hold them (docs/rules §6, §7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from typing import TypeAlias

HAND = 7
MOST_RUNS = 2
"""Three runs need nine cards at least."""

Cards: TypeAlias = frozenset[tuple[int, int]]
"""Cards as (suit, rank): ranks count from the ace down, suit 0 is trumps."""


class Meld(StrEnum):
    """Name the melds, in the order in which they are asked for; a run of six or seven counts as one of five."""

    RUN3 = "run3"
    RUN4 = "run4"
    RUN5 = "run5"
    STOEK = "stoek"
    FOUR_JACKS = "four_jacks"
    FOUR_NINES = "four_nines"
    FOUR_ACES = "four_aces"
    FOUR_KINGS = "four_kings"
    FOUR_QUEENS = "four_queens"
    FOUR_TENS = "four_tens"


RUNS = {Meld.RUN3: 3, Meld.RUN4: 4, Meld.RUN5: 5}
FOURS = {
    Meld.FOUR_ACES: 0,
    Meld.FOUR_KINGS: 1,
    Meld.FOUR_QUEENS: 2,
    Meld.FOUR_JACKS: 3,
    Meld.FOUR_TENS: 4,
    Meld.FOUR_NINES: 5,
}
KING, QUEEN = 1, 2
SUITS, RANKS = range(4), 8

WORTH = {
    Meld.RUN3: 20,
    Meld.RUN4: 50,
    Meld.RUN5: 100,
    Meld.STOEK: 20,
    Meld.FOUR_JACKS: 200,
    Meld.FOUR_NINES: 140,
    Meld.FOUR_ACES: 100,
    Meld.FOUR_KINGS: 100,
    Meld.FOUR_QUEENS: 100,
    Meld.FOUR_TENS: 100,
}


def meld_points(melds: Sequence[Meld]) -> int:
    """Return what melds are worth together.

    >>> meld_points((Meld.RUN4, Meld.STOEK))
    70
    """
    return sum(WORTH[meld] for meld in melds)


@cache
def fits(melds: tuple[Meld, ...]) -> bool:
    """Say whether seven cards can hold all of them. Runs share no card with one another, others may.

    >>> fits((Meld.RUN4, Meld.FOUR_KINGS, Meld.STOEK))
    True
    >>> fits((Meld.RUN5, Meld.FOUR_KINGS))
    False
    """
    runs = [RUNS[meld] for meld in melds if meld in RUNS]
    if len(runs) > MOST_RUNS:
        return False
    fixed = frozenset(card for meld in melds if meld not in RUNS for card in _fixed(meld))
    return any(len(fixed.union(*placed)) <= HAND for placed in _placed(runs))


def _fixed(meld: Meld) -> Cards:
    """Return the cards of a meld that can be only in one way."""
    if meld is Meld.STOEK:
        return frozenset({(0, KING), (0, QUEEN)})
    return frozenset((suit, FOURS[meld]) for suit in SUITS)


def _placed(runs: Sequence[int]) -> Iterator[tuple[Cards, ...]]:
    """Yield every way in which runs of these lengths lie in the suits without sharing a card."""
    for placed in product(*(tuple(_runs(length)) for length in runs)):
        if len(frozenset().union(*placed)) == sum(runs):
            yield placed


def _runs(length: int) -> Iterator[Cards]:
    for suit, highest in product(SUITS, range(RANKS - length + 1)):
        yield frozenset((suit, highest + step) for step in range(length))
