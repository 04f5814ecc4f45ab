"""Who is asking, and is there anything new? Both in one query, since phones ask every few seconds.

They mostly hear "no", so it reads no more than versions, as plain columns. What a page shows is counted by

- the group's version: names, payments, settlements, where games stand and how they ended;
- the evening's version: who is here, place and day, how its games ended;
- the sheet's version: rows, seats, house rules, stake. What is told of the open deal counts it up no more than
  it makes a row, so `open_deal` is read itself.

A page about several sheets takes their number and the sum of their versions: every change counts one of them up.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, TypeAlias, cast

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, func, or_, select, true
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Evening, Group, Settlement, Sheet, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import codes
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError

SEEN_EVERY = timedelta(hours=1)


class Watch(StrEnum):
    """Say what a page shows that may change on another phone; all but the last two name one thing by its id."""

    SHEET = "sheet"
    EVENING = "evening"
    EVENING_MONEY = "evening_money"
    SETTLEMENT = "settlement"
    ALL_MONEY = "all_money"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class GroupRef:
    """Name the group of a request, as every page of it needs."""

    id: uuid.UUID
    name: str
    zone: str
    currency: str
    version: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A browser inside a group. `stale` says that its device was last noted as seen an hour ago or more.

    `seen` is what the watched page depends on besides the group; its first value is None if there is no such thing.
    """

    actor: Actor
    group: GroupRef
    stale: bool
    seen: tuple[object, ...] = ()


def authenticate(session: Session, group_id: uuid.UUID, token: str | None) -> Actor:
    """Give the actor behind a browser's token. Raises NotFoundError: to a stranger the group does not exist."""
    return enter(session, group_id, token).actor


def enter(
    database: Session | Connection,
    group_id: uuid.UUID,
    token: str | None,
    now: datetime | None = None,
    watch: Watch = Watch.NOTHING,
    thing_id: uuid.UUID | None = None,
) -> Entered:
    """Give the actor, the group and what a watched page depends on. Raises NotFoundError as `authenticate` does."""
    if not token:
        raise NotFoundError
    asked = {"group": group_id, "token": codes.hashed(token), "thing": thing_id}
    row = database.execute(_STATEMENTS[watch], asked).one_or_none()
    if row is None:
        raise NotFoundError
    device_id, role, player_id, seen_at, name, zone, currency, version, *seen = row
    return Entered(
        Actor(group_id, device_id, role, player_id),
        GroupRef(group_id, name, zone, currency, version),
        (now or utcnow()) - seen_at >= SEEN_EVERY,
        tuple(seen),
    )


Statement: TypeAlias = Select[*tuple[Any, ...]]

# Plain tables: their rows pass the session's machinery of objects by.
DEVICE, GROUP, EVENING, SHEET, SETTLEMENT = (
    cast("Table", model.__table__) for model in (Device, Group, Evening, Sheet, Settlement)
)

_GROUP = bindparam("group", type_=GROUP.c.id.type)
_THING = bindparam("thing", type_=GROUP.c.id.type)
_WHO: Statement = (
    select(
        DEVICE.c.id,
        DEVICE.c.role,
        DEVICE.c.player_id,
        DEVICE.c.seen_at,
        GROUP.c.name,
        GROUP.c.zone,
        GROUP.c.currency,
        GROUP.c.version,
    )
    .join(GROUP, GROUP.c.id == DEVICE.c.group_id)
    .where(DEVICE.c.group_id == _GROUP, DEVICE.c.token_hash == bindparam("token"), DEVICE.c.removed_at.is_(None))
)
_EVENING = _WHO.add_columns(EVENING.c.version).outerjoin(
    EVENING, (EVENING.c.group_id == DEVICE.c.group_id) & (EVENING.c.id == _THING)
)
_EVENING_OF_SHEET = (EVENING.c.group_id == SHEET.c.group_id) & (EVENING.c.id == SHEET.c.evening_id)


def _with_games(who: Statement, *which: ColumnElement[bool]) -> Statement:
    """Add how many sheets there are of a kind, and the sum of their versions."""
    games = (
        select(func.count().label("number"), func.coalesce(func.sum(SHEET.c.version), 0).label("changes"))
        .select_from(SHEET)
        .join(EVENING, _EVENING_OF_SHEET)
        .where(SHEET.c.group_id == _GROUP, *which)
        .subquery()
    )
    return who.add_columns(games.c.number, games.c.changes).join(games, true())


_STATEMENTS: Mapping[Watch, Statement] = {
    Watch.NOTHING: _WHO,
    Watch.SHEET: _WHO.add_columns(SHEET.c.version, EVENING.c.version, SHEET.c.open_deal)
    .outerjoin(SHEET, (SHEET.c.group_id == DEVICE.c.group_id) & (SHEET.c.id == _THING))
    .outerjoin(EVENING, _EVENING_OF_SHEET),
    # Its page also shows the games that wait elsewhere, and those that began here and went on elsewhere.
    Watch.EVENING: _with_games(
        _EVENING,
        or_(SHEET.c.evening_id == _THING, SHEET.c.begun_evening_id == _THING, SHEET.c.status == SheetStatus.ADJOURNED),
    ),
    Watch.EVENING_MONEY: _with_games(_EVENING, SHEET.c.evening_id == _THING),
    Watch.SETTLEMENT: _WHO.add_columns(SETTLEMENT.c.id).outerjoin(
        SETTLEMENT, (SETTLEMENT.c.group_id == DEVICE.c.group_id) & (SETTLEMENT.c.id == _THING)
    ),
    Watch.ALL_MONEY: _with_games(_WHO, EVENING.c.settled_at.is_(None)),
}
