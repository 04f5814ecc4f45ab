"""Read the file into a database without rows: all of it, or nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import JSON, Column, Connection, Engine, Table, and_, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from scorekeeper.services.archive.fields import FieldError, Wrong, read_field
from scorekeeper.services.archive.write import plain_text
from scorekeeper.services.moving.shape import FORMAT, ROWS_AT_ONCE, VERSION, Counts, MoveError, own_references, tables

Row = dict[str, object]


def import_all(engine: Engine, source: Path, migration: str) -> Counts:
    """Put every row of the file into the database, which has none yet; in one transaction.

    `migration` names the one that the database is at: the file must be of the same. What the database has in the end
    is counted and compared with what the file says. Raises MoveError.
    """
    try:
        with (
            source.open("rb") as file,
            engine.connect().execution_options(immediate=True) as connection,
            connection.begin(),
        ):
            _refuse_rows(connection)
            return _take_in(connection, _Lines(file), migration)
    except OSError as error:
        raise MoveError(f"{source} cannot be read: {error.strerror}.") from error
    except DBAPIError as error:
        raise MoveError(f"The database does not take these rows: {str(error.orig).strip()}") from error


class _Lines:
    """Read lines of JSON and keep the checksum of those that were read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._sum = hashlib.sha256()
        self.number = 0
        self.sum_before = ""
        """The checksum of all lines but the last one that was read."""

    def next(self) -> object:
        """Give what the next line says, None behind the last one."""
        line = self._file.readline()
        if not line:
            return None
        self.number += 1
        self.sum_before = self._sum.hexdigest()
        self._sum.update(line)
        try:
            found: object = json.loads(line.decode(), parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise self.wrong("is not readable") from None
        return found

    def wrong(self, what: str) -> MoveError:
        """Say what is wrong with the line that was read last."""
        return MoveError(f"Line {self.number} {what}. Nothing was taken in.")


def _no_number(_word: str) -> None:
    raise ValueError("not a number")


def _refuse_rows(connection: Connection) -> None:
    for table in tables():
        if connection.execute(select(*table.primary_key).limit(1)).first() is not None:
            raise MoveError(f"The database is not empty: there are rows in {table.name}. Nothing was taken in.")


def _take_in(connection: Connection, lines: _Lines, migration: str) -> Counts:
    _check_head(lines, migration)
    counts = {}
    line = lines.next()
    for table in tables():
        if line != {"table": table.name, "columns": [column.name for column in table.columns]}:
            raise lines.wrong(f"should begin the table {table.name} with its columns")
        rows = _Rows(table, lines)
        _insert(connection, table, rows)
        counts[table.name] = connection.execute(select(func.count()).select_from(table)).scalar_one()
        line = rows.line_behind
    if not isinstance(line, dict) or set(line) != {"end", "sha256"}:
        raise MoveError("The file is cut short: its last line is missing. Nothing was taken in.")
    if line["end"] != counts:
        raise lines.wrong(f"says {line['end']}, but the database has {counts}")
    if line["sha256"] != lines.sum_before or lines.next() is not None:
        raise MoveError("The file is not as it was written: its checksum is another. Nothing was taken in.")
    return counts


def _check_head(lines: _Lines, migration: str) -> None:
    head = lines.next()
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise MoveError("This is no file of flask export-all.")
    if head.get("version") != VERSION:
        raise MoveError(f"The file is of version {head.get('version')}; this app reads version {VERSION}.")
    if head.get("migration") != migration:
        raise MoveError(
            f"The file is of migration {head.get('migration')}, the database of {migration}: run flask db upgrade "
            "with the same version of the app on both sides and export again."
        )


class _Rows:
    """Read the rows of one table; afterwards `line_behind` holds the line that is none."""

    def __init__(self, table: Table, lines: _Lines) -> None:
        self._columns = list(table.columns)
        self._lines = lines
        self.line_behind: object = None

    def __iter__(self) -> Iterator[Row]:
        while isinstance(line := self._lines.next(), list):
            if len(line) != len(self._columns):
                raise self._lines.wrong(f"has {len(line)} values instead of {len(self._columns)}")
            yield {column.name: self._value(column, value) for column, value in zip(self._columns, line, strict=True)}
        self.line_behind = line

    def _value(self, column: Column[object], value: object) -> object:
        try:
            return _json(column, value) if isinstance(column.type, JSON) else read_field(column, value)
        except FieldError as error:
            raise self._lines.wrong(f"cannot be read: {column} ({error.wrong.value})") from None


def _json(column: Column[object], value: object) -> object:
    """Take lists and objects alike, as deep as they were stored."""
    if not isinstance(value, list | dict | None):
        raise FieldError(Wrong.OBJECT)
    if value is None and not column.nullable:
        raise FieldError(Wrong.MISSING)
    try:
        plain_text(value).encode()
    except UnicodeEncodeError:
        raise FieldError(Wrong.CHARACTERS) from None
    return value


def _insert(connection: Connection, table: Table, rows: _Rows) -> None:
    """Insert rows by the thousand. What names a row of the same table is filled in when all are there."""
    later: list[Row] = []
    batch: list[Row] = []
    references = own_references(table)
    named = [column.name for column in (*table.primary_key, *references)]
    for row in rows:
        if any(row[column.name] is not None for column in references):
            later.append({f"own_{name}": row[name] for name in named})
            row.update(dict.fromkeys(column.name for column in references))
        batch.append(row)
        if len(batch) == ROWS_AT_ONCE:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)
    if later:
        same = and_(*(column == bindparam(f"own_{column.name}") for column in table.primary_key))
        values: dict[str, object] = {column.name: bindparam(f"own_{column.name}") for column in references}
        connection.execute(update(table).where(same).values(values), later)
