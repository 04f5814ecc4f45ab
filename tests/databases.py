"""Databases for the tests: empty ones, and copies of one that was migrated once."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Protocol

from sqlalchemy import NullPool, create_engine, text

from scorekeeper.models import Base
from tests.postgres import throw_away_server

Migrate = Callable[[str], None]

DISCONNECT_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Databases(Protocol):
    """Make databases and drop them."""

    def empty(self) -> str:
        """Make an empty one; give its address."""
        ...

    def migrated(self) -> str:
        """Make one with all tables and no rows; give its address."""
        ...

    def drop(self, url: str) -> None:
        """Drop one."""
        ...


class SqliteFiles:
    """Databases as files in one folder. Addresses are used again, so that what was compiled for one is kept."""

    def __init__(self, folder: Path, migrate: Migrate) -> None:
        """Migrate the file that the others are copied from."""
        self._folder = folder
        self._numbers = count()
        self._template = self.empty()
        migrate(self._template)
        self._free: list[str] = []

    def empty(self) -> str:
        """Name a file; SQLite makes it."""
        return f"sqlite:///{self._folder / f'{next(self._numbers)}.sqlite3'}"

    def migrated(self) -> str:
        """Copy the migrated file."""
        url = self._free.pop() if self._free else self.empty()
        shutil.copyfile(self._path(self._template), self._path(url))
        return url

    def drop(self, url: str) -> None:
        """Delete the file and what SQLite left beside it."""
        path = self._path(url)
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()
        self._free.append(url)

    @staticmethod
    def _path(url: str) -> Path:
        return Path(url.removeprefix("sqlite:///"))


class PostgresDatabases:
    """Databases of one throw-away server. Making one takes it long, so a migrated one is emptied and used again."""

    def __init__(self, server: str, migrate: Migrate) -> None:
        """Migrate the database that the others are copied from."""
        self._server = server
        self._numbers = count()
        self._admin = create_engine(f"{server}postgres", isolation_level="AUTOCOMMIT")
        self._template = self.empty()
        migrate(self._template)
        self._given: set[str] = set()
        self._free: list[str] = []

    def empty(self) -> str:
        """Make an empty database."""
        return self._create("template0")

    def migrated(self) -> str:
        """Take a free one, or copy the migrated database."""
        url = self._free.pop() if self._free else self._create(self._name(self._template))
        self._given.add(url)
        return url

    def drop(self, url: str) -> None:
        """Empty a migrated database for the next test; drop any other."""
        if url in self._given:
            self._given.remove(url)
            self._empty_tables(url)
            self._free.append(url)
        else:
            self._execute(f"DROP DATABASE {self._name(url)} WITH (FORCE)")

    def close(self) -> None:
        """Leave the server."""
        self._admin.dispose()

    def _empty_tables(self, url: str) -> None:
        """Delete the rows: for the few that a test leaves that is far quicker than to truncate, which makes files."""
        deletes = "; ".join(f'DELETE FROM "{table.name}"' for table in reversed(Base.metadata.sorted_tables))
        engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            connection.execute(text(DISCONNECT_OTHERS))
            connection.execute(text(deletes))

    def _create(self, template: str) -> str:
        name = f"test_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return f"{self._server}{name}"

    def _execute(self, statement: str) -> None:
        with self._admin.connect() as connection:
            connection.execute(text(statement))

    @staticmethod
    def _name(url: str) -> str:
        return url.rpartition("/")[2]


@contextmanager
def sqlite_databases(folder: Path, migrate: Migrate) -> Iterator[Databases]:
    """Give databases on SQLite."""
    yield SqliteFiles(folder, migrate)


@contextmanager
def postgres_databases(_folder: Path, migrate: Migrate) -> Iterator[Databases]:
    """Give databases on a PostgreSQL server that runs meanwhile."""
    with throw_away_server() as server:
        databases = PostgresDatabases(server, migrate)
        yield databases
        databases.close()
