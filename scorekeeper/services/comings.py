"""People come and go at a sheet: a substitute, a fifth who joins and leaves again, and who pays in the end.

Each is shown first and done on a second tap (see `services.asked`).
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Unpack

from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.services.actor import Actor
from scorekeeper.services.asked import Asked, check_running, refuse, run, sit_down
from scorekeeper.services.book import Book
from scorekeeper.services.checks import players_of
from scorekeeper.services.corrections import Edit
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.preview import Preview
from scorekeeper.services.seating import reseated, widened
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.spells import Spell, last_held, ordered


def substitute(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    seat: int,
    player_id: uuid.UUID,
    first: uuid.UUID | None = None,
    **asked: Unpack[Asked],
) -> Preview:
    """Let somebody take a seat, empty or not, with its total and marks: from row `first` on (None: from now on).

    Raises InvalidInputError, NotFoundError, and TakenError ``seated`` for who sits at another open sheet.
    """

    def make(book: Book) -> Edit:
        snapshot = book.snapshot
        problems = _newcomer_problems(session, actor, snapshot, player_id, at=seat)
        refuse([*_seat_problems(snapshot, seat), *problems])
        if player_id not in snapshot.present:
            sit_down(session, actor, book, [player_id], asked)
        after = _with_spell(snapshot, Spell(seat, player_id, _behind(snapshot, first)))
        if any(after.holds_two(player_id, position) for position in range(1, after.next_position + 1)):
            raise InvalidInputError([Problem("player_twice", "player_id", {"name": _name(session, actor, player_id)})])
        return Edit(after)

    wish = {"seat": seat, "player": str(player_id), "first": None if first is None else str(first)}
    return run(session, actor, sheet_id, asked, kind="substitute", wish=wish, make=make)


def join(
    session: Session, actor: Actor, sheet_id: uuid.UUID, *, player_id: uuid.UUID, behind: int, **asked: Unpack[Asked]
) -> Preview:
    """Let one more sit down from the next deal on, at the left hand of seat `behind`.

    Raises InvalidInputError (``full`` where the game has no more seats, ``seat_free`` where one is empty that
    can be taken), TakenError ``seated``, ClosedError ``over``.
    """

    def make(book: Book) -> Edit:
        snapshot = book.snapshot
        check_running(book)
        problems = _newcomer_problems(session, actor, snapshot, player_id)
        if snapshot.vacant:
            problems.append(Problem("seat_free", "player_id"))
        elif snapshot.seats + 1 not in book.fold.game.seats:
            problems.append(Problem("full", "player_id", {"seats": snapshot.seats}))
        refuse([*_seat_problems(snapshot, behind, "behind"), *problems])
        sit_down(session, actor, book, [player_id], asked)
        last = snapshot.seats
        wide = _with_spell(widened(snapshot), Spell(last, player_id, _behind(snapshot, None)))
        order = (*range(behind + 1), last, *range(behind + 1, last))
        return Edit(reseated(wide, tuple(wide.people[was] for was in order), order), order=order)

    wish = {"player": str(player_id), "behind": behind}
    return run(session, actor, sheet_id, asked, kind="join", wish=wish, make=make)


def leave(session: Session, actor: Actor, sheet_id: uuid.UUID, *, seat: int, **asked: Unpack[Asked]) -> Preview:
    """Let somebody leave after the last row, where the others are enough to play on.

    Raises InvalidInputError (``too_few``, ``seat_empty``, ``just_came``, ``deals_last`` while the last round goes
    until this one has dealt), ClosedError ``over``.
    """

    def make(book: Book) -> Edit:
        snapshot = book.snapshot
        check_running(book)
        refuse(_seat_problems(snapshot, seat))
        if seat in snapshot.vacant:
            raise InvalidInputError([Problem("seat_empty", "seat")])
        if len(snapshot.present) - 1 not in book.fold.game.seats:
            raise InvalidInputError([Problem("too_few", "seat", {"seats": book.fold.game.seats})])
        left = _with_spell(snapshot, Spell(seat, None, _behind(snapshot, None)))
        if len(last_held(left.spells)) < left.seats:
            raise InvalidInputError([Problem("just_came", "seat")])
        last = book.fold.last_round
        if last is not None and last.until == seat and not last.tied:
            raise InvalidInputError([Problem("deals_last", "seat")])
        return Edit(left)

    return run(session, actor, sheet_id, asked, kind="leave", wish={"seat": seat}, make=make)


def set_payer(
    session: Session, actor: Actor, sheet_id: uuid.UUID, *, seat: int, player_id: uuid.UUID, **asked: Unpack[Asked]
) -> Preview:
    """Say who pays or gets for a seat that several held, whoever sits there later.

    Raises InvalidInputError ``not_here``.
    """

    def make(book: Book) -> Edit:
        snapshot = book.snapshot
        refuse(_seat_problems(snapshot, seat))
        held = [spell for spell in snapshot.spells if (spell.seat, spell.player_id) == (seat, player_id)]
        if not held:
            raise InvalidInputError([Problem("not_here", "player_id")])
        spells = tuple(
            replace(spell, pays=spell == held[-1]) if spell.seat == seat else spell for spell in snapshot.spells
        )
        return Edit(replace(snapshot, spells=spells))

    wish = {"seat": seat, "player": str(player_id)}
    return run(session, actor, sheet_id, asked, kind="payer", wish=wish, make=make)


def _name(session: Session, actor: Actor, player_id: uuid.UUID) -> str:
    return players_of(session, actor, [player_id])[player_id].name


def _with_spell(snapshot: Snapshot, spell: Spell) -> Snapshot:
    return replace(snapshot, spells=ordered([*snapshot.spells, spell], snapshot.places()))


def _behind(snapshot: Snapshot, first: uuid.UUID | None) -> uuid.UUID | None:
    """Give the row behind which a spell begins whose first row is `first`, or the next one."""
    if first is not None:
        return snapshot.predecessor(first)
    return snapshot.rows[-1].id if snapshot.rows else None


def _seat_problems(snapshot: Snapshot, seat: int, where: str = "seat") -> list[Problem]:
    return [] if 0 <= seat < snapshot.seats else [Problem("seat_unknown", where)]


def _newcomer_problems(
    session: Session, actor: Actor, snapshot: Snapshot, player_id: uuid.UUID, at: int | None = None
) -> list[Problem]:
    """Say why a player cannot sit down; who sits `at` that very seat may."""
    player = players_of(session, actor, [player_id]).get(player_id)
    if player is None:
        return [Problem("player_unknown", "player_id")]
    if player.retired_at is not None:
        return [Problem("player_retired", "player_id", {"name": player.name})]
    seats = [seat for seat, person in enumerate(snapshot.people) if person == player_id and seat not in snapshot.vacant]
    return [] if seats in ([], [at]) else [Problem("player_twice", "player_id", {"name": player.name})]
