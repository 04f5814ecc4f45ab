"""The whole database in one file while others write, and put back elsewhere: intact, and its books in order."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.orm import Session

from scorekeeper.models.engine import prepare_engine
from scorekeeper.services import backup
from scorekeeper.services.backup import BackupError, back_up, groups_in, restore
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.seed import Wish, seed_group
from tests.conftest import ON_POSTGRESQL, MakeApp
from tests.databases import Databases
from tests.house import ROOT
from tests.services.storms import new_table, storm

ROUNDS = 8


@pytest.fixture
def other(databases: Databases) -> Iterator[str]:
    """Give the address of a database with all tables and no rows."""
    url = databases.migrated()
    yield url
    databases.drop(url)


def opened(url: str) -> Engine:
    engine = create_engine(url)
    prepare_engine(engine)
    return engine


def assert_in_order(url: str, groups: int) -> int:
    """Check a database by itself and its results by its rows; give how many games it has."""
    engine = opened(url)
    assert groups_in(engine) == groups
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
            assert connection.execute(text("PRAGMA foreign_key_check")).fetchall() == []
    with Session(engine) as session:
        findings = list(rebuild(session, apply=False))
    engine.dispose()
    assert set(findings) <= {None}
    return len(findings)


def test_backup_during_a_storm_is_restored_elsewhere(
    database_url: str, other: str, tmp_path: Path, make_app: MakeApp
) -> None:
    with Session(engine := opened(database_url)) as session:
        seed_group(session, Wish(3))
    file = tmp_path / "backup"
    with storm(database_url):
        answer = make_app(database_url).test_cli_runner().invoke(args=["backup", str(file)])
    engine.dispose()
    assert (answer.exit_code, answer.output) == (0, f"{file}: {file.stat().st_size:,} bytes.\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["backup"]
    done = make_app(other).test_cli_runner().invoke(args=["restore", str(file)])
    assert (done.exit_code, done.output) == (0, "Restored.\n")
    assert assert_in_order(other, 2) > 3


def test_restore_replaces_groups_only_when_told(
    session: Session, engine: Engine, other: str, tmp_path: Path, make_app: MakeApp
) -> None:
    seed_group(session, Wish(1))
    file = tmp_path / "backup"
    back_up(engine, file)
    with Session(there := opened(other)) as elsewhere:
        seed_group(elsewhere, Wish(0))
        seed_group(elsewhere, Wish(0))
    there.dispose()
    runner = make_app(other).test_cli_runner()
    refused = runner.invoke(args=["restore", str(file)])
    assert refused.exit_code == 1
    assert "The database holds 2 groups, which would be lost." in refused.output
    assert assert_in_order(other, 2) == 0
    assert runner.invoke(args=["restore", "--force", str(file)]).exit_code == 0
    assert assert_in_order(other, 1) > 0


def test_restore_makes_a_database_where_there_is_none(
    session: Session, engine: Engine, empty_database_url: str, tmp_path: Path
) -> None:
    seed_group(session, Wish(1))
    back_up(engine, tmp_path / "backup")
    there = opened(empty_database_url)
    restore(there, tmp_path / "backup", force=False)
    there.dispose()
    assert assert_in_order(empty_database_url, 1) > 0


def test_backup_writes_over_a_file_only_when_told(make_app: MakeApp, database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    file.write_text("precious")
    runner = make_app(database_url).test_cli_runner()
    refused = runner.invoke(args=["backup", str(file)])
    assert refused.exit_code == 1
    assert "is there already" in refused.output
    assert file.read_text() == "precious"
    assert runner.invoke(args=["backup", "--force", str(file)]).exit_code == 0
    assert file.read_bytes() != b"precious"


@pytest.mark.parametrize("content", [b"", b"notes", b"SQLite format 3\0" + b"x" * 5000, None])
def test_restore_of_what_is_no_backup_changes_nothing(
    session: Session, engine: Engine, tmp_path: Path, content: bytes | None
) -> None:
    seed_group(session, Wish(1))
    file = tmp_path / "backup"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BackupError):
        restore(engine, file, force=True)
    assert groups_in(engine) == 1


def test_backup_to_where_nothing_can_be_written_says_so(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be written"):
        back_up(engine, tmp_path / "nowhere" / "backup")


def test_database_in_memory_has_no_backup(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="in memory"):
        back_up(create_engine("sqlite://"), tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def test_tools_that_are_missing_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _program: None)
    monkeypatch.setattr(backup, "POSTGRESQL_TOOLS", tmp_path / "none")
    with pytest.raises(BackupError, match="pg_dump is not installed"):
        back_up(create_engine("postgresql+psycopg://nobody@localhost/none"), tmp_path / "backup")


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("db:5433/cards", "dbname=cards user=anna host=db port=5433"),
        (
            "/cards?host=one:5433&host=two:5434&target_session_attrs=read-write",
            "dbname=cards user=anna target_session_attrs=read-write host=one,two port=5433,5434",
        ),
    ],
)
def test_tools_are_told_where_the_database_is_and_the_password_apart(
    place: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "16" / "bin" / "pg_dump"
    tool.parent.mkdir(parents=True)
    tool.write_text('#!/bin/sh\necho "$1 with $PGPASSWORD" >&2\nexit 3\n')
    tool.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _program: None)
    monkeypatch.setattr(backup, "POSTGRESQL_TOOLS", tmp_path)
    with pytest.raises(BackupError) as failed:
        back_up(create_engine(f"postgresql+psycopg://anna:s3cret@{place}"), tmp_path / "backup")
    said, _, password = str(failed.value).partition("--dbname=")[2].partition(" with ")
    assert sorted(said.split()) == sorted(told.split())
    assert password == "s3cret"


@pytest.mark.drill
@pytest.mark.skipif(ON_POSTGRESQL, reason="pg_dump has its own tests")
def test_backups_during_a_storm_of_processes_are_all_in_order(database_url: str, tmp_path: Path) -> None:
    """Several processes write as fast as they can; each copy is intact, later ones hold more."""
    command = [sys.executable, "-m", "tests.services.storms", database_url]
    groups = [new_table(database_url) for _ in range(3)]
    writers = [subprocess.Popen([*command, str(group_id)], cwd=ROOT) for group_id in groups]
    engine = opened(database_url)
    try:
        games = []
        for number in range(ROUNDS):
            time.sleep(2)
            file = tmp_path / f"{number}.sqlite3"
            back_up(engine, file)
            games.append(assert_in_order(f"sqlite:///{file}", len(writers)))
        assert games == sorted(games)
        assert games[-1] > games[0]
        assert all(writer.poll() is None for writer in writers), "the writers went on"
    finally:
        for writer in writers:
            writer.terminate()
            writer.wait(20)
        engine.dispose()
