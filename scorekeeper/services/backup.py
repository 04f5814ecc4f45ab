"""Copies of the whole database while the app runs, and the way back, by the tools of SQLite and PostgreSQL."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from sqlalchemy import URL, Engine, inspect, text

from scorekeeper.services.drafts import draft_of

BUSY_SECONDS = 60
PAGES_AT_ONCE = 2_000
"""SQLite copies so many pages, then lets writers go on."""

POSTGRESQL_TOOLS = Path("/usr/lib/postgresql")


class BackupError(Exception):
    """Say in a sentence why there is no backup, or why it was not restored."""


def back_up(engine: Engine, target: Path) -> None:
    """Copy the database into a file that nobody else can read; it appears under its name whole or not at all.

    Raises BackupError.
    """
    try:
        with draft_of(target) as draft:
            if engine.dialect.name == "sqlite":
                _copy_sqlite(_sqlite_path(engine.url), draft)
                _check_sqlite(draft)
            else:
                _run("pg_dump", engine.url, "--format=custom", "--no-owner", f"--file={draft}")
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error


def restore(engine: Engine, source: Path, *, force: bool) -> None:
    """Put a backup in the place of the database, within one transaction.

    Without `force` only where there are no groups yet. Raises BackupError.
    """
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    groups = groups_in(engine)
    if groups and not force:
        raise BackupError(f"The database holds {groups} groups, which would be lost. --force replaces them.")
    sqlite = engine.dialect.name == "sqlite"
    if sqlite != _is_sqlite(source):
        raise BackupError(f"{source} is no backup of this kind of database ({engine.dialect.name}).")
    if sqlite:
        _check_sqlite(source)
        engine.dispose()
        _copy_sqlite(source, _sqlite_path(engine.url))
    else:
        flags = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        _run("pg_restore", engine.url, *flags, str(source))


def groups_in(engine: Engine) -> int:
    """Count the groups; 0 where there are no tables yet."""
    if not inspect(engine).has_table("group"):
        return 0
    with engine.connect() as connection:
        return int(connection.execute(text('SELECT count(*) FROM "group"')).scalar_one())


def _sqlite_path(url: URL) -> Path:
    if not url.database or url.database == ":memory:":
        raise BackupError("A database in memory has no backup.")
    return Path(url.database)


def _copy_sqlite(source: Path, target: Path) -> None:
    """Copy page by page through SQLite itself: writers go on, what it copies is of one moment."""
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as held,
            contextlib.closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as copy,
        ):
            # One moment for the whole copy: without it each write by another process begins the copy anew.
            held.execute("BEGIN")
            held.execute("SELECT count(*) FROM sqlite_master").fetchone()
            held.backup(copy, pages=PAGES_AT_ONCE)
    except sqlite3.Error as error:
        raise BackupError(f"{source} could not be copied to {target}: {error}.") from error


def _check_sqlite(path: Path) -> None:
    """Refuse a file that is damaged, or whose rows miss those they refer to."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            lost = copy.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        raise BackupError(f"{path} is no intact database: {error}.") from error
    if found != ["ok"] or lost:
        raise BackupError(f"{path} is damaged: {found[0] if found != ['ok'] else 'rows are missing'}.")


def _is_sqlite(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _run(program: str, url: URL, *arguments: str) -> None:
    """Run one of PostgreSQL's tools on what an address names; the password stands in no list of processes."""
    # The driver takes 9 MB, and who keeps the scores in SQLite has no other use for it.
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415

    found = _tool(program)
    given = dict(url.get_dialect()().create_connect_args(url)[1])
    password = given.pop("password", None)
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    command = [found, f"--dbname={make_conninfo(**given)}", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip() or done.returncode}")


def _tool(program: str) -> str:
    """Give the newest of PostgreSQL's tools with this name."""
    on_path = shutil.which(program)
    if on_path:
        return on_path
    folders = [each / "bin" / program for each in POSTGRESQL_TOOLS.glob("[0-9]*")]
    there = [path for path in folders if path.is_file()]
    if not there:
        raise BackupError(f"{program} is not installed: it comes with PostgreSQL's client (postgresql-client).")
    return str(max(there, key=lambda path: int(path.parents[1].name)))
