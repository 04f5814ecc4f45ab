"""Sheets as a whole: start one, break it off and take that back, discard an empty one."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack, cast

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Param, Problem
from scorekeeper.models import Attendance, Change, Evening, Group, Mode, Seat, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services import feats, months, results
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, check_unsettled, read_book
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.checks import (
    dealer_problems,
    known_game,
    options_problems,
    people_problems,
    plain_options,
    players_of,
    stake_problems,
)
from scorekeeper.services.errors import ClosedError, InvalidInputError
from scorekeeper.services.seated import check_free, running_alike
from scorekeeper.services.stints import KEPT
from scorekeeper.services.transactions import lock, writing


@dataclass(frozen=True, slots=True)
class SheetRef:
    """Name a sheet; `number` counts within the evening."""

    id: uuid.UUID
    number: int
    replayed: bool


class Setup(TypedDict):
    """How a sheet is set up: players by seat, clockwise; `stake_minor` in the currency's minor unit."""

    game: str
    player_ids: Sequence[uuid.UUID]
    options: Mapping[str, object]
    mode: Mode
    stake_minor: int
    currency: str
    first_dealer: int


def start(
    session: Session,
    actor: Actor,
    evening_id: uuid.UUID,
    *,
    key: str,
    apart: bool = False,
    **setup: Unpack[Setup],
) -> SheetRef:
    """Start a game as set up.

    Raises InvalidInputError with all problems, ClosedError for an evening that is over, TakenError
    ``seated`` (`names`) when a player sits at another open sheet: `sheet` and `number` name the one that the same
    people began meanwhile, if that is the reason. With `apart` that one is no reason: both games are kept.
    """
    asked = {**setup, "player_ids": [str(player) for player in setup["player_ids"]]}
    command = Command.of(key, "start", {"evening": str(evening_id), **asked})
    with writing(session, actor, Evening, evening_id) as evening:
        done = earlier(session, actor, command)
        if done is not None:
            return _ref(session, actor, done)
        check_unsettled(evening)
        if evening.ended_at is not None:
            raise ClosedError("ended")
        # Two starts of one group wait for each other here, even on two evenings: who sits is read after.
        group = lock(session, actor, Group, actor.group_id)
        _check(session, actor, setup)
        alike = running_alike(session, actor, evening_id, setup["game"], setup["player_ids"])
        if alike is None or not apart:
            named: dict[str, Param] = {"sheet": str(alike.id), "number": alike.number} if alike else {}
            check_free(session, actor, setup["player_ids"], **named)
        sheet = _add(session, actor, evening, setup, key)
        log(session, actor, sheet, command, after={**asked, "options": sheet.options})
        evening.version += 1
        group.version += 1
        return SheetRef(sheet.id, sheet.number, replayed=False)


def break_off(session: Session, actor: Actor, sheet_id: uuid.UUID, *, key: str) -> SheetRef:
    """Stop a game that nobody finishes: it is kept, nobody pays, its deals still count in statistics.

    Raises ClosedError ``over``, ``broken_off``, ``discarded`` or ``settled``.
    """
    return _turn(session, actor, sheet_id, Command.of(key, "break_off", {"sheet": str(sheet_id)}))


def resume(session: Session, actor: Actor, sheet_id: uuid.UUID, *, key: str) -> SheetRef:
    """Take a break-off back. Raises ClosedError ``not_broken_off``, and TakenError ``seated`` as `start`."""
    return _turn(session, actor, sheet_id, Command.of(key, "resume", {"sheet": str(sheet_id)}))


def adjourn(session: Session, actor: Actor, sheet_id: uuid.UUID, *, key: str) -> SheetRef:
    """Let a game wait for a later evening, with its seats, dealer and stake.

    Raises ClosedError ``over``, ``adjourned``, ``broken_off``, ``discarded`` or ``settled``.
    """
    return _turn(session, actor, sheet_id, Command.of(key, "adjourn", {"sheet": str(sheet_id)}))


