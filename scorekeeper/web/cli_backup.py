"""``flask backup`` and ``flask restore``: the whole database in one file, and the way back."""

from __future__ import annotations

from pathlib import Path

import click
from flask.cli import with_appcontext

from scorekeeper.services.backup import BackupError, back_up
from scorekeeper.services.backup import restore as put_back
from scorekeeper.web.extensions import db
from scorekeeper.web.schema import is_current

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("backup")
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Write over FILE if it is there.")
@with_appcontext
def backup(file: Path, force: bool) -> None:
    """Copy the database into FILE while the server runs.

    FILE is whole or not there at all. It holds the links and everything else: keep it as you keep a key.
    """
    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already. --force writes over it.")
    try:
        back_up(db.engine, file)
    except BackupError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{file}: {file.stat().st_size:,} bytes.")


@click.command("restore")
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Put the backup in the place of the groups that are there.")
@with_appcontext
def restore(file: Path, force: bool) -> None:
    """Put the backup in FILE in the place of the database.

    Stop the server first. Refuses to replace groups unless --force is given.
    """
    try:
        put_back(db.engine, file, force=force)
    except BackupError as error:
        raise click.ClickException(str(error)) from None
    click.echo("Restored.")
    if not is_current(db.engine):
        click.echo("The backup is of an older version: run flask db upgrade now.")
