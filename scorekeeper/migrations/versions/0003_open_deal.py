"""What is known of the deal that is being played; evenings in an order without ties; results added up by month."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this version."""
    op.drop_index("ix_evening_group_id_local_date", "evening")
    op.create_index("ix_evening_group_id_local_date", "evening", ["group_id", "local_date", "started_at", "id"])
    with op.batch_alter_table("sheet") as batch:
        batch.add_column(sa.Column("open_deal", sa.JSON(none_as_null=True), nullable=True))
    op.drop_index("ix_seat_group_id_player_id", "seat")
    op.create_index("ix_seat_group_id_player_id_sheet_id", "seat", ["group_id", "player_id", "sheet_id"])
    counted = sa.text("counts IS NOT NULL")
    op.create_index(
        "ix_seat_counted", "seat", ["group_id", "player_id"], sqlite_where=counted, postgresql_where=counted
    )
    op.create_table(
        "month_sum",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("sums", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id", "player_id"],
            ["player.group_id", "player.id"],
            name=op.f("fk_month_sum_group_id_player_id_player"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("group_id", "player_id", "month", "game", name=op.f("pk_month_sum")),
    )


def downgrade() -> None:
    """Go back to the version before; what was noted of an open deal is dropped."""
    op.drop_table("month_sum")
    op.drop_index("ix_seat_counted", "seat")
    op.drop_index("ix_seat_group_id_player_id_sheet_id", "seat")
    op.create_index("ix_seat_group_id_player_id", "seat", ["group_id", "player_id"])
    with op.batch_alter_table("sheet") as batch:
        batch.drop_column("open_deal")
    op.drop_index("ix_evening_group_id_local_date", "evening")
    op.create_index("ix_evening_group_id_local_date", "evening", ["group_id", "local_date", "started_at"])
