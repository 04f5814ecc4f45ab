"""Write every row of the database: its size does not matter."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

import scorekeeper
from scorekeeper.models.base import utcnow
from scorekeeper.services.archive.write import plain_text
from scorekeeper.services.drafts import draft_of
from scorekeeper.services.moving.shape import FORMAT, ROWS_AT_ONCE, VERSION, Counts, MoveError, tables
from scorekeeper.services.transactions import begin_reading


def export_all(engine: Engine, target: Path, migration: str) -> Counts:
    """Write all tables of one moment into a file that nobody else can read; it is whole or not there at all.

    `migration` names the one that the database is at. Raises MoveError.
    """
    try:
        with draft_of(target) as draft, draft.open("wb") as file, Session(engine) as session:
            counts = _write(session, _Summed(file), migration)
            file.flush()
            os.fsync(file.fileno())
            return counts
    except OSError as error:
        raise MoveError(f"{target} cannot be written: {error.strerror}.") from error


class _Summed:
    """Write lines and keep their checksum."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.sum = hashlib.sha256()

    def write(self, value: object) -> None:
        line = f"{plain_text(value)}\n".encode()
        self.sum.update(line)
        self._file.write(line)


def _write(session: Session, lines: _Summed, migration: str) -> Counts:
    begin_reading(session)
    told = {"app": scorekeeper.__version__, "written_at": utcnow()}
    lines.write({"format": FORMAT, "version": VERSION, "migration": migration, **told})
    counts = {}
    for table in tables():
        lines.write({"table": table.name, "columns": [column.name for column in table.columns]})
        query = select(*table.columns).order_by(*table.primary_key)
        rows = session.execute(query, execution_options={"yield_per": ROWS_AT_ONCE})
        counts[table.name] = 0
        for row in rows:
            lines.write(list(row))
            counts[table.name] += 1
    lines.write({"end": counts, "sha256": lines.sum.hexdigest()})
    return counts
