"""The commands of ``flask``; each is described in docs/config.md."""

from __future__ import annotations

from flask import Flask
from flask.cli import AppGroup

# Every command of the app besides Flask's own and ``flask db``.
COMMANDS: tuple[AppGroup, ...] = ()


def init_app(app: Flask) -> None:
    """Register the commands."""
    for command in COMMANDS:
        app.cli.add_command(command)
