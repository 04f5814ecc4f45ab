"""The first tables: groups, people, devices, evenings, sheets, entries, the log, payments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "group",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("recovery_hash", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_group")),
    )
    op.create_table(
        "evening",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("local_date", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=60), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("discarded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["group.id"], name=op.f("fk_evening_group_id_group"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_evening")),
    )
    op.create_index("ix_evening_group_id_local_date", "evening", ["group_id", "local_date", "started_at"], unique=False)

    op.create_table(
        "player",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["group.id"], name=op.f("fk_player_group_id_group"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_player")),
        sa.UniqueConstraint("group_id", "folded", name=op.f("uq_player_group_id_folded")),
    )
    op.create_table(
        "attendance",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("evening_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id", "evening_id"],
            ["evening.group_id", "evening.id"],
            name=op.f("fk_attendance_group_id_evening_id_evening"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "player_id"],
            ["player.group_id", "player.id"],
            name=op.f("fk_attendance_group_id_player_id_player"),
        ),
        sa.PrimaryKeyConstraint("group_id", "evening_id", "player_id", name=op.f("pk_attendance")),
    )
    op.create_table(
        "link",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=True),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=True),
        sa.Column("origin_id", sa.Uuid(), nullable=True),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id", "origin_id"], ["link.group_id", "link.id"], name=op.f("fk_link_group_id_origin_id_link")
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "player_id"], ["player.group_id", "player.id"], name=op.f("fk_link_group_id_player_id_player")
        ),
        sa.ForeignKeyConstraint(["group_id"], ["group.id"], name=op.f("fk_link_group_id_group"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_link")),
        sa.UniqueConstraint("group_id", "secret_hash", name=op.f("uq_link_group_id_secret_hash")),
    )
    op.create_table(
        "payment",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("evening_id", sa.Uuid(), nullable=True),
        sa.Column("payer_id", sa.Uuid(), nullable=False),
        sa.Column("payee_id", sa.Uuid(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_payment_amount_positive")),
        sa.ForeignKeyConstraint(
            ["group_id", "evening_id"],
            ["evening.group_id", "evening.id"],
            name=op.f("fk_payment_group_id_evening_id_evening"),
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "payee_id"], ["player.group_id", "player.id"], name=op.f("fk_payment_group_id_payee_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "payer_id"], ["player.group_id", "player.id"], name=op.f("fk_payment_group_id_payer_id_player")
        ),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_payment")),
    )
    op.create_index("ix_payment_group_id_currency", "payment", ["group_id", "currency"], unique=False)

    op.create_table(
        "sheet",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("evening_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("stake_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("close", sa.JSON(), nullable=True),
        sa.Column("ending", sa.JSON(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id", "evening_id"],
            ["evening.group_id", "evening.id"],
            name=op.f("fk_sheet_group_id_evening_id_evening"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_sheet")),
        sa.UniqueConstraint("group_id", "evening_id", "number", name=op.f("uq_sheet_group_id_evening_id_number")),
    )
    op.create_index("ix_sheet_group_id_status", "sheet", ["group_id", "status"], unique=False)

    op.create_table(
        "device",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("link_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id", "link_id"], ["link.group_id", "link.id"], name=op.f("fk_device_group_id_link_id_link")
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "player_id"],
            ["player.group_id", "player.id"],
            name=op.f("fk_device_group_id_player_id_player"),
        ),
        sa.ForeignKeyConstraint(["group_id"], ["group.id"], name=op.f("fk_device_group_id_group"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_device")),
        sa.UniqueConstraint("group_id", "token_hash", name=op.f("uq_device_group_id_token_hash")),
    )
    op.create_index("ix_device_token_hash", "device", ["token_hash"], unique=False)

    op.create_table(
        "entry",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("sheet_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("last_key", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id", "sheet_id"],
            ["sheet.group_id", "sheet.id"],
            name=op.f("fk_entry_group_id_sheet_id_sheet"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_entry")),
        sa.UniqueConstraint("group_id", "sheet_id", "position", name=op.f("uq_entry_group_id_sheet_id_position")),
    )
    op.create_table(
        "seat",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("sheet_id", sa.Uuid(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("from_position", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("marks", sa.Integer(), nullable=True),
        sa.Column("stakes", sa.Integer(), nullable=True),
        sa.Column("pairs", sa.JSON(), nullable=True),
        sa.Column("counts", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id", "player_id"], ["player.group_id", "player.id"], name=op.f("fk_seat_group_id_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "sheet_id"],
            ["sheet.group_id", "sheet.id"],
            name=op.f("fk_seat_group_id_sheet_id_sheet"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_seat")),
        sa.UniqueConstraint(
            "group_id", "sheet_id", "seat", "from_position", name=op.f("uq_seat_group_id_sheet_id_seat_from_position")
        ),
    )
    op.create_index("ix_seat_group_id_player_id", "seat", ["group_id", "player_id"], unique=False)

    op.create_table(
        "change",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("scope_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("entry_id", sa.Uuid(), nullable=True),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("device_id", sa.Uuid(), nullable=True),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("undoes", sa.Uuid(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id", "device_id"],
            ["device.group_id", "device.id"],
            name=op.f("fk_change_group_id_device_id_device"),
        ),
        sa.ForeignKeyConstraint(
            ["group_id", "undoes"], ["change.group_id", "change.id"], name=op.f("fk_change_group_id_undoes_change")
        ),
        sa.ForeignKeyConstraint(["group_id"], ["group.id"], name=op.f("fk_change_group_id_group"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("group_id", "id", name=op.f("pk_change")),
        sa.UniqueConstraint("group_id", "key", name=op.f("uq_change_group_id_key")),
        sa.UniqueConstraint("group_id", "scope_id", "number", name=op.f("uq_change_group_id_scope_id_number")),
    )
    op.create_index("ix_change_group_id_entry_id", "change", ["group_id", "entry_id"], unique=False)


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_index("ix_change_group_id_entry_id", "change")

    op.drop_table("change")
    op.drop_index("ix_seat_group_id_player_id", "seat")

    op.drop_table("seat")
    op.drop_table("entry")
    op.drop_index("ix_device_token_hash", "device")

    op.drop_table("device")
    op.drop_index("ix_sheet_group_id_status", "sheet")

    op.drop_table("sheet")
    op.drop_index("ix_payment_group_id_currency", "payment")

    op.drop_table("payment")
    op.drop_table("link")
    op.drop_table("attendance")
    op.drop_table("player")
    op.drop_index("ix_evening_group_id_local_date", "evening")

    op.drop_table("evening")
    op.drop_table("group")
