"""What was entered, checked and put in its place: shared by the use cases that write and the preview."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from scorekeeper.core.entry import dump_entry, load_entry
from scorekeeper.core.problems import InvalidDealError, Problem
from scorekeeper.models.base import JsonObject
from scorekeeper.services.book import Book
from scorekeeper.services.errors import ConflictError, InvalidInputError, StaleError
from scorekeeper.services.snapshot import Row, Snapshot


class Keep(Enum):
    """Say that a row's dealer stays as it is."""

    KEEP = auto()


KEEP: Final = Keep.KEEP


def new_row(book: Book, payload: Mapping[str, object], dealer: int | None) -> Row:
    """Make a new row of what was entered. Raises InvalidInputError with all problems."""
    return Row(row_id(book.sheet.id, book.snapshot.next_position), checked(book, payload, dealer), dealer)


def row_id(sheet_id: uuid.UUID, count: int) -> uuid.UUID:
    """Give the id of the row that is entered as the sheet's first, second … one, wherever it is put.

    The number of rows only grows. So the ending that a preview or a question names is the one that is then
    confirmed, and rows that are entered at once are known by the place of the first.
    """
    return uuid.uuid5(sheet_id, str(count))


def amended(book: Book, row: Row, payload: Mapping[str, object], dealer: int | Keep | None) -> Row:
    """Give a row with other content; it is equal to the old one when it says the same."""
    by_hand = row.dealer if isinstance(dealer, Keep) else dealer
    content = checked(book, payload, by_hand)
    same = content == row.payload or content == checked(book, row.payload, None)
    other = None if content == row.other else row.other
    return replace(row, payload=row.payload if same else content, dealer=by_hand, other=other)


def row_as_seen(book: Book, entry_id: uuid.UUID, base: str) -> Row:
    """Give the row that a correction names, if it is still as the device saw it."""
    row = book.snapshot.row(entry_id)
    if next(entry for entry in book.entries if entry.id == entry_id).last_key != base:
        raise StaleError
    return row


def live_row(book: Book, entry_id: uuid.UUID, base: str) -> Row:
    """Give the row that a correction names, if it counts and is as the device saw it."""
    row = row_as_seen(book, entry_id, base)
    if row.removed:
        raise ConflictError("removed")
    return row


def put_before(snapshot: Snapshot, row: Row, before: uuid.UUID | None) -> Snapshot:
    """Put a row, new or not, directly before another one, or at the end. Raises NotFoundError."""
    if before == row.id:
        return snapshot
    others = snapshot.without(row.id)
    if before is None:
        return others.appended(row)
    return others.placed(row, others.predecessor(before))


def checked(book: Book, payload: Mapping[str, object], dealer: int | None) -> JsonObject:
    """Give what was entered in the form in which it is stored."""
    fold, seats = book.fold, book.snapshot.seats
    problems = [] if dealer is None or 0 <= dealer < seats else [Problem("seat", "dealer")]
    try:
        content = dump_entry(fold.game, load_entry(fold.game, payload, fold.options, seats))
    except InvalidDealError as error:
        raise InvalidInputError([*error.problems, *problems]) from error
    if problems:
        raise InvalidInputError(problems)
    return content
