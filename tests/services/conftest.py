"""Fixtures of the services' tests: a group around a table, and a game of four."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy.orm import Session

from tests.services.factories import Table, make_table


@pytest.fixture
def table(session: Session) -> Table:
    """Give a group of six with an evening of four."""
    return make_table(session)


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    """Give a game of four that has just begun."""
    return table.start().id
