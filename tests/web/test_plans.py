"""No page's query reads a table from end to end: what SQLite says it would do, which no size of a table changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from scorekeeper.models import Role
from scorekeeper.web.extensions import db
from tests.conftest import ON_POSTGRESQL
from tests.databases import Databases
from tests.plans import Questions, questions_to, scans
from tests.web.world import World, made_world

pytestmark = pytest.mark.skipif(ON_POSTGRESQL, reason="PostgreSQL reads small tables whole: see tests/drills")
# These end what the others are asked of.
LAST = ("access.leave", "erasure.delete")


@pytest.fixture(scope="module")
def world(databases: Databases, shared_instance: Path) -> Iterator[World]:
    """Give two groups that have met."""
    with made_world(databases, shared_instance) as made:
        yield made


@pytest.fixture
def engine_of_app(world: World) -> Engine:
    """Give the engine that the app asks."""
    with world.app.app_context():
        return db.engine


def ask_everything(world: World, questions: Questions) -> int:
    """Call every route as its owner's phone would, pages before changes; count those that answered."""
    client, answered = world.phone(world.here["group_id"], Role.OWNER), 0
    rules = [(rule, method) for rule in world.app.url_map.iter_rules() for method in ("GET", "POST")]
    for rule, method in sorted(rules, key=lambda call: (call[0].endpoint in LAST, call[1], call[0].endpoint)):
        if method in (rule.methods or ()):
            questions.purpose = f"{method} {rule.endpoint}"
            answered += world.call(client, rule, method, world.here) < 500
    return answered


def test_no_route_reads_a_table_from_end_to_end(world: World, engine_of_app: Engine) -> None:
    with questions_to(engine_of_app) as questions:
        assert ask_everything(world, questions) > 100
    assert len(questions) > 150
    with world.engine.connect() as connection:
        assert scans(connection, questions) == []


@pytest.mark.parametrize(
    ("statement", "parameters", "read"),
    [
        ("SELECT * FROM entry WHERE payload = ?", ("",), "reads all of entry"),
        ("SELECT * FROM entry AS entry_1 ORDER BY created_at", (), "reads all of entry"),
        ("SELECT count(*) FROM change", (), "reads all of change"),
        ("UPDATE seat SET total = 0 WHERE player_id = ?", ("",), "reads all of seat"),
        ("SELECT * FROM entry WHERE group_id = ?", ("",), None),
        ("SELECT * FROM alembic_version", (), None),
    ],
)
def test_a_statement_that_does_is_found(world: World, statement: str, parameters: tuple[str], read: str | None) -> None:
    with world.engine.connect() as connection, questions_to(world.engine) as questions:
        connection.exec_driver_sql(statement, parameters)
        connection.rollback()
        found = scans(connection, questions)
    assert [(read or "nothing") in each for each in found] == ([True] if read else [])
