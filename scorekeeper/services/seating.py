"""Who sits where: when people change places, everything that was entered goes along with them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.entry import dump_entry, reseat_entry
from scorekeeper.core.game import AnyGame
from scorekeeper.registry import GAMES
from scorekeeper.services.errors import InvalidRowError
from scorekeeper.services.snapshot import Row, Snapshot
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

    def moved(row: Row) -> Row:
        entry = reseat_entry(game, _read(game, options, snapshot, row), order)
        dealer = None if row.dealer is None else seat_now[row.dealer]
        return replace(row, payload=dump_entry(game, entry), dealer=dealer)

    stay = tuple(order) == tuple(range(len(order)))
    return replace(
        snapshot,
        people=tuple(people),
        first_dealer=seat_now[snapshot.first_dealer],
        rows=snapshot.rows if stay else tuple(moved(row) for row in snapshot.rows),
    )


def _read(game: AnyGame, options: object, snapshot: Snapshot, row: Row) -> object:
    """Read a row; a removed one may be one that today's house rules forbid, so the usual ones serve as well."""
    try:
        return load_row(game, options, snapshot, row)
    except InvalidRowError:
        return load_row(game, game.load_options({}), snapshot, row)
