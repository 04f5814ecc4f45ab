"""Devices: who is asking, who else may, and who goes."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Device, Group, Player, Role
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services import codes, links
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import ConflictError, KeyReusedError, NotFoundError
from scorekeeper.services.transactions import begin_immediate, check_device, writing

LEAVE = "device.leave"
LAST_OWNER = "last_owner"


class LinkFate(StrEnum):
    """Say what becomes of the links that a removed device knows."""

    KEEP = "keep"
    STOP_JOINS = "stop_joins"
    SIGN_OUT = "sign_out"


@dataclass(frozen=True, slots=True)
class DeviceView:
    """A device as the list shows it; `label` is a code that the web layer words."""

    id: uuid.UUID
    role: Role
    label: str
    player_id: uuid.UUID | None
    player: str | None
    created_at: datetime
    seen_at: datetime
    is_me: bool


def touch(session: Session, actor: Actor, now: datetime | None = None) -> None:
    """Note that the device was seen. Takes the write lock: call it when nobody waits for the answer."""
    at = now or utcnow()
    begin_immediate(session)
    session.execute(
        update(Device)
        .where(Device.group_id == actor.group_id, Device.id == actor.device_id, Device.seen_at < at)
        .values(seen_at=at)
    )
    session.commit()


def devices(session: Session, actor: Actor) -> tuple[DeviceView, ...]:
    """Give the group's devices: this one first, then the one seen last first. One query."""
    rows = session.execute(
        select(Device, Player.name)
        .outerjoin(Player, (Player.group_id == Device.group_id) & (Player.id == Device.player_id))
        .where(Device.group_id == actor.group_id, Device.removed_at.is_(None))
        .order_by(Device.id != actor.device_id, Device.seen_at.desc(), Device.id)
    )
    return tuple(_view(device, name, actor) for device, name in rows)


def _view(device: Device, name: str | None, actor: Actor) -> DeviceView:
    return DeviceView(
        device.id,
        device.role,
        device.label,
        device.player_id,
        name,
        device.created_at,
        device.seen_at,
        device.id == actor.device_id,
    )


def is_last_owner(session: Session, actor: Actor) -> bool:
    """Say whether this device is the only one that owns the group."""
    return actor.role is Role.OWNER and _number(session, actor.group_id, Role.OWNER) == 1


def is_alone(session: Session, actor: Actor) -> bool:
    """Say whether this device is the only one that can write: if it dies, nobody goes on."""
    return actor.role.reaches(Role.MEMBER) and _number(session, actor.group_id, Role.MEMBER, Role.OWNER) == 1


def _number(session: Session, group_id: uuid.UUID, *roles: Role) -> int:
    """Count the group's devices with one of some roles."""
    active = (Device.group_id == group_id, Device.role.in_(roles), Device.removed_at.is_(None))
    return session.scalar(select(func.count()).select_from(Device).where(*active)) or 0


def say_who(session: Session, actor: Actor, *, key: str, player_id: uuid.UUID | None) -> None:
    """Note who holds this device, or None: nobody in particular. Raises NotFoundError for a foreign player."""
    after: JsonObject = {"player": player_id.hex if player_id else None}
    command = Command.of(key, "device.who", after)
    with writing(session, actor, Group, actor.group_id, Role.VIEWER) as group:
        if earlier(session, actor, command):
            return
        device = check_device(session, actor, Role.VIEWER)
        if player_id is not None and session.get(Player, (actor.group_id, player_id)) is None:
            raise NotFoundError
        before: JsonObject = {"player": device.player_id.hex if device.player_id else None}
        device.player_id = player_id
        log(session, actor, group, command, before=before, after=after)


def remove(session: Session, actor: Actor, device_id: uuid.UUID, *, key: str, fate: LinkFate) -> None:
    """Sign another device out; unless KEEP, the links it knows are replaced as well.

    With SIGN_OUT everyone who came by those links goes too, the actor's own device excepted. Raises
    NotFoundError for a device that is not there, ConflictError for one's own: that one leaves.
    """
    command = Command.of(key, "device.remove", {"device": device_id.hex, "links": fate.value})
    with writing(session, actor, Group, actor.group_id, Role.OWNER) as group:
        if earlier(session, actor, command):
            return
        if device_id == actor.device_id:
            raise ConflictError("own_device")
        device = session.get(Device, (actor.group_id, device_id))
        if device is None:
            raise NotFoundError
        gone = [device]
        if fate is not LinkFate.KEEP:
            known = links.known_to(session, actor.group_id, device.role)
            if fate is LinkFate.SIGN_OUT:
                gone += links.came_by(session, actor, known)
            links.replace(session, known)
        links.sign_out(session, actor.group_id, gone)
        log(session, actor, group, command, after={"devices": sorted({each.id.hex for each in gone})})


def leave(session: Session, actor: Actor, *, key: str, confirmed: bool) -> None:
    """Sign this device out. Raises ConflictError ``last_owner`` unless the last owner confirms it.

    Who is still in has not left by this key: one that was used is another request's. Raises KeyReusedError.
    """
    command = Command.of(key, LEAVE, {})
    with writing(session, actor, Group, actor.group_id, Role.VIEWER) as group:
        if earlier(session, actor, command):
            raise KeyReusedError
        device = check_device(session, actor, Role.VIEWER)
        if device.role is Role.OWNER and not confirmed and _number(session, actor.group_id, Role.OWNER) == 1:
            raise ConflictError(LAST_OWNER)
        device.removed_at = utcnow()
        log(session, actor, group, command, after={"devices": [device.id.hex]})


def has_left(session: Session, group_id: uuid.UUID, *, token: str, key: str) -> bool:
    """Say whether this browser left the group by a request with this key, which came once more."""
    found = session.scalar(
        select(Change.id)
        .join(Device, (Device.group_id == Change.group_id) & (Device.id == Change.device_id))
        .where(
            Change.group_id == group_id,
            Change.key == key,
            Change.kind == LEAVE,
            Device.token_hash == codes.hashed(token),
            Device.removed_at.is_not(None),
        )
    )
    return found is not None
