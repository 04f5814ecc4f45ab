"""Rows of a sheet: record, amend, remove, restore, insert, move. Nothing that was entered is destroyed."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book
from scorekeeper.services.catch_up import rows_at_end, weigh_rows
from scorekeeper.services.changes import Command
from scorekeeper.services.corrections import Edit, Receipt, correct
from scorekeeper.services.errors import ClosedError, InvalidInputError, TakenError, TwiceError
from scorekeeper.services.history import ADD, ADD_MANY
from scorekeeper.services.protests import goes_on
from scorekeeper.services.rows import KEEP, Keep, amended, live_row, new_row, put_before, row_as_seen, row_id
from scorekeeper.services.snapshot import Row

__all__ = [
    "KEEP",
    "Keep",
    "Written",
    "addition",
    "amend",
    "insert",
    "move",
    "record",
    "record_many",
    "remove",
    "restore",
]

TWICE_WITHIN = timedelta(seconds=10)
"""The same values again within this time were probably entered twice: no deal is played that fast."""


@dataclass(frozen=True, slots=True)
class Written:
    """Say what was written. `change_id` is None when there was nothing to change."""

    change_id: uuid.UUID | None
    entry_id: uuid.UUID
    version: int
    replayed: bool


def record(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    key: str,
    position: int,
    payload: Mapping[str, object],
    dealer: int | None = None,
    twice: bool = True,
) -> Written:
    """Add a row at the end; a deal that ends the game asks nothing.

    `position` is the one the device expects the row to have: TakenError if another stands there, or if
    rows are missing. Unless it may be entered `twice`, TwiceError asks about what was just entered, by whatever
    phone. Raises ClosedError ``over``, InvalidInputError.
    """

    def make(book: Book) -> Edit:
        _check_next(book, position)
        row = new_row(book, payload, dealer)
        if not twice and _is_just_entered(book, row):
            raise TwiceError
        return Edit(book.snapshot.appended(row), row.id, asks=False)

    return _written(correct(session, actor, sheet_id, addition(key, sheet_id, position, payload, dealer), make))


def _is_just_entered(book: Book, row: Row) -> bool:
    """Say whether the last row that counts holds the same and is only some seconds old."""
    last = next((entry for entry in reversed(book.entries) if not entry.removed), None)
    return last is not None and last.payload == row.payload and utcnow() - last.created_at < TWICE_WITHIN


def addition(
    key: str, sheet_id: uuid.UUID, position: int, payload: Mapping[str, object], dealer: int | None
) -> Command:
    """Name what `record` does: a row that was added otherwise under this command counts as recorded."""
    return _command(key, ADD, sheet_id, position=position, payload=payload, dealer=dealer)


def record_many(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    key: str,
    position: int,
    payloads: Sequence[Mapping[str, object]],
    dealer: int | None = None,
) -> tuple[Written, ...]:
    """Add several rows at the end, all or none, as one change: one undo takes all of them back (docs/adr/0023).

    `dealer` dealt the first row, if not who the rotation says; it goes on from there. Errors as in `record`;
    problems stand at ``rows.<index>.<where>``, and a row after one that ends the game is the problem ``after_end``.
    """
    if not payloads:
        raise InvalidInputError([Problem("nothing")])

    kind, only = (ADD_MANY, None) if len(payloads) > 1 else (ADD, row_id(sheet_id, position))

    def make(book: Book) -> Edit:
        _check_next(book, position)
        rows = rows_at_end(book, payloads, dealer)
        weigh_rows(book, rows)
        return Edit(book.snapshot.appended(*rows), only, asks=False)

    asked = {"position": position, "payloads": list(payloads), "dealer": dealer}
    receipt = correct(session, actor, sheet_id, _command(key, kind, sheet_id, **asked), make)
    return tuple(_written(receipt, row_id(sheet_id, position + index)) for index in range(len(payloads)))


def _check_next(book: Book, position: int) -> None:
    """Refuse to add a row where the device saw another sheet, or one that is over by now."""
    if position != book.snapshot.next_position:
        raise TakenError(position=position)
    if book.sheet.status == SheetStatus.ADJOURNED:
        raise ClosedError("adjourned")
    if not goes_on(book.snapshot, book.fold):
        raise ClosedError("over")


def insert(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    before: uuid.UUID,
    *,
    key: str,
    payload: Mapping[str, object],
    dealer: int | None = None,
    confirm: str | None = None,
) -> Written:
    """Put a forgotten row before another one; the later ones move on by one.

    Raises NotFoundError, InvalidInputError, EndingMovedError.
    """

    def make(book: Book) -> Edit:
        row = new_row(book, payload, dealer)
        return Edit(put_before(book.snapshot, row, before), row.id)

    asked = {"before": str(before), "payload": payload, "dealer": dealer}
    return _written(correct(session, actor, sheet_id, _command(key, "insert", sheet_id, **asked), make, confirm))


def amend(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    entry_id: uuid.UUID,
    *,
    key: str,
    base: str,
    payload: Mapping[str, object],
    dealer: int | Keep | None = KEEP,
    confirm: str | None = None,
) -> Written:
    """Correct what a row holds; `dealer` None hands it back to the rotation.

    `base` is the row's last key that the device saw: StaleError if it is another. An unchanged row writes
    nothing. Raises ConflictError ``removed``, InvalidInputError, EndingMovedError.
    """

    def make(book: Book) -> Edit:
        row = live_row(book, entry_id, base)
        return Edit(book.snapshot.with_row(amended(book, row, payload, dealer)), entry_id)

    by_hand = "keep" if dealer is KEEP else dealer
    asked = {"entry": str(entry_id), "base": base, "payload": payload, "dealer": by_hand}
    command = _command(key, "amend", sheet_id, **asked)
    return _written(correct(session, actor, sheet_id, command, make, confirm), entry_id)


def remove(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    entry_id: uuid.UUID,
    *,
    key: str,
    base: str,
    confirm: str | None = None,
) -> Written:
    """Take a row out of the reckoning; it stays visible and can be restored. Errors as in `amend`."""

    def make(book: Book) -> Edit:
        row = row_as_seen(book, entry_id, base)
        return Edit(book.snapshot.with_row(replace(row, removed=True)), entry_id)

    command = _command(key, "remove", sheet_id, entry=str(entry_id), base=base)
    return _written(correct(session, actor, sheet_id, command, make, confirm), entry_id)


def restore(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    entry_id: uuid.UUID,
    *,
    key: str,
    base: str,
    confirm: str | None = None,
) -> Written:
    """Take a removed row back into the reckoning, where it stood. Errors as in `amend`."""

    def make(book: Book) -> Edit:
        row = row_as_seen(book, entry_id, base)
        return Edit(book.snapshot.with_row(replace(row, removed=False)), entry_id)

    command = _command(key, "restore", sheet_id, entry=str(entry_id), base=base)
    return _written(correct(session, actor, sheet_id, command, make, confirm), entry_id)


def move(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    entry_id: uuid.UUID,
    *,
    key: str,
    base: str,
    before: uuid.UUID | None,
    confirm: str | None = None,
) -> Written:
    """Put a row before another one, or at the end (None). Errors as in `amend`."""

    def make(book: Book) -> Edit:
        row = live_row(book, entry_id, base)
        moved = put_before(book.snapshot, row, before)
        if moved.live == book.snapshot.live:
            moved = book.snapshot
        return Edit(moved, entry_id, moved=entry_id)

    asked = {"entry": str(entry_id), "base": base, "before": None if before is None else str(before)}
    command = _command(key, "move", sheet_id, **asked)
    return _written(correct(session, actor, sheet_id, command, make, confirm), entry_id)


def _command(key: str, kind: str, sheet_id: uuid.UUID, **asked: object) -> Command:
    return Command.of(key, kind, {"sheet": str(sheet_id), **asked})


def _written(receipt: Receipt, entry_id: uuid.UUID | None = None) -> Written:
    """Say what was written: to the row that was named, or to the new one."""
    row = entry_id or receipt.entry_id
    if row is None:
        raise TypeError("a row has an id")
    return Written(receipt.change_id, row, receipt.version, receipt.replayed)
