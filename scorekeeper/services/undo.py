"""Undo and redo: the inverse of a change, named by its id, so that two phones never undo different things.

What can be undone is the newest change that is neither an inverse nor inverted; what can be redone is the
newest inverse with no fresh change after it. Neither asks about a moved ending: it brings back one that
stood before.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

from sqlalchemy.orm import Session

from scorekeeper.models import Change
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book
from scorekeeper.services.changes import Command
from scorekeeper.services.corrections import Edit, Receipt, correct
from scorekeeper.services.errors import ConflictError
from scorekeeper.services.fragments import applied, part
from scorekeeper.services.history import History, Step, read_history


def undo(session: Session, actor: Actor, sheet_id: uuid.UUID, change_id: uuid.UUID, *, key: str) -> Receipt:
    """Take a change back. Raises ConflictError ``undo`` when it is not the one that can be undone now."""
    return _invert(session, actor, sheet_id, change_id, _command(key, "undo", sheet_id, change_id), _undoable)


def redo(session: Session, actor: Actor, sheet_id: uuid.UUID, change_id: uuid.UUID, *, key: str) -> Receipt:
    """Take an undo back, named by its own id. Raises ConflictError ``redo`` when a fresh change came after it."""
    return _invert(session, actor, sheet_id, change_id, _command(key, "redo", sheet_id, change_id), _redoable)


def _command(key: str, kind: str, sheet_id: uuid.UUID, change_id: uuid.UUID) -> Command:
    return Command.of(key, kind, {"sheet": str(sheet_id), "change": str(change_id)})


def _undoable(history: History) -> Step | None:
    return history.undoable


def _redoable(history: History) -> Step | None:
    return history.redoable


def _invert(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    change_id: uuid.UUID,
    command: Command,
    candidate: Callable[[History], Step | None],
) -> Receipt:
    def make(book: Book) -> Edit:
        step = candidate(read_history(session, book.sheet))
        if step is None or step.id != change_id:
            raise ConflictError(command.kind)
        change = session.get_one(Change, (actor.group_id, change_id))
        back = change.before or {}
        placed = "after" in part(part(back, "entries"), str(change.entry_id))
        return Edit(
            applied(book.snapshot, back),
            change.entry_id,
            moved=change.entry_id if placed else None,
            asks=False,
            undoes=change.id,
        )

    return correct(session, actor, sheet_id, command, make)
