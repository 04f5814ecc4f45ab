"""What an entry is worth: points and marks per seat, and the lines that explain them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.core.problems import Param


@dataclass(frozen=True, slots=True)
class Line:
    """Hold one step of an explanation as data; the words live in the game's templates.

    `seats` are the seats the sentence is about, in the order in which it names them.
    """

    code: str
    seats: tuple[int, ...] = ()
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Hold what one entry gives to each seat.

    `points` and `marks` have one item a seat, in seat order; `marks` says whose tally grows by one.
    """

    points: tuple[int, ...]
    marks: tuple[bool, ...]
    lines: tuple[Line, ...] = ()
