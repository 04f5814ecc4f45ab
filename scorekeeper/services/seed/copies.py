"""Copies of a group, for databases that are to be large: rows by the million in seconds."""

from __future__ import annotations

import uuid

from sqlalchemy import Uuid, insert, literal, select
from sqlalchemy.orm import Session

from scorekeeper.models import Base


def copy_group(session: Session, group_id: uuid.UUID, copy_id: uuid.UUID) -> None:
    """Copy everything that belongs to a group under another group's id; the caller commits.

    The ids of the rows stay: they only need to be their own within a group.
    """
    for table in Base.metadata.sorted_tables:
        own = table.c.id if table.name == "group" else table.c.group_id
        copied = [literal(copy_id, Uuid()) if column is own else column for column in table.columns]
        rows = select(*copied).where(own == group_id)
        session.execute(insert(table).from_select([column.name for column in table.columns], rows))
