"""Tests of what is told from a driver's errors: busy, full, read-only, away, or a mistake in the app."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorekeeper.models.trouble import Trouble, is_busy, trouble_of


def of_sqlite(code: int, kind: type[DBAPIError] = OperationalError) -> SQLAlchemyError:
    original = sqlite3.OperationalError("as SQLite says it")
    original.sqlite_errorcode = code
    return kind("UPDATE", {}, original)


def of_postgresql(state: str | None, kind: type[DBAPIError] = OperationalError) -> SQLAlchemyError:
    original = psycopg.OperationalError("as PostgreSQL says it")
    original.sqlstate = state
    return kind("UPDATE", {}, original)


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (of_sqlite(sqlite3.SQLITE_BUSY), Trouble.BUSY),
        (of_sqlite(sqlite3.SQLITE_BUSY_RECOVERY), Trouble.BUSY),
        (of_sqlite(sqlite3.SQLITE_FULL), Trouble.FULL),
        (of_sqlite(sqlite3.SQLITE_READONLY), Trouble.READ_ONLY),
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), Trouble.READ_ONLY),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN), Trouble.AWAY),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), Trouble.AWAY),
        (of_sqlite(sqlite3.SQLITE_ERROR), None),
        (of_sqlite(sqlite3.SQLITE_CONSTRAINT, IntegrityError), None),
        (of_postgresql("53100"), Trouble.FULL),
        (of_postgresql("53300"), Trouble.BUSY),
        (of_postgresql("55P03"), Trouble.BUSY),
        (of_postgresql("40P01"), Trouble.BUSY),
        (of_postgresql("25006", InternalError), Trouble.READ_ONLY),
        (of_postgresql("57P01"), Trouble.AWAY),
        (of_postgresql("08006"), Trouble.AWAY),
        (of_postgresql("42P01"), None),
        (of_postgresql(None), Trouble.AWAY),
        (of_postgresql(None, InterfaceError), None),
        (InterfaceError("SELECT", {}, psycopg.InterfaceError("closed"), connection_invalidated=True), Trouble.AWAY),
        (OperationalError("SELECT", {}, sqlite3.OperationalError("gone")), Trouble.AWAY),
        (PoolTimeoutError("all in use"), Trouble.BUSY),
        (ArgumentError("a mistake"), None),
    ],
    ids=lambda part: getattr(part, "value", None) or str(part).split("\n", maxsplit=1)[0][:40],
)
def test_trouble_is_told_from_the_code(error: SQLAlchemyError, trouble: Trouble | None) -> None:
    assert trouble_of(error) is trouble
    assert is_busy(error) is (trouble is Trouble.BUSY)
