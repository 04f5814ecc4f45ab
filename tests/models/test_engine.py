"""Tests of the connection set-up: no update is lost, and no writer meets "database is locked"."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from scorekeeper.models.engine import prepare_engine

WRITERS = 4
WRITES_EACH = 50


@pytest.fixture
def counter(tmp_path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{tmp_path / 'counter.sqlite3'}")
    prepare_engine(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE counter (value INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))
    return engine


def test_connection_of_sqlite_is_durable_and_checks_references(counter):
    with counter.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    counter.dispose()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_writers_that_read_first_lose_no_update_and_meet_no_lock(counter):
    errors: list[Exception] = []

    def write() -> None:
        try:
            for _ in range(WRITES_EACH):
                with counter.connect().execution_options(immediate=True) as connection, connection.begin():
                    value = connection.execute(text("SELECT value FROM counter")).scalar_one()
                    connection.execute(text("UPDATE counter SET value = :value"), {"value": value + 1})
        except Exception as error:  # noqa: BLE001  whatever it is, the test shows it
            errors.append(error)

    threads = [threading.Thread(target=write) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with counter.connect() as connection:
        value = connection.execute(text("SELECT value FROM counter")).scalar_one()
    counter.dispose()
    assert errors == []
    assert value == WRITERS * WRITES_EACH


def test_reader_does_not_wait_for_an_open_writer(counter):
    with counter.connect().execution_options(immediate=True) as writer, writer.begin():
        writer.execute(text("UPDATE counter SET value = 7"))
        with counter.connect() as reader:
            assert reader.execute(text("SELECT value FROM counter")).scalar_one() == 0
    counter.dispose()


def test_rolled_back_writer_leaves_nothing(counter):
    with counter.connect().execution_options(immediate=True) as writer:
        writer.execute(text("UPDATE counter SET value = 7"))
        writer.rollback()
        assert writer.execute(text("SELECT value FROM counter")).scalar_one() == 0
    counter.dispose()


def test_session_of_the_tests_reaches_the_migrated_database(session):
    assert session.execute(text("SELECT 1")).scalar_one() == 1
