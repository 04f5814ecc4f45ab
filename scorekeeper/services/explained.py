"""Why games that are over ended as they did: worked out from their rows, for the sentences about it."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.standings import Ending
from scorekeeper.models import Entry, Seat, Sheet
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import snapshot_of
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.standings import fold


def endings(session: Session, actor: Actor, sheet_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Ending]:
    """Work out again why games are over, for the sentences about it; three queries however many there are."""
    if not sheet_ids:
        return {}
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
    return {
        sheet.id: ending
        for sheet in sheets
        if (ending := _ending(sheet, seats[sheet.id], entries[sheet.id])) is not None
    }


def _ending(sheet: Sheet, seats: Sequence[Seat], entries: Sequence[Entry]) -> Ending | None:
    """Fold one game; one that cannot be folded any more does not take the whole page with it."""
    try:
        return fold(snapshot_of(sheet, seats, entries)).ending
    except InvalidInputError:
        return None
