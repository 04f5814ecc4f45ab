"""What is added up so that looking back stays quick: MonthSum."""

from __future__ import annotations

import uuid
from datetime import date

from sqlalchemy import ForeignKeyConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, GroupKey, JsonObject


class MonthSum(Base):
    """What a player's kept results of one game come to in one month, named by its first day.

    It follows from the seats and is kept equal to them; `sums` is as `services.sums.plain` writes it.
    """

    __tablename__ = "month_sum"
    __table_args__ = (
        ForeignKeyConstraint(["group_id", "player_id"], ["player.group_id", "player.id"], ondelete="CASCADE"),
    )

    group_id: Mapped[GroupKey]
    player_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    month: Mapped[date] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    sums: Mapped[JsonObject]
