"""A disk that is full, a database that may only be read, a lock held for half a minute: as docs/security.md says."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server, free_port, migrate, serving
from tests.drills.served import game_on, integrity

pytestmark = pytest.mark.drill

SIZE = "6m"
HELD_SECONDS = 30
# Any four shares of the 120 of which one is the highest.
DEALS = [(41 + number % 20, 30, 49 - number % 20, 0) for number in range(400)]
ENDLESS = {"marks_to_win": None, "limit": 100_000}
FULL, READ_ONLY, AWAY = (
    "There is no room left for the scores",
    "Nothing can be saved just now",
    "The scores cannot be reached just now",
)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a disk of a few megabytes, in memory."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None:
        pytest.skip("only root mounts a disk")
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on a disk; give the file that takes it."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (64 * 1024, 4096, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return filler


def test_a_full_disk_loses_nothing_and_is_said(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = small_disk / "cards.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    with serving(tmp_path) as server, game_on(server, database, options=ENDLESS) as game:
        phone, acknowledged = game.phone(), 0
        filler = fill(small_disk)
        for points in DEALS:
            panel = game.panel(phone, points).change(twice="yes")
            answer = panel.save()
            if answer.status_code != 303:
                break
            acknowledged += 1
        page = phone.shown(answer, 503)
        assert page.soup.select_one("[role=alert] h2").get_text(strip=True) in {FULL, AWAY}
        assert phone.get(game.path).response.status_code == 200
        assert len(game.view().rows) == acknowledged
        filler.unlink()
        assert page.form("Try again").answer().status_code == 303
        assert panel.save().status_code == 303, "the same form is the same entry"
        assert len(game.view().rows) == acknowledged + 1
        assert integrity(game.session) == "ok"


def test_a_database_that_may_only_be_read_is_shown_and_not_written(tmp_path: Path) -> None:
    database = tmp_path / "scorekeeper.sqlite3"
    (tmp_path / "config.py").write_text("RATELIMIT_ENABLED = False\n")
    migrate(tmp_path)
    reading = {"DATABASE_URL": f"sqlite:///file:{database}?mode=ro&uri=true"}
    server = Server(free_port(), tmp_path, extra=reading)
    try:
        server.start()
        with game_on(server, database) as game:
            phone = game.phone()
            panel = game.panel(phone, DEALS[0])
            page = phone.shown(panel.save(), 503)
            assert page.soup.select_one("[role=alert] h2").get_text(strip=True) == READ_ONLY
            assert phone.get(game.path).response.status_code == 200
            assert game.view().rows == ()
            server.extra.clear()
            server.stop()
            server.start()
            assert page.form("Try again").answer().status_code == 303
            assert len(game.view().rows) == 1
            assert integrity(game.session) == "ok"
    finally:
        server.stop()


def test_a_lock_that_is_held_for_half_a_minute_is_waited_for_and_then_said(tmp_path: Path) -> None:
    database = tmp_path / "scorekeeper.sqlite3"
    with serving(tmp_path) as server, game_on(server, database) as game:
        writer, reader = game.phone(), game.phone()
        panel = game.panel(writer, DEALS[0])
        held = threading.Event()

        def hold() -> None:
            connection = sqlite3.connect(database, isolation_level=None)
            connection.execute("BEGIN IMMEDIATE")
            held.set()
            time.sleep(HELD_SECONDS)
            connection.execute("ROLLBACK")
            connection.close()

        holder = threading.Thread(target=hold)
        holder.start()
        assert held.wait(10)
        began = time.monotonic()
        slowest = 0.0
        answers = []
        saving = threading.Thread(target=lambda: answers.append(panel.save()))
        saving.start()
        while saving.is_alive():
            asked = time.monotonic()
            assert reader.get(game.path).response.status_code == 200
            slowest = max(slowest, time.monotonic() - asked)
            time.sleep(0.5)
        waited = time.monotonic() - began
        page = writer.shown(answers[0], 503)
        assert page.soup.select_one("[role=alert] h2").get_text(strip=True) == AWAY
        assert 18 < waited < 28
        assert slowest < 5
        holder.join()
        assert page.form("Try again").answer().status_code == 303
        assert len(game.view().rows) == 1
        assert integrity(game.session) == "ok"
