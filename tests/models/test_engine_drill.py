"""Drills of the database: what was acknowledged survives a writer that is killed; writers in processes lose nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from scorekeeper.models.engine import prepare_engine
from tests.house import ROOT

pytestmark = pytest.mark.drill

ROUNDS = 10
PROCESSES = 4
WRITES_EACH = 400
# Adds one and says so, until it is killed or has written as often as it should.
WRITER = """
import sys
from sqlalchemy import create_engine, text
from scorekeeper.models.engine import prepare_engine

engine = create_engine(sys.argv[1])
prepare_engine(engine)
for _ in range(int(sys.argv[2])):
    with engine.connect().execution_options(immediate=True) as connection, connection.begin():
        value = connection.execute(text("SELECT value FROM counter")).scalar_one()
        connection.execute(text("UPDATE counter SET value = :value"), {"value": value + 1})
    print("done", flush=True)
"""


@pytest.fixture
def counter_url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'counter.sqlite3'}"
    execute(url, "CREATE TABLE counter (value INTEGER NOT NULL)")
    execute(url, "INSERT INTO counter VALUES (0)")
    return url


def execute(url: str, statement: str) -> object:
    engine = create_engine(url)
    prepare_engine(engine)
    with engine.begin() as connection:
        result = connection.execute(text(statement))
        value = result.scalar() if result.returns_rows else None
    engine.dispose()
    return value


def writer(url: str, writes: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, url, str(writes)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_writes_that_were_acknowledged_survive_a_killed_writer(counter_url: str):
    acknowledged = 0
    for round_number in range(ROUNDS):
        process = writer(counter_url, 1_000_000)
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.1 + 0.03 * round_number)
        process.send_signal(signal.SIGKILL)
        acknowledged += 1 + process.communicate()[0].count("done\n")
        assert execute(counter_url, "PRAGMA integrity_check") == "ok"
        stored = execute(counter_url, "SELECT value FROM counter")
        # The last write may be stored without having been acknowledged: that is what keys are for.
        assert stored in {acknowledged, acknowledged + 1}
        acknowledged = stored


def test_writers_in_several_processes_lose_no_update(counter_url: str):
    processes = [writer(counter_url, WRITES_EACH) for _ in range(PROCESSES)]
    outputs = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * PROCESSES
    assert [output.count("done\n") for output in outputs] == [WRITES_EACH] * PROCESSES
    assert execute(counter_url, "SELECT value FROM counter") == PROCESSES * WRITES_EACH
