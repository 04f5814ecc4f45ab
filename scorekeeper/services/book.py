"""A stored sheet, opened: its rows in the database beside their snapshot, and how a new snapshot is saved."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Evening, Seat, Sheet, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import ClosedError, NotFoundError
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.standings import Fold, fold


@dataclass(frozen=True, slots=True)
class Book:
    """Hold a sheet with its evening, the seats as they are sat on now (in seat order) and its entries."""

    sheet: Sheet
    evening: Evening
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    snapshot: Snapshot
    fold: Fold


def open_book(session: Session, actor: Actor, sheet_id: uuid.UUID) -> Book:
    """Open a sheet for reading. Raises NotFoundError."""
    sheet = session.get(Sheet, (actor.group_id, sheet_id))
    if sheet is None:
        raise NotFoundError
    evening = session.get_one(Evening, (actor.group_id, sheet.evening_id))
    return read_book(session, sheet, evening)


def read_book(session: Session, sheet: Sheet, evening: Evening) -> Book:
    """Read what belongs to a sheet that is at hand, locked or not."""
    seats = seats_now(
        session.scalars(
            select(Seat)
            .where(Seat.group_id == sheet.group_id, Seat.sheet_id == sheet.id)
            .order_by(Seat.seat, Seat.from_position)
        ).all()
    )
    entries = session.scalars(
        select(Entry).where(Entry.group_id == sheet.group_id, Entry.sheet_id == sheet.id).order_by(Entry.position)
    ).all()
    snapshot = snapshot_of(sheet, seats, entries)
    return Book(sheet, evening, seats, tuple(entries), snapshot, fold(snapshot))


def seats_now(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Give of each place the one who came last; `seats` stand in the order of place and coming."""
    return tuple({seat.seat: seat for seat in seats}.values())


def snapshot_of(sheet: Sheet, seats: Sequence[Seat], entries: Iterable[Entry]) -> Snapshot:
    """Give a sheet's stored rows as values; `seats` and `entries` stand in their order."""
    return Snapshot(
        game=sheet.game,
        options=sheet.options,
        mode=sheet.mode,
        stake_minor=sheet.stake_minor,
        currency=sheet.currency,
        first_dealer=sheet.first_dealer,
        close=sheet.close,
        people=tuple(seat.player_id for seat in seats),
        rows=tuple(Row(entry.id, entry.payload, entry.dealer, entry.removed) for entry in entries),
    )


def check_open(book: Book) -> None:
    """Refuse with ClosedError what no longer takes a change: ``discarded``, ``settled`` or ``broken_off``."""
    if book.sheet.status == SheetStatus.DISCARDED:
        raise ClosedError("discarded")
    check_unsettled(book.evening)
    if book.sheet.status == SheetStatus.BROKEN_OFF:
        raise ClosedError("broken_off")


def check_unsettled(evening: Evening) -> None:
    """Refuse with ClosedError an evening that was settled or discarded."""
    if evening.discarded_at is not None:
        raise ClosedError("discarded")
    if evening.settled_at is not None:
        raise ClosedError("settled")


def save(session: Session, book: Book, new: Snapshot, key: str, moved: uuid.UUID | None) -> None:
    """Write what differs between the book and a new snapshot; `key` becomes the base of each changed row."""
    _save_sheet(book, new)
    _shift(session, book, new)
    stored = {entry.id: entry for entry in book.entries}
    for position, row in enumerate(new.rows, 1):
        entry = stored.get(row.id)
        if entry is None:
            session.add(_new_entry(book.sheet, row, position, key))
        elif row.id == moved or row != Row(entry.id, entry.payload, entry.dealer, entry.removed):
            entry.payload, entry.dealer, entry.removed = row.payload, row.dealer, row.removed
            entry.last_key = key
    session.flush()


def _save_sheet(book: Book, new: Snapshot) -> None:
    sheet = book.sheet
    sheet.options, sheet.mode, sheet.close = new.options, new.mode, new.close
    sheet.stake_minor, sheet.currency, sheet.first_dealer = new.stake_minor, new.currency, new.first_dealer
    for seat, player_id in zip(book.seats, new.people, strict=True):
        seat.player_id = player_id


def _shift(session: Session, book: Book, new: Snapshot) -> None:
    """Give each row its new position, in two steps: no two rows may hold one position even for a moment."""
    positions = {row.id: position for position, row in enumerate(new.rows, 1)}
    shifted = [entry for entry in book.entries if entry.position != positions[entry.id]]
    for entry in shifted:
        entry.position = -positions[entry.id]
    if shifted:
        session.flush()
    for entry in shifted:
        entry.position = -entry.position
    if shifted:
        session.flush()


def _new_entry(sheet: Sheet, row: Row, position: int, key: str) -> Entry:
    return Entry(
        group_id=sheet.group_id,
        id=row.id,
        sheet_id=sheet.id,
        position=position,
        payload=row.payload,
        dealer=row.dealer,
        removed=row.removed,
        last_key=key,
    )
