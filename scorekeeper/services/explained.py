"""Games that are over, worked out again from their rows: why they ended so, and whether a protest would matter."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.standings import Ending
from scorekeeper.models import Entry, Seat, Sheet, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import snapshot_of
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.protests import granted
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.standings import Fold, fold

MOST_PROTESTS = 5
"""With more rows in dispute in one game it is not worked out any more whether they matter: they do."""


_PLAYED = (SheetStatus.OPEN, SheetStatus.ADJOURNED, SheetStatus.ENDED)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A row on which the table must decide before it settles, since it would change who pays what."""

    sheet_id: uuid.UUID
    entry_id: uuid.UUID
    game_number: int
    row_number: int


def endings(session: Session, actor: Actor, sheet_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Ending]:
    """Work out why games are over, for the sentences about it; three queries however many there are."""
    return {
        sheet.id: ending
        for sheet, snapshot in _snapshots(session, actor, sheet_ids)
        if (ahead := _fold(snapshot)) is not None and (ending := ahead.ending) is not None
    }


def disputes(session: Session, actor: Actor, evening_ids: Collection[uuid.UUID]) -> tuple[Dispute, ...]:
    """Find what is in dispute at evenings and would make a difference to who pays what.

    A game that goes on as entered is one of them when it would be over if a protest holds.
    """
    disputed = session.scalars(
        select(Sheet.id)
        .join(Entry, (Entry.group_id == Sheet.group_id) & (Entry.sheet_id == Sheet.id))
        .where(Sheet.group_id == actor.group_id, Sheet.evening_id.in_(evening_ids))
        .where(Sheet.status.in_(_PLAYED), Entry.other.is_not(None), Entry.removed.is_(False))
        .distinct()
    ).all()
    return tuple(
        Dispute(sheet.id, row.id, sheet.number, snapshot.number(row.id))
        for sheet, snapshot in _snapshots(session, actor, disputed)
        if _matters(snapshot)
        for row in snapshot.live
        if row.other is not None
    )


def _snapshots(session: Session, actor: Actor, sheet_ids: Collection[uuid.UUID]) -> Iterator[tuple[Sheet, Snapshot]]:
    if not sheet_ids:
        return
    sheets = session.scalars(select(Sheet).where(Sheet.group_id == actor.group_id, Sheet.id.in_(sheet_ids))).all()
    seats: defaultdict[uuid.UUID, list[Seat]] = defaultdict(list)
    for seat in session.scalars(
        select(Seat)
        .where(Seat.group_id == actor.group_id, Seat.sheet_id.in_(sheet_ids))
        .order_by(Seat.seat, Seat.from_position)
    ):
        seats[seat.sheet_id].append(seat)
    entries: defaultdict[uuid.UUID, list[Entry]] = defaultdict(list)
    for entry in session.scalars(
        select(Entry).where(Entry.group_id == actor.group_id, Entry.sheet_id.in_(sheet_ids)).order_by(Entry.position)
    ):
        entries[entry.sheet_id].append(entry)
    for sheet in sheets:
        yield sheet, snapshot_of(sheet, seats[sheet.id], entries[sheet.id])


def _fold(snapshot: Snapshot) -> Fold | None:
    """Fold one game; one that cannot be folded any more does not take the whole page with it."""
    try:
        return fold(snapshot)
    except InvalidInputError:
        return None


def _matters(snapshot: Snapshot) -> bool:
    """Say whether somebody would pay or get something else if the protests, or some of them, were right."""
    disputed = [row for row in snapshot.live if row.other is not None]
    entered = _fold(snapshot)
    if entered is None or len(disputed) > MOST_PROTESTS:
        return entered is not None
    some = chain.from_iterable(combinations(disputed, count) for count in range(1, len(disputed) + 1))
    as_entered = _stakes(snapshot, entered)
    return any(_stakes(snapshot, _fold(granted(snapshot, entered, rows))) != as_entered for rows in some)


def _stakes(snapshot: Snapshot, ahead: Fold | None) -> Counter[uuid.UUID] | None:
    """Give what each gets, None while the game would go on."""
    if ahead is None or ahead.ending is None:
        return None
    stakes: Counter[uuid.UUID] = Counter()
    for payer, amount in zip(snapshot.payers, ahead.ending.stakes, strict=True):
        stakes[payer] += amount
    return stakes
