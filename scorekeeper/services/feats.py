"""The feats of a sheet, kept in the group's book: always those that the fold of its rows gives.

Whoever changes a sheet's rows, people, rules, evening or status calls `keep` in the same transaction.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core import feats as core
from scorekeeper.models import Entry, Evening, Feat, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.standings import Fold


@dataclass(frozen=True, slots=True)
class Kept:
    """Hold what the book says of one feat; fields as in `models.Feat`."""

    entry_id: uuid.UUID
    code: str
    number: int
    seats: list[int]
    people: list[str | None]
    params: JsonObject
    evening_id: uuid.UUID
    local_date: date
    happened_at: datetime

    @property
    def key(self) -> tuple[uuid.UUID, str]:
        """Tell a feat from the others of its sheet."""
        return self.entry_id, self.code


def feats_of(fold: Fold, seats: int) -> tuple[core.Feat, ...]:
    """Give the feats of a folded sheet; rows after the end have none."""
    counted = fold.entries[: len(fold.standings.outcomes)]
    return fold.game.feats(counted, fold.standings, fold.options, seats)


def keep(session: Session, sheet: Sheet, evening: Evening, snapshot: Snapshot, fold: Fold) -> None:
    """Let the book hold this sheet's feats and no others; the rows of the snapshot are written before."""
    right = {feat.key: feat for feat in computed(session, sheet, evening, snapshot, fold)}
    for row in _rows(session, sheet):
        wanted = right.pop((row.entry_id, row.code), None)
        if wanted is None:
            session.delete(row)
        elif wanted != _kept(row):
            _write(row, wanted)
    session.add_all(new_row(sheet, wanted) for wanted in right.values())
    session.flush()


def stored(session: Session, sheet: Sheet) -> tuple[Kept, ...]:
    """Give what the book says now, in the order of `computed`."""
    return tuple(sorted(map(_kept, _rows(session, sheet)), key=_order))


def computed(session: Session, sheet: Sheet, evening: Evening, snapshot: Snapshot, fold: Fold) -> tuple[Kept, ...]:
    """Work out what the book is to say: nothing of a game that was discarded."""
    found = () if sheet.status == SheetStatus.DISCARDED else feats_of(fold, snapshot.seats)
    if not found:
        return ()
    entered = _entered(session, sheet, {fold.live[feat.index].id for feat in found})
    begun = None if sheet.begun_evening_id is None else session.get(Evening, (sheet.group_id, sheet.begun_evening_id))
    return written(found, snapshot, fold, entered, evening, begun)


def written(
    found: Iterable[core.Feat],
    snapshot: Snapshot,
    fold: Fold,
    entered: Mapping[uuid.UUID, datetime],
    evening: Evening,
    begun: Evening | None = None,
) -> tuple[Kept, ...]:
    """Write feats down, with when their rows were `entered`.

    What was entered before the game went on at `evening` happened at the evening at which it had `begun`.
    """
    kept = []
    for feat in found:
        row = fold.live[feat.index]
        at = entered[row.id]
        when = begun if begun is not None and at < evening.started_at else evening
        kept.append(
            Kept(
                entry_id=row.id,
                code=str(feat.code),
                number=feat.index + 1,
                seats=list(feat.seats),
                people=_people(snapshot, row.id),
                params=_plain(feat.params),
                evening_id=when.id,
                local_date=when.local_date,
                happened_at=at,
            )
        )
    return tuple(sorted(kept, key=_order))


def new_row(sheet: Sheet, kept: Kept) -> Feat:
    """Make the row of a feat."""
    feat_id = uuid.uuid5(sheet.id, f"{kept.entry_id} {kept.code}")
    row = Feat(group_id=sheet.group_id, id=feat_id, sheet_id=sheet.id, entry_id=kept.entry_id, code=kept.code)
    _write(row, kept)
    return row


def redate(session: Session, evening: Evening) -> None:
    """Let the feats of an evening follow its day."""
    session.execute(
        update(Feat)
        .where(Feat.group_id == evening.group_id, Feat.evening_id == evening.id)
        .values(local_date=evening.local_date)
    )


def _order(feat: Kept) -> tuple[int, str]:
    return feat.number, feat.code


def _rows(session: Session, sheet: Sheet) -> Iterable[Feat]:
    return session.scalars(select(Feat).where(Feat.group_id == sheet.group_id, Feat.sheet_id == sheet.id)).all()


def _entered(session: Session, sheet: Sheet, entries: Iterable[uuid.UUID]) -> dict[uuid.UUID, datetime]:
    """Give when these rows were entered."""
    found = session.execute(
        select(Entry.id, Entry.created_at).where(Entry.group_id == sheet.group_id, Entry.id.in_(entries))
    )
    return dict(iter(found))


def _people(snapshot: Snapshot, entry_id: uuid.UUID) -> list[str | None]:
    """Give who sat at each seat in a row."""
    held = snapshot.spells_at(snapshot.places()[entry_id])
    return [None if spell.player_id is None else str(spell.player_id) for spell in held]


def _plain(params: Mapping[str, object]) -> JsonObject:
    """Give parameters as they come back from JSON."""
    plain: JsonObject = json.loads(json.dumps(dict(params)))
    return plain


def _kept(row: Feat) -> Kept:
    return Kept(
        entry_id=row.entry_id,
        code=row.code,
        number=row.number,
        seats=row.seats,
        people=row.people,
        params=row.params,
        evening_id=row.evening_id,
        local_date=row.local_date,
        happened_at=row.happened_at,
    )


def _write(row: Feat, kept: Kept) -> None:
    row.number, row.seats, row.people, row.params = kept.number, kept.seats, kept.people, kept.params
    row.evening_id, row.local_date, row.happened_at = kept.evening_id, kept.local_date, kept.happened_at
