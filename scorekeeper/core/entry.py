"""Rows that any game may hold besides its deals: a void deal, and a ruling of the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from scorekeeper.core.problems import CommonCode, InvalidDealError, Problem
from scorekeeper.core.reading import Reader, whole

if TYPE_CHECKING:
    from scorekeeper.core.game import CardGame

DealT = TypeVar("DealT")
OptionsT = TypeVar("OptionsT")

NOTE_LENGTH = 200
MOST_POINTS = 1_000_000
"""More than any sheet can reach; keeps a slip of the finger out of the database's integers."""

UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that no note needs: control characters, lone surrogates, line and paragraph ends."""


@dataclass(frozen=True, slots=True)
class Void:
    """A misdeal or a hand thrown in: no points, no mark. `passes_deal` says that the next player deals."""

    note: str = ""
    passes_deal: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """Points by the table's decision. `points` and `marks` have one item a seat; `passes_deal` as in Void."""

    points: tuple[int, ...]
    marks: tuple[bool, ...]
    note: str = ""
    passes_deal: bool = True


def kind_of(payload: Mapping[str, object]) -> str:
    """Say what kind of row this is: a ``deal``, a ``void`` deal, a ``ruling``."""
    return str(payload.get("entry", "deal"))


def load_entry(
    game: CardGame[DealT, OptionsT], payload: Mapping[str, object], options: OptionsT, seats: int
) -> DealT | Void | Ruling:
    """Read any row of a sheet from plain data. Raises InvalidDealError with all problems."""
    kind = payload.get("entry") if isinstance(payload, Mapping) else None
    if kind is None:
        return game.load(payload, options, seats)
    if kind == "void":
        return _load_void(payload)
    if kind == "ruling":
        return _load_ruling(game, payload, seats)
    raise InvalidDealError([Problem(CommonCode.ENTRY_KIND, "entry")])


def dump_entry(game: CardGame[DealT, OptionsT], entry: DealT | Void | Ruling) -> dict[str, object]:
    """Write any row of a sheet as plain data that `load_entry` reads back to an equal value."""
    if isinstance(entry, Void):
        return {"entry": "void", "v": 1, "note": entry.note, "passes_deal": entry.passes_deal}
    if isinstance(entry, Ruling):
        return {
            "entry": "ruling",
            "v": 1,
            "points": list(entry.points),
            "marks": list(entry.marks),
            "note": entry.note,
            "passes_deal": entry.passes_deal,
        }
    return game.dump(entry)


def reseat_entry(
    game: CardGame[DealT, OptionsT], entry: DealT | Void | Ruling, order: Sequence[int]
) -> DealT | Void | Ruling:
    """Return any row after the players changed places: the new seat `i` is the old seat `order[i]`."""
    if isinstance(entry, Void):
        return entry
    if isinstance(entry, Ruling):
        points = tuple(entry.points[seat] for seat in order)
        marks = tuple(entry.marks[seat] for seat in order)
        return replace(entry, points=points, marks=marks)
    return game.reseat(entry, order)


def widened_entry(game: CardGame[DealT, OptionsT], entry: DealT | Void | Ruling) -> DealT | Void | Ruling:
    """Return any row as it stands on a sheet with one more seat, the last one, at which nobody sat."""
    if isinstance(entry, Void):
        return entry
    if isinstance(entry, Ruling):
        return replace(entry, points=(*entry.points, 0), marks=(*entry.marks, False))
    return game.widened(entry)


def _load_void(payload: Mapping[str, object]) -> Void:
    reader = Reader(payload, {"entry", "v", "note", "passes_deal"})
    reader.version()
    note = _note(reader)
    passes_deal = reader.flag("passes_deal", False)
    reader.stop_if_problems(InvalidDealError)
    return Void(note, bool(passes_deal))


def _load_ruling(game: CardGame[DealT, OptionsT], payload: Mapping[str, object], seats: int) -> Ruling:
    reader = Reader(payload, {"entry", "v", "points", "marks", "note", "passes_deal"})
    reader.version()
    points = [
        _ruled_points(game, reader, item, f"points.{seat}")
        for seat, item in enumerate(reader.row("points", seats, CommonCode.ONE_ITEM_A_SEAT) or ())
    ]
    marks = reader.row("marks", seats, CommonCode.ONE_ITEM_A_SEAT) or ()
    for seat, mark in enumerate(marks):
        if not isinstance(mark, bool):
            reader.add(CommonCode.BOOLEAN, f"marks.{seat}")
    note = _note(reader)
    passes_deal = reader.flag("passes_deal", True)
    if not reader.problems:
        reader.problems += game.ruling_problems(tuple(points))
    reader.stop_if_problems(InvalidDealError)
    return Ruling(tuple(points), tuple(mark is True for mark in marks), note, bool(passes_deal))


def _ruled_points(game: CardGame[DealT, OptionsT], reader: Reader, item: object, where: str) -> int:
    """Return the points of one seat: such as the game can give."""
    points = whole(item)
    if points is None:
        reader.add(CommonCode.INTEGER, where)
    elif points < 0 and not game.below_nought:
        reader.add(CommonCode.NEGATIVE, where)
    elif abs(points) > MOST_POINTS:
        reader.add(CommonCode.TOO_LARGE, where, most=MOST_POINTS)
    elif game.in_tens and points % 10:
        reader.add(CommonCode.MULTIPLE_OF_TEN, where)
    return points or 0


def _note(reader: Reader) -> str:
    """Return the note without spaces around it: printable text of at most NOTE_LENGTH characters."""
    note = reader.get("note") if reader.has("note") else ""
    if not isinstance(note, str):
        reader.add(CommonCode.TEXT, "note")
        return ""
    if len(note) > NOTE_LENGTH:
        reader.add(CommonCode.NOTE_LENGTH, "note", most=NOTE_LENGTH)
    elif any(unicodedata.category(character) in UNPRINTABLE for character in note):
        reader.add(CommonCode.NOTE_CHARACTERS, "note")
    return note.strip()
