"""Fixtures of every test: a migrated database of its own, on SQLite or on PostgreSQL, and the app upon it.

``TEST_DATABASE=postgresql`` runs the same tests on a PostgreSQL server that is thrown away afterwards.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask.testing import FlaskClient
from flask_migrate import upgrade
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import Engine, create_engine
from sqlalchemy.orm import Session

from scorekeeper.models.engine import prepare_engine
from scorekeeper.web.application import Application
from scorekeeper.web.cli import bind_migrations
from scorekeeper.web.config import SETTINGS
from scorekeeper.web.extensions import db
from scorekeeper.web.factory import create_app
from tests.coverage_floors import Held, check_floors
from tests.databases import Databases, postgres_databases, sqlite_databases

MakeApp = Callable[..., Application]

SHORTFALLS = pytest.StashKey[list[str]]()
# Every commit waits for the disk, and what is on it at the end is of no use: where there is one, a disk in memory does.
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
ON_POSTGRESQL = os.environ.get("TEST_DATABASE", "sqlite") == "postgresql"

# What the developer's shell says about a real installation is not for the tests.
for _setting in SETTINGS:
    os.environ.pop(_setting.name, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option by which `make test` holds the code to its coverage."""
    parser.addoption(
        "--coverage-floors", type=Held, help="fail when the rules, or all of the code, are tested too little"
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[None]:
    """Check the floors after the coverage was written, while the run can still fail."""
    result = yield
    held = session.config.getoption("--coverage-floors")
    if held and not session.testsfailed:
        session.config.stash[SHORTFALLS] = shortfalls = check_floors(Path(session.config.rootpath), held)
        session.testsfailed += len(shortfalls)
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the parts that are tested too little."""
    for line in config.stash.get(SHORTFALLS, ()):
        terminalreporter.write_line(f"coverage: {line}", red=True)


# How long one example takes says nothing on a busy machine.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def shared_instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the instance folder that the tests' apps share; their databases lie elsewhere."""
    return tmp_path_factory.mktemp("instance")


@contextmanager
def apps(instance: Path) -> Iterator[MakeApp]:
    """Give a function that makes an app for a database; leave every database at the end."""
    made: list[Application] = []

    def make(database_url: str, **settings: object) -> Application:
        defaults: dict[str, object] = {
            "TESTING": True,
            "SECRET_KEY": "made up for the tests",
            "SCOREKEEPER_INSTANCE": str(instance),
            "WTF_CSRF_ENABLED": False,
            "RATELIMIT_ENABLED": False,
        }
        app = create_app({**defaults, "DATABASE_URL": database_url, **settings})
        bind_migrations(app)
        # Each test makes an app of its own: templates are compiled once for all of them.
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(instance))
        made.append(app)
        return app

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def make_app(shared_instance: Path) -> Iterator[MakeApp]:
    """Give a function that makes an app for a database; further settings by keyword.

    Forms need no token and nothing is limited unless the test says so.
    """
    with apps(shared_instance) as make:
        yield make


@pytest.fixture(scope="session")
def databases(shared_instance: Path) -> Iterator[Databases]:
    """Give the maker of databases for this run."""

    def migrate(url: str) -> None:
        with apps(shared_instance) as make, make(url).app_context():
            upgrade()

    start = postgres_databases if ON_POSTGRESQL else sqlite_databases
    with TemporaryDirectory(dir=IN_MEMORY) as folder, start(Path(folder), migrate) as made:
        yield made


@pytest.fixture
def database_url(databases: Databases) -> Iterator[str]:
    """Give the address of a fresh database with all tables and no rows."""
    url = databases.migrated()
    yield url
    databases.drop(url)


@pytest.fixture
def empty_database_url(databases: Databases) -> Iterator[str]:
    """Give the address of a fresh database without tables."""
    url = databases.empty()
    yield url
    databases.drop(url)


@cache
def prepared_engine(url: str) -> Engine:
    """Make one engine for each address: most of a short test would be the compiling of statements."""
    made = create_engine(url)
    prepare_engine(made)
    return made


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """Give an engine set up as the app sets up its own, without Flask; no connection is left from another test."""
    made = prepared_engine(database_url)
    yield made
    made.dispose()


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """Give a session for the test of a service."""
    with Session(engine) as made:
        yield made


@pytest.fixture
def app(database_url: str, make_app: MakeApp) -> Application:
    """Give the app on a fresh database."""
    return make_app(database_url)


@pytest.fixture
def client(app: Application) -> FlaskClient:
    """Give a browser that has joined nothing."""
    return app.test_client()
