"""How a connection is set up, so that no update is lost and no writer meets "database is locked".

SQLite is left to neither its driver nor its defaults: the driver begins no transaction by itself, readers
begin ``DEFERRED`` and never wait, writers begin ``IMMEDIATE`` and wait for each other. What was
acknowledged survives a power cut (``synchronous=FULL``). See docs/adr on SQLite. What is promised when the
database is away stands in docs/security.md.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from scorekeeper.models.file import DatabaseFile

BUSY_TIMEOUT_MS = 5_000
# PostgreSQL waits for a lock without end unless it is told otherwise: as long as SQLite is asked for the write lock.
LOCK_TIMEOUT_MS = 20_000

# The timeout stands first: turning a new file to WAL takes a lock, which another process may hold.
PRAGMAS = (
    f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


def prepare_engine(engine: Engine) -> None:
    """Set up each connection of an engine.

    On SQLite it begins ``IMMEDIATE`` when its execution option ``immediate`` is set, else ``DEFERRED``.
    """
    if engine.dialect.name == "sqlite":
        DatabaseFile.watch(engine)
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "connect", _limit)


def _set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    if not isinstance(connection, sqlite3.Connection):
        raise TypeError(f"not a connection of sqlite3: {type(connection).__name__}")
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma).close()


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN DEFERRED")


def _limit(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT_MS}")
    # With several processes for one query PostgreSQL reads whole tables where it would ask an index.
    cursor.execute("SET max_parallel_workers_per_gather = 0")
    cursor.close()
    connection.commit()
