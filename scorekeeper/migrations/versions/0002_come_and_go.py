"""People come and go, games are adjourned and agreed on, rows are disputed; the book of feats; the table settles."""

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
    _create_settlements()

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
    _drop_settlements()
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
        batch.drop_column("begun_evening_id")
        batch.drop_column("last_round")


def _create_settlements() -> None:
    op.create_table(
        "settlement",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("carries", sa.Boolean(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reopened_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group.id"], name=op.f("fk_settlement_group_id_group"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_settlement")),
    )
    op.create_index("ix_settlement_group_id_settled_at", "settlement", ["group_id", "settled_at"])
    op.create_table(
        "settled_evening",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("settlement_id", sa.Uuid(), nullable=False),
        sa.Column("evening_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id", "settlement_id"],
            ["settlement.group_id", "settlement.id"],
            name=op.f("fk_settled_evening_group_id_settlement_id_settlement"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "evening_id"],
            ["evening.group_id", "evening.id"],
            name=op.f("fk_settled_evening_group_id_evening_id_evening"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("group_id", "settlement_id", "evening_id", name=op.f("pk_settled_evening")),
    )
    op.create_index("ix_settled_evening_group_id_evening_id", "settled_evening", ["group_id", "evening_id"])
    op.create_table(
        "transfer",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("settlement_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("payer_id", sa.Uuid(), nullable=True),
        sa.Column("payee_id", sa.Uuid(), nullable=True),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("carried_by", sa.Uuid(), nullable=True),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_transfer_amount_positive")),
        sa.ForeignKeyConstraint(
            ["group_id", "settlement_id"],
            ["settlement.group_id", "settlement.id"],
            name=op.f("fk_transfer_group_id_settlement_id_settlement"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "carried_by"],
            ["settlement.group_id", "settlement.id"],
            name=op.f("fk_transfer_group_id_carried_by_settlement"),
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "payer_id"],
            ["player.group_id", "player.id"],
            name=op.f("fk_transfer_group_id_payer_id_player"),
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "payee_id"],
            ["player.group_id", "player.id"],
            name=op.f("fk_transfer_group_id_payee_id_player"),
        ),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_transfer")),
        sa.UniqueConstraint(
            "group_id", "settlement_id", "number", name=op.f("uq_transfer_group_id_settlement_id_number")
        ),
    )
    op.create_index("ix_transfer_group_id_carried_by", "transfer", ["group_id", "carried_by"])
    with op.batch_alter_table("payment") as batch:
        batch.drop_constraint(op.f("fk_payment_group_id_evening_id_evening"), type_="foreignkey")
        batch.drop_column("evening_id")
        batch.alter_column("payer_id", existing_type=sa.Uuid(), nullable=True)
        batch.alter_column("payee_id", existing_type=sa.Uuid(), nullable=True)
        batch.add_column(sa.Column("transfer_id", sa.Uuid(), nullable=True))
        batch.add_column(sa.Column("note", sa.String(length=80), nullable=False, server_default=""))
        batch.add_column(sa.Column("counted_in", sa.Uuid(), nullable=True))
        batch.create_foreign_key(op.f("fk_payment_group_id_group"), "group", ["group_id"], ["id"], ondelete="CASCADE")
        batch.create_foreign_key(
            op.f("fk_payment_group_id_transfer_id_transfer"),
            "transfer",
            ["group_id", "transfer_id"],
            ["group_id", "id"],
            ondelete="CASCADE",
        )
        batch.create_foreign_key(
            op.f("fk_payment_group_id_counted_in_settlement"),
            "settlement",
            ["group_id", "counted_in"],
            ["group_id", "id"],
        )
        batch.create_index("ix_payment_group_id_transfer_id", ["group_id", "transfer_id"])
    with op.batch_alter_table("payment") as batch:
        batch.alter_column("note", existing_type=sa.String(length=80), server_default=None)


def _drop_settlements() -> None:
    """Drop what was settled; what the kitty gave or got has no place in the version before."""
    op.execute(sa.text("DELETE FROM payment WHERE payer_id IS NULL OR payee_id IS NULL"))
    with op.batch_alter_table("payment") as batch:
        batch.drop_index("ix_payment_group_id_transfer_id")
        batch.drop_constraint(op.f("fk_payment_group_id_counted_in_settlement"), type_="foreignkey")
        batch.drop_constraint(op.f("fk_payment_group_id_transfer_id_transfer"), type_="foreignkey")
        batch.drop_constraint(op.f("fk_payment_group_id_group"), type_="foreignkey")
        batch.drop_column("counted_in")
        batch.drop_column("note")
        batch.drop_column("transfer_id")
        batch.alter_column("payee_id", existing_type=sa.Uuid(), nullable=False)
        batch.alter_column("payer_id", existing_type=sa.Uuid(), nullable=False)
        batch.add_column(sa.Column("evening_id", sa.Uuid(), nullable=True))
        batch.create_foreign_key(
            op.f("fk_payment_group_id_evening_id_evening"), "evening", ["group_id", "evening_id"], ["group_id", "id"]
        )
    op.drop_index("ix_transfer_group_id_carried_by", "transfer")
    op.drop_table("transfer")
    op.drop_index("ix_settled_evening_group_id_evening_id", "settled_evening")
    op.drop_table("settled_evening")
    op.drop_index("ix_settlement_group_id_settled_at", "settlement")
    op.drop_table("settlement")
