"""People come and go, games are adjourned and agreed on, rows are disputed; the group's book of feats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this version."""
    with op.batch_alter_table("sheet") as batch:
        batch.add_column(sa.Column("last_round", sa.JSON(none_as_null=True), nullable=True))
        batch.add_column(sa.Column("begun_evening_id", sa.Uuid(), nullable=True))
        batch.add_column(sa.Column("open_deal", sa.JSON(none_as_null=True), nullable=True))
        batch.create_foreign_key(
            op.f("fk_sheet_group_id_begun_evening_id_evening"),
            "evening",
            ["group_id", "begun_evening_id"],
            ["group_id", "id"],
        )
        batch.create_index("ix_sheet_group_id_begun_evening_id", ["group_id", "begun_evening_id"])
    with op.batch_alter_table("seat") as batch:
        batch.alter_column("player_id", existing_type=sa.Uuid(), nullable=True)
        batch.add_column(sa.Column("pays", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seat") as batch:
        batch.alter_column("pays", existing_type=sa.Boolean(), server_default=None)
    with op.batch_alter_table("entry") as batch:
        batch.add_column(sa.Column("other", sa.JSON(none_as_null=True), nullable=True))

    op.create_table(
        "feat",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("sheet_id", sa.Uuid(), nullable=False),
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("evening_id", sa.Uuid(), nullable=False),
        sa.Column("local_date", sa.Date(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.Column("params", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id", "sheet_id"],
            ["sheet.group_id", "sheet.id"],
            name=op.f("fk_feat_group_id_sheet_id_sheet"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "entry_id"],
            ["entry.group_id", "entry.id"],
            name=op.f("fk_feat_group_id_entry_id_entry"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "evening_id"],
            ["evening.group_id", "evening.id"],
            name=op.f("fk_feat_group_id_evening_id_evening"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_feat")),
        sa.UniqueConstraint(
            "group_id", "sheet_id", "entry_id", "code", name=op.f("uq_feat_group_id_sheet_id_entry_id_code")
        ),
    )
    op.create_index("ix_feat_group_id_local_date", "feat", ["group_id", "local_date", "happened_at", "id"])
    op.create_index("ix_feat_group_id_evening_id", "feat", ["group_id", "evening_id"])
    op.create_index("ix_feat_group_id_entry_id", "feat", ["group_id", "entry_id"])


def downgrade() -> None:
    """Go back to the version before; seats that nobody holds are dropped."""
    op.drop_table("feat")
    op.execute(sa.text("DELETE FROM seat WHERE player_id IS NULL"))
    with op.batch_alter_table("entry") as batch:
        batch.drop_column("other")
    with op.batch_alter_table("seat") as batch:
        batch.drop_column("pays")
        batch.alter_column("player_id", existing_type=sa.Uuid(), nullable=False)
    with op.batch_alter_table("sheet") as batch:
        batch.drop_index("ix_sheet_group_id_begun_evening_id")
        batch.drop_constraint(op.f("fk_sheet_group_id_begun_evening_id_evening"), type_="foreignkey")
        batch.drop_column("open_deal")
        batch.drop_column("begun_evening_id")
        batch.drop_column("last_round")
