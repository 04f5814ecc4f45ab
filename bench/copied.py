"""A SQLite database in PostgreSQL: copied as it lies in the file, since PostgreSQL reads what SQLite writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import psycopg
from psycopg import sql

from scorekeeper.models import Base


def copy_rows(source: str, target: str) -> dict[str, int]:
    """Copy every row of a file into a PostgreSQL database that has the tables; give how many each has."""
    path, address = source.removeprefix("sqlite:///"), target.replace("+psycopg", "")
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file,
        psycopg.connect(address, autocommit=True) as connection,
    ):
        # References were looked at where the rows come from. Times are written in UTC, and do not say so.
        connection.execute("SET session_replication_role = replica")
        connection.execute("SET timezone = 'UTC'")
        counts = {table.name: _copy(file, connection, table.name) for table in Base.metadata.sorted_tables}
        # What PostgreSQL knows of its tables is what its plans are made of.
        connection.execute("ANALYZE")
    return counts


def _copy(file: sqlite3.Connection, connection: psycopg.Connection, name: str) -> int:
    columns = [column.name for column in Base.metadata.tables[name].columns]
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(name), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    listed = ", ".join(f'"{column}"' for column in columns)
    cursor = connection.cursor()
    with cursor.copy(into) as copy:
        for row in file.execute(f'SELECT {listed} FROM "{name}"'):
            copy.write_row(row)
    return cursor.rowcount
