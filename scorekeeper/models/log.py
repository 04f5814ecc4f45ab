"""The log: every change with who, when, before and after. Rows are added, never altered."""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, GroupKey, JsonObject, RowKey, utcnow


class Change(Base):
    """One change. `key` makes it happen once; `digest` is of the first input sent under that key.

    `scope_id` is the sheet, the evening or the group that changed and `number` counts its changes from 1.
    `before` and `after` hold the touched parts of that scope. `undoes` names the change this one reverts.
    `result` is what the use case answered, for a repeated request.
    """

    __tablename__ = "change"
    __table_args__ = (
        UniqueConstraint("group_id", "key"),
        UniqueConstraint("group_id", "scope_id", "number"),
        ForeignKeyConstraint(["group_id", "device_id"], ["device.group_id", "device.id"]),
        ForeignKeyConstraint(["group_id", "undoes"], ["change.group_id", "change.id"]),
        Index("ix_change_group_id_entry_id", "group_id", "entry_id"),
    )

    group_id: Mapped[GroupKey] = mapped_column(ForeignKey("group.id", ondelete="CASCADE"))
    id: Mapped[RowKey]
    scope_id: Mapped[uuid.UUID]
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(String(32))
    entry_id: Mapped[uuid.UUID | None]
    key: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))
    device_id: Mapped[uuid.UUID | None]
    player_id: Mapped[uuid.UUID | None]
    at: Mapped[datetime] = mapped_column(default=utcnow)
    before: Mapped[JsonObject | None]
    after: Mapped[JsonObject | None]
    undoes: Mapped[uuid.UUID | None]
    result: Mapped[JsonObject | None]
