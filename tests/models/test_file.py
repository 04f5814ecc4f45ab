"""Tests of the file of a SQLite database: its owner's alone, and never another one unnoticed."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import OperationalError

from scorekeeper.models.engine import prepare_engine


def opened(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}")
    prepare_engine(engine)
    return engine


def execute(engine: Engine, statement: str) -> object:
    with engine.begin() as connection:
        result = connection.execute(text(statement))
        return result.scalar() if result.returns_rows else None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cards.sqlite3"


@pytest.fixture
def engine(path: Path) -> Engine:
    made = opened(path)
    execute(made, "CREATE TABLE score (points INTEGER)")
    execute(made, "INSERT INTO score VALUES (66)")
    return made


def test_a_new_file_and_what_lies_beside_it_are_for_the_owner_alone(engine: Engine, path: Path) -> None:
    with engine.connect() as connection:
        connection.execute(text("SELECT points FROM score"))
        files = [path, *path.parent.glob(f"{path.name}-*")]
        assert len(files) == 3
        assert [stat.S_IMODE(each.stat().st_mode) for each in files] == [0o600] * 3
    engine.dispose()


def test_a_deleted_file_is_neither_written_nor_made_anew(engine: Engine, path: Path) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    for _ in range(2):
        with pytest.raises(OperationalError, match="gone"):
            execute(engine, "INSERT INTO score VALUES (30)")
        assert not path.exists()


def test_a_file_that_comes_back_is_used_again(engine: Engine, path: Path) -> None:
    away = path.with_name("away")
    path.rename(away)
    with pytest.raises(OperationalError, match="gone"):
        execute(engine, "SELECT points FROM score")
    away.rename(path)
    assert execute(engine, "SELECT points FROM score") == 66
    engine.dispose()


def test_a_file_put_in_its_place_is_the_one_that_is_read_and_written(engine: Engine, path: Path) -> None:
    engine.dispose()
    other = path.with_name("other")
    shutil.copyfile(path, other)
    second = opened(other)
    execute(second, "UPDATE score SET points = 30")
    second.dispose()
    assert execute(engine, "SELECT points FROM score") == 66
    other.replace(path)
    assert execute(engine, "SELECT points FROM score") == 30
    engine.dispose()


def test_a_folder_that_is_missing_is_said_by_sqlite(tmp_path: Path) -> None:
    with pytest.raises(OperationalError, match="unable to open"):
        execute(opened(tmp_path / "missing" / "cards.sqlite3"), "SELECT 1")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_has_no_file_to_look_after(url: str) -> None:
    engine = create_engine(url)
    prepare_engine(engine)
    assert execute(engine, "SELECT 1") == 1
    assert not Path(":memory:").exists()
    engine.dispose()
