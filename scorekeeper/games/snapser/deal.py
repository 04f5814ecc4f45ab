"""What a deal of Šnapser is (docs/rules/snapser.md §2-§7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

PLAYERS = range(2, 5)
RAISES = range(5)
CARD_POINTS = 120


class Declared(StrEnum):
    """Name what the chooser declares (§4)."""

    HRAM = "hram"
    ZA12 = "za12"
    DURCH = "durch"
    NEHRAM = "nehram"


class Side(StrEnum):
    """Name the two sides: the chooser, with a partner if there are four, and the others (§3)."""

    CHOOSER = "chooser"
    OPPONENTS = "opponents"


class Reached(StrEnum):
    """Name how a deal came out (§5)."""

    S_VODOU = "s_vodou"
    BEZ_VODY = "bez_vody"
    ZA6 = "za6"
    ZA12 = "za12"
    TICHY_DURCH = "tichy_durch"
    DURCH = "durch"
    NEHRAM = "nehram"


GAME_VALUES: Mapping[Reached, int] = MappingProxyType(
    {
        Reached.S_VODOU: 2,
        Reached.BEZ_VODY: 4,
        Reached.ZA6: 6,
        Reached.ZA12: 12,
        Reached.TICHY_DURCH: 18,
        Reached.DURCH: 36,
        Reached.NEHRAM: 6,
    }
)
"""What each outcome is worth before anything doubles it (§5)."""

OUTCOMES: Mapping[Declared, tuple[Reached, ...]] = MappingProxyType(
    {
        Declared.HRAM: (Reached.S_VODOU, Reached.BEZ_VODY, Reached.ZA6, Reached.TICHY_DURCH),
        Declared.ZA12: (Reached.ZA12, Reached.TICHY_DURCH),
        Declared.DURCH: (Reached.DURCH,),
        Declared.NEHRAM: (Reached.NEHRAM,),
    }
)
"""How a declared game can come out, by the usual rules; the first one is what was declared (§5)."""


class Ended(StrEnum):
    """Name how the play ended: somebody said "dosť", or the last trick was taken (§10)."""

    DOST = "dost"
    LAST_TRICK = "last_trick"


@dataclass(frozen=True, slots=True)
class Count:
    """Hold both sides' points with their marriages. `side` said "dosť" or took the last trick.

    `other_tricks` says whether the other side has any; `other_marriages` is the part of its points that its
    marriages brought, which only some house rules ask for.
    """

    ended: Ended
    side: Side
    points: int
    other_points: int
    other_tricks: bool = True
    other_marriages: int = 0

    @property
    def sides(self) -> tuple[int, int]:
        """Return the points of the chooser's side, then those of the opponents."""
        own = (self.points, self.other_points)
        return own if self.side == Side.CHOOSER else own[::-1]


@dataclass(frozen=True, slots=True)
class Deal:
    """Hold one deal on a sheet with so many `seats`.

    `chooser` and `partner` are seats; a partner there can be only among four who play. `sits_out` are the seats
    that do not play, in their order. With a `count`, winner and outcome are what it comes to.
    """

    seats: int
    chooser: int
    declared: Declared
    winner: Side
    outcome: Reached
    red: bool = False
    raises: int = 0
    partner: int | None = None
    sits_out: tuple[int, ...] = ()
    count: Count | None = None

    def side(self, side: Side) -> tuple[int, ...]:
        """Return the seats of one side, in their order.

        >>> Deal(3, 1, Declared.HRAM, Side.CHOOSER, Reached.ZA6).side(Side.OPPONENTS)
        (0, 2)
        """
        own = (self.chooser, self.partner)
        playing = (seat for seat in range(self.seats) if seat not in self.sits_out)
        return tuple(seat for seat in playing if (seat in own) == (side == Side.CHOOSER))

    @property
    def loser(self) -> Side:
        """Return the side that lost."""
        return Side.OPPONENTS if self.winner == Side.CHOOSER else Side.CHOOSER


def usual_chooser(dealer: int, seats: int, vacant: frozenset[int] = frozenset()) -> int:
    """Return who chooses the trump after `dealer` has dealt: the right-hand neighbour (§3).

    >>> [usual_chooser(dealer, 3) for dealer in range(3)]
    [2, 0, 1]
    """
    places = ((dealer - step) % seats for step in range(1, seats + 1))
    return next(seat for seat in places if seat not in vacant)


def raisers(raises: int) -> tuple[Side, ...]:
    """Return which side made each raise: the opponents begin, then they take turns (§7).

    >>> [side.value for side in raisers(3)]
    ['opponents', 'chooser', 'opponents']
    """
    return tuple(Side.CHOOSER if step % 2 else Side.OPPONENTS for step in range(raises))


def widened(deal: Deal) -> Deal:
    """Return the deal as it stands on a sheet with one more seat, the last one, at which nobody sat."""
    return replace(deal, seats=deal.seats + 1, sits_out=(*deal.sits_out, deal.seats))


def reseated(deal: Deal, order: Sequence[int]) -> Deal:
    """Return the deal after the players changed places: the new seat `i` is the old seat `order[i]`."""
    new_seat = {old: new for new, old in enumerate(order)}
    return replace(
        deal,
        chooser=new_seat[deal.chooser],
        partner=None if deal.partner is None else new_seat[deal.partner],
        sits_out=tuple(sorted(new_seat[seat] for seat in deal.sits_out)),
    )
