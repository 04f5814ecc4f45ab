"""Several rows at once, as after a phone died: checked as a whole, with every problem named by its row."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from scorekeeper.core.outcome import Outcome
from scorekeeper.core.problems import Problem
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.models.base import JsonObject
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, open_book
from scorekeeper.services.corrections import Edit, Outlook, weigh
from scorekeeper.services.errors import InvalidInputError, InvalidRowError
from scorekeeper.services.protests import goes_on
from scorekeeper.services.rows import checked, row_id
from scorekeeper.services.snapshot import Row
from scorekeeper.services.standings import fold
from scorekeeper.services.transactions import begin_reading


@dataclass(frozen=True, slots=True)
class RowsPreview:
    """Show what would stand. `outcomes`, `totals` and `marks` have one item a new row, each one a seat.

    With a protest that keeps the game going, rows may stand after the ending: they have no totals.
    """

    outcomes: tuple[Outcome, ...]
    totals: tuple[tuple[int, ...], ...]
    marks: tuple[tuple[int, ...], ...]
    standings: Standings
    ending: Ending | None


def preview_rows(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    payloads: Sequence[Mapping[str, object]],
    dealer: int | None = None,
) -> RowsPreview:
    """Show what rows at the end would do. Raises NotFoundError, InvalidInputError as `rows_at_end`, `weigh_rows`."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    ahead = weigh_rows(book, rows_at_end(book, payloads, dealer)).fold
    first = len(book.snapshot.live)
    return RowsPreview(
        outcomes=ahead.outcomes[first:],
        totals=ahead.standings.running_totals[first:],
        marks=ahead.standings.running_marks[first:],
        standings=ahead.standings,
        ending=ahead.ending,
    )


def weigh_rows(book: Book, rows: Sequence[Row]) -> Outlook:
    """Fold what new rows at the end would make of the sheet; write nothing.

    Raises InvalidInputError with the problems of a row at ``rows.<index>.<where>``: ``after_end`` for the first that
    would stand after the ending while no protest lets the game go on.
    """
    places = {row.id: index for index, row in enumerate(rows)}
    snapshot = book.snapshot.appended(*rows)
    try:
        ahead = weigh(book, Edit(snapshot, asks=False))
    except InvalidRowError as error:
        if error.entry_id not in places:
            raise
        raise InvalidInputError(_at(places[error.entry_id], problem) for problem in error.causes) from error
    counted = max(0, len(ahead.fold.standings.outcomes) - len(book.snapshot.live))
    # From there on each row needs a protest with which the game was not over before it.
    for index in range(counted, len(rows)):
        until_then = book.snapshot.appended(*rows[:index])
        if not goes_on(until_then, fold(until_then)):
            raise InvalidInputError([_at(index, Problem("after_end"))])
    return ahead


def rows_at_end(book: Book, payloads: Sequence[Mapping[str, object]], dealer: int | None = None) -> tuple[Row, ...]:
    """Make new rows of what was entered; `dealer` is set by hand for the first.

    Raises InvalidInputError with the problems of all rows, each at ``rows.<index>.<where>``, ``nothing`` if there is
    no row.
    """
    rows: list[Row] = []
    problems: list[Problem] = [] if payloads else [Problem("nothing")]
    for index, payload in enumerate(payloads):
        content: JsonObject = {}
        by_hand = None if index else dealer
        try:
            content = checked(book, payload, by_hand)
        except InvalidInputError as error:
            problems += [_at(index, problem) for problem in error.problems]
        rows.append(Row(row_id(book.sheet.id, book.snapshot.next_position + index), content, by_hand))
    if problems:
        raise InvalidInputError(problems)
    return tuple(rows)


def _at(index: int, problem: Problem) -> Problem:
    return replace(problem, where=f"rows.{index}.{problem.where}".rstrip("."))
