"""Corrections that are shown first and done on a second tap: the part that all of them share."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Group, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, check_open, open_book
from scorekeeper.services.changes import Command
from scorekeeper.services.corrections import Edit, Make, correct
from scorekeeper.services.errors import ClosedError, InvalidInputError, StaleError
from scorekeeper.services.preview import Preview, preview_edit, shown
from scorekeeper.services.seated import check_free
from scorekeeper.services.sheets import be_here
from scorekeeper.services.transactions import begin_reading, lock


class Asked(TypedDict):
    """What each of these corrections takes besides: `base_version` is the sheet's version that was seen.

    A `dry_run` shows what would stand and writes nothing; a moved ending must be confirmed as in `services.deals`.
    """

    key: str
    base_version: int
    confirm: NotRequired[str | None]
    dry_run: NotRequired[bool]


def run(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    asked: Asked,
    *,
    kind: str,
    wish: Mapping[str, object],
    make: Make,
) -> Preview:
    """Show or do a correction; either way give what stands then.

    Raises StaleError when the sheet is not as it was seen, and what `make` and `corrections.correct` raise.
    """
    base = asked["base_version"]

    def checked(book: Book) -> Edit:
        if book.sheet.version != base:
            raise StaleError
        return make(book)

    if asked.get("dry_run"):
        begin_reading(session)
        book = open_book(session, actor, sheet_id)
        check_open(book)
        return preview_edit(book, checked(book))
    command = Command.of(asked["key"], kind, {"sheet": str(sheet_id), "base": base, **wish})
    correct(session, actor, sheet_id, command, checked, asked.get("confirm"))
    fold = open_book(session, actor, sheet_id).fold
    session.rollback()
    return shown(fold, None, ending_moved=False)


def check_running(book: Book) -> None:
    """Refuse with ClosedError ``over`` what only a game that goes on can take."""
    if book.fold.ending is not None:
        raise ClosedError("over")


def refuse(problems: Sequence[Problem]) -> None:
    """Raise InvalidInputError if there are problems."""
    if problems:
        raise InvalidInputError(problems)


def sit_down(session: Session, actor: Actor, book: Book, people: Sequence[uuid.UUID], asked: Asked) -> None:
    """Let people sit down who did not sit at this sheet: they must be free, and are here then.

    Raises TakenError ``seated``.
    """
    if people and book.sheet.status == SheetStatus.OPEN:
        if not asked.get("dry_run"):
            lock(session, actor, Group, actor.group_id)
        check_free(session, actor, people)
    if people and not asked.get("dry_run"):
        be_here(session, book.evening, people)
