"""What a change touched, as plain data for the log, and how to put it back.

A fragment holds only what a change touched::

    {"entries": {id: {"payload": …, "dealer": …, "removed": …, "after": id or None}},
     "sheet": {"first_dealer": …, "options": …, …}, "people": [id, …], "spells": [[seat, id, id, pays], …]}

``after`` places a row directly behind another one (None: first). Places are relative to rows that were
there at the time, never numbers: what was added later and undone again may stand anywhere in between. So do
spells, each with its seat, its player (None: empty), the row behind which it begins, and whether that one pays;
``people`` are those who held the seats last.

Undo applies what a change keeps as its way back. The undo then keeps its own difference, which knows all
rows of that moment; redo applies that. So a redo brings back exactly what was there, struck rows included.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from scorekeeper.models.base import JsonObject
from scorekeeper.models.play import Mode
from scorekeeper.services.seating import narrowed, reseated, seat_order
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.spells import Spell

SHEET_FIELDS = ("options", "mode", "stake_minor", "currency", "first_dealer", "close", "last_round")
NOBODY: Mapping[uuid.UUID, int] = MappingProxyType({})


def difference(
    old: Snapshot,
    new: Snapshot,
    moved: uuid.UUID | None = None,
    dealers: Mapping[uuid.UUID, int] = NOBODY,
) -> tuple[JsonObject, JsonObject]:
    """Give the fragments that lead back from `new` to `old`, and forth again.

    `moved` names the row that changed its place. A new row's way back is to be there, removed, with its
    dealer of `dealers` if it stands there.
    """
    before: JsonObject = {}
    after: JsonObject = {}
    fields = [name for name in SHEET_FIELDS if getattr(old, name) != getattr(new, name)]
    if fields:
        before["sheet"] = {name: getattr(old, name) for name in fields}
        after["sheet"] = {name: getattr(new, name) for name in fields}
    if old.people != new.people:
        before["people"] = [str(person) for person in old.people]
        after["people"] = [str(person) for person in new.people]
    if old.spells != new.spells:
        before["spells"] = [_plain_spell(spell) for spell in old.spells]
        after["spells"] = [_plain_spell(spell) for spell in new.spells]
    back, forth = _rows(old, new, moved, dealers)
    if forth:
        before["entries"] = back
        after["entries"] = forth
    return before, after


def applied(snapshot: Snapshot, fragment: JsonObject) -> Snapshot:
    """Give the snapshot with what the fragment holds put in its place.

    Rows that came after a change of seats do not stand in its fragment: they follow their people as well.
    """
    people = fragment.get("people")
    if isinstance(people, list):
        seated = tuple(uuid.UUID(person) for person in people)
        if len(seated) < snapshot.seats:
            snapshot = narrowed(snapshot, seated)
        elif len(seated) == snapshot.seats:
            snapshot = reseated(snapshot, seated, seat_order(snapshot.people, seated))
    for text, fields in part(fragment, "entries").items():
        snapshot = _applied_row(snapshot, snapshot.row(uuid.UUID(text)), cast("JsonObject", fields))
    fields = part(fragment, "sheet")
    if fields:
        snapshot = _applied_fields(snapshot, fields)
    spells = fragment.get("spells")
    if isinstance(spells, list):
        # Last: a row that goes back to its place takes no spell along.
        snapshot = replace(snapshot, spells=tuple(_read_spell(*spell) for spell in spells))
    return snapshot


def part(fragment: Mapping[str, object] | None, key: str) -> JsonObject:
    """Give one part of a fragment, empty if the fragment does not touch it."""
    return cast("JsonObject", (fragment or {}).get(key, {}))


def placed_rows(fragment: Mapping[str, object] | None) -> Iterator[uuid.UUID]:
    """Give the rows to which a fragment gives a place, in their order."""
    return (
        uuid.UUID(row) for row, fields in part(fragment, "entries").items() if "after" in cast("JsonObject", fields)
    )


def _rows(
    old: Snapshot, new: Snapshot, moved: uuid.UUID | None, dealers: Mapping[uuid.UUID, int]
) -> tuple[JsonObject, JsonObject]:
    """Give what differs of each row, by its id: the way back and the way forth."""
    known = {row.id: row for row in old.rows}
    back: JsonObject = {}
    forth: JsonObject = {}
    for row in new.rows:
        was = known.get(row.id)
        if was is None:
            back[str(row.id)] = _plain(replace(row, removed=True, dealer=dealers.get(row.id, row.dealer)))
            forth[str(row.id)] = {**_plain(row), "after": _text(new.predecessor(row.id))}
            continue
        lost, won = _plain(was), _plain(row)
        touched = [name for name in won if lost[name] != won[name]]
        way_back: JsonObject = {name: lost[name] for name in touched}
        way_forth: JsonObject = {name: won[name] for name in touched}
        if row.id == moved:
            way_back["after"] = _text(old.predecessor(row.id))
            way_forth["after"] = _text(new.predecessor(row.id))
        if way_forth:
            back[str(row.id)] = way_back
            forth[str(row.id)] = way_forth
    return back, forth


def _plain(row: Row) -> JsonObject:
    return {"payload": row.payload, "dealer": row.dealer, "removed": row.removed, "other": row.other}


def _plain_spell(spell: Spell) -> list[object]:
    return [spell.seat, _text(spell.player_id), _text(spell.after), spell.pays]


def _read_spell(seat: int, player_id: str | None, after: str | None, pays: bool) -> Spell:
    return Spell(seat, _id(player_id), _id(after), pays)


def _text(each: uuid.UUID | None) -> str | None:
    return None if each is None else str(each)


def _id(text: str | None) -> uuid.UUID | None:
    return None if text is None else uuid.UUID(text)


def _applied_row(snapshot: Snapshot, row: Row, fields: JsonObject) -> Snapshot:
    row = replace(
        row,
        payload=cast("JsonObject", fields.get("payload", row.payload)),
        dealer=cast("int | None", fields.get("dealer", row.dealer)),
        removed=bool(fields.get("removed", row.removed)),
        other=cast("JsonObject | None", fields.get("other", row.other)),
    )
    if "after" not in fields:
        return snapshot.with_row(row)
    return snapshot.placed(row, _id(cast("str | None", fields["after"])))


def _applied_fields(snapshot: Snapshot, fields: JsonObject) -> Snapshot:
    return replace(
        snapshot,
        options=cast("JsonObject", fields.get("options", snapshot.options)),
        mode=Mode(str(fields.get("mode", snapshot.mode))),
        stake_minor=cast("int", fields.get("stake_minor", snapshot.stake_minor)),
        currency=str(fields.get("currency", snapshot.currency)),
        first_dealer=cast("int", fields.get("first_dealer", snapshot.first_dealer)),
        close=cast("JsonObject | None", fields.get("close", snapshot.close)),
        last_round=cast("JsonObject | None", fields.get("last_round", snapshot.last_round)),
    )
