"""What a group's chronicle keeps of a game: a rare thing that happened in one of its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.core.problems import Param


@dataclass(frozen=True, slots=True)
class Feat:
    """Hold one feat as data; the words live in the game's templates.

    `index` is the entry in which it happened. `seats` are those whose feat it is, in the order in which the
    sentence names them; seats in `params` are such of that entry as well.
    """

    code: str
    index: int
    seats: tuple[int, ...]
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
