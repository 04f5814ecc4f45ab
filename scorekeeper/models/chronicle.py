"""The group's book: Feat."""

from __future__ import annotations

import uuid
from datetime import date, datetime

from sqlalchemy import JSON, ForeignKeyConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, GroupKey, JsonObject, RowKey


class Feat(Base):
    """A rare thing that happened in a row of a sheet. It follows from the rows and is kept equal to them.

    `number` is the row's rank among the live ones. `seats` are those whose feat it is; `people` sat there at
    this row, one id a seat, None where nobody did. `local_date` is that of the evening at which the row was
    entered, `happened_at` the moment.
    """

    __tablename__ = "feat"
    __table_args__ = (
        UniqueConstraint("group_id", "sheet_id", "entry_id", "code"),
        ForeignKeyConstraint(["group_id", "sheet_id"], ["sheet.group_id", "sheet.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["group_id", "entry_id"], ["entry.group_id", "entry.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["group_id", "evening_id"], ["evening.group_id", "evening.id"], ondelete="CASCADE"),
        Index("ix_feat_group_id_local_date", "group_id", "local_date", "happened_at", "id"),
        Index("ix_feat_group_id_evening_id", "group_id", "evening_id"),
        Index("ix_feat_group_id_entry_id", "group_id", "entry_id"),
    )

    group_id: Mapped[GroupKey]
    id: Mapped[RowKey]
    sheet_id: Mapped[uuid.UUID]
    entry_id: Mapped[uuid.UUID]
    evening_id: Mapped[uuid.UUID]
    local_date: Mapped[date]
    happened_at: Mapped[datetime]
    number: Mapped[int]
    code: Mapped[str] = mapped_column(String(32))
    seats: Mapped[list[int]] = mapped_column(JSON)
    people: Mapped[list[str | None]] = mapped_column(JSON)
    params: Mapped[JsonObject]
