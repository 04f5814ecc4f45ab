"""A database that the code of an earlier migration made comes up at the newest one with everything it had."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from flask_migrate import upgrade
from sqlalchemy import Connection, Engine, func, inspect, select, text
from sqlalchemy.orm import Session

from scorekeeper.models import Base, Seat
from scorekeeper.services.rebuild import rebuild
from scorekeeper.web.application import Application
from scorekeeper.web.config import MIGRATIONS
from scorekeeper.web.extensions import db
from tests.conftest import ON_POSTGRESQL, MakeApp
from tests.migrations.dump import HERE, totals

pytestmark = pytest.mark.skipif(ON_POSTGRESQL, reason="the files are SQLite's")
KEPT = sorted(HERE.glob("[0-9]*.sql"))


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest) -> Path:
    """Give each database that is kept, as SQL."""
    path: Path = request.param
    return path


@pytest.fixture
def app(kept: Path, tmp_path: Path, make_app: MakeApp) -> Iterator[Application]:
    """Give the app on such a database."""
    path = tmp_path / "old.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(kept.read_text(encoding="utf-8"))
    connection.close()
    app = make_app(f"sqlite:///{path}")
    with app.app_context():
        yield app
        db.engine.dispose()


def counts(connection: Connection) -> dict[str, int]:
    names = inspect(connection).get_table_names()
    return {name: connection.scalar(text(f'SELECT count(*) FROM "{name}"')) or 0 for name in names}


def seats(engine: Engine) -> list[object]:
    """Give the kept results; the columns are those of the first migration."""
    query = select(Seat.sheet_id, Seat.seat, Seat.player_id, Seat.total, Seat.marks, Seat.stakes).order_by(Seat.id)
    with engine.connect() as connection:
        return list(connection.execute(query))


def test_every_migration_has_a_database_of_its_time() -> None:
    revisions = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    assert {path.stem for path in KEPT} == revisions


def test_an_old_database_comes_up_with_equal_totals(app: Application, kept: Path) -> None:
    with db.engine.connect() as connection:
        before = counts(connection)
    kept_results = seats(db.engine)
    upgrade()
    with db.engine.connect() as connection:
        after = counts(connection)
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    assert before["entry"] == 60
    assert {name: after[name] for name in before} == before
    assert set(after) == {*Base.metadata.tables, "alembic_version"}
    assert seats(db.engine) == kept_results
    first = kept.read_text(encoding="utf-8").partition("\n")[0]
    with Session(db.engine) as session:
        assert totals(session) == json.loads(first.removeprefix("-- "))
        assert session.scalar(select(func.count()).select_from(Seat).where(Seat.total.is_not(None)))
        list(rebuild(session, apply=True))
        assert set(rebuild(session, apply=False)) == {None}
