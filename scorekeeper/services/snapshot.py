"""A sheet as plain values: what was entered, in the order of its rows. Every correction is a new snapshot.

The order of `rows` is the truth; a row's position is its place among them, counted from 1, removed rows
included. Nothing here knows the database or what a payload holds.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.models.base import JsonObject
from scorekeeper.models.play import Mode
from scorekeeper.services.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `dealer` is the seat set by hand, None while the rotation says who deals."""

    id: uuid.UUID
    payload: JsonObject
    dealer: int | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Hold one sheet. `options` are plain data, `people` the players by seat, `close` how the table ended it."""

    game: str
    options: JsonObject
    mode: Mode
    stake_minor: int
    currency: str
    first_dealer: int
    close: JsonObject | None
    people: tuple[uuid.UUID, ...]
    rows: tuple[Row, ...] = ()

    @property
    def seats(self) -> int:
        """Count the seats."""
        return len(self.people)

    @property
    def live(self) -> tuple[Row, ...]:
        """Give the rows that count, in their order."""
        return tuple(row for row in self.rows if not row.removed)

    @property
    def next_position(self) -> int:
        """Give the position that the next new row will have."""
        return len(self.rows) + 1

    def index(self, entry_id: uuid.UUID) -> int:
        """Give a row's place among all rows, from 0. Raises NotFoundError."""
        for index, row in enumerate(self.rows):
            if row.id == entry_id:
                return index
        raise NotFoundError

    def row(self, entry_id: uuid.UUID) -> Row:
        """Give a row by its id. Raises NotFoundError."""
        return self.rows[self.index(entry_id)]

    def number(self, entry_id: uuid.UUID) -> int:
        """Give the number shown for a row: its rank among the live ones, or the one it would have."""
        return 1 + sum(not row.removed for row in self.rows[: self.index(entry_id)])

    def predecessor(self, entry_id: uuid.UUID) -> uuid.UUID | None:
        """Give the row that stands before this one, removed or not; None for the first. Raises NotFoundError."""
        index = self.index(entry_id)
        return self.rows[index - 1].id if index else None

    def placed(self, row: Row, after: uuid.UUID | None) -> Snapshot:
        """Put a row, new or not, directly after another one (None: first)."""
        others = replace(self, rows=tuple(other for other in self.rows if other.id != row.id))
        at = 0 if after is None else others.index(after) + 1
        return replace(self, rows=(*others.rows[:at], row, *others.rows[at:]))

    def appended(self, row: Row) -> Snapshot:
        """Put a new row at the end."""
        return replace(self, rows=(*self.rows, row))

    def with_row(self, row: Row) -> Snapshot:
        """Put a changed row in its old place."""
        return replace(self, rows=tuple(row if other.id == row.id else other for other in self.rows))

    def with_rows(self, rows: Mapping[uuid.UUID, Row]) -> Snapshot:
        """Put several changed rows in their old places."""
        return replace(self, rows=tuple(rows.get(row.id, row) for row in self.rows))
