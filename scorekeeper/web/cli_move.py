"""``flask export-all`` and ``flask import-all``: move everything into another kind of database."""

from __future__ import annotations

from pathlib import Path

import click
from flask.cli import with_appcontext

from scorekeeper.services import moving
from scorekeeper.services.moving import Counts, MoveError
from scorekeeper.web.extensions import db
from scorekeeper.web.schema import NOT_SET_UP, is_current, newest_migration

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("export-all")
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Write over FILE if it is there.")
@with_appcontext
def export_all(file: Path, force: bool) -> None:
    """Write every row of the database into FILE, for flask import-all; print how many each table has.

    Stop the server first: what is entered later is not in FILE. FILE holds the links and everything else: keep it
    as you keep a key.
    """
    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already. --force writes over it.")
    try:
        counts = moving.export_all(db.engine, file, _migration())
    except MoveError as error:
        raise click.ClickException(str(error)) from None
    _tell(counts)
    click.echo(f"{file}: {file.stat().st_size:,} bytes.")


@click.command("import-all")
@click.argument("file", type=FILE)
@with_appcontext
def import_all(file: Path) -> None:
    """Take the rows of FILE into a database that has none; all or nothing; print how many each table has.

    Run flask db upgrade on the new database first, and start the server afterwards.
    """
    try:
        counts = moving.import_all(db.engine, file, _migration())
    except MoveError as error:
        raise click.ClickException(str(error)) from None
    _tell(counts)
    click.echo("Every table has as many rows as the file says.")


def _migration() -> str:
    """Name the migration that the database is at; refuse one that is not the newest."""
    if not is_current(db.engine):
        raise click.ClickException(NOT_SET_UP)
    return newest_migration()


def _tell(counts: Counts) -> None:
    for table, count in counts.items():
        click.echo(f"{table:<16}{count:>12,}")
    click.echo(f"{'in all':<16}{sum(counts.values()):>12,}")
