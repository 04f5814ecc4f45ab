"""The log of a sheet and of one of its rows: who changed what, when, from what to what."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.entry import load_entry
from scorekeeper.core.outcome import Outcome
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.models import Change, Player
from scorekeeper.models.base import JsonObject
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, open_book
from scorekeeper.services.fragments import part
from scorekeeper.services.history import History, Step, read_history
from scorekeeper.services.shapes import Person
from scorekeeper.services.sheet_view import person
from scorekeeper.services.standings import outcome
from scorekeeper.services.transactions import begin_reading


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row was, as far as the change touched it: `payload` and `outcome` None if it did not touch them.

    `placed` says that the row got (or left) a place; `dealer` is a seat, None for the rotation.
    """

    payload: Mapping[str, object] | None
    outcome: Outcome | None
    dealer: int | None
    dealer_touched: bool
    removed: bool | None
    placed: bool


@dataclass(frozen=True, slots=True)
class LogLine:
    """Show one change. `people` sat in this seat order when it was made; everything per seat follows it.

    `kind` is what was done; for an undo or a redo `of` is the kind of the change that it took back or
    brought back. `entry_id` is the row it is about, `entry_number` the number that row has now (None:
    removed). `before` and `after` show that row, `fields` the sheet's own fields as (name, before, after),
    `people_before` who sat there before a change of seats. `stakes` say who got (below nought: paid) what by an
    agreement when it was made. `rows` are those that were entered at once by this change, or by the one that it took
    back or brought back: the number that each has now, and as it was then.
    """

    change_id: uuid.UUID
    number: int
    kind: str
    of: str | None
    by: str
    at: datetime
    taken_back: bool
    entry_id: uuid.UUID | None
    entry_number: int | None
    people: tuple[Person, ...]
    people_before: tuple[Person, ...] | None
    before: RowState | None
    after: RowState | None
    fields: tuple[tuple[str, object, object], ...]
    stakes: tuple[tuple[Person, int], ...] = ()
    rows: tuple[tuple[int | None, RowState | None], ...] = ()


def sheet_log(session: Session, actor: Actor, sheet_id: uuid.UUID) -> tuple[LogLine, ...]:
    """Read all changes of a sheet, the newest first, with seven queries. Raises NotFoundError."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    return _lines(session, actor, book, None)


def entry_log(session: Session, actor: Actor, sheet_id: uuid.UUID, entry_id: uuid.UUID) -> tuple[LogLine, ...]:
    """Read the changes that touched one row, the newest first. Raises NotFoundError."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    book.snapshot.row(entry_id)
    return _lines(session, actor, book, entry_id)


def _lines(session: Session, actor: Actor, book: Book, only: uuid.UUID | None) -> tuple[LogLine, ...]:
    """Walk from the newest change to the oldest, so that each shows the people who sat there then."""
    history = read_history(session, book.sheet)
    held = _changes(session, book)
    players = session.scalars(select(Player).where(Player.group_id == actor.group_id))
    people = {player.id: person(player) for player in players}
    seated = tuple(people[player_id] for player_id in book.snapshot.people)
    lines = []
    for step in reversed(history.steps):
        change = held[step.id]
        before = _seats(change.before, people)
        if only is None or _touches(change, only):
            line = _line(book, history, step, change, only or step.entry_id, (len(before or seated), len(seated)))
            lines.append(replace(line, people=seated, people_before=before, stakes=_stakes(change, people)))
        seated = before or seated
    return tuple(lines)


def _line(
    book: Book,
    history: History,
    step: Step,
    change: Change,
    about: uuid.UUID | None,
    seats: tuple[int, int],
) -> LogLine:
    """Show one change, with its numbers of seats before and after; who sat there is filled in by the caller."""
    fresh = step
    while fresh.undoes is not None:
        fresh = history.by_id[fresh.undoes]
    was = part(change.before, "sheet")
    return LogLine(
        change_id=step.id,
        number=step.number,
        kind=step.kind,
        of=None if fresh is step else fresh.kind,
        by=step.by,
        at=step.at,
        taken_back=step.id in history.inverted,
        entry_id=about,
        entry_number=_number(book, about),
        people=(),
        people_before=None,
        before=_state(book, change.before, about, seats[0]),
        after=_state(book, change.after, about, seats[1]),
        fields=tuple((name, was[name], value) for name, value in part(change.after, "sheet").items()),
        rows=tuple((_number(book, row), _state(book, change.after, row, seats[1])) for row in fresh.rows),
    )


def _number(book: Book, row_id: uuid.UUID | None) -> int | None:
    """Give the number that a row has now, None if it is removed."""
    row = None if row_id is None else book.snapshot.row(row_id)
    return None if row is None or row.removed else book.snapshot.number(row.id)


def _state(book: Book, fragment: JsonObject | None, entry_id: uuid.UUID | None, seats: int) -> RowState | None:
    """Show what a fragment says of a row, None if it says nothing."""
    fields = part(part(fragment, "entries"), str(entry_id))
    if not fields:
        return None
    payload = cast("JsonObject | None", fields.get("payload"))
    return RowState(
        payload=payload,
        outcome=None if payload is None else _worth(book, payload, seats),
        dealer=cast("int | None", fields.get("dealer")),
        dealer_touched="dealer" in fields,
        removed=cast("bool | None", fields.get("removed")),
        placed="after" in fields,
    )


def _worth(book: Book, payload: JsonObject, seats: int) -> Outcome | None:
    """Say what a payload is worth under the present house rules, None if they do not allow it."""
    game, options = book.fold.game, book.fold.options
    try:
        return outcome(game, load_entry(game, payload, options, seats), options, seats)
    except InvalidDealError:
        return None


def _changes(session: Session, book: Book) -> dict[uuid.UUID, Change]:
    found = session.scalars(
        select(Change).where(Change.group_id == book.sheet.group_id, Change.scope_id == book.sheet.id)
    )
    return {change.id: change for change in found}


def _touches(change: Change, entry_id: uuid.UUID) -> bool:
    return change.entry_id == entry_id or str(entry_id) in part(change.after, "entries")


def _stakes(change: Change, people: Mapping[uuid.UUID, Person]) -> tuple[tuple[Person, int], ...]:
    """Give who got what by the agreement that a change made."""
    stakes = cast("list[tuple[str, int]]", (change.result or {}).get("stakes", []))
    return tuple((people[uuid.UUID(who)], gets) for who, gets in stakes)


def _seats(fragment: JsonObject | None, people: Mapping[uuid.UUID, Person]) -> tuple[Person, ...] | None:
    """Give who sat where, if the fragment says so."""
    ids = cast("list[str] | None", (fragment or {}).get("people"))
    return None if ids is None else tuple(people[uuid.UUID(each)] for each in ids)
