"""Groups: created once, found by their devices, renamed; and what a group's own page shows."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import available_timezones

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Device, Group, Player, Role
from scorekeeper.models.base import JsonObject
from scorekeeper.services import codes, links
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import InvalidInputError, StaleError
from scorekeeper.services.names import clean_name, fold_name
from scorekeeper.services.recovery import opens
from scorekeeper.services.transactions import begin_immediate, writing

FEWEST_PLAYERS = 2
MOST_PLAYERS_AT_ONCE = 20
CURRENCY = re.compile(r"[A-Z]{3}")
NAMESPACE = uuid.UUID("5c0b1e5e-9f5b-4d0c-8d0f-6a1f0d3c7a11")


@dataclass(frozen=True, slots=True)
class Created:
    """A new group, or the one that the same request made before.

    `recovery_code` is to be shown once; None when another has taken its place since.
    """

    actor: Actor
    recovery_code: str | None
    replayed: bool

    @property
    def group_id(self) -> uuid.UUID:
        """Name the group."""
        return self.actor.group_id


@dataclass(frozen=True, slots=True)
class MyGroup:
    """A group that a browser belongs to, with the names that tell it from another of the same name."""

    id: uuid.UUID
    name: str
    role: Role
    people: tuple[str, ...]


def create(
    session: Session,
    *,
    key: str,
    token: str,
    name: str,
    names: Sequence[str],
    zone: str = "UTC",
    currency: str = "EUR",
    label: str = "",
) -> Created:
    """Make a group with its players, its two links, and the browser as its owner.

    `names` are the fields of a form in their order, blank ones ignored; `zone` falls back to UTC. The group's
    id is made of the browser's token and the key, so a repeated request finds the group instead of making
    another. Raises InvalidInputError with problems at ``name`` and ``names.<index>``, KeyReusedError.
    """
    group_name, people = _checked(name, names)
    command = Command.of(key, "group.create", {"name": group_name, "names": people})
    group_id = uuid.uuid5(NAMESPACE, f"{codes.hashed(token)}:{key}")
    code = codes.recovery_code(token, group_id, key)
    group = Group(
        id=group_id,
        name=group_name,
        zone=zone if is_zone(zone) else "UTC",
        currency=currency,
        recovery_hash=codes.hashed(code),
        version=0,
    )
    device = Device(group_id=group_id, id=uuid.uuid4(), token_hash=codes.hashed(token), role=Role.OWNER, label=label)
    actor = Actor(group_id, device.id, Role.OWNER)
    try:
        made = created_before(session, actor, command, token, code)
        if made is None:
            _store(session, actor, command, group, device, people)
    except IntegrityError:
        # The same request, a moment earlier, in another process of a database that lets both begin.
        made = created_before(session, actor, command, token, code)
        if made is None:
            raise
    return made or Created(actor, code, replayed=False)


def created_before(session: Session, actor: Actor, command: Command, token: str, code: str) -> Created | None:
    """Give what the same request made before; end the reading transaction."""
    try:
        if session.get(Group, actor.group_id) is None:
            return None
        earlier(session, actor, command)
        device = session.scalar(
            select(Device).where(Device.group_id == actor.group_id, Device.token_hash == codes.hashed(token))
        )
        made_by = Actor(actor.group_id, device.id if device else actor.device_id, Role.OWNER)
        return Created(made_by, code if opens(session, made_by, code) else None, replayed=True)
    finally:
        session.rollback()


def _store(
    session: Session, actor: Actor, command: Command, group: Group, device: Device, people: Sequence[str]
) -> None:
    """Add the rows, each after those that it names, and commit."""
    begin_immediate(session)
    try:
        session.add(group)
        session.flush()
        session.add_all(links.make_standing(group.id, role) for role in links.STANDING_ROLES)
        session.add(device)
        session.add_all(
            Player(group_id=group.id, id=uuid.uuid4(), name=name, folded=fold_name(name), position=position)
            for position, name in enumerate(people)
        )
        session.flush()
        log(session, actor, group, command, after={"name": group.name, "names": list(people)})
        session.commit()
    except BaseException:
        session.rollback()
        raise


def _checked(name: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """Give the cleaned group name and names, blank ones left out, or raise with every problem."""
    problems: list[Problem] = []
    group_name = _cleaned(name, "name", problems)
    people = [
        (index, cleaned)
        for index, text in enumerate(names)
        if text.strip() and (cleaned := _cleaned(text, f"names.{index}", problems))
    ]
    seen: set[str] = set()
    for index, each in people:
        if fold_name(each) in seen:
            problems.append(Problem("name_twice", f"names.{index}", {"name": each}))
        seen.add(fold_name(each))
    filled = [index for index, text in enumerate(names) if text.strip()]
    if len(filled) < FEWEST_PLAYERS:
        blank = next((index for index in range(len(names)) if index not in filled), 0)
        problems.append(Problem("too_few_names", f"names.{blank}", {"fewest": FEWEST_PLAYERS}))
    if len(filled) > MOST_PLAYERS_AT_ONCE:
        problems.append(Problem("too_many_names", f"names.{MOST_PLAYERS_AT_ONCE}", {"most": MOST_PLAYERS_AT_ONCE}))
    if problems:
        raise InvalidInputError(problems)
    return group_name, [each for _, each in people]


def _cleaned(text: str, where: str, problems: list[Problem]) -> str:
    try:
        return clean_name(text, where)
    except InvalidInputError as error:
        problems.extend(error.problems)
        return ""


def mine(session: Session, token: str | None) -> tuple[MyGroup, ...]:
    """Give the groups of a browser, the one it looked at last first. Two queries."""
    if not token:
        return ()
    rows = session.execute(
        select(Group.id, Group.name, Device.role)
        .join(Device, Device.group_id == Group.id)
        .where(Device.token_hash == codes.hashed(token), Device.removed_at.is_(None))
        .order_by(Device.seen_at.desc(), Group.id)
    ).all()
    people = session.execute(
        select(Player.group_id, Player.name)
        .where(Player.group_id.in_([row.id for row in rows]), Player.retired_at.is_(None))
        .order_by(Player.position, Player.id)
    ).all()
    return tuple(
        MyGroup(row.id, row.name, row.role, tuple(each.name for each in people if each.group_id == row.id))
        for row in rows
    )


def edit(session: Session, actor: Actor, *, key: str, base: str, name: str, zone: str, currency: str) -> None:
    """Change the group's name, time zone and currency; `base` is the `fingerprint` of what the device saw.

    Unchanged values write nothing. Raises InvalidInputError, StaleError.
    """
    problems: list[Problem] = []
    cleaned = _cleaned(name, "name", problems)
    if not is_zone(zone):
        problems.append(Problem("zone_unknown", "zone"))
    if not CURRENCY.fullmatch(currency):
        problems.append(Problem("currency_unknown", "currency"))
    if problems:
        raise InvalidInputError(problems)
    after: JsonObject = {"name": cleaned, "zone": zone, "currency": currency}
    command = Command.of(key, "group.edit", {**after, "base": base})
    with writing(session, actor, Group, actor.group_id, Role.OWNER) as group:
        if earlier(session, actor, command):
            return
        if fingerprint(group.name, group.zone, group.currency) != base:
            raise StaleError
        before: JsonObject = {"name": group.name, "zone": group.zone, "currency": group.currency}
        if before == after:
            return
        group.name, group.zone, group.currency = cleaned, zone, currency
        log(session, actor, group, command, before=before, after=after)


def fingerprint(name: str, zone: str, currency: str) -> str:
    """Stand for the settings that a device saw."""
    return codes.hashed("\0".join((name, zone, currency)))[:16]


def is_zone(zone: str) -> bool:
    """Say whether this is a time zone of the pinned tzdata."""
    return zone in _ZONES


_ZONES = frozenset(available_timezones())
