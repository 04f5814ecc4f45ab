"""What the table settles, who then pays whom, and the money that changed hands.

Where a player would stand, None is the kitty.
"""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, GroupKey, RowKey, utcnow


class Settlement(Base):
    """One time that the table settled: its evenings are locked, its transfers are what was suggested then.

    `carries` says that it also took in everything else that was open in the group. When it is opened again,
    what it took in is open once more and its transfers count no longer; payments stay.
    """

    __tablename__ = "settlement"
    __table_args__ = (Index("ix_settlement_group_id_settled_at", "group_id", "settled_at"),)

    group_id: Mapped[GroupKey] = mapped_column(ForeignKey("group.id", ondelete="CASCADE"))
    id: Mapped[RowKey]
    carries: Mapped[bool] = mapped_column(default=False)
    settled_at: Mapped[datetime] = mapped_column(default=utcnow)
    reopened_at: Mapped[datetime | None]


class SettledEvening(Base):
    """An evening that a settlement took in; it stays named after the settlement was opened again."""

    __tablename__ = "settled_evening"
    __table_args__ = (
        ForeignKeyConstraint(
            ["group_id", "settlement_id"], ["settlement.group_id", "settlement.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(["group_id", "evening_id"], ["evening.group_id", "evening.id"], ondelete="CASCADE"),
        Index("ix_settled_evening_group_id_evening_id", "group_id", "evening_id"),
    )

    group_id: Mapped[GroupKey]
    settlement_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    evening_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)


class Transfer(Base):
    """What a payer should give a payee by a settlement, in the currency's minor unit.

    `carried_by` is the later settlement that took in what was still open of it.
    """

    __tablename__ = "transfer"
    __table_args__ = (
        CheckConstraint("amount_minor > 0", name="amount_positive"),
        UniqueConstraint("group_id", "settlement_id", "number"),
        ForeignKeyConstraint(
            ["group_id", "settlement_id"], ["settlement.group_id", "settlement.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(["group_id", "carried_by"], ["settlement.group_id", "settlement.id"]),
        ForeignKeyConstraint(["group_id", "payer_id"], ["player.group_id", "player.id"]),
        ForeignKeyConstraint(["group_id", "payee_id"], ["player.group_id", "player.id"]),
        Index("ix_transfer_group_id_carried_by", "group_id", "carried_by"),
    )

    group_id: Mapped[GroupKey]
    id: Mapped[RowKey]
    settlement_id: Mapped[uuid.UUID]
    number: Mapped[int]
    payer_id: Mapped[uuid.UUID | None]
    payee_id: Mapped[uuid.UUID | None]
    amount_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3))
    carried_by: Mapped[uuid.UUID | None]


class Payment(Base):
    """A payer gave a payee an amount in the currency's minor unit, for a transfer.

    Without a transfer the kitty was spent, and `note` says on what. `counted_in` is the settlement that took
    the payment in after the one it was made for had been opened again.
    """

    __tablename__ = "payment"
    __table_args__ = (
        CheckConstraint("amount_minor > 0", name="amount_positive"),
        ForeignKeyConstraint(["group_id", "payer_id"], ["player.group_id", "player.id"]),
        ForeignKeyConstraint(["group_id", "payee_id"], ["player.group_id", "player.id"]),
        ForeignKeyConstraint(["group_id", "transfer_id"], ["transfer.group_id", "transfer.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["group_id", "counted_in"], ["settlement.group_id", "settlement.id"]),
        Index("ix_payment_group_id_currency", "group_id", "currency"),
        Index("ix_payment_group_id_transfer_id", "group_id", "transfer_id"),
    )

    group_id: Mapped[GroupKey] = mapped_column(ForeignKey("group.id", ondelete="CASCADE"))
    id: Mapped[RowKey]
    transfer_id: Mapped[uuid.UUID | None]
    payer_id: Mapped[uuid.UUID | None]
    payee_id: Mapped[uuid.UUID | None]
    amount_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3))
    note: Mapped[str] = mapped_column(String(80), default="")
    paid_at: Mapped[datetime] = mapped_column(default=utcnow)
    undone_at: Mapped[datetime | None]
    counted_in: Mapped[uuid.UUID | None]
