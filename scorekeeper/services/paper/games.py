"""Rows of paper parted into games: who sat there, where one ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorekeeper.games.kalter_schlag.deal import PLAYERS
from scorekeeper.services.paper.reading import PaperFile, PaperRow

Block = tuple[tuple[int, ...], Sequence[PaperRow]]
"""The columns of those who play, in their order, and their rows."""

FIVE = PLAYERS + 1


def blocks(file: PaperFile) -> Iterator[Block]:
    """Give what was played by the same people, a game's worth or (where games have no number) an evening's.

    Notes a problem where it cannot be told who played; such rows are left out.
    """
    for _same, rows in groupby(file.rows, key=lambda row: (row.day, row.game)):
        together = list(rows)
        seats = _seats(file, together)
        if len(seats) <= FIVE or file.has_games:
            found = [(seats, together)]
        else:
            found = [(key, list(each)) for key, each in groupby(together, key=_filled)]
        for columns, each in found:
            if len(columns) in (PLAYERS, FIVE):
                yield columns, each
            else:
                file.add("paper_players", each[0].line, count=len(columns))


def _seats(file: PaperFile, rows: Sequence[PaperRow]) -> tuple[int, ...]:
    """Give who has a number anywhere in these rows; where the file knows only four, they are it."""
    if len(file.names) == PLAYERS:
        return tuple(range(PLAYERS))
    return tuple(sorted({column for row in rows for column in _filled(row)}))


def _filled(row: PaperRow) -> tuple[int, ...]:
    return tuple(column for column, value in enumerate(row.penalties) if value is not None)
