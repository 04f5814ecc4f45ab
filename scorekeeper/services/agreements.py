"""The table ends a game by agreement, at once or after a last round.

Each is shown first and done on a second tap (see `services.asked`).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Unpack

from sqlalchemy.orm import Session

from scorekeeper.core.agreement import BY_THE_TABLE
from scorekeeper.core.problems import Problem
from scorekeeper.models.base import JsonObject
from scorekeeper.services.actor import Actor
from scorekeeper.services.asked import Asked, check_running, refuse, run
from scorekeeper.services.book import Book
from scorekeeper.services.corrections import Edit
from scorekeeper.services.errors import ClosedError
from scorekeeper.services.lastround import MOST_DEALS
from scorekeeper.services.preview import Preview


def agree(
    session: Session, actor: Actor, sheet_id: uuid.UUID, *, how: Mapping[str, object], **asked: Unpack[Asked]
) -> Preview:
    """End a game as the table agrees; `how` is what `CardGame.close` takes.

    Raises ClosedError ``over``, InvalidInputError with what `close` finds wrong.
    """

    def make(book: Book) -> Edit:
        check_running(book)
        return Edit(replace(book.snapshot, close=dict(how), last_round=None), asks=False)

    return run(session, actor, sheet_id, asked, kind="close", wish={"how": dict(how)}, make=make)


def reopen(session: Session, actor: Actor, sheet_id: uuid.UUID, **asked: Unpack[Asked]) -> Preview:
    """Play on after an end by agreement. Raises ClosedError ``not_agreed``."""

    def make(book: Book) -> Edit:
        if book.fold.ending is None or book.fold.ending.reason not in BY_THE_TABLE:
            raise ClosedError("not_agreed")
        return Edit(replace(book.snapshot, close=None, last_round=None), asks=False)

    return run(session, actor, sheet_id, asked, kind="reopen", wish={}, make=make)


def announce_last_round(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    deals: int | None,
    until: int | None,
    how: str,
    **asked: Unpack[Asked],
) -> Preview:
    """Say that the game ends after so many more deals, or when seat `until` has dealt, and how it ends then.

    Raises ClosedError ``over``, InvalidInputError.
    """

    def make(book: Book) -> Edit:
        check_running(book)
        snapshot = book.snapshot
        problems = []
        if (deals is None) == (until is None):
            problems.append(Problem("last_round_until", "until"))
        if deals is not None and not 1 <= deals <= MOST_DEALS:
            problems.append(Problem("last_round_deals", "deals", {"most": MOST_DEALS}))
        if until is not None and (not 0 <= until < snapshot.seats or until in snapshot.vacant):
            problems.append(Problem("seat_unknown", "until"))
        if how not in book.fold.game.agreements:
            problems.append(Problem("last_round_how", "how"))
        refuse(problems)
        after = snapshot.rows[-1].id if snapshot.rows else None
        announced: JsonObject = {
            "after": None if after is None else str(after),
            "deals": deals,
            "until": until,
            "how": how,
        }
        return Edit(replace(snapshot, last_round=announced))

    wish = {"deals": deals, "until": until, "how": how}
    return run(session, actor, sheet_id, asked, kind="last_round", wish=wish, make=make)


def cancel_last_round(session: Session, actor: Actor, sheet_id: uuid.UUID, **asked: Unpack[Asked]) -> Preview:
    """Play on without a last round. Raises ClosedError ``over``."""

    def make(book: Book) -> Edit:
        check_running(book)
        return Edit(replace(book.snapshot, last_round=None))

    return run(session, actor, sheet_id, asked, kind="last_round", wish={"cancel": True}, make=make)
