"""What an entry or a correction would do: its worth, the totals, the ending. Nothing is written."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from scorekeeper.core.outcome import Outcome
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, open_book
from scorekeeper.services.corrections import Edit, weigh
from scorekeeper.services.disputes import Decision, decided
from scorekeeper.services.protests import protests
from scorekeeper.services.rows import KEEP, Keep, amended, new_row, put_before
from scorekeeper.services.standings import Fold
from scorekeeper.services.transactions import begin_reading


@dataclass(frozen=True, slots=True)
class Preview:
    """Show what would stand: `outcome` and `row_index` (among the live rows) of the row it is about.

    Both are None for a correction that is about no row, or takes it out. `standings` go up to the ending.
    `ending_moved` says that the correction must name `fingerprint` as confirmed. A row that counts only if a
    protest holds is shown `under_protest`: as if it held.
    """

    outcome: Outcome | None
    standings: Standings
    row_index: int | None
    ending: Ending | None
    ending_moved: bool
    fingerprint: str
    under_protest: bool = False


def preview(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    payload: Mapping[str, object],
    dealer: int | Keep | None = KEEP,
    entry_id: uuid.UUID | None = None,
    before: uuid.UUID | None = None,
) -> Preview:
    """Show what a row would do: at the end, instead of row `entry_id`, or before row `before`.

    Raises NotFoundError, InvalidInputError with all problems.
    """
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    return preview_edit(book, _edit(book, payload, dealer, entry_id, before))


def preview_removed(
    session: Session, actor: Actor, sheet_id: uuid.UUID, entry_id: uuid.UUID, *, removed: bool
) -> Preview:
    """Show what taking a row out, or bringing it back, would do. Raises as `preview`."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    row = replace(book.snapshot.row(entry_id), removed=removed)
    ahead = weigh(book, Edit(book.snapshot.with_row(row), entry_id))
    return shown(ahead.fold, None if removed else entry_id, ending_moved=ahead.ending_moved)


def preview_moved(
    session: Session, actor: Actor, sheet_id: uuid.UUID, entry_id: uuid.UUID, *, before: uuid.UUID | None
) -> Preview:
    """Show what moving a row would do. Raises as `preview`."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    moved = put_before(book.snapshot, book.snapshot.row(entry_id), before)
    return preview_edit(book, Edit(moved, entry_id, moved=entry_id))


def preview_decided(
    session: Session, actor: Actor, sheet_id: uuid.UUID, entry_id: uuid.UUID, stands: Decision
) -> Preview:
    """Show what deciding a protest would do. Raises as `preview`."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    row = decided(book.snapshot.row(entry_id), stands)
    return preview_edit(book, Edit(book.snapshot.with_row(row), entry_id))


def preview_edit(book: Book, edit: Edit) -> Preview:
    """Show what an edit would make of an opened sheet."""
    ahead = weigh(book, edit)
    if not ahead.ending_moved and not _counts(ahead.fold, edit.entry_id):
        for each in protests(ahead.snapshot, ahead.fold):
            if _counts(each.fold, edit.entry_id):
                return replace(shown(each.fold, edit.entry_id, ending_moved=False), under_protest=True)
    return shown(ahead.fold, edit.entry_id, ending_moved=edit.asks and ahead.ending_moved)


def _counts(fold: Fold, entry_id: uuid.UUID | None) -> bool:
    """Say whether a row does not come after the end; a change that is about no row counts."""
    index = None if entry_id is None else fold.index(entry_id)
    return index is None or fold.end is None or index <= fold.end


def shown(fold: Fold, entry_id: uuid.UUID | None, *, ending_moved: bool) -> Preview:
    """Show a fold and one of its rows."""
    index = None if entry_id is None else fold.index(entry_id)
    return Preview(
        outcome=None if index is None else fold.outcomes[index],
        standings=fold.standings,
        row_index=index,
        ending=fold.ending,
        ending_moved=ending_moved,
        fingerprint=fold.fingerprint,
    )


def _edit(
    book: Book,
    payload: Mapping[str, object],
    dealer: int | Keep | None,
    entry_id: uuid.UUID | None,
    before: uuid.UUID | None,
) -> Edit:
    if entry_id is not None:
        row = replace(amended(book, book.snapshot.row(entry_id), payload, dealer), removed=False)
        return Edit(book.snapshot.with_row(row), entry_id)
    row = new_row(book, payload, None if isinstance(dealer, Keep) else dealer)
    return Edit(put_before(book.snapshot, row, before), row.id, asks=before is not None)
