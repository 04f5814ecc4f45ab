"""What the document of a group holds: every table and column of a group, but for secrets and what follows from others.

A table that is new is exported without a word here. What must not leave is named below, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sqlalchemy import Column, Table

from scorekeeper.models import Base

FORMAT = "scorekeeper-group"
VERSION = 1

ABSENT_TABLES: Mapping[str, str] = MappingProxyType(
    {
        "link": "who has a link is in the group",
        "feat": "follows from the rows of the games",
        "month_sum": "follows from the results of the games",
    }
)
LEFT_OUT: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "group": MappingProxyType({"recovery_hash": "stands for the recovery code"}),
        "player": MappingProxyType({"folded": "follows from the name"}),
        "sheet": MappingProxyType({"open_deal": "is no row yet, and for the phones at this table"}),
        "device": MappingProxyType(
            {
                "token_hash": "stands for the cookie that opens the group",
                "link_id": "names a secret link",
                "role": "no phone of the old group is one of the new group",
                "seen_at": "goes with the role",
                "removed_at": "goes with the role",
            }
        ),
    }
)


def tables() -> tuple[Table, ...]:
    """Give the tables of the document, each behind those that it refers to."""
    return tuple(table for table in Base.metadata.sorted_tables if table.name not in ABSENT_TABLES)


def columns(table: Table) -> Iterator[Column[object]]:
    """Give the columns of a table that the document holds; the group's id is said once."""
    for column in table.columns:
        if column.name != "group_id" and column.name not in LEFT_OUT.get(table.name, {}):
            yield column


def own(table: Table) -> Column[object]:
    """Give the column that says whose a row is."""
    return table.c.id if table.name == "group" else table.c.group_id
