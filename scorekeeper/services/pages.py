"""What the pages of a group and of an evening show."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from scorekeeper.models import Attendance, Evening, Group, Player, Sheet, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.briefs import SheetBrief, briefs
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.evenings import local_date
from scorekeeper.services.shapes import Person
from scorekeeper.services.sheet_view import person
from scorekeeper.services.transactions import begin_reading

SHOWN_EVENINGS = 30
"""How many past evenings the group's page lists."""

GAMES = (SheetStatus.OPEN, SheetStatus.ADJOURNED, SheetStatus.ENDED, SheetStatus.BROKEN_OFF)


@dataclass(frozen=True, slots=True)
class EveningBrief:
    """Show an evening in a list; `games` counts those not discarded, `running` those that go on."""

    id: uuid.UUID
    local_date: date
    place: str
    started_at: datetime
    ended: bool
    settled: bool
    games: int
    running: int


@dataclass(frozen=True, slots=True)
class GroupPage:
    """Show a group: `tonight` are today's evenings and those where a game goes on, `past` the newest others.

    `open_sheets` run now, at whatever evening; `adjourned` wait for another.
    """

    name: str
    zone: str
    currency: str
    version: int
    tonight: tuple[EveningBrief, ...]
    past: tuple[EveningBrief, ...]
    open_sheets: tuple[SheetBrief, ...]
    adjourned: tuple[SheetBrief, ...]
    players: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """Show a game that began at another evening than the one where it went on, which was that day's."""

    sheet: SheetBrief
    local_date: date


@dataclass(frozen=True, slots=True)
class EveningPage:
    """Show an evening: `present` are here, `free` of them sit at no open game, `players` are all who might come.

    `waiting` were adjourned at other evenings, `moved` began here and went on at another one.
    """

    id: uuid.UUID
    local_date: date
    place: str
    started_at: datetime
    version: int
    ended: bool
    settled: bool
    discarded: bool
    present: tuple[Person, ...]
    free: tuple[Person, ...]
    players: tuple[Person, ...]
    sheets: tuple[SheetBrief, ...]
    waiting: tuple[SheetBrief, ...]
    moved: tuple[Moved, ...]


def group_page(session: Session, actor: Actor, now: datetime | None = None) -> GroupPage:
    """Read a group's page with seven queries. Raises NotFoundError."""
    begin_reading(session)
    group = session.get(Group, actor.group_id)
    if group is None:
        raise NotFoundError
    going_on = _going_on(session, actor)
    today = local_date(now or utcnow(), group.zone)
    running = [sheet.evening_id for sheet in going_on if sheet.status == SheetStatus.OPEN]
    evenings = _evenings(session, actor, running)
    shown = briefs(session, going_on)
    tonight = tuple(e for e in evenings if e.running or (e.local_date >= today and not e.ended))
    return GroupPage(
        name=group.name,
        zone=group.zone,
        currency=group.currency,
        version=group.version,
        tonight=tonight,
        past=tuple(evening for evening in evenings if evening not in tonight)[:SHOWN_EVENINGS],
        open_sheets=tuple(sheet for sheet in shown if sheet.status == SheetStatus.OPEN),
        adjourned=tuple(sheet for sheet in shown if sheet.status == SheetStatus.ADJOURNED),
        players=_players(session, actor),
    )


def evening_page(session: Session, actor: Actor, evening_id: uuid.UUID) -> EveningPage:
    """Read an evening's page with seven queries. Raises NotFoundError."""
    begin_reading(session)
    evening = session.get(Evening, (actor.group_id, evening_id))
    if evening is None:
        raise NotFoundError
    days = _days(session, actor, evening_id)
    shown = briefs(session, list(days))
    here = tuple(sheet for sheet in shown if sheet.evening_id == evening_id)
    others = [(sheet, day) for sheet, day in zip(shown, days.values(), strict=True) if sheet.evening_id != evening_id]
    moved = [Moved(sheet, day) for sheet, day in others if sheet.status != SheetStatus.ADJOURNED]
    present = _present(session, actor, evening_id)
    seated = {p.id for sheet in here if sheet.status == SheetStatus.OPEN for p in sheet.people}
    return EveningPage(
        id=evening.id,
        local_date=evening.local_date,
        place=evening.place,
        started_at=evening.started_at,
        version=evening.version,
        ended=evening.ended_at is not None,
        settled=evening.settled_at is not None,
        discarded=evening.discarded_at is not None,
        present=present,
        free=tuple(p for p in present if p.id not in seated),
        players=_players(session, actor),
        sheets=here,
        waiting=tuple(sheet for sheet, _day in others if sheet.status == SheetStatus.ADJOURNED),
        moved=tuple(moved),
    )