def go_on(session: Session, actor: Actor, sheet_id: uuid.UUID, evening_id: uuid.UUID, *, key: str) -> SheetRef:
    """Play an adjourned game on, at the same evening or a later one, where it is settled then.

    Raises NotFoundError, ClosedError ``not_adjourned``, ``settled``, ``discarded`` or ``ended``, and TakenError
    ``seated`` as `start`.
    """
    command = Command.of(key, "go_on", {"sheet": str(sheet_id), "evening": str(evening_id)})
    with writing(session, actor, Sheet, sheet_id) as sheet:
        done = earlier(session, actor, command)
        if done is not None:
            return SheetRef(sheet.id, sheet.number, replayed=True)
        was = sheet.evening_id
        # Two evenings are locked in the order of their ids, so that no two use cases wait for each other.
        evenings = {each: lock(session, actor, Evening, each) for each in sorted({was, evening_id})}
        group = lock(session, actor, Group, actor.group_id)
        if sheet.status != SheetStatus.ADJOURNED:
            raise ClosedError("not_adjourned")
        now = evenings[evening_id]
        check_unsettled(now)
        if now.ended_at is not None:
            raise ClosedError("ended")
        book = read_book(session, sheet, evenings[was])
        present = book.snapshot.present
        check_free(session, actor, present)
        before: JsonObject = {"status": sheet.status.value, "evening": str(was), "number": sheet.number}
        if evening_id != was:
            sheet.begun_evening_id = sheet.begun_evening_id or was
            sheet.evening_id, sheet.number = evening_id, _next_number(session, actor, evening_id)
        sheet.status = SheetStatus.OPEN
        feats.keep(session, sheet, now, book.snapshot, book.fold)
        be_here(session, now, present)
        after: JsonObject = {"status": sheet.status.value, "evening": str(evening_id), "number": sheet.number}
        log(session, actor, sheet, command, before=before, after=after)
        for evening in evenings.values():
            evening.version += 1
        group.version += 1
        return SheetRef(sheet.id, sheet.number, replayed=False)


def discard(session: Session, actor: Actor, sheet_id: uuid.UUID, *, key: str) -> SheetRef:
    """Drop a game that was started by mistake. Raises ClosedError ``not_empty`` once a row was entered."""
    return _turn(session, actor, sheet_id, Command.of(key, "discard", {"sheet": str(sheet_id)}))


def _check(session: Session, actor: Actor, setup: Setup) -> None:
    game, people = known_game(setup["game"]), setup["player_ids"]
    problems: list[Problem] = [
        *people_problems(game, players_of(session, actor, people), people),
        *options_problems(game, setup["options"]),
        *stake_problems(setup["stake_minor"], setup["currency"]),
        *dealer_problems(setup["first_dealer"], len(people)),
    ]
    if problems:
        raise InvalidInputError(problems)


def _add(session: Session, actor: Actor, evening: Evening, setup: Setup, key: str) -> Sheet:
    """Add the sheet and its seats; who sits there is here.

    Its id follows from the key, so that a phone without a network can go on with its deals.
    """
    sheet = Sheet(
        group_id=actor.group_id,
        id=uuid.uuid5(evening.id, key),
        evening_id=evening.id,
        number=_next_number(session, actor, evening.id),
        game=setup["game"],
        seats=len(setup["player_ids"]),
        options=plain_options(known_game(setup["game"]), setup["options"]),
        mode=Mode(setup["mode"]),
        stake_minor=setup["stake_minor"],
        currency=setup["currency"],
        first_dealer=setup["first_dealer"],
        status=SheetStatus.OPEN,
        version=0,
    )
    session.add(sheet)
    session.flush()
    for seat, player_id in enumerate(setup["player_ids"]):
        session.add(Seat(group_id=actor.group_id, id=uuid.uuid4(), sheet_id=sheet.id, seat=seat, player_id=player_id))
    be_here(session, evening, setup["player_ids"])
    return sheet


