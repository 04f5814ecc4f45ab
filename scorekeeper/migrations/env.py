"""How a migration runs: in one transaction that holds the write lock, and on SQLite without cascades.

A batch migration copies a table, drops it and renames the copy. With ``foreign_keys=ON`` the drop would
delete every row that points at it, so the pragma is off meanwhile and all references are checked at the end.
Two servers that start at once migrate one after the other.
"""

from __future__ import annotations

from logging.config import fileConfig
from typing import Literal

from alembic import context
from flask import current_app
from sqlalchemy import Connection, text

from scorekeeper.models import Base
from scorekeeper.models.base import UtcDateTime
from scorekeeper.web.extensions import db

# Any fixed number: holders of this PostgreSQL lock wait for each other.
MIGRATION_LOCK = 7_120_471


class BrokenReferenceError(RuntimeError):
    """Say that after the migration some row points at nothing; everything was rolled back."""


def migrate() -> None:
    """Run the migrations on the app's database."""
    with db.engine.connect().execution_options(immediate=True) as connection:
        _set_foreign_keys(connection, "OFF")
        try:
            context.configure(
                connection=connection,
                target_metadata=Base.metadata,
                render_as_batch=True,
                compare_type=True,
                transactional_ddl=True,
                render_item=render_item,
            )
            with context.begin_transaction():
                if connection.dialect.name == "postgresql":
                    connection.execute(text("SET LOCAL lock_timeout = 0"))
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
                context.run_migrations()
                _check_references(connection)
        finally:
            _set_foreign_keys(connection, "ON")


def render_item(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Write our own column types as what the database sees: a migration must outlive the code of its day."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def _set_foreign_keys(connection: Connection, state: str) -> None:
    """Switch on the driver's own connection: inside a transaction SQLite ignores this pragma."""
    raw = connection.connection.driver_connection
    if connection.dialect.name == "sqlite" and raw is not None:
        raw.execute(f"PRAGMA foreign_keys={state}").close()


def _check_references(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise BrokenReferenceError(f"{len(broken)} rows point at nothing, in {sorted({row[0] for row in broken})}")


if context.config.config_file_name and not current_app.testing:
    fileConfig(context.config.config_file_name, disable_existing_loggers=False)
migrate()
