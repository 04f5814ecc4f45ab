"""Who has played and who has waited: the turns of an evening with more people than seats."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Attendance, Evening, Player, Seat, Sheet, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.seated import seated_now


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the evening: `people` sit there now, in seat order, `players` held a seat for however long.

    It goes on while `ended_at` is None.
    """

    people: tuple[uuid.UUID, ...]
    players: frozenset[uuid.UUID]
    started_at: datetime
    ended_at: datetime | None

    def overlaps(self, other: Game) -> bool:
        """Say whether both were played at the same time."""
        return (self.ended_at is None or other.started_at < self.ended_at) and (
            other.ended_at is None or self.started_at < other.ended_at
        )


@dataclass(frozen=True, slots=True)
class Turns:
    """Hold an evening's games in their order, since when each one free to play is here, and what was before.

    `here` stands in the group's order; `last_played` is the start of a player's last game of another evening.
    """

    games: tuple[Game, ...]
    here: dict[uuid.UUID, datetime]
    last_played: dict[uuid.UUID, datetime]

    def waited(self, player: uuid.UUID) -> int:
        """Count the newest games in a row that a player sat out."""
        return self._newest(player, played=False)

    def in_a_row(self, player: uuid.UUID) -> int:
        """Count the newest games in a row that a player played."""
        return self._newest(player, played=True)

    def played(self, player: uuid.UUID) -> int:
        """Count the games that a player played this evening."""
        return sum(player in game.players for game in self.games)

    def by_turn(self) -> tuple[uuid.UUID, ...]:
        """Give those who are free, whose turn it is first."""
        order = list(self.here)

        def turn(player: uuid.UUID) -> tuple[int, int, int, float, int]:
            before = self.last_played.get(player)
            return (
                -self.waited(player),
                self.in_a_row(player),
                self.played(player),
                before.timestamp() if before is not None else 0.0,
                order.index(player),
            )

        return tuple(sorted(order, key=turn))

    def _newest(self, player: uuid.UUID, *, played: bool) -> int:
        count = 0
        for game in self._concerning(player):
            if (player in game.players) != played:
                break
            count += 1
        return count

    def _concerning(self, player: uuid.UUID) -> Iterator[Game]:
        """Give the games that a player played or could have played, the newest first."""
        own = [game for game in self.games if player in game.players]
        for game in reversed(self.games):
            free = self.here[player] <= game.started_at and not any(game.overlaps(other) for other in own)
            if player in game.players or free:
                yield game


def read_turns(session: Session, actor: Actor, evening_id: uuid.UUID) -> Turns:
    """Read an evening's turns with four queries. Raises NotFoundError."""
    if session.get(Evening, (actor.group_id, evening_id)) is None:
        raise NotFoundError
    games = _games(session, actor, evening_id)
    here = session.execute(
        select(Player.id, Attendance.since)
        .join(Attendance, (Attendance.group_id == Player.group_id) & (Attendance.player_id == Player.id))
        .where(Attendance.group_id == actor.group_id, Attendance.evening_id == evening_id)
        .where(Attendance.left_at.is_(None), Player.retired_at.is_(None))
        .order_by(Player.position, Player.folded)
    )
    busy = set(session.scalars(seated_now(actor)))
    free = {player: since for player, since in here if player not in busy}
    return Turns(games, free, _last_played(session, actor, evening_id))


def _games(session: Session, actor: Actor, evening_id: uuid.UUID) -> tuple[Game, ...]:
    rows = session.execute(
        select(Sheet, Seat.seat, Seat.player_id)
        .join(Seat, (Seat.group_id == Sheet.group_id) & (Seat.sheet_id == Sheet.id))
        .where(Sheet.group_id == actor.group_id, Sheet.evening_id == evening_id)
        .where(Sheet.status != SheetStatus.DISCARDED)
        .order_by(Sheet.number, Seat.seat, Seat.from_position)
    )
    sheets: dict[uuid.UUID, Sheet] = {}
    now: defaultdict[uuid.UUID, dict[int, uuid.UUID | None]] = defaultdict(dict)
    players: defaultdict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    for sheet, seat, player_id in rows:
        sheets[sheet.id] = sheet
        now[sheet.id][seat] = player_id
        if player_id is not None:
            players[sheet.id].add(player_id)
    return tuple(
        Game(
            tuple(player_id for player_id in now[sheet.id].values() if player_id is not None),
            frozenset(players[sheet.id]),
            sheet.started_at,
            sheet.ended_at,
        )
        for sheet in sheets.values()
    )


def _last_played(session: Session, actor: Actor, evening_id: uuid.UUID) -> dict[uuid.UUID, datetime]:
    found = session.execute(
        select(Seat.player_id, func.max(Sheet.started_at))
        .join(Sheet, (Sheet.group_id == Seat.group_id) & (Sheet.id == Seat.sheet_id))
        .where(Seat.group_id == actor.group_id, Seat.player_id.is_not(None), Sheet.evening_id != evening_id)
        .where(Sheet.status != SheetStatus.DISCARDED)
        .group_by(Seat.player_id)
    )
    return {player_id: at for player_id, at in found if player_id is not None}
