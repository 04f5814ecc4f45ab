"""Who sits where: when people change places, everything that was entered goes along with them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import cast

from scorekeeper.core.entry import dump_entry, load_entry, reseat_entry, widened_entry
from scorekeeper.core.game import AnyGame
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.models.base import JsonObject
from scorekeeper.registry import GAMES
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.spells import Spell, moved
from scorekeeper.services.standings import load_options


def seat_order(old: Sequence[uuid.UUID], new: Sequence[uuid.UUID]) -> tuple[int, ...]:
    """Say for each new seat from which old seat its scores come.

    Who stays takes the own scores along. Who is new was entered under a wrong name: he gets the scores of
    the one who is gone, at the same seat if that one sat there, else in the order of the seats.

    One person may stand at two seats: who left one and took over another.

    >>> a, b, c, d, e = (uuid.UUID(int=number) for number in range(5))
    >>> seat_order((a, b, c, d), (b, a, c, e))
    (1, 0, 2, 3)
    >>> seat_order((a, b, c, d), (e, a, b, c))
    (3, 0, 1, 2)
    >>> seat_order((e, b, e, d), (a, b, e, d))
    (0, 1, 2, 3)
    """
    order = {seat: seat for seat, person in enumerate(new) if old[seat] == person}
    free = {person: seat for seat, person in enumerate(old) if seat not in order}
    order |= {seat: free[person] for seat, person in enumerate(new) if seat not in order and person in free}
    gone = [seat for seat in range(len(old)) if seat not in order.values()]
    fresh = [seat for seat in range(len(new)) if seat not in order]
    in_place = [seat for seat in fresh if seat in gone]
    order |= {seat: seat for seat in in_place}
    elsewhere = (seat for seat in gone if seat not in in_place)
    order |= {seat: next(elsewhere) for seat in fresh if seat not in in_place}
    return tuple(order[seat] for seat in range(len(new)))


def reseated(snapshot: Snapshot, people: Sequence[uuid.UUID], order: Sequence[int]) -> Snapshot:
    """Seat other people, or the same otherwise; every row, removed ones too, goes along by `order`.

    A removed row that was entered for more seats than there are stays as it is: it cannot come back.
    """
    game = GAMES[snapshot.game]
    options = load_options(game, snapshot.options)
    seat_now = {was: now for now, was in enumerate(order)}

    def moved_payload(payload: JsonObject) -> JsonObject:
        entry = _read(game, options, payload, snapshot.seats)
        return payload if entry is None else dump_entry(game, reseat_entry(game, entry, order))

    def moved_row(row: Row) -> Row:
        return replace(
            row,
            payload=moved_payload(row.payload),
            other=None if row.other is None else moved_payload(row.other),
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

    A removed row that was entered for one seat more than there are, at which somebody sat whose coming was undone,
    gets another one as well: it cannot be taken for a row of this newcomer.
    """
    game = GAMES[snapshot.game]
    options = load_options(game, snapshot.options)

    def wider(payload: JsonObject) -> JsonObject:
        widths = range(snapshot.seats, max(game.seats) + 1)
        entries = (_read(game, options, payload, seats) for seats in widths)
        entry = next((entry for entry in entries if entry is not None), None)
        return payload if entry is None else dump_entry(game, widened_entry(game, entry))

    return replace(
        snapshot,
        spells=(*snapshot.spells, Spell(snapshot.seats, None)),
        rows=tuple(
            replace(row, payload=wider(row.payload), other=None if row.other is None else wider(row.other))
            for row in snapshot.rows
        ),
    )


def narrowed(snapshot: Snapshot, people: Sequence[uuid.UUID]) -> Snapshot:
    """Let the rows be dealt by the same people when a seat is taken away again; `people` sit at those that stay.

    What a row holds is not touched.
    """
    seat_now = {was: people.index(person) for was, person in enumerate(snapshot.people) if person in people}
    rows = (replace(row, dealer=None if row.dealer is None else seat_now.get(row.dealer)) for row in snapshot.rows)
    return replace(snapshot, rows=tuple(rows))


def _read(game: AnyGame, options: object, payload: JsonObject, seats: int) -> object | None:
    """Read a row; a removed one may be one that today's house rules forbid, so the usual ones serve as well.

    None if it was entered for another number of seats.
    """
    for rules in (options, game.load_options({})):
        with suppress(InvalidDealError):
            return load_entry(game, payload, rules, seats)
    return None
