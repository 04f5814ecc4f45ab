"""The commands of ``flask``."""

from __future__ import annotations

import click
from flask import Flask

from scorekeeper.web.cli_backup import backup, restore
from scorekeeper.web.cli_groups import group_commands
from scorekeeper.web.cli_move import export_all, import_all
from scorekeeper.web.cli_rebuild import rebuild
from scorekeeper.web.cli_seed import seed

# Every command of the app besides Flask's own and ``flask db``.
COMMANDS: tuple[click.Command, ...] = (group_commands, rebuild, seed, backup, restore, export_all, import_all)


def init_app(app: Flask) -> None:
    """Register the commands."""
    for command in COMMANDS:
        app.cli.add_command(command)
