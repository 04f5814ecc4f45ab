"""What is known of the deal that is being played; evenings in an order without ties."""

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


def downgrade() -> None:
    """Go back to the version before; what was noted of an open deal is dropped."""
    with op.batch_alter_table("sheet") as batch:
        batch.drop_column("open_deal")
    op.drop_index("ix_evening_group_id_local_date", "evening")
    op.create_index("ix_evening_group_id_local_date", "evening", ["group_id", "local_date", "started_at"])
