"""Read a document into rows, each field checked, and every id that is named found; no rule of a game is known here."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Column, ForeignKeyConstraint, Table, UniqueConstraint, Uuid
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from scorekeeper.core.problems import Param, Problem
from scorekeeper.services.archive.fields import FieldError, Wrong, kind_of, read_field
from scorekeeper.services.archive.shape import FORMAT, VERSION, columns, tables
from scorekeeper.services.errors import InvalidInputError

MOST_BYTES = 32 * 1024 * 1024
MOST_PROBLEMS = 50
HEAD = frozenset({"format", "version", "app", "written_at", "tables"})
SHOWN = 40

Fields = dict[str, object]


@dataclass(slots=True)
class Problems:
    """Collect problems, not more than a person will read."""

    found: list[Problem] = field(default_factory=list)

    def add(self, code: str, where: str = "", **params: Param) -> None:
        """Note a problem; with the last one that is shown, stop.

        `where` may name what the document says: halves of pairs (UTF-16's surrogates) in it cannot be shown.
        """
        self.found.append(Problem(code, where.encode(errors="replace").decode(), params))
        if len(self.found) >= MOST_PROBLEMS:
            raise InvalidInputError(self.found)

    def stop(self) -> None:
        """Raise InvalidInputError if there are any."""
        if self.found:
            raise InvalidInputError(self.found)


@dataclass(frozen=True, slots=True)
class Document:
    """Hold the rows of a group by table, as the models hold them but for the group's id; `group_id` is the old one."""

    group_id: uuid.UUID
    rows: Mapping[str, list[Fields]]

    def __getitem__(self, table: str) -> list[Fields]:
        """Give the rows of a table."""
        return self.rows[table]


def read_document(data: bytes) -> Document:
    """Read a document. Raises InvalidInputError; the problems stand at ``<table>.<row from 1>.<field>``."""
    problems = Problems()
    given = _tables_of(_parsed(data), problems)
    rows = {table.name: list(_rows(table, given.get(table.name, []), problems)) for table in tables()}
    problems.stop()
    if len(rows["group"]) != 1:
        problems.add("one_group", "group")
        problems.stop()
    _check_unique(rows, problems)
    group_id = rows["group"][0]["id"]
    if not isinstance(group_id, uuid.UUID):
        raise TypeError("a group has an id")
    _check_references(rows, problems)
    problems.stop()
    return Document(group_id, rows)


def _parsed(data: bytes) -> object:
    if len(data) > MOST_BYTES:
        raise InvalidInputError([Problem("file_too_large", "", {"most": MOST_BYTES})])
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidInputError([Problem("file_not_utf8")]) from None
    except json.JSONDecodeError as error:
        raise InvalidInputError([Problem("file_not_json", "", {"line": error.lineno})]) from None
    except (RecursionError, ValueError):
        # Nested too deeply, or a number of thousands of digits.
        raise InvalidInputError([Problem("file_not_json", "", {"line": 1})]) from None


def _tables_of(document: object, problems: Problems) -> Mapping[str, list[object]]:
    """Give the rows by table, if this is a group of a version that is known."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidInputError([Problem("file_no_group")])
    if document.get("version") != VERSION or isinstance(document.get("version"), bool):
        raise InvalidInputError([Problem("file_version", "", {"newest": VERSION})])
    given = document.get("tables")
    if not isinstance(given, dict):
        raise InvalidInputError([Problem("file_no_group")])
    known = {table.name for table in tables()}
    for name in [*(name for name in document if name not in HEAD), *(name for name in given if name not in known)]:
        problems.add("unknown", name[:SHOWN])
    for name, rows in given.items():
        if not isinstance(rows, list):
            problems.add("list", name[:SHOWN])
    problems.stop()
    return given


def _rows(table: Table, given: list[object], problems: Problems) -> Iterator[Fields]:
    held = list(columns(table))
    for number, plain in enumerate(given, 1):
        place = f"{table.name}.{number}"
        if not isinstance(plain, dict):
            problems.add(Wrong.OBJECT, place)
            continue
        for name in plain:
            if name not in {column.name for column in held}:
                problems.add("unknown", f"{place}.{name[:SHOWN]}")
        yield dict(_fields(held, plain, place, problems))


def _fields(
    held: list[Column[object]], plain: Mapping[str, object], place: str, problems: Problems
) -> Iterator[tuple[str, object]]:
    """Read each column; one that an older document does not have keeps its default."""
    for column in held:
        try:
            if column.name in plain:
                yield column.name, read_field(column, plain[column.name])
            elif isinstance(column.default, ScalarElementColumnDefault):
                yield column.name, column.default.arg
            else:
                yield column.name, read_field(column, None)
        except FieldError as error:
            problems.add(error.wrong, f"{place}.{column.name}")


def _check_unique(rows: Mapping[str, list[Fields]], problems: Problems) -> None:
    """Refuse two rows where a table has room for one."""
    for table in tables():
        held = {column.name for column in columns(table)}
        keys = [table.primary_key, *(each for each in table.constraints if isinstance(each, UniqueConstraint))]
        for key in keys:
            names = [column.name for column in key.columns if column.name != "group_id"]
            if not held.issuperset(names):
                continue
            seen: set[tuple[object, ...]] = set()
            for number, row in enumerate(rows[table.name], 1):
                value = tuple(row[name] for name in names)
                if None not in value and value in seen:
                    problems.add("twice", f"{table.name}.{number}.{names[-1]}")
                seen.add(value)


def _check_references(rows: Mapping[str, list[Fields]], problems: Problems) -> None:
    """Refuse an id that names nothing in the document: what is a foreign key by its table, the others anywhere."""
    ids = {name: {row["id"] for row in found} for name, found in rows.items() if found and "id" in found[0]}
    everything = set().union(*ids.values())
    for table in tables():
        targets = dict(_targets(table))
        for column in columns(table):
            if kind_of(column) is not Uuid or column.name == "id":
                continue
            known = ids.get(targets[column.name], set()) if column.name in targets else everything
            for number, row in enumerate(rows[table.name], 1):
                if row[column.name] is not None and row[column.name] not in known:
                    problems.add("foreign_id", f"{table.name}.{number}.{column.name}")


def _targets(table: Table) -> Iterator[tuple[str, str]]:
    """Give of each column that is a foreign key within the group the table that it refers to."""
    for constraint in table.constraints:
        if isinstance(constraint, ForeignKeyConstraint):
            for element in constraint.elements:
                if element.column.name == "id" and element.parent.name != "group_id":
                    yield element.parent.name, element.column.table.name
