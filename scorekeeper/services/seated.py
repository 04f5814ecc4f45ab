"""Who sits at an open game: a player sits at one at a time."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, exists, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.core.problems import Param
from scorekeeper.models import Player, Seat, Sheet, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import TakenError


def seated_now(actor: Actor) -> Select[uuid.UUID | None]:
    """Select the group's players who sit at an open sheet, at whatever evening."""
    later = aliased(Seat)
    replaced = exists().where(
        later.group_id == Seat.group_id,
        later.sheet_id == Seat.sheet_id,
        later.seat == Seat.seat,
        later.from_position > Seat.from_position,
    )
    return (
        select(Seat.player_id)
        .join(Sheet, (Sheet.group_id == Seat.group_id) & (Sheet.id == Seat.sheet_id))
        .where(Sheet.group_id == actor.group_id, Sheet.status == SheetStatus.OPEN, ~replaced)
        .where(Seat.player_id.is_not(None))
    )


def running_alike(
    session: Session, actor: Actor, evening_id: uuid.UUID, game: str, people: Sequence[uuid.UUID]
) -> Sheet | None:
    """Give the open sheet of an evening at which exactly these people play this game, in whatever order."""
    found = session.scalars(
        select(Sheet)
        .where(Sheet.group_id == actor.group_id, Sheet.evening_id == evening_id, Sheet.game == game)
        .where(Sheet.status == SheetStatus.OPEN)
        .order_by(Sheet.number)
    )
    for sheet in found:
        here = Seat.sheet_id == sheet.id
        if sorted(people) == sorted(filter(None, session.scalars(seated_now(actor).where(here)))):
            return sheet
    return None


def check_free(session: Session, actor: Actor, people: Sequence[uuid.UUID], **more: Param) -> None:
    """Refuse with TakenError ``seated`` (`names`, `more`) who sits at an open sheet. Call it with the group locked."""
    names = session.scalars(
        select(Player.name)
        .where(Player.group_id == actor.group_id, Player.id.in_(people), Player.id.in_(seated_now(actor)))
        .order_by(Player.name)
    ).all()
    if names:
        raise TakenError("seated", names=tuple(names), **more)