def _days(session: Session, actor: Actor, evening_id: uuid.UUID) -> dict[Sheet, date]:
    """Give the games of an evening, those that wait elsewhere, and those that left it, with their days."""
    waits = (Sheet.status == SheetStatus.ADJOURNED) & Evening.discarded_at.is_(None)
    found = session.execute(
        select(Sheet, Evening.local_date)
        .join(Evening, (Evening.group_id == Sheet.group_id) & (Evening.id == Sheet.evening_id))
        .where(Sheet.group_id == actor.group_id, Sheet.status.in_(GAMES))
        .where(or_(Sheet.evening_id == evening_id, Sheet.begun_evening_id == evening_id, waits))
        .order_by(Evening.local_date, Evening.started_at, Sheet.number)
    )
    return dict(iter(found))


def _players(session: Session, actor: Actor) -> tuple[Person, ...]:
    found = session.scalars(
        select(Player)
        .where(Player.group_id == actor.group_id, Player.retired_at.is_(None))
        .order_by(Player.position, Player.folded)
    )
    return tuple(person(player) for player in found)


def _present(session: Session, actor: Actor, evening_id: uuid.UUID) -> tuple[Person, ...]:
    found = session.scalars(
        select(Player)
        .join(Attendance, (Attendance.group_id == Player.group_id) & (Attendance.player_id == Player.id))
        .where(Attendance.group_id == actor.group_id, Attendance.evening_id == evening_id)
        .where(Attendance.left_at.is_(None))
        .order_by(Player.position, Player.folded)
    )
    return tuple(person(player) for player in found)


def _going_on(session: Session, actor: Actor) -> Sequence[Sheet]:
    statuses = (SheetStatus.OPEN, SheetStatus.ADJOURNED)
    return session.scalars(
        select(Sheet)
        .join(Evening, (Evening.group_id == Sheet.group_id) & (Evening.id == Sheet.evening_id))
        .where(Sheet.group_id == actor.group_id, Sheet.status.in_(statuses), Evening.discarded_at.is_(None))
        .order_by(Sheet.started_at, Sheet.number)
    ).all()


def _evenings(session: Session, actor: Actor, running: Sequence[uuid.UUID]) -> tuple[EveningBrief, ...]:
    """Give the newest evenings, and older ones where a game goes on, with their numbers of games."""
    own = (Evening.group_id == actor.group_id, Evening.discarded_at.is_(None))
    order = (Evening.local_date.desc(), Evening.started_at.desc())
    newest = select(Evening.id).where(*own).order_by(*order).limit(SHOWN_EVENINGS + 1)
    found = session.execute(
        select(Evening, func.count(Sheet.id))
        .outerjoin(
            Sheet,
            (Sheet.group_id == Evening.group_id) & (Sheet.evening_id == Evening.id) & Sheet.status.in_(GAMES),
        )
        .where(*own, or_(Evening.id.in_(newest), Evening.id.in_(running)))
        .group_by(Evening.group_id, Evening.id)
        .order_by(*order)
    )
    goes_on = Counter(running)
    return tuple(
        EveningBrief(
            id=evening.id,
            local_date=evening.local_date,
            place=evening.place,
            started_at=evening.started_at,
            ended=evening.ended_at is not None,
            settled=evening.settled_at is not None,
            games=games,
            running=goes_on[evening.id],
        )
        for evening, games in found
    )
