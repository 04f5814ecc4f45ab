"""What is played: Evening, Attendance, Sheet, Seat, Entry."""

from __future__ import annotations

import uuid
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, GroupKey, JsonObject, RowKey, utcnow, words

COUNTED = text("counts IS NOT NULL")
"""Lets the results of a player be counted without a look at them."""


class Mode(StrEnum):
    """Say what a sheet is played for."""

    MONEY = "money"
    POINTS = "points"
    KITTY = "kitty"


class SheetStatus(StrEnum):
    """Say where a sheet stands; kept beside its results in the same transaction."""

    OPEN = "open"
    ADJOURNED = "adjourned"
    ENDED = "ended"
    BROKEN_OFF = "broken_off"
    DISCARDED = "discarded"


class Evening(Base):
    """One sitting of the group. `local_date` is fixed at the start, in the group's zone."""

    __tablename__ = "evening"
    __table_args__ = (Index("ix_evening_group_id_local_date", "group_id", "local_date", "started_at", "id"),)

    group_id: Mapped[GroupKey] = mapped_column(ForeignKey("group.id", ondelete="CASCADE"))
    id: Mapped[RowKey]
    local_date: Mapped[date]
    place: Mapped[str] = mapped_column(String(60), default="")
    started_at: Mapped[datetime] = mapped_column(default=utcnow)
    ended_at: Mapped[datetime | None]
    settled_at: Mapped[datetime | None]
    discarded_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=0)


class Attendance(Base):
    """Who is here this evening."""

    __tablename__ = "attendance"
    __table_args__ = (
        ForeignKeyConstraint(["group_id", "evening_id"], ["evening.group_id", "evening.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["group_id", "player_id"], ["player.group_id", "player.id"]),
    )

    group_id: Mapped[GroupKey]
    evening_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    player_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(default=utcnow)
    left_at: Mapped[datetime | None]


class Sheet(Base):
    """One game from its first deal to its ending.

    `number` counts within the evening and is shown. `version` counts the changes and serves reading only.
    `stake_minor` is in the currency's minor unit. `close` is how the table agreed to end it, `last_round` that
    it ends soon. `ending` holds the stored ending once the sheet is over. A sheet that was adjourned belongs to
    the evening at which it goes on; `begun_evening_id` is the first one then. `open_deal` is what the table has
    already told of the deal that is being played; it is no row yet and counts for nothing.
    """

    __tablename__ = "sheet"
    __table_args__ = (
        UniqueConstraint("group_id", "evening_id", "number"),
        ForeignKeyConstraint(["group_id", "evening_id"], ["evening.group_id", "evening.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["group_id", "begun_evening_id"], ["evening.group_id", "evening.id"]),
        Index("ix_sheet_group_id_status", "group_id", "status"),
        Index("ix_sheet_group_id_begun_evening_id", "group_id", "begun_evening_id"),
    )

    group_id: Mapped[GroupKey]
    id: Mapped[RowKey]
    evening_id: Mapped[uuid.UUID]
    number: Mapped[int]
    game: Mapped[str] = mapped_column(String(32))
    seats: Mapped[int]
    options: Mapped[JsonObject]
    mode: Mapped[Mode] = mapped_column(words(Mode))
    stake_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3))
    first_dealer: Mapped[int]
    status: Mapped[SheetStatus] = mapped_column(words(SheetStatus), default=SheetStatus.OPEN)
    close: Mapped[JsonObject | None]
    last_round: Mapped[JsonObject | None]
    begun_evening_id: Mapped[uuid.UUID | None]
    open_deal: Mapped[JsonObject | None]
    ending: Mapped[JsonObject | None]
    started_at: Mapped[datetime] = mapped_column(default=utcnow)
    ended_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=0)


class Seat(Base):
    """Who sits at a place of a sheet, and behind which position of its entries that begins (0: at the start).

    Without a player the seat is empty from there on. The columns from `total` on are the stored result, None
    while the sheet runs: `counts` are those of the rows that this one held, `total` and `marks` stand with
    who held the seat last, `stakes` and `pairs` with who pays or gets: the last one, or the one of whom the
    table said so (`pays`). `pairs` maps the other seat to what this one gets from it, in stakes.
    """

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("group_id", "sheet_id", "seat", "from_position"),
        ForeignKeyConstraint(["group_id", "sheet_id"], ["sheet.group_id", "sheet.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["group_id", "player_id"], ["player.group_id", "player.id"]),
        Index("ix_seat_group_id_player_id_sheet_id", "group_id", "player_id", "sheet_id"),
        Index("ix_seat_counted", "group_id", "player_id", sqlite_where=COUNTED, postgresql_where=COUNTED),
    )

    group_id: Mapped[GroupKey]
    id: Mapped[RowKey]
    sheet_id: Mapped[uuid.UUID]
    seat: Mapped[int]
    from_position: Mapped[int] = mapped_column(default=0)
    player_id: Mapped[uuid.UUID | None]
    pays: Mapped[bool] = mapped_column(default=False)
    total: Mapped[int | None]
    marks: Mapped[int | None]
    stakes: Mapped[int | None]
    pairs: Mapped[JsonObject | None]
    counts: Mapped[JsonObject | None]


class Entry(Base):
    """A row of a sheet. `payload` is what was entered; a removed row keeps its position.

    `other` is what it should be by somebody's protest, until the table decides.
    """

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("group_id", "sheet_id", "position"),
        ForeignKeyConstraint(["group_id", "sheet_id"], ["sheet.group_id", "sheet.id"], ondelete="CASCADE"),
    )

    group_id: Mapped[GroupKey]
    id: Mapped[RowKey]
    sheet_id: Mapped[uuid.UUID]
    position: Mapped[int]
    payload: Mapped[JsonObject]
    other: Mapped[JsonObject | None]
    dealer: Mapped[int | None]
    removed: Mapped[bool] = mapped_column(default=False)
    last_key: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
