"""Links: the standing ones by which phones join, and the one-use ones for another device."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Group, Link, LinkKind, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import codes
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.transactions import begin_immediate, check_device, writing

TRANSFER_LIFE = timedelta(minutes=10)
STANDING_ROLES = (Role.MEMBER, Role.VIEWER)


@dataclass(frozen=True, slots=True)
class StandingLink:
    """A standing link as it is shown; `joined` counts the phones in the group that came by it."""

    role: Role
    secret: str
    joined: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """A one-use link for another device, as the browser that made it shows it."""

    secret: str
    code: str
    expires_at: datetime


def make_standing(group_id: uuid.UUID, role: Role) -> Link:
    """Make a standing link; the caller adds it."""
    secret = codes.new_secret()
    return Link(
        group_id=group_id,
        id=uuid.uuid4(),
        kind=LinkKind.STANDING,
        role=role,
        secret=secret,
        secret_hash=codes.hashed(secret),
    )


def standing(session: Session, actor: Actor) -> dict[Role, StandingLink]:
    """Give the links by which phones join, for members and owners to show. Raises ForbiddenError for viewers."""
    actor.need(Role.MEMBER)
    found = known_to(session, actor.group_id, actor.role)
    joined = [device.link_id for device in came_by(session, actor, found)]
    return {
        link.role: StandingLink(link.role, link.secret, joined.count(link.id))
        for link in found
        if link.secret is not None
    }


def known_to(session: Session, group_id: uuid.UUID, role: Role) -> Sequence[Link]:
    """Give the standing links that a device of a role knows: its own, and those that it is shown."""
    roles = STANDING_ROLES if role.reaches(Role.MEMBER) else (Role.VIEWER,)
    return _live_standing(session, group_id, roles)


def _live_standing(session: Session, group_id: uuid.UUID, roles: Iterable[Role]) -> Sequence[Link]:
    return session.scalars(
        select(Link).where(
            Link.group_id == group_id,
            Link.kind == LinkKind.STANDING,
            Link.role.in_(tuple(roles)),
            Link.revoked_at.is_(None),
        )
    ).all()


def change(session: Session, actor: Actor, role: Role, *, key: str, sign_out_all: bool) -> None:
    """Replace a standing link; with `sign_out_all` everyone who came by it goes, the actor excepted."""
    if role not in STANDING_ROLES:
        raise NotFoundError
    command = Command.of(key, "link.change", {"role": role.value, "sign_out": sign_out_all})
    with writing(session, actor, Group, actor.group_id, Role.OWNER) as group:
        if earlier(session, actor, command):
            return
        old = _live_standing(session, actor.group_id, [role])
        gone = came_by(session, actor, old) if sign_out_all else ()
        replace(session, old)
        if sign_out_all:
            sign_out(session, actor.group_id, gone)
        log(session, actor, group, command, after={"devices": sorted(each.id.hex for each in gone)})


def came_by(session: Session, actor: Actor, links: Iterable[Link]) -> Sequence[Device]:
    """Give the devices that owe their role to these links, directly or by another device; never the actor's."""
    return session.scalars(
        select(Device).where(
            Device.group_id == actor.group_id,
            Device.link_id.in_([link.id for link in links]),
            Device.removed_at.is_(None),
            Device.id != actor.device_id,
        )
    ).all()


def replace(session: Session, links: Iterable[Link]) -> None:
    """Close standing links and open a new one for each."""
    for link in links:
        link.revoked_at = utcnow()
        session.add(make_standing(link.group_id, link.role))


def sign_out(session: Session, group_id: uuid.UUID, gone: Iterable[Device]) -> None:
    """Remove devices, and close every one-use link still open: one of them may have made it."""
    now = utcnow()
    for device in gone:
        device.removed_at = device.removed_at or now
    session.execute(
        update(Link)
        .where(Link.group_id == group_id, Link.kind == LinkKind.ONCE, Link.used_at.is_(None), Link.revoked_at.is_(None))
        .values(revoked_at=now)
    )


def transfer(session: Session, actor: Actor, *, key: str, token: str, now: datetime | None = None) -> Transfer:
    """Make a one-use link with this device's role, good for ten minutes; a repeated request gives the same one."""
    command = Command.of(key, "link.transfer", {})
    secret = codes.transfer_secret(token, actor.group_id, key)
    code = codes.transfer_code(token, actor.group_id, key)
    with writing(session, actor, Group, actor.group_id, Role.VIEWER) as group:
        before = earlier(session, actor, command)
        if before is not None:
            return Transfer(secret, code, before.at + TRANSFER_LIFE)
        device = check_device(session, actor, Role.VIEWER)
        link = make_once(actor.group_id, device.role, secret, now or utcnow(), code=code)
        link.player_id, link.origin_id = device.player_id, device.link_id
        session.add(link)
        change_row = log(session, actor, group, command)
        change_row.at = link.created_at
        return Transfer(secret, code, link.created_at + TRANSFER_LIFE)


def make_once(group_id: uuid.UUID, role: Role, secret: str, now: datetime, *, code: str | None = None) -> Link:
    """Make a one-use link, of which only hashes are kept; the caller adds it."""
    return Link(
        group_id=group_id,
        id=uuid.uuid4(),
        kind=LinkKind.ONCE,
        role=role,
        secret_hash=codes.hashed(secret),
        code_hash=codes.hashed(code) if code else None,
        created_at=now,
        expires_at=now + TRANSFER_LIFE,
    )


def host_link(session: Session, group_id: uuid.UUID, secret: str, now: datetime | None = None) -> datetime:
    """Keep a one-use link that makes an owner, asked for by the host and not by a device; give its end.

    Raises NotFoundError for a group that does not exist.
    """
    begin_immediate(session)
    try:
        if session.get(Group, group_id) is None:
            raise NotFoundError
        link = make_once(group_id, Role.OWNER, secret, now or utcnow())
        session.add(link)
        session.commit()
    except BaseException:
        session.rollback()
        raise
    return link.created_at + TRANSFER_LIFE
