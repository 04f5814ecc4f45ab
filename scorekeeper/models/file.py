"""The file of a SQLite database: nobody else can read it, and nothing is written into one that is no longer there.

A process goes on writing into a file that was deleted or replaced, and would acknowledge what nobody finds again; and
SQLite makes a missing file anew, empty. So each time a connection is taken up its file is looked for, and one that has
served before is not made a second time.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

GONE = "the file of the database is gone"
FILE = "file"
Identity = tuple[int, int]


class DatabaseFile:
    """The file behind an engine."""

    def __init__(self, path: Path) -> None:
        """Keep the path; the file may not be there yet."""
        self._path = path
        self._served = False

    @classmethod
    def watch(cls, engine: Engine) -> None:
        """Look after an engine's file, if it has one: a database in memory and a ``file:`` address have none."""
        database = engine.url.database
        if not database or database == ":memory:" or database.startswith("file:"):
            return
        file = cls(Path(database))
        event.listen(engine, "do_connect", file.before_connect)
        event.listen(engine, "connect", file.note)
        event.listen(engine, "checkout", file.check)

    def before_connect(self, *_told: object) -> None:
        """Make the file where it was never seen, for its owner alone. Raises OperationalError if it is gone."""
        if self.identity() is not None:
            return
        if self._served:
            raise sqlite3.OperationalError(GONE)
        try:
            os.close(os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600))
        except OSError:
            return  # SQLite says what is wrong with the folder

    def note(self, _connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        """Keep which file a connection was opened on."""
        entry.info[FILE] = self.identity()
        self._served = True

    def check(self, _connection: DBAPIConnection, entry: ConnectionPoolEntry, _proxy: PoolProxiedConnection) -> None:
        """Have a connection opened anew when another file, or none, stands under the name."""
        if entry.info.get(FILE) != self.identity():
            raise InvalidatePoolError(GONE)

    def identity(self) -> Identity | None:
        """Give what tells this file from any other, None if there is none."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
