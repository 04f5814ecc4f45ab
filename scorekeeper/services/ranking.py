"""Ranks: who is ahead by which figure, with ties sharing a rank (1, 1, 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.core.figures import Better, Figure
from scorekeeper.services.shapes import Person

FEW = 30
"""What rests on fewer deals, games or calls is marked: chance alone may have made it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Say which rank a person has by a figure."""

    rank: int
    person: Person
    figure: Figure


@dataclass(frozen=True, slots=True)
class Ranking:
    """Hold the ranks of one figure, the best first; equal ones stand in the order of the players."""

    section: str
    code: str
    places: tuple[Place, ...]

    @property
    def leaders(self) -> tuple[Person, ...]:
        """Name who shares the first rank."""
        return tuple(place.person for place in self.places if place.rank == 1)


def ranked(figures: Iterable[tuple[Person, Figure]]) -> tuple[Place, ...]:
    """Rank people by their values of one figure; whoever has nothing behind it is left out."""
    known = [(value, person, figure) for person, figure in figures if (value := figure.value) is not None]
    sign = -1 if any(figure.better == Better.HIGH for _value, _person, figure in known) else 1
    known.sort(key=lambda each: sign * each[0])
    places: list[Place] = []
    before = None
    for number, (value, person, figure) in enumerate(known, 1):
        rank = places[-1].rank if places and value == before else number
        places.append(Place(rank, person, figure))
        before = value
    return tuple(places)
