"""What each person had of each game that is kept: the rows that records and rankings add up."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Row, select
from sqlalchemy.orm import Session

from scorekeeper.core.tally import Tally
from scorekeeper.models import Evening, Mode, Seat, Sheet, SheetStatus
from scorekeeper.services.results import amounts_of

KEPT = (SheetStatus.ENDED, SheetStatus.BROKEN_OFF)


@dataclass(frozen=True, slots=True)
class Period:
    """Bound what is looked back on: from a day on, up to and with a day."""

    since: date | None = None
    until: date | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """Give what an evening must keep to."""
        found: list[ColumnElement[bool]] = [Evening.discarded_at.is_(None)]
        if self.since is not None:
            found.append(Evening.local_date >= self.since)
        if self.until is not None:
            found.append(Evening.local_date <= self.until)
        return found


@dataclass(frozen=True, slots=True)
class Stint:
    """One person at one seat of a game that is over (`ended`) or was broken off.

    `stakes` and `pairs` are those of who pays or gets for the seat, else None; so are `lost` and `won` then
    both False. `total` is of who held the seat last, and his alone where `whole`: he held it from the start.
    """

    player_id: uuid.UUID
    sheet_id: uuid.UUID
    evening_id: uuid.UUID
    day: date
    game: str
    mode: Mode
    stake_minor: int
    currency: str
    ended: bool
    seat: int
    whole: bool
    total: int | None
    stakes: int | None
    pairs: Mapping[str, int]
    tally: Tally
    lost: bool
    won: bool

    @property
    def amount(self) -> int | None:
        """Give what the person got in minor units, below nought what the person paid; None without money."""
        return amount_of(self.mode, self.stakes, self.stake_minor)


def amount_of(mode: Mode, stakes: int | None, stake_minor: int) -> int | None:
    """Give what somebody has of a game; None without money, or without stakes because another one settles."""
    amounts = None if stakes is None else amounts_of(mode, [stakes], stake_minor)
    return None if amounts is None else amounts[0]


def read_stints(
    session: Session, group_id: uuid.UUID, period: Period, player_id: uuid.UUID | None = None
) -> tuple[Stint, ...]:
    """Read the stints of a player, or of all, in the order in which they were played. One query."""
    query = (
        select(
            Seat.player_id,
            Seat.sheet_id,
            Sheet.evening_id,
            Evening.local_date,
            Sheet.game,
            Sheet.mode,
            Sheet.stake_minor,
            Sheet.currency,
            Sheet.status,
            Sheet.ending,
            Seat.seat,
            Seat.from_position,
            Seat.total,
            Seat.stakes,
            Seat.pairs,
            Seat.counts,
        )
        .join(Sheet, (Sheet.group_id == Seat.group_id) & (Sheet.id == Seat.sheet_id))
        .join(Evening, (Evening.group_id == Sheet.group_id) & (Evening.id == Sheet.evening_id))
        .where(Seat.group_id == group_id, Sheet.status.in_(KEPT), *period.conditions())
        .order_by(Evening.local_date, Evening.started_at, Evening.id, Sheet.number, Seat.seat, Seat.from_position)
    )
    query = query.where(Seat.player_id.is_not(None) if player_id is None else Seat.player_id == player_id)
    return tuple(_stint(row) for row in session.execute(query))


def _stint(row: Row[*tuple[Any, ...]]) -> Stint:
    """Read one row; its columns carry the names of the models."""
    ending = row.ending or {"losers": (), "winners": ()}
    return Stint(
        player_id=row.player_id,
        sheet_id=row.sheet_id,
        evening_id=row.evening_id,
        day=row.local_date,
        game=row.game,
        mode=row.mode,
        stake_minor=row.stake_minor,
        currency=row.currency,
        ended=row.status == SheetStatus.ENDED,
        seat=row.seat,
        whole=row.from_position == 0 and row.total is not None,
        total=row.total,
        stakes=row.stakes,
        pairs=row.pairs or {},
        tally=row.counts or {},
        lost=row.stakes is not None and row.seat in ending["losers"],
        won=row.stakes is not None and row.seat in ending["winners"],
    )


@dataclass(frozen=True, slots=True)
class Other:
    """Name who else sat at a game; `settles` says that this one pays or gets for the seat."""

    sheet_id: uuid.UUID
    seat: int
    player_id: uuid.UUID
    settles: bool


def read_others(session: Session, group_id: uuid.UUID, period: Period, player_id: uuid.UUID) -> tuple[Other, ...]:
    """Read who else sat at the games of a player that are over. One query."""
    own = (
        select(Seat.sheet_id)
        .join(Sheet, (Sheet.group_id == Seat.group_id) & (Sheet.id == Seat.sheet_id))
        .join(Evening, (Evening.group_id == Sheet.group_id) & (Evening.id == Sheet.evening_id))
        .where(Seat.group_id == group_id, Seat.player_id == player_id, *period.conditions())
        .where(Sheet.status == SheetStatus.ENDED)
    )
    found = session.execute(
        select(Seat.sheet_id, Seat.seat, Seat.player_id, Seat.stakes.is_not(None))
        .where(Seat.group_id == group_id, Seat.sheet_id.in_(own))
        .where(Seat.player_id != player_id)
        .order_by(Seat.sheet_id, Seat.seat, Seat.from_position)
    )
    return tuple(Other(sheet, seat, who, settles) for sheet, seat, who, settles in found if who is not None)
