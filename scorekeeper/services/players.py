"""Players of a group: added, renamed, put in order, retired and taken back; never deleted."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Group, Player, Seat, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import InvalidInputError, NotFoundError, StaleError
from scorekeeper.services.names import clean_name, fold_name
from scorekeeper.services.transactions import writing

NOT_OVER = (SheetStatus.OPEN, SheetStatus.ADJOURNED)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as lists show it. `playing` says that a game that is not over has a seat for the player."""

    id: uuid.UUID
    name: str
    retired: bool
    playing: bool


def everyone(session: Session, actor: Actor) -> tuple[PlayerView, ...]:
    """Give the group's players in their order, retired ones included. Two queries."""
    playing = set(_playing(session, actor.group_id))
    return tuple(
        PlayerView(player.id, player.name, player.retired_at is not None, player.id in playing)
        for player in _ordered(session, actor.group_id)
    )


def one(session: Session, actor: Actor, player_id: uuid.UUID) -> PlayerView:
    """Give one player. Raises NotFoundError."""
    player = _get(session, actor, player_id)
    return PlayerView(
        player.id, player.name, player.retired_at is not None, player.id in _playing(session, actor.group_id)
    )


def add(session: Session, actor: Actor, *, key: str, name: str) -> uuid.UUID:
    """Add a player behind the others and give the id.

    Raises InvalidInputError at ``name``: what `clean_name` finds, or ``name_here`` or ``name_retired`` when
    somebody is called so already; their parameters are that player's ``name`` and ``player``.
    """
    cleaned = clean_name(name)
    command = Command.of(key, "player.add", {"name": cleaned})
    with writing(session, actor, Group, actor.group_id) as group:
        before = earlier(session, actor, command)
        if before is not None and before.result is not None:
            return uuid.UUID(str(before.result["player"]))
        _refuse_known(session, actor.group_id, cleaned)
        last = session.scalar(select(func.max(Player.position)).where(Player.group_id == actor.group_id))
        player = Player(
            group_id=actor.group_id,
            id=uuid.uuid4(),
            name=cleaned,
            folded=fold_name(cleaned),
            position=0 if last is None else last + 1,
        )
        session.add(player)
        told: JsonObject = {"player": player.id.hex}
        log(session, actor, group, command, after={**told, "name": cleaned}, result=told)
        return player.id


def rename(session: Session, actor: Actor, player_id: uuid.UUID, *, key: str, base: str, name: str) -> None:
    """Give a player another name; results stay, since they hang on the player and not on the name.

    `base` is the name that the device saw. An unchanged name writes nothing. Raises what `add` raises, and
    StaleError when another device renamed the player meanwhile.
    """
    cleaned = clean_name(name)
    command = Command.of(key, "player.rename", {"player": player_id.hex, "name": cleaned, "base": base})
    with writing(session, actor, Group, actor.group_id) as group:
        if earlier(session, actor, command):
            return
        player = _get(session, actor, player_id)
        if player.name == cleaned:
            return
        if player.name != base:
            raise StaleError(name=player.name)
        _refuse_known(session, actor.group_id, cleaned, but=player_id)
        before: JsonObject = {"player": player.id.hex, "name": player.name}
        player.name, player.folded = cleaned, fold_name(cleaned)
        log(session, actor, group, command, before=before, after={**before, "name": cleaned})


def retire(session: Session, actor: Actor, player_id: uuid.UUID, *, key: str) -> None:
    """Leave a player out of later games. One who sits at a running game plays it to its end."""
    _set_retired(session, actor, player_id, key=key, retired=True)


def take_back(session: Session, actor: Actor, player_id: uuid.UUID, *, key: str) -> None:
    """Let a retired player play again."""
    _set_retired(session, actor, player_id, key=key, retired=False)


def _set_retired(session: Session, actor: Actor, player_id: uuid.UUID, *, key: str, retired: bool) -> None:
    kind = "player.retire" if retired else "player.take_back"
    command = Command.of(key, kind, {"player": player_id.hex})
    with writing(session, actor, Group, actor.group_id) as group:
        if earlier(session, actor, command):
            return
        player = _get(session, actor, player_id)
        if (player.retired_at is not None) == retired:
            return
        player.retired_at = utcnow() if retired else None
        log(session, actor, group, command, after={"player": player.id.hex})


def move_up(session: Session, actor: Actor, player_id: uuid.UUID, *, key: str) -> None:
    """Let a player change places with the one before who is not retired either; the first stays first."""
    command = Command.of(key, "player.move_up", {"player": player_id.hex})
    with writing(session, actor, Group, actor.group_id) as group:
        if earlier(session, actor, command):
            return
        moved = _get(session, actor, player_id)
        everybody = list(_ordered(session, actor.group_id))
        active = [each for each in everybody if each.retired_at is None]
        place = active.index(moved) if moved in active else 0
        if place == 0:
            return
        everybody.remove(moved)
        everybody.insert(everybody.index(active[place - 1]), moved)
        for position, player in enumerate(everybody):
            player.position = position
        log(session, actor, group, command, after={"players": [player.id.hex for player in everybody]})


def _get(session: Session, actor: Actor, player_id: uuid.UUID) -> Player:
    player = session.get(Player, (actor.group_id, player_id))
    if player is None:
        raise NotFoundError
    return player


def _ordered(session: Session, group_id: uuid.UUID) -> Sequence[Player]:
    return session.scalars(
        select(Player).where(Player.group_id == group_id).order_by(Player.position, Player.created_at, Player.id)
    ).all()


def _playing(session: Session, group_id: uuid.UUID) -> Sequence[uuid.UUID | None]:
    return session.scalars(
        select(Seat.player_id)
        .join(Sheet, (Sheet.group_id == Seat.group_id) & (Sheet.id == Seat.sheet_id))
        .where(Seat.group_id == group_id, Sheet.status.in_(NOT_OVER))
    ).all()


def _refuse_known(session: Session, group_id: uuid.UUID, name: str, but: uuid.UUID | None = None) -> None:
    known = session.scalar(select(Player).where(Player.group_id == group_id, Player.folded == fold_name(name)))
    if known is not None and known.id != but:
        code = "name_here" if known.retired_at is None else "name_retired"
        raise InvalidInputError([Problem(code, "name", {"name": known.name, "player": known.id.hex})])
