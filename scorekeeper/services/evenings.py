"""Evenings: start one, say where and when, who is here, discard an empty one."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Attendance, Change, Evening, Group, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services import feats, months
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import check_unsettled
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.checks import players_of
from scorekeeper.services.errors import ClosedError, InvalidInputError, StaleError
from scorekeeper.services.names import clean_name
from scorekeeper.services.transactions import lock, writing

PLACE_LENGTH = 60
AT_ONCE = timedelta(minutes=5)
"""Two phones that start an evening within this time mean the same one."""
DAY_BEGINS = timedelta(hours=5)
"""Who plays on past midnight is still at the evening of the day before."""


@dataclass(frozen=True, slots=True)
class EveningRef:
    """Name an evening; `joined` says that another phone had just started it."""

    id: uuid.UUID
    replayed: bool
    joined: bool = False


def local_date(moment: datetime, zone: str) -> date:
    """Give the day that an evening belongs to: before five in the morning it is the day before.

    >>> from datetime import UTC
    >>> local_date(datetime(2026, 3, 29, 2, 59, tzinfo=UTC), "Europe/Berlin")
    datetime.date(2026, 3, 28)
    >>> local_date(datetime(2026, 3, 29, 3, 0, tzinfo=UTC), "Europe/Berlin")
    datetime.date(2026, 3, 29)
    """
    wall = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return (wall - DAY_BEGINS).date()


def start(
    session: Session,
    actor: Actor,
    *,
    key: str,
    place: str = "",
    now: datetime | None = None,
    player_ids: Sequence[uuid.UUID] = (),
) -> EveningRef:
    """Start an evening, with those who are here. Raises InvalidInputError.

    What another phone started a few minutes ago, and at which nothing was played yet, is the same evening.
    """
    command = Command.of(key, "evening.start", {"place": place, "players": [str(p) for p in player_ids]})
    with writing(session, actor, Group, actor.group_id) as group:
        done = earlier(session, actor, command)
        if done is not None:
            return EveningRef(done.scope_id, replayed=True)
        place = _checked(session, actor, place, player_ids)
        moment = now or utcnow()
        other = _just_started(session, actor, moment)
        if other is not None:
            return _joined(session, actor, other, command, place, player_ids)
        evening = Evening(
            group_id=actor.group_id,
            id=uuid.uuid4(),
            local_date=local_date(moment, group.zone),
            place=place,
            started_at=moment,
            version=0,
        )
        session.add(evening)
        session.flush()
        _seat_around(session, evening, player_ids, moment)
        after = {**_plain(evening), "players": [str(p) for p in player_ids]}
        log(session, actor, evening, command, after=after)
        group.version += 1
        return EveningRef(evening.id, replayed=False)


def _just_started(session: Session, actor: Actor, moment: datetime) -> Evening | None:
    """Give the evening that another phone started just before, if nothing was played there yet."""
    return session.scalar(
        select(Evening)
        .join(Change, (Change.group_id == Evening.group_id) & (Change.scope_id == Evening.id) & (Change.number == 1))
        .where(Evening.group_id == actor.group_id, Evening.started_at.between(moment - AT_ONCE, moment + AT_ONCE))
        .where(Evening.discarded_at.is_(None), Evening.ended_at.is_(None), Evening.settled_at.is_(None))
        .where(Change.device_id != actor.device_id, ~exists().where(*_played(Evening.group_id, Evening.id)))
        .order_by(Evening.started_at)
        .limit(1)
        # The group is locked before its evening here, elsewhere it is the other way round: nobody waits for it.
        .with_for_update(of=Evening, skip_locked=True)
    )


def _joined(
    session: Session, actor: Actor, evening: Evening, command: Command, place: str, player_ids: Sequence[uuid.UUID]
) -> EveningRef:
    """Let who is here by a second phone be here as well, and the place stand where none was given."""
    before: JsonObject = {**_plain(evening), "players": _present(session, evening)}
    evening.place = evening.place or place
    here = {uuid.UUID(str(each)) for each in _present(session, evening)}
    _seat_around(session, evening, [*here, *player_ids], evening.started_at)
    after: JsonObject = {**_plain(evening), "players": _present(session, evening)}
    log(session, actor, evening, command, before=before, after=after)
    lock(session, actor, Group, actor.group_id).version += 1
    return EveningRef(evening.id, replayed=False, joined=True)


def edit(
    session: Session,
    actor: Actor,
    evening_id: uuid.UUID,
    *,
    key: str,
    base_version: int,
    place: str,
    local_date: date,
) -> EveningRef:
    """Say where and on which day it was. Raises StaleError, InvalidInputError, ClosedError ``settled``."""
    asked = {"evening": str(evening_id), "base": base_version, "place": place, "date": local_date.isoformat()}
    command = Command.of(key, "evening.edit", asked)
    with writing(session, actor, Evening, evening_id) as evening:
        if earlier(session, actor, command) is not None:
            return EveningRef(evening_id, replayed=True)
        check_unsettled(evening)
        _check_base(evening, base_version)
        place = _checked(session, actor, place, ())
        before, was = _plain(evening), evening.local_date
        evening.place, evening.local_date = place, local_date
        if _plain(evening) != before:
            feats.redate(session, evening)
            if was != local_date:
                months.keep(session, actor.group_id, (was, local_date))
            log(session, actor, evening, command, before=before, after=_plain(evening))
            lock(session, actor, Group, actor.group_id).version += 1
        return EveningRef(evening_id, replayed=False)


def set_attendance(
    session: Session,
    actor: Actor,
    evening_id: uuid.UUID,
    *,
    key: str,
    base_version: int,
    player_ids: Sequence[uuid.UUID],
) -> EveningRef:
    """Say who is here now; who was here before has left. Errors as in `edit`."""
    asked = {"evening": str(evening_id), "base": base_version, "players": [str(p) for p in player_ids]}
    command = Command.of(key, "evening.attendance", asked)
    with writing(session, actor, Evening, evening_id) as evening:
        if earlier(session, actor, command) is not None:
            return EveningRef(evening_id, replayed=True)
        check_unsettled(evening)
        _check_base(evening, base_version)
        _checked(session, actor, "", player_ids)
        before = _present(session, evening)
        _seat_around(session, evening, player_ids, utcnow())
        after = _present(session, evening)
        if after != before:
            log(session, actor, evening, command, before={"players": before}, after={"players": after})
        return EveningRef(evening_id, replayed=False)


def discard(session: Session, actor: Actor, evening_id: uuid.UUID, *, key: str) -> EveningRef:
    """Drop an evening that was started by mistake. Raises ClosedError ``not_empty`` while it has a game."""
    command = Command.of(key, "evening.discard", {"evening": str(evening_id)})
    with writing(session, actor, Evening, evening_id) as evening:
        if earlier(session, actor, command) is not None:
            return EveningRef(evening_id, replayed=True)
        check_unsettled(evening)
        if session.scalar(select(exists().where(*_played(actor.group_id, evening_id)))):
            raise ClosedError("not_empty")
        evening.discarded_at = utcnow()
        log(session, actor, evening, command, before={"discarded": False}, after={"discarded": True})
        lock(session, actor, Group, actor.group_id).version += 1
        return EveningRef(evening_id, replayed=False)


def _played(group_id: object, evening_id: object) -> tuple[ColumnElement[bool], ...]:
    """Select the games of an evening, given by its ids or by the columns that hold them."""
    return (
        Sheet.group_id == group_id,
        or_(Sheet.evening_id == evening_id, Sheet.begun_evening_id == evening_id),
        Sheet.status != SheetStatus.DISCARDED,
    )


def _check_base(evening: Evening, base_version: int) -> None:
    if evening.version != base_version:
        raise StaleError


def _checked(session: Session, actor: Actor, place: str, player_ids: Sequence[uuid.UUID]) -> str:
    """Give the place as it is stored. Raises InvalidInputError with all problems."""
    problems: list[Problem] = []
    try:
        place = clean_name(place, "place", longest=PLACE_LENGTH) if place.strip() else ""
    except InvalidInputError as error:
        problems += error.problems
    known = players_of(session, actor, player_ids)
    problems += [
        Problem("player_unknown", f"player_ids.{index}")
        for index, player_id in enumerate(player_ids)
        if player_id not in known
    ]
    if problems:
        raise InvalidInputError(problems)
    return place


def _rows(session: Session, evening: Evening) -> dict[uuid.UUID, Attendance]:
    found = session.scalars(
        select(Attendance).where(Attendance.group_id == evening.group_id, Attendance.evening_id == evening.id)
    )
    return {row.player_id: row for row in found}


def _present(session: Session, evening: Evening) -> list[str]:
    """Give who is here, in an order of no meaning that stays the same."""
    return sorted(str(row.player_id) for row in _rows(session, evening).values() if row.left_at is None)


def _seat_around(session: Session, evening: Evening, player_ids: Sequence[uuid.UUID], moment: datetime) -> None:
    """Let exactly these be here."""
    rows = _rows(session, evening)
    for player_id, row in rows.items():
        if player_id in player_ids:
            row.left_at = None
        elif row.left_at is None:
            row.left_at = moment
    for player_id in dict.fromkeys(player_ids):
        if player_id not in rows:
            session.add(Attendance(group_id=evening.group_id, evening_id=evening.id, player_id=player_id, since=moment))
    session.flush()


def _plain(evening: Evening) -> JsonObject:
    return {"place": evening.place, "local_date": evening.local_date.isoformat()}
