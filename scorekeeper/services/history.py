"""The changes of one sheet, read once: what may be undone and redone, who entered each row."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Device, Player
from scorekeeper.models.play import Sheet
from scorekeeper.services.fragments import placed_rows

ADD, ADD_MANY = "add", "add_many"
"""Kinds of changes that bring one row, or several at once."""
STEPS = frozenset(
    {
        *(ADD, ADD_MANY, "amend", "remove", "restore", "insert", "move"),
        *("first_dealer", "seating", "stake", "options"),
        *("substitute", "join", "leave", "payer"),
        *("close", "reopen", "last_round"),
        *("protest", "decide"),
    }
)
"""Kinds of changes that undo steps over; the others (start, adjourn, break off …) leave the rows alone."""
NEW_ROW = frozenset({ADD, "insert"})


@dataclass(frozen=True, slots=True)
class Step:
    """One change without what it held. `by` is the player's name at that device, else the device's label.

    `rows` are those that it brought at once.
    """

    id: uuid.UUID
    number: int
    kind: str
    entry_id: uuid.UUID | None
    undoes: uuid.UUID | None
    by: str
    at: datetime
    key: str
    rows: tuple[uuid.UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """Hold the steps of a sheet, the oldest first, and which of them stand reverted."""

    steps: tuple[Step, ...]
    inverted: frozenset[uuid.UUID]

    @classmethod
    def of(cls, steps: Iterable[Step]) -> History:
        """Find what stands reverted: an inversion that was itself inverted does not count."""
        steps = tuple(steps)
        inverted: set[uuid.UUID] = set()
        for step in reversed(steps):
            if step.undoes is not None and step.id not in inverted:
                inverted.add(step.undoes)
        return cls(steps, frozenset(inverted))

    @property
    def undoable(self) -> Step | None:
        """Give the newest change that is neither an inverse nor inverted."""
        standing = (s for s in reversed(self.steps) if s.kind in STEPS and s.id not in self.inverted)
        return next(standing, None)

    @property
    def redoable(self) -> Step | None:
        """Give the newest inverse with no fresh change after it: the one to invert next."""
        for step in reversed(self.steps):
            if step.kind in STEPS and step.id not in self.inverted:
                return None
            if step.kind == "undo" and step.id not in self.inverted:
                return step
        return None

    @property
    def redone(self) -> Step | None:
        """Give the change that redo would bring back."""
        inverse = self.redoable
        return self.by_id[inverse.undoes] if inverse is not None and inverse.undoes is not None else None

    @property
    def by_id(self) -> dict[uuid.UUID, Step]:
        """Give the steps by their ids."""
        return {step.id: step for step in self.steps}

    def amended(self) -> frozenset[uuid.UUID]:
        """Give the rows whose content was corrected and stands corrected."""
        return frozenset(
            step.entry_id
            for step in self.steps
            if step.kind == "amend" and step.id not in self.inverted and step.entry_id is not None
        )

    def entered(self) -> dict[uuid.UUID, Step]:
        """Give by row the change that brought it."""
        one = {step.entry_id: step for step in self.steps if step.kind in NEW_ROW and step.entry_id is not None}
        return one | {row: step for step in self.steps for row in step.rows}


def read_history(session: Session, sheet: Sheet) -> History:
    """Read a sheet's changes in one query, without what they held but for which rows came at once."""
    rows = session.execute(
        select(
            Change.id,
            Change.number,
            Change.kind,
            Change.entry_id,
            Change.undoes,
            func.coalesce(Player.name, Device.label, ""),
            Change.at,
            Change.key,
            case((Change.kind == ADD_MANY, Change.after)),
        )
        .outerjoin(Player, (Player.group_id == Change.group_id) & (Player.id == Change.player_id))
        .outerjoin(Device, (Device.group_id == Change.group_id) & (Device.id == Change.device_id))
        .where(Change.group_id == sheet.group_id, Change.scope_id == sheet.id)
        .order_by(Change.number)
    )
    return History.of(
        Step(step_id, number, kind, entry_id, undoes, by, at, key, tuple(placed_rows(after)))
        for step_id, number, kind, entry_id, undoes, by, at, key, after in rows
    )
