"""What the screens show of rows under protest: both versions, where each leaves the game, and what each would pay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.core.outcome import Outcome
from scorekeeper.core.problems import InvalidCloseError
from scorekeeper.core.standings import Ending
from scorekeeper.services.book import Book
from scorekeeper.services.protests import Protest
from scorekeeper.services.results import amounts_of
from scorekeeper.services.shapes import ProtestView, Row, Version
from scorekeeper.services.standings import Fold

HIGHEST = "highest"
"""The agreement by which the highest total pays as at the limit."""


def rows_with_protests(rows: Iterable[Row], disputed: Iterable[Protest]) -> tuple[Row, ...]:
    """Say of the rows under protest what they would be worth."""
    others = {each.entry_id: each.outcome for each in disputed}
    return tuple(replace(row, protest=others.get(row.entry_id)) for row in rows)


def protest_view(book: Book, protest: Protest) -> ProtestView:
    """Show a row under protest beside what stands."""
    at = book.snapshot.index(protest.entry_id)
    place = [row.id for row in book.fold.live].index(protest.entry_id)
    return ProtestView(
        entry_id=protest.entry_id,
        number=place + 1,
        base=book.entries[at].last_key,
        payload=book.snapshot.rows[at].other or {},
        entered=_version(book, book.fold, book.fold.outcomes[place]),
        other=_version(book, protest.fold, protest.outcome),
        no_difference=protest.no_difference,
    )


def _version(book: Book, fold: Fold, outcome: Outcome) -> Version:
    ending = fold.ending or _if_it_ended_now(fold)
    money = None if ending is None else amounts_of(book.sheet.mode, ending.stakes, book.sheet.stake_minor)
    return Version(outcome, fold.standings, fold.ending is not None, ending, money)


def _if_it_ended_now(fold: Fold) -> Ending | None:
    """Say how the game would end if the highest total paid now, None if nobody is highest alone."""
    if HIGHEST not in fold.game.agreements:
        return None
    try:
        return fold.game.close(fold.standings, {"how": HIGHEST})
    except InvalidCloseError:
        return None