def _next_number(session: Session, actor: Actor, evening_id: uuid.UUID) -> int:
    """Give the number of the next game of an evening; one that went on at another evening keeps its number here."""
    last = session.scalar(
        select(func.max(Sheet.number)).where(Sheet.group_id == actor.group_id, Sheet.evening_id == evening_id)
    )
    moves = session.scalars(
        select(Change.before)
        .join(Sheet, (Sheet.group_id == Change.group_id) & (Sheet.id == Change.scope_id))
        .where(Sheet.group_id == actor.group_id, Sheet.begun_evening_id.is_not(None), Change.kind == "go_on")
    )
    gone = [cast("int", was["number"]) for was in moves if was is not None and was["evening"] == str(evening_id)]
    return max(last or 0, *gone, 0) + 1


def be_here(session: Session, evening: Evening, player_ids: Sequence[uuid.UUID]) -> None:
    """Count who sits down among those who are here."""
    for player_id in player_ids:
        here = session.get(Attendance, (evening.group_id, evening.id, player_id))
        if here is None:
            session.add(Attendance(group_id=evening.group_id, evening_id=evening.id, player_id=player_id))
        else:
            here.left_at = None
    session.flush()


def _turn(session: Session, actor: Actor, sheet_id: uuid.UUID, command: Command) -> SheetRef:
    """Change where a sheet stands; its rows stay as they are."""
    with writing(session, actor, Sheet, sheet_id) as sheet:
        done = earlier(session, actor, command)
        if done is not None:
            return SheetRef(sheet.id, sheet.number, replayed=True)
        evening = lock(session, actor, Evening, sheet.evening_id)
        check_unsettled(evening)
        group = lock(session, actor, Group, actor.group_id)
        book = read_book(session, sheet, evening)
        was = sheet.status
        status = _NEXT[command.kind](book)
        if status == SheetStatus.OPEN:
            check_free(session, actor, book.snapshot.present)
        result = results.computed(status, book.snapshot, book.fold)
        results.store(sheet, book.seats, result, utcnow())
        if sheet.status in KEPT or was in KEPT:
            months.keep(session, actor.group_id, (evening.local_date,))
        feats.keep(session, sheet, evening, book.snapshot, book.fold)
        sheet.open_deal = None
        log(session, actor, sheet, command, before={"status": was.value}, after={"status": sheet.status.value})
        evening.version += 1
        group.version += 1
        return SheetRef(sheet.id, sheet.number, replayed=False)


def _broken_off(book: Book) -> SheetStatus:
    if book.sheet.status == SheetStatus.ENDED:
        raise ClosedError("over")
    if book.sheet.status in (SheetStatus.BROKEN_OFF, SheetStatus.DISCARDED):
        raise ClosedError(book.sheet.status.value)
    return SheetStatus.BROKEN_OFF


def _adjourned(book: Book) -> SheetStatus:
    if book.sheet.status == SheetStatus.ENDED:
        raise ClosedError("over")
    if book.sheet.status != SheetStatus.OPEN:
        raise ClosedError(book.sheet.status.value)
    return SheetStatus.ADJOURNED


def _resumed(book: Book) -> SheetStatus:
    if book.sheet.status != SheetStatus.BROKEN_OFF:
        raise ClosedError("not_broken_off")
    return SheetStatus.OPEN


def _discarded(book: Book) -> SheetStatus:
    if book.entries:
        raise ClosedError("not_empty")
    if book.sheet.status == SheetStatus.DISCARDED:
        raise ClosedError("discarded")
    return SheetStatus.DISCARDED


_NEXT = {"adjourn": _adjourned, "break_off": _broken_off, "resume": _resumed, "discard": _discarded}


def _ref(session: Session, actor: Actor, change: Change) -> SheetRef:
    sheet = session.get_one(Sheet, (actor.group_id, change.scope_id))
    return SheetRef(sheet.id, sheet.number, replayed=True)
