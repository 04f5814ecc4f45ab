"""What writing and reading the file agree on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from sqlalchemy import Column, Table

from scorekeeper.models import Base

FORMAT = "scorekeeper-database"
VERSION = 1
ROWS_AT_ONCE = 1_000

Counts: TypeAlias = Mapping[str, int]
"""How many rows each table has."""


class MoveError(Exception):
    """Say in a sentence why the database was not written into a file, or a file not read into the database."""


def tables() -> tuple[Table, ...]:
    """Give every table, each behind those that it refers to."""
    return tuple(Base.metadata.sorted_tables)


def own_references(table: Table) -> tuple[Column[object], ...]:
    """Give the columns that name another row of the same table."""
    found = [key for key in table.foreign_key_constraints if key.referred_table is table]
    return tuple(column for key in found for column in key.columns if column.name != "group_id")
