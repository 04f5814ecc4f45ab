"""Money that changed hands after the games: Payment."""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, GroupKey, RowKey, utcnow


class Payment(Base):
    """A payer gave a payee an amount in the currency's minor unit; the debt it pays belongs to the group."""

    __tablename__ = "payment"
    __table_args__ = (
        CheckConstraint("amount_minor > 0", name="amount_positive"),
        ForeignKeyConstraint(["group_id", "payer_id"], ["player.group_id", "player.id"]),
        ForeignKeyConstraint(["group_id", "payee_id"], ["player.group_id", "player.id"]),
        ForeignKeyConstraint(["group_id", "evening_id"], ["evening.group_id", "evening.id"]),
        Index("ix_payment_group_id_currency", "group_id", "currency"),
    )

    group_id: Mapped[GroupKey]
    id: Mapped[RowKey]
    evening_id: Mapped[uuid.UUID | None]
    payer_id: Mapped[uuid.UUID]
    payee_id: Mapped[uuid.UUID]
    amount_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3))
    paid_at: Mapped[datetime] = mapped_column(default=utcnow)
    undone_at: Mapped[datetime | None]
