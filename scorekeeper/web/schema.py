"""Whether the database has the tables this version needs; until then no page is served.

What Alembic knows of it is read without Alembic, which no server needs: it would take 10 MB in its memory.
"""

from __future__ import annotations

from functools import cache

import click
from flask import Flask, Response, current_app
from sqlalchemy import Engine, inspect, text

from scorekeeper.web.config import MIGRATIONS
from scorekeeper.web.extensions import db

NOT_SET_UP = "The database is not set up: run flask db upgrade."
CHECKED = "schema_is_current"


def init_app(app: Flask) -> None:
    """Refuse requests until the database is migrated, and say so on stderr when the app starts to serve."""
    app.extensions[CHECKED] = False
    app.before_request(refuse_unless_current)
    if starts_to_serve(app):
        with app.app_context():
            if not is_current(db.engine):
                click.echo(NOT_SET_UP, err=True)


def refuse_unless_current() -> Response | None:
    """Answer 503 in plain words while the tables are missing or old; ask no more once they are there."""
    if current_app.extensions[CHECKED]:
        return None
    if is_current(db.engine):
        current_app.extensions[CHECKED] = True
        return None
    return Response(f"{NOT_SET_UP}\n", status=503, mimetype="text/plain", headers={"Retry-After": "10"})


def starts_to_serve(app: Flask) -> bool:
    """Tell a server's start from a command (``flask db upgrade`` among them) and from a test."""
    context = click.get_current_context(silent=True)
    return not app.testing and (context is None or context.info_name == "run")


def is_current(engine: Engine) -> bool:
    """Compare what the database was migrated to with the newest migration."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        return connection.scalars(text("SELECT version_num FROM alembic_version")).all() == [newest_migration()]


@cache
def newest_migration() -> str:
    """Give the newest of the migrations that this version brings: their files are named by their numbers."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
