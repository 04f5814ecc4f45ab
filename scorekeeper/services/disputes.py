"""A protest: a row that should be another one, by somebody's word. Both versions stand until the table decides."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book
from scorekeeper.services.changes import Command
from scorekeeper.services.corrections import Edit, Receipt, correct
from scorekeeper.services.errors import ClosedError, InvalidInputError
from scorekeeper.services.rows import checked, live_row, row_as_seen
from scorekeeper.services.snapshot import Row


class Decision(StrEnum):
    """Say which version of a row stands."""

    ENTERED = "entered"
    OTHER = "other"


def protest(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    entry_id: uuid.UUID,
    *,
    key: str,
    base: str,
    payload: Mapping[str, object],
) -> Receipt:
    """Write down what a row should be; it counts as it was entered until the table decides.

    Raises InvalidInputError (``protest_same`` when it says the same), and as `deals.amend`.
    """

    def make(book: Book) -> Edit:
        row = live_row(book, entry_id, base)
        other = checked(book, payload, None)
        if other == checked(book, row.payload, None):
            raise InvalidInputError([Problem("protest_same")])
        return Edit(book.snapshot.with_row(replace(row, other=other)), entry_id)

    asked = {"sheet": str(sheet_id), "entry": str(entry_id), "base": base, "payload": payload}
    return correct(session, actor, sheet_id, Command.of(key, "protest", asked), make)


def decide(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    entry_id: uuid.UUID,
    *,
    key: str,
    base: str,
    stands: Decision,
    confirm: str | None = None,
) -> Receipt:
    """Let one version of a row stand. Raises ClosedError ``decided``, EndingMovedError, and as `deals.amend`."""

    def make(book: Book) -> Edit:
        row = decided(row_as_seen(book, entry_id, base), stands)
        return Edit(book.snapshot.with_row(row), entry_id)

    asked = {"sheet": str(sheet_id), "entry": str(entry_id), "base": base, "stands": stands.value}
    return correct(session, actor, sheet_id, Command.of(key, "decide", asked), make, confirm)


def decided(row: Row, stands: Decision) -> Row:
    """Give a row under protest as it stands once it is decided. Raises ClosedError ``decided``."""
    if row.other is None:
        raise ClosedError("decided")
    return replace(row, payload=row.other if stands == Decision.OTHER else row.payload, other=None)
