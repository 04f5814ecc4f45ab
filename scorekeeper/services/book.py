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
from scorekeeper.services.spells import Spell
from scorekeeper.services.standings import Fold, fold


@dataclass(frozen=True, slots=True)
class Book:
    """Hold a sheet with its evening, its entries, and its seats: one for each spell, in the order of the spells."""

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
    seats = session.scalars(
        select(Seat)
        .where(Seat.group_id == sheet.group_id, Seat.sheet_id == sheet.id)
        .order_by(Seat.seat, Seat.from_position)
    ).all()
    entries = session.scalars(
        select(Entry).where(Entry.group_id == sheet.group_id, Entry.sheet_id == sheet.id).order_by(Entry.position)
    ).all()
    snapshot = snapshot_of(sheet, seats, entries)
    return Book(sheet, evening, tuple(seats), tuple(entries), snapshot, fold(snapshot))


def snapshot_of(sheet: Sheet, seats: Iterable[Seat], entries: Sequence[Entry]) -> Snapshot:
    """Give a sheet's stored rows as values; `seats` and `entries` stand in their order."""
    behind = (None, *(entry.id for entry in entries))
    return Snapshot(
        game=sheet.game,
        options=sheet.options,
        mode=sheet.mode,
        stake_minor=sheet.stake_minor,
        currency=sheet.currency,
        first_dealer=sheet.first_dealer,
        close=sheet.close,
        spells=tuple(Spell(seat.seat, seat.player_id, behind[seat.from_position], seat.pays) for seat in seats),
        rows=tuple(row_of(entry) for entry in entries),
        last_round=sheet.last_round,
    )


def row_of(entry: Entry) -> Row:
    """Give a stored row as a value."""
    return Row(entry.id, entry.payload, entry.dealer, entry.removed, entry.other)


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


def save(session: Session, book: Book, new: Snapshot, key: str, moved: uuid.UUID | None) -> tuple[Seat, ...]:
    """Write what differs between the book and a new snapshot; `key` becomes the base of each changed row.

    Gives the seats as they are then, in the order of the spells.
    """
    _save_sheet(book, new)
    _shift(session, book, new)
    seats = _save_seats(session, book, new)
    stored = {entry.id: entry for entry in book.entries}
    for position, row in enumerate(new.rows, 1):
        entry = stored.get(row.id)
        if entry is None:
            session.add(_new_entry(book.sheet, row, position, key))
        elif row.id == moved or row != row_of(entry):
            entry.payload, entry.dealer, entry.removed, entry.other = row.payload, row.dealer, row.removed, row.other
            entry.last_key = key
    session.flush()
    return seats


def _save_sheet(book: Book, new: Snapshot) -> None:
    sheet = book.sheet
    sheet.seats, sheet.options, sheet.mode, sheet.close = new.seats, new.options, new.mode, new.close
    sheet.stake_minor, sheet.currency, sheet.first_dealer = new.stake_minor, new.currency, new.first_dealer
    sheet.last_round = new.last_round


def _save_seats(session: Session, book: Book, new: Snapshot) -> tuple[Seat, ...]:
    """Keep one seat for each spell; what is over keeps its rows, so far as there are as many."""
    places = new.places()
    wanted = [(spell.seat, places[spell.after]) for spell in new.spells]
    if wanted != [(seat.seat, seat.from_position) for seat in book.seats]:
        # In two steps: no two of them may hold one place even for a moment.
        for seat in book.seats:
            seat.from_position = -1 - seat.from_position
        session.flush()
    seats = list(book.seats[: len(wanted)])
    for seat in book.seats[len(wanted) :]:
        session.delete(seat)
    session.flush()
    for number, (at, position) in enumerate(wanted):
        if number == len(seats):
            group_id, sheet_id = book.sheet.group_id, book.sheet.id
            seats.append(Seat(group_id=group_id, id=uuid.uuid4(), sheet_id=sheet_id))
        seat, spell = seats[number], new.spells[number]
        seat.seat, seat.from_position, seat.player_id, seat.pays = at, position, spell.player_id, spell.pays
    session.add_all(seats)
    session.flush()
    return tuple(seats)


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
        other=row.other,
        last_key=key,
    )
