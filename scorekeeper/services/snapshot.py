"""A sheet as plain values: what was entered, in the order of its rows. Every correction is a new snapshot.

The order of `rows` is the truth; a row's position is its place among them, counted from 1, removed rows
included. Nothing here knows the database or what a payload holds.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from json import dumps

from scorekeeper.models.base import JsonObject
from scorekeeper.models.play import Mode
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.spells import Spell, last_held, ordered, paying


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `dealer` is the seat set by hand, None while the rotation says who deals.

    `other` is the payload that a protest claims, None when nobody protests.
    """

    id: uuid.UUID
    payload: JsonObject
    dealer: int | None = None
    removed: bool = False
    other: JsonObject | None = None


_START: Mapping[uuid.UUID | None, int] = {None: 0}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Hold one sheet. `options` are plain data, `close` is how the table ended it, `last_round` when it will end.

    `spells` say who sits where, in the order of seats and within a seat in that of the rows; each seat has one
    from the start on.
    """

    game: str
    options: JsonObject
    mode: Mode
    stake_minor: int
    currency: str
    first_dealer: int
    close: JsonObject | None
    spells: tuple[Spell, ...]
    rows: tuple[Row, ...] = ()
    last_round: JsonObject | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Give what tells this snapshot from any other: a true is no 1 here, and 1.0 neither."""
        rows = tuple((row.id, dumps(row.payload), row.dealer, row.removed, dumps(row.other)) for row in self.rows)
        settings = (self.game, dumps(self.options), self.mode, self.stake_minor, self.currency, self.first_dealer)
        return (*settings, dumps(self.close), dumps(self.last_round), self.spells, rows)

    @property
    def seats(self) -> int:
        """Count the seats, empty ones too."""
        return len({spell.seat for spell in self.spells})

    @property
    def people(self) -> tuple[uuid.UUID, ...]:
        """Give who held each seat last, in seat order."""
        return tuple(held.person for held in last_held(self.spells))

    @property
    def present(self) -> tuple[uuid.UUID, ...]:
        """Give who holds the seats that are not empty, in seat order."""
        return tuple(person for seat, person in enumerate(self.people) if seat not in self.vacant)

    @property
    def payers(self) -> tuple[uuid.UUID, ...]:
        """Give who pays or gets for each seat, in seat order."""
        return tuple(spell.person for spell in paying(self.spells))

    @property
    def vacant(self) -> frozenset[int]:
        """Give the seats that are empty now."""
        now = {spell.seat: spell for spell in self.spells}
        return frozenset(seat for seat, spell in now.items() if spell.player_id is None)

    @property
    def live(self) -> tuple[Row, ...]:
        """Give the rows that count, in their order."""
        return tuple(row for row in self.rows if not row.removed)

    @property
    def next_position(self) -> int:
        """Give the position that the next new row will have."""
        return len(self.rows) + 1

    def places(self) -> dict[uuid.UUID | None, int]:
        """Give the position of each row; 0 for None, before the first."""
        return {None: 0, **{row.id: position for position, row in enumerate(self.rows, 1)}}

    def spells_at(self, position: int) -> tuple[Spell, ...]:
        """Give the spell of each seat at the row of a position, in seat order."""
        # Mostly everybody sat down before the first row, and no row's place is asked for.
        places = self.places() if any(spell.after is not None for spell in self.spells) else _START
        now = {spell.seat: spell for spell in self.spells if places[spell.after] < position}
        return tuple(now[seat] for seat in sorted(now))

    def vacant_at(self, position: int) -> frozenset[int]:
        """Give the seats that are empty at the row of a position."""
        return frozenset(spell.seat for spell in self.spells_at(position) if spell.player_id is None)

    def holds_two(self, player_id: uuid.UUID, position: int) -> bool:
        """Say whether a player holds two seats at the row of a position."""
        return sum(spell.player_id == player_id for spell in self.spells_at(position)) > 1

    def vacancy(self) -> dict[int, frozenset[int]]:
        """Give the seats that are empty from each live row on, by its index, where that changes."""
        positions = [position for position, row in enumerate(self.rows, 1) if not row.removed]
        found: dict[int, frozenset[int]] = {}
        before: frozenset[int] = frozenset()
        for index, position in enumerate([*positions, self.next_position]):
            empty = self.vacant_at(position)
            if empty != before:
                found[index] = before = empty
        return found

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
        """Put a row, new or not, directly after another one (None: first); nobody's spell goes along with it."""
        stay = self.without(row.id)
        at = 0 if after is None else stay.index(after) + 1
        return replace(stay, rows=(*stay.rows[:at], row, *stay.rows[at:]))

    def appended(self, *rows: Row) -> Snapshot:
        """Put new rows at the end."""
        return replace(self, rows=(*self.rows, *rows))

    def with_row(self, row: Row) -> Snapshot:
        """Put a changed row in its old place."""
        return replace(self, rows=tuple(row if other.id == row.id else other for other in self.rows))

    def with_rows(self, rows: Mapping[uuid.UUID, Row]) -> Snapshot:
        """Put several changed rows in their old places."""
        return replace(self, rows=tuple(rows.get(row.id, row) for row in self.rows))

    def without(self, entry_id: uuid.UUID) -> Snapshot:
        """Lift a row out of its place; what begins behind it (spells, the last round) begins behind the row before."""
        if all(row.id != entry_id for row in self.rows):
            return self
        before = self.predecessor(entry_id)
        spells = [replace(spell, after=before) if spell.after == entry_id else spell for spell in self.spells]
        without = replace(self, rows=tuple(row for row in self.rows if row.id != entry_id))
        last = self.last_round
        if last is not None and last["after"] == str(entry_id):
            last = {**last, "after": None if before is None else str(before)}
        return replace(without, spells=ordered(spells, without.places()), last_round=last)
