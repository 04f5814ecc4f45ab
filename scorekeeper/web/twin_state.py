"""A sheet as the twin of its rules needs it, to go on without a network."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import TypedDict

from scorekeeper.models import SheetStatus
from scorekeeper.models.base import JsonObject
from scorekeeper.registry import GAMES
from scorekeeper.services.carried import Inverse
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.web.shortening import short_names


class TwinStep(TypedDict):
    """Hold what undo or redo would do: `id` is the change that it names, `fresh` the one that is then undone or back.

    `row` is the row that is about; `rows` what each row holds then, None where rows alone do not say it.
    """

    id: str
    fresh: str
    kind: str
    row: str | None
    rows: JsonObject | None


class TwinState(TypedDict):
    """Hold it as plain data: `sheet` as in ``static/js/games/sheet.js``, each row with its `base` as well.

    `short` has a name a seat, `names` those of the rows at which others sat; `keys` are the newest changes.
    It `takes` deals unless it is over.
    """

    game: str
    sheet: JsonObject
    takes: bool
    short: list[str]
    names: dict[str, list[str]]
    keys: list[str]
    undo: TwinStep | None
    redo: TwinStep | None
    target: int | None
    marks_to_win: int | None


def twin_state(sheet: SheetView) -> TwinState | None:
    """Give the sheet, or None where the twin alone could not judge how it goes on."""
    if sheet.status not in {SheetStatus.OPEN, SheetStatus.ENDED} or sheet.settled or sheet.protests:
        return None
    game = GAMES[sheet.game]
    kept = sheet.carried
    short = list(short_names(tuple(person.name for person in sheet.people)))
    names = {str(row.entry_id): list(short_names(tuple(each.name for each in row.people))) for row in sheet.rows}
    bases = {row.entry_id: row.base for row in sheet.rows}
    return {
        "game": sheet.game,
        "sheet": _plain(kept.snapshot, bases),
        "takes": sheet.ending is None,
        "short": short,
        "names": {row: there for row, there in names.items() if there != short},
        "keys": list(kept.keys),
        "undo": _step(kept.undo),
        "redo": _step(kept.redo),
        "target": game.target(sheet.options),
        "marks_to_win": game.marks_to_win(sheet.options),
    }


def _plain(snapshot: Snapshot, bases: Mapping[uuid.UUID, str]) -> JsonObject:
    return {
        "options": snapshot.options,
        "first_dealer": snapshot.first_dealer,
        "close": snapshot.close,
        "last_round": snapshot.last_round,
        "spells": [
            {"seat": each.seat, "player_id": _text(each.player_id), "after": _text(each.after), "pays": each.pays}
            for each in snapshot.spells
        ],
        "rows": [_row(row, bases[row.id]) for row in snapshot.rows],
    }


def _row(row: Row, base: str) -> JsonObject:
    return {"id": str(row.id), "payload": row.payload, "dealer": row.dealer, "removed": row.removed, "base": base}


def _text(each: uuid.UUID | None) -> str | None:
    return None if each is None else str(each)


def _step(inverse: Inverse | None) -> TwinStep | None:
    if inverse is None:
        return None
    return {
        "id": str(inverse.id),
        "fresh": str(inverse.fresh),
        "kind": inverse.kind,
        "row": _text(inverse.entry_id),
        "rows": inverse.rows,
    }
