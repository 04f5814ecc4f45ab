"""Write a group as one document, row by row: its size does not matter."""

from __future__ import annotations

import json
import uuid
from datetime import date, datetime
from enum import Enum
from typing import IO

from sqlalchemy import select
from sqlalchemy.orm import Session

import scorekeeper
from scorekeeper.models import Role
from scorekeeper.models.base import utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.archive.shape import FORMAT, VERSION, columns, own, tables
from scorekeeper.services.transactions import begin_reading

ROWS_AT_ONCE = 500


def write_group(session: Session, actor: Actor, file: IO[bytes], now: datetime | None = None) -> None:
    """Write everything that belongs to the actor's group, secrets left out, as UTF-8 JSON with a row a line."""
    actor.need(Role.OWNER)
    begin_reading(session)
    head = {"format": FORMAT, "version": VERSION, "app": scorekeeper.__version__, "written_at": now or utcnow()}
    for number, (name, value) in enumerate(head.items()):
        file.write(f"{'{' if not number else ','}\n{json.dumps(name)}: {plain_text(value)}".encode())
    file.write(b',\n"tables": {')
    for number, table in enumerate(tables()):
        file.write(f"{',' if number else ''}\n{json.dumps(table.name)}: [".encode())
        held = list(columns(table))
        query = select(*held).where(own(table) == actor.group_id).order_by(*table.primary_key)
        rows = session.execute(query, execution_options={"yield_per": ROWS_AT_ONCE})
        for at, row in enumerate(rows):
            plain = dict(zip((column.name for column in held), row, strict=True))
            file.write(f"{',' if at else ''}\n{plain_text(plain)}".encode())
        file.write(b"]")
    file.write(b"\n}\n}\n")
    session.rollback()


def plain_text(value: object) -> str:
    """Write a value as JSON in one line, times and ids as text."""
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> str:
    """Write what JSON has no kind for."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, uuid.UUID):
        return str(value)
    raise TypeError(f"cannot be written: {type(value).__name__}")
