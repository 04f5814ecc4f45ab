"""The one way a sheet changes: lock, key, edit, fold anew, compare the ending, keep results, log.

Each use case hands over a function that makes a new snapshot from the opened sheet; everything else
happens here, in one transaction.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Change, Evening, Group, Seat, Sheet
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services import feats, months, results
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, check_open, read_book, save
from scorekeeper.services.changes import Command, Told, earlier, log
from scorekeeper.services.dealers import keep_dealers
from scorekeeper.services.errors import EndingMovedError, InvalidInputError, InvalidRowError
from scorekeeper.services.fragments import difference
from scorekeeper.services.open_deal import still_open
from scorekeeper.services.protests import protests
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.spells import last_held
from scorekeeper.services.standings import Fold, fold
from scorekeeper.services.stints import KEPT
from scorekeeper.services.transactions import lock, writing


@dataclass(frozen=True, slots=True)
class Edit:
    """What a use case makes of a sheet.

    `entry_id` is the row it is about, `moved` the row that changed its place, `asks` whether a moved
    ending must be confirmed. `order` says from which old seat each seat's person comes, if they changed
    places. An inverse names what it `undoes`. What is `noted` is logged even though it leaves the sheet as it is.
    """

    snapshot: Snapshot
    entry_id: uuid.UUID | None = None
    moved: uuid.UUID | None = None
    asks: bool = True
    order: tuple[int, ...] | None = None
    undoes: uuid.UUID | None = None
    noted: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """Say what was written: `change_id` is None when there was nothing to change."""

    change_id: uuid.UUID | None
    entry_id: uuid.UUID | None
    version: int
    replayed: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an edit would make of the sheet."""

    snapshot: Snapshot
    fold: Fold
    fragments: tuple[JsonObject, JsonObject]
    ending_moved: bool


Make = Callable[[Book], Edit]
Plan = Callable[[Book], Sequence[tuple[Command, Make]]]


def correct(
    session: Session, actor: Actor, sheet_id: uuid.UUID, command: Command, make: Make, confirm: str | None = None
) -> Receipt:
    """Change a sheet once and for all.

    Raises what `make` raises, ClosedError, InvalidInputError when a row would be impossible, and
    EndingMovedError when the ending would move and `confirm` is not the new ending's fingerprint.
    """
    with writing(session, actor, Sheet, sheet_id) as sheet:
        done = earlier(session, actor, command)
        if done is not None:
            return receipt(done, replayed=True)
        evening = lock(session, actor, Evening, sheet.evening_id)
        return _step(session, actor, (sheet, evening), command, make, confirm)


def correct_by_plan(session: Session, actor: Actor, sheet_id: uuid.UUID, command: Command, plan: Plan) -> bool:
    """Make the changes that a plan finds in the sheet as it is: all or none, each with its own line in the log.

    The command has a line of its own before them, and tells whether all this was done before: the answer says so.
    Raises as `correct`, and what `plan` raises; nothing asks about an ending.
    """
    with writing(session, actor, Sheet, sheet_id) as sheet:
        if earlier(session, actor, command) is not None:
            return True
        evening = lock(session, actor, Evening, sheet.evening_id)
        book = read_book(session, sheet, evening)
        check_open(book)
        steps = plan(book)
        log(session, actor, sheet, command)
        for each, make in steps:
            _step(session, actor, (sheet, evening), each, make)
        return False


def _step(
    session: Session,
    actor: Actor,
    scopes: tuple[Sheet, Evening],
    command: Command,
    make: Make,
    confirm: str | None = None,
) -> Receipt:
    """Make one change of a sheet that is locked, with its evening."""
    sheet, evening = scopes
    book = read_book(session, sheet, evening)
    check_open(book)
    edit = make(book)
    if edit.snapshot == book.snapshot and not edit.noted:
        return Receipt(None, edit.entry_id, sheet.version, replayed=False)
    ahead = weigh(book, edit)
    if edit.asks and ahead.ending_moved and confirm != ahead.fold.fingerprint:
        raise EndingMovedError(ahead.fold.fingerprint)
    seats = save(session, book, ahead.snapshot, command.key, edit.moved)
    keep_results(session, actor, book, seats, ahead)
    if still_open(sheet.open_deal, sheet.status, ahead.snapshot, ahead.fold) is None:
        sheet.open_deal = None
    back, forth = ahead.fragments
    told: Told = {
        "before": back,
        "after": forth,
        "entry_id": edit.entry_id,
        "undoes": edit.undoes,
        "result": _agreed(book, ahead),
    }
    change = log(session, actor, sheet, command, **told)
    return receipt(change, replayed=False)


def weigh(book: Book, edit: Edit) -> Outlook:
    """Fold what an edit would make of the sheet; write nothing.

    Raises InvalidInputError: InvalidRowError, unless the row is the one that was entered, and ``only_row`` when
    the only row is moved away at which somebody held a seat.
    """
    new = edit.snapshot
    if len(last_held(new.spells)) < new.seats:
        raise InvalidInputError([Problem("only_row", "")])
    try:
        if edit.undoes is None:
            edited = None if edit.moved else edit.entry_id
            new = keep_dealers(book.fold, new, edited, edit.order)
        ahead = fold(new)
        protests(new, ahead)
    except InvalidRowError as error:
        if error.entry_id != edit.entry_id:
            raise
        raise InvalidInputError(error.causes) from error
    fragments = difference(book.snapshot, new, edit.moved, _dealers(ahead))
    return Outlook(new, ahead, fragments, ahead.fingerprint != book.fold.fingerprint)


def keep_results(session: Session, actor: Actor, book: Book, seats: Sequence[Seat], ahead: Outlook) -> None:
    """Keep or clear the results and the feats; let the pages of the evening and the group notice a new ending."""
    was = book.sheet.status
    result = results.computed(was, ahead.snapshot, ahead.fold)
    if results.store(book.sheet, seats, result, utcnow()):
        book.evening.version += 1
        lock(session, actor, Group, actor.group_id).version += 1
    if book.sheet.status in KEPT or was in KEPT:
        months.keep(session, actor.group_id, (book.evening.local_date,))
    feats.keep(session, book.sheet, book.evening, ahead.snapshot, ahead.fold)


def receipt(change: Change, *, replayed: bool) -> Receipt:
    """Say what a change wrote."""
    return Receipt(change.id, change.entry_id, change.number, replayed)


def _agreed(book: Book, ahead: Outlook) -> JsonObject | None:
    """Give who gets what when the table ends the game now: the log tells it of what stood then."""
    new, ending = ahead.snapshot, ahead.fold.ending
    if new.close is None or new.close == book.snapshot.close or ending is None:
        return None
    return {"stakes": [[str(who), gets] for who, gets in zip(new.payers, ending.stakes, strict=True) if gets]}


def _dealers(ahead: Fold) -> dict[uuid.UUID, int]:
    """Give who dealt each row where that decides who plays; it stays with a row that is taken out."""
    if ahead.game.sits_out(0, len(ahead.standings.totals)) is None:
        return {}
    return {row.id: dealer for row, dealer in zip(ahead.live, ahead.dealers, strict=True)}
