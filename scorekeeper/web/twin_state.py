"""A sheet as the twin of its rules needs it, to go on without a network."""

from __future__ import annotations

from typing import TypedDict

from scorekeeper.models import SheetStatus
from scorekeeper.registry import GAMES
from scorekeeper.services.sheet_view import Row, SheetView
from scorekeeper.web.shortening import short_names


class TwinState(TypedDict):
    """Hold it as plain data; `dealers` and `vacant` are by the index of a row, as in ``static/js/games/core.js``.

    `position` is the one that the next row will have, `short` has a name a seat.
    """

    game: str
    seats: int
    options: dict[str, object]
    first_dealer: int
    dealers: dict[int, int]
    vacant: dict[int, list[int]]
    entries: list[dict[str, object]]
    position: int
    short: list[str]
    target: int | None
    marks_to_win: int | None


def twin_state(sheet: SheetView) -> TwinState | None:
    """Give the sheet, or None where the twin alone could not judge how it goes on.

    Nor where another player sits out each deal: the panel has no tile for the one who comes back in.
    """
    if sheet.status != SheetStatus.OPEN or sheet.settled or sheet.ending or sheet.protests or sheet.last_round:
        return None
    if sheet.sits_out is not None and sheet.sits_out not in sheet.vacant:
        return None
    game = GAMES[sheet.game]
    live = [row for row in sheet.rows if not row.removed]
    return {
        "game": sheet.game,
        "seats": sheet.seats,
        "options": dict(sheet.options_plain),
        "first_dealer": sheet.first_dealer,
        "dealers": {index: row.dealer for index, row in enumerate(live) if row.dealer_by_hand},
        "vacant": _vacant(sheet, live),
        "entries": [dict(row.payload) for row in live],
        "position": sheet.next_position,
        "short": list(short_names(tuple(person.name for person in sheet.people))),
        "target": game.target(sheet.options),
        "marks_to_win": game.marks_to_win(sheet.options),
    }


def _vacant(sheet: SheetView, live: list[Row]) -> dict[int, list[int]]:
    """Give the seats that are empty, by the index of the row from which on they are."""
    found: dict[int, list[int]] = {}
    before: frozenset[int] = frozenset()
    for index, empty in enumerate([*(row.vacant for row in live), sheet.vacant]):
        if empty != before:
            found[index] = sorted(empty)
        before = empty
    return found
