"""What the database does for a statement: which tables it reads from end to end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, event, text

from scorekeeper.models import Base

# SQLite names a table by its alias, and an alias of SQLAlchemy's is the table's name with a number.
SCANNED = re.compile(r"^SCAN (?:TABLE )?\"?(\w+?)(?:_\d+)?\"?(?: |$)")
PLANNED = ("SELECT", "UPDATE", "DELETE", "WITH")
LARGE_ROWS = 5_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement as it was sent, and for what."""

    purpose: str
    statement: str
    parameters: Any


class Questions:
    """The statements that were sent, each once."""

    def __init__(self) -> None:
        """Begin with none."""
        self.purpose = ""
        self._found: dict[str, Asked] = {}

    def __iter__(self) -> Iterator[Asked]:
        """Give them in order."""
        return iter(list(self._found.values()))

    def __len__(self) -> int:
        """Count them."""
        return len(self._found)

    def note(
        self, _connection: object, _cursor: object, statement: str, parameters: Any, _context: object, many: bool
    ) -> None:
        """Keep a statement that can be planned."""
        if statement.lstrip().startswith(PLANNED) and not many:
            self._found.setdefault(statement, Asked(self.purpose, statement, parameters))


@contextmanager
def questions_to(engine: Engine) -> Iterator[Questions]:
    """Note what is asked of a database during the block."""
    questions = Questions()
    event.listen(engine, "before_cursor_execute", questions.note)
    try:
        yield questions
    finally:
        event.remove(engine, "before_cursor_execute", questions.note)


def scans(connection: Connection, questions: Questions) -> list[str]:
    """Say which statement reads which table from end to end; on PostgreSQL the large ones are looked at."""
    found = _sqlite_scans if connection.dialect.name == "sqlite" else _postgresql_scans
    large = set(Base.metadata.tables) if connection.dialect.name == "sqlite" else large_tables(connection)
    return [
        f"{asked.purpose} reads all of {table}: {' '.join(asked.statement.split())}"
        for asked in questions
        for table in found(connection, asked)
        if table in large
    ]


def large_tables(connection: Connection) -> set[str]:
    """Give the tables with so many rows that nobody wants to read them all; PostgreSQL's own estimate counts."""
    query = text("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= :least")
    return set(connection.scalars(query, {"least": LARGE_ROWS})) & set(Base.metadata.tables)


def _sqlite_scans(connection: Connection, asked: Asked) -> Iterator[str]:
    plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked.statement}", asked.parameters)
    for row in plan:
        if match := SCANNED.match(row[-1]):
            yield match[1]


def _postgresql_scans(connection: Connection, asked: Asked) -> Iterator[str]:
    plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {asked.statement}", asked.parameters).scalar_one()
    yield from _whole(plan[0]["Plan"] if isinstance(plan, list) else json.loads(plan)[0]["Plan"])


def _whole(node: Mapping[str, Any]) -> Iterator[str]:
    """Give the tables that a part of a plan reads whole: row by row, or by an index without asking it anything."""
    if node["Node Type"] == "Seq Scan" or (node["Node Type"].startswith("Index") and "Index Cond" not in node):
        yield str(node["Relation Name"])
    for part in node.get("Plans", ()):
        yield from _whole(part)
