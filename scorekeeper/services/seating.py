"""Who sits where: when people change places, everything that was entered goes along with them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from scorekeeper.core.entry import dump_entry, reseat_entry, widened_entry
from scorekeeper.core.game import AnyGame
from scorekeeper.models.base import JsonObject
from scorekeeper.registry import GAMES
from scorekeeper.services.errors import InvalidRowError
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.spells import Spell, moved
from scorekeeper.services.standings import load_options, load_row


def seat_order(old: Sequence[uuid.UUID], new: Sequence[uuid.UUID]) -> tuple[int, ...]:
    """Say for each new seat from which old seat its scores come.

    Who stays takes the own scores along. Who is new was entered under a wrong name: he gets the scores of
    the one who is gone, at the same seat if that one sat there, else in the order of the seats.

    >>> a, b, c, d, e = (uuid.UUID(int=number) for number in range(5))
    >>> seat_order((a, b, c, d), (b, a, c, e))
    (1, 0, 2, 3)
    >>> seat_order((a, b, c, d), (e, a, b, c))
    (3, 0, 1, 2)
    """
    order = {seat: old.index(person) for seat, person in enumerate(new) if person in old}
    gone = [seat for seat, person in enumerate(old) if person not in new]
    fresh = [seat for seat in range(len(new)) if seat not in order]
    in_place = [seat for seat in fresh if seat in gone]
    order |= {seat: seat for seat in in_place}
    elsewhere = (seat for seat in gone if seat not in in_place)
    order |= {seat: next(elsewhere) for seat in fresh if seat not in in_place}
    return tuple(order[seat] for seat in range(len(new)))


def reseated(snapshot: Snapshot, people: Sequence[uuid.UUID], order: Sequence[int]) -> Snapshot:
    """Seat other people, or the same otherwise; every row, removed ones too, goes along by `order`.

    Raises InvalidRowError when a removed row is no possible one, by whatever house rules.
    """
    game = GAMES[snapshot.game]
    options = load_options(game, snapshot.options)
    seat_now = {was: now for now, was in enumerate(order)}

    def moved_payload(payload: JsonObject, row: Row) -> JsonObject:
        entry = _read(game, options, snapshot, replace(row, payload=payload))
        return dump_entry(game, reseat_entry(game, entry, order))

    def moved_row(row: Row) -> Row:
        return replace(
            row,
            payload=moved_payload(row.payload, row),
            other=None if row.other is None else moved_payload(row.other, row),
            dealer=None if row.dealer is None else seat_now[row.dealer],
        )

    stay = tuple(order) == tuple(range(len(order)))
    close = snapshot.close
    stakes = None if close is None else cast("list[int] | None", close.get("stakes"))
    last = snapshot.last_round
    until = None if last is None else last["until"]
    return replace(
        snapshot,
        spells=moved(snapshot.spells, order, people),
        first_dealer=seat_now[snapshot.first_dealer],
        close=close if stakes is None else {**(close or {}), "stakes": [stakes[was] for was in order]},
        last_round=last if until is None else {**(last or {}), "until": seat_now[cast("int", until)]},
        rows=snapshot.rows if stay else tuple(moved_row(row) for row in snapshot.rows),
    )


def widened(snapshot: Snapshot) -> Snapshot:
    """Add a seat behind the last one, at which nobody sits; every row says so then.

    Raises InvalidRowError as `reseated`.
    """
    game = GAMES[snapshot.game]
    options = load_options(game, snapshot.options)

    def wider(payload: JsonObject, row: Row) -> JsonObject:
        entry = _read(game, options, snapshot, replace(row, payload=payload))
        return dump_entry(game, widened_entry(game, entry))

    return replace(
        snapshot,
        spells=(*snapshot.spells, Spell(snapshot.seats, None)),
        rows=tuple(
            replace(row, payload=wider(row.payload, row), other=None if row.other is None else wider(row.other, row))
            for row in snapshot.rows
        ),
    )


def _read(game: AnyGame, options: object, snapshot: Snapshot, row: Row) -> object:
    """Read a row; a removed one may be one that today's house rules forbid, so the usual ones serve as well."""
    try:
        return load_row(game, options, snapshot, row)
    except InvalidRowError:
        return load_row(game, game.load_options({}), snapshot, row)
