"""What is the matter with the database, told from the errors of its drivers."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from enum import StrEnum

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError


class Trouble(StrEnum):
    """Say why the database did not do what it was asked; each passes, and then the same request goes through."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read_only"
    AWAY = "away"


# SQLite's primary codes; the extended ones carry theirs in the lowest byte.
PRIMARY = 0xFF
OF_SQLITE: Mapping[int, Trouble] = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_IOERR: Trouble.AWAY,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
}
# PostgreSQL's states, by the longest beginning that is named.
OF_POSTGRESQL: Mapping[str, Trouble] = {
    "08": Trouble.AWAY,
    "25006": Trouble.READ_ONLY,
    "40001": Trouble.BUSY,
    "40P01": Trouble.BUSY,
    "53": Trouble.BUSY,
    "53100": Trouble.FULL,
    "55P03": Trouble.BUSY,
    "57014": Trouble.BUSY,
    "57P": Trouble.AWAY,
    "58": Trouble.AWAY,
}


def trouble_of(error: SQLAlchemyError) -> Trouble | None:
    """Give what is the matter with the database, or None: the error is a mistake in the app."""
    if isinstance(error, PoolTimeoutError):
        return Trouble.BUSY
    if not isinstance(error, DBAPIError):
        return None
    if (code := getattr(error.orig, "sqlite_errorcode", None)) is not None:
        return OF_SQLITE.get(code & PRIMARY)
    if (state := getattr(error.orig, "sqlstate", None)) is not None:
        beginnings = (state[:length] for length in range(len(state), 1, -1))
        return next((OF_POSTGRESQL[each] for each in beginnings if each in OF_POSTGRESQL), None)
    # A driver that names no code has not spoken with the database.
    lost = error.connection_invalidated or isinstance(error, OperationalError)
    return Trouble.AWAY if lost else None


def is_busy(error: SQLAlchemyError) -> bool:
    """Say whether somebody else holds the lock that was asked for."""
    return trouble_of(error) is Trouble.BUSY
