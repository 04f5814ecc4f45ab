"""The figures of a player's record as data; their words live in the game's templates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Kind(StrEnum):
    """Say what a figure is: how often in numbers, a part of all, an average, or the greatest."""

    NUMBER = "number"
    SHARE = "share"
    AVERAGE = "average"
    MOST = "most"


class Better(StrEnum):
    """Say which end of a ranking is the good one; NEITHER is ranked nowhere."""

    LOW = "low"
    HIGH = "high"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure. `section` and `code` name it for the words.

    `base` is the number of deals (or games, or calls) behind it: a share is `amount` out of `base`, an average
    `amount` over `base`. `unknown` deals do not tell and are left out of both.
    """

    section: str
    code: str
    kind: Kind
    amount: int
    base: int
    better: Better = Better.NEITHER
    unknown: int = 0

    @property
    def value(self) -> Fraction | None:
        """Return what is compared; None when nothing is behind it.

        >>> Figure("deals", "clean", Kind.SHARE, 3, 4).value
        Fraction(3, 4)
        """
        if not self.base:
            return None
        return Fraction(self.amount, self.base if self.kind in (Kind.SHARE, Kind.AVERAGE) else 1)
