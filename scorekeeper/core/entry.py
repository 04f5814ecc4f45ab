"""Rows that any game may hold besides its deals: a void deal, and a ruling of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.problems import InvalidDealError, Problem

if TYPE_CHECKING:
    from scorekeeper.core.game import CardGame

NOTE_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Void:
    """A misdeal or a hand thrown in: no points, no mark. `passes_deal` says that the next player deals."""

    note: str = ""
    passes_deal: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """Points by the table's decision. `points` and `marks` have one item a seat; `passes_deal` as in Void."""

    points: tuple[int, ...]
    marks: tuple[bool, ...]
    note: str = ""
    passes_deal: bool = True
