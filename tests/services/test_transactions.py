"""The writing transaction: it waits for the lock as long as it takes, and says so when it cannot have it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, create_engine, event, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.models import Group
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services.transactions import LOCK_ROUNDS, begin_immediate


@pytest.fixture
def hasty(database_url: str) -> Iterator[Engine]:
    """Give an engine whose connections wait a hundredth of a second for a lock."""
    if not database_url.startswith("sqlite"):
        pytest.skip("PostgreSQL waits by itself")
    engine = create_engine(database_url)
    prepare_engine(engine)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout=10"))
    yield engine
    engine.dispose()


@contextmanager
def locked(database_url: str) -> Iterator[sqlite3.Connection]:
    """Hold the write lock."""
    holder = sqlite3.connect(database_url.removeprefix("sqlite:///"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        yield holder
    finally:
        holder.close()


def test_begin_asks_again_when_the_lock_is_not_free_yet(hasty: Engine, database_url: str) -> None:
    with locked(database_url) as holder, Session(hasty) as session:
        event.listen(hasty, "handle_error", lambda _context: holder.rollback())
        begin_immediate(session)
        assert session.in_transaction()


def test_begin_gives_up_after_some_rounds_and_leaves_the_session_usable(hasty: Engine, database_url: str) -> None:
    refused: list[object] = []
    event.listen(hasty, "handle_error", refused.append)
    with locked(database_url), Session(hasty) as session:
        with pytest.raises(OperationalError, match="locked"):
            begin_immediate(session)
        assert len(refused) == LOCK_ROUNDS
        assert session.scalars(select(Group)).all() == []


def test_begin_does_not_ask_again_when_something_else_is_wrong(tmp_path: object) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/missing/nowhere.sqlite3")
    with Session(engine) as session, pytest.raises(OperationalError, match="unable to open"):
        begin_immediate(session)
