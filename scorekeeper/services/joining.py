"""Joining: what a link or a typed code opens, and how a browser becomes a device of the group."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import false, or_, select
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Group, Link, LinkKind, Player, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import codes
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import KeyReusedError, NotFoundError
from scorekeeper.services.transactions import begin_immediate


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link offers: the group, the role, and who plays there as ``(id, name)``."""

    group_id: uuid.UUID
    group: str
    role: Role
    once: bool
    player_id: uuid.UUID | None
    people: tuple[tuple[uuid.UUID, str], ...]


def find_code(session: Session, code: str, now: datetime | None = None) -> uuid.UUID:
    """Give the group that a typed code opens. Raises NotFoundError when it opens none (any more)."""
    signs = codes.read_code(code)
    if signs is None or len(signs) != codes.TRANSFER_LENGTH:
        raise NotFoundError
    first, last = codes.group_range(signs)
    for group_id in session.scalars(select(Group.id).where(Group.id.between(first, last))):
        if _live(session, group_id, signs, now or utcnow()) is not None:
            return group_id
    raise NotFoundError


def look(session: Session, group_id: uuid.UUID, secret: str, now: datetime | None = None) -> Invitation:
    """Say what a link offers and change nothing. Raises NotFoundError for a link that opens nothing."""
    group = session.get(Group, group_id)
    link = _live(session, group_id, secret, now or utcnow())
    if group is None or link is None:
        raise NotFoundError
    people = session.execute(
        select(Player.id, Player.name)
        .where(Player.group_id == group_id, Player.retired_at.is_(None))
        .order_by(Player.position, Player.id)
    )
    return Invitation(
        group.id, group.name, link.role, link.kind is LinkKind.ONCE, link.player_id, tuple((i, n) for i, n in people)
    )


def join(
    session: Session,
    group_id: uuid.UUID,
    secret: str,
    *,
    key: str,
    token: str,
    label: str = "",
    player_id: uuid.UUID | None = None,
    now: datetime | None = None,
) -> Actor:
    """Let a browser join, or raise its role; a weaker link takes nothing away and a one-use link is not spent.

    Raises NotFoundError for a link that opens nothing (any more), and for a player of another group.
    """
    at = now or utcnow()
    command = Command.of(key, "device.join", {"link": codes.hashed(secret), "player": player_id and player_id.hex})
    begin_immediate(session)
    try:
        group = session.get(Group, group_id, with_for_update=True)
        if group is None:
            raise NotFoundError
        device = device_of(session, group_id, token, label)
        actor = Actor(group_id, device.id, device.role, device.player_id)
        if earlier(session, actor, command) is None:
            link = _live(session, group_id, secret, at)
            if link is None or not _belongs(session, group_id, player_id):
                raise NotFoundError
            _admit(device, link, at)
            device.player_id = player_id or device.player_id or link.player_id
            session.flush()
            actor = Actor(group_id, device.id, device.role, device.player_id)
            log(session, actor, group, command, after={"device": device.id.hex, "role": device.role.value})
        elif device.removed_at is not None:
            raise KeyReusedError
        session.commit()
    except BaseException:
        session.rollback()
        raise
    return actor


def device_of(session: Session, group_id: uuid.UUID, token: str, label: str) -> Device:
    """Give the browser's device in a group; one that was not there yet counts as removed until it is let in."""
    token_hash = codes.hashed(token)
    device = session.scalar(select(Device).where(Device.group_id == group_id, Device.token_hash == token_hash))
    if device is None:
        device = Device(
            group_id=group_id,
            id=uuid.uuid4(),
            token_hash=token_hash,
            role=Role.VIEWER,
            label=label,
            removed_at=utcnow(),
        )
        session.add(device)
    return device


def _admit(device: Device, link: Link, at: datetime) -> None:
    if device.removed_at is None and device.role.reaches(link.role):
        return
    device.role, device.removed_at = link.role, None
    device.link_id = link.origin_id or link.id
    device.seen_at = at
    if link.kind is LinkKind.ONCE:
        link.used_at = at


def _live(session: Session, group_id: uuid.UUID, secret: str, at: datetime) -> Link | None:
    """Give the link that a secret, or the code of a one-use link, opens now."""
    signs = codes.read_code(secret)
    by_code = Link.code_hash == codes.hashed(signs) if signs else false()
    link = session.scalar(
        select(Link).where(
            Link.group_id == group_id,
            or_(Link.secret_hash == codes.hashed(secret), by_code),
            Link.revoked_at.is_(None),
            Link.used_at.is_(None),
        )
    )
    return link if link is not None and (link.expires_at is None or at < link.expires_at) else None


def _belongs(session: Session, group_id: uuid.UUID, player_id: uuid.UUID | None) -> bool:
    return player_id is None or session.get(Player, (group_id, player_id)) is not None
