"""The commands of ``flask``."""

from __future__ import annotations

import click
from flask import Flask

from scorekeeper.web.cli_backup import backup, restore
from scorekeeper.web.cli_groups import group_commands
from scorekeeper.web.cli_move import export_all, import_all
from scorekeeper.web.cli_rebuild import rebuild
from scorekeeper.web.cli_seed import seed
from scorekeeper.web.config import MIGRATIONS
from scorekeeper.web.extensions import db

# Every command of the app besides Flask's own and ``flask db``.
COMMANDS: tuple[click.Command, ...] = (group_commands, rebuild, seed, backup, restore, export_all, import_all)


def init_app(app: Flask) -> None:
    """Register the commands."""
    for command in COMMANDS:
        app.cli.add_command(command)
    if click.get_current_context(silent=True) is not None:
        bind_migrations(app)


def bind_migrations(app: Flask) -> None:
    """Bind what ``flask db`` works with, which a server does without: see `schema`."""
    from flask_migrate import Migrate  # noqa: PLC0415

    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True, compare_type=True)
