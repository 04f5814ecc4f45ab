"""The commands of ``flask``."""

from __future__ import annotations

from flask import Flask
from flask.cli import AppGroup

from scorekeeper.web.cli_groups import group_commands

# Every command of the app besides Flask's own and ``flask db``.
COMMANDS: tuple[AppGroup, ...] = (group_commands,)


def init_app(app: Flask) -> None:
    """Register the commands."""
    for command in COMMANDS:
        app.cli.add_command(command)
