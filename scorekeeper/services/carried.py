"""What a phone carries along of a sheet, to go on without a network: what was entered, and the way back."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Change
from scorekeeper.models.base import JsonObject
from scorekeeper.services.book import Book
from scorekeeper.services.fragments import part
from scorekeeper.services.history import History, Step
from scorekeeper.services.snapshot import Snapshot

LAST_KEYS = 12


@dataclass(frozen=True, slots=True)
class Inverse:
    """Say what undo or redo would do: `id` is the change that it names, `fresh` the one that it takes or brings back.

    `rows` is what it puts into which rows (entries of services/fragments.py), None where rows alone do not say it:
    seats, settings, a row that changed its place.
    """

    id: uuid.UUID
    fresh: uuid.UUID
    kind: str
    entry_id: uuid.UUID | None
    rows: JsonObject | None


@dataclass(frozen=True, slots=True)
class Carried:
    """Hold the sheet as entered, the `keys` of its newest changes, and what can be undone and redone."""

    snapshot: Snapshot
    keys: tuple[str, ...]
    undo: Inverse | None
    redo: Inverse | None


def carried(session: Session, book: Book, history: History) -> Carried:
    """Read it, with one query."""
    undoable, redoable = history.undoable, history.redoable
    asked = [step.id for step in (undoable, redoable) if step is not None]
    which = (Change.group_id == book.sheet.group_id, Change.id.in_(asked))
    found = {row.id: row.before for row in session.execute(select(Change.id, Change.before).where(*which))}

    def inverse(step: Step | None, fresh: Step | None) -> Inverse | None:
        if step is None or fresh is None:
            return None
        return Inverse(step.id, fresh.id, fresh.kind, fresh.entry_id, _rows_alone(found[step.id]))

    return Carried(
        snapshot=book.snapshot,
        keys=tuple(step.key for step in history.steps[-LAST_KEYS:]),
        undo=inverse(undoable, undoable),
        redo=inverse(redoable, history.redone),
    )


def _rows_alone(back: JsonObject | None) -> JsonObject | None:
    if not back or set(back) != {"entries"}:
        return None
    rows = part(back, "entries")
    return None if any("after" in cast("JsonObject", fields) for fields in rows.values()) else rows
