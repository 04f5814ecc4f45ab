"""What the tests of people and access share: groups, devices with their tokens, and the rows behind them."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Evening, Group, Link, LinkKind, Mode, Player, Role, Seat, Sheet, SheetStatus
from scorekeeper.services import codes, groups, joining
from scorekeeper.services.actor import Actor


@dataclass(frozen=True, slots=True)
class Phone:
    """A browser in a group: its token and its actor."""

    token: str
    actor: Actor


def new_key() -> str:
    return secrets.token_urlsafe(16)


def make_group(
    session: Session, names: Sequence[str] = ("Anna", "Bernd", "Clara", "Dieter"), name: str = "Table"
) -> Phone:
    """Make a group; give its owner's phone."""
    token = codes.new_token()
    return Phone(token, groups.create(session, key=new_key(), token=token, name=name, names=names).actor)


def standing_secret(session: Session, group_id: uuid.UUID, role: Role) -> str:
    link = session.scalars(
        select(Link).where(
            Link.group_id == group_id,
            Link.kind == LinkKind.STANDING,
            Link.role == role,
            Link.revoked_at.is_(None),
        )
    ).one()
    secret = link.secret
    session.rollback()
    assert secret is not None
    return secret


def join_as(session: Session, group_id: uuid.UUID, role: Role, token: str | None = None) -> Phone:
    """Let a phone join by the standing link of a role."""
    token = token or codes.new_token()
    secret = standing_secret(session, group_id, role)
    return Phone(token, joining.join(session, group_id, secret, key=new_key(), token=token))


def people_of(session: Session, group_id: uuid.UUID) -> Sequence[Player]:
    return session.scalars(select(Player).where(Player.group_id == group_id).order_by(Player.position)).all()


def device_of(session: Session, actor: Actor) -> Device:
    session.expire_all()
    found = session.get(Device, (actor.group_id, actor.device_id))
    assert found is not None
    session.expunge(found)
    session.rollback()
    return found


def seat_somebody(session: Session, group_id: uuid.UUID, player_id: uuid.UUID, status: SheetStatus) -> None:
    """Give a player a seat at a game with this status."""
    evening = Evening(group_id=group_id, id=uuid.uuid4(), local_date=session.get_one(Group, group_id).created_at.date())
    session.add(evening)
    session.flush()
    sheet = Sheet(
        group_id=group_id,
        id=uuid.uuid4(),
        evening_id=evening.id,
        number=1,
        game="kalter_schlag",
        seats=4,
        options={},
        mode=Mode.POINTS,
        stake_minor=0,
        currency="EUR",
        first_dealer=0,
        status=status,
    )
    session.add(sheet)
    session.flush()
    session.add(Seat(group_id=group_id, id=uuid.uuid4(), sheet_id=sheet.id, seat=0, player_id=player_id))
    session.commit()
