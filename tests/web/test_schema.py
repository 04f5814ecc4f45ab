"""Tests of an app on a database that was not migrated: it says so, serves nothing, and comes to life by itself."""

from __future__ import annotations

import click
import pytest
from alembic.script import ScriptDirectory
from flask_migrate import downgrade, upgrade
from sqlalchemy.exc import OperationalError

from scorekeeper.web.config import MIGRATIONS
from scorekeeper.web.extensions import db
from scorekeeper.web.schema import NOT_SET_UP, newest_migration


@pytest.fixture
def unmigrated(make_app, empty_database_url):
    return make_app(empty_database_url)


def test_every_page_says_what_to_run_until_it_was_run(unmigrated):
    client = unmigrated.test_client()
    for path in ("/", "/healthz"):
        answer = client.get(path)
        assert (answer.status_code, answer.text.strip()) == (503, NOT_SET_UP)
    with unmigrated.app_context():
        upgrade()
    assert client.get("/healthz").text == "ok\n"


def test_database_of_an_older_version_is_not_set_up(unmigrated):
    with unmigrated.app_context():
        upgrade()
        downgrade(revision="base")
    assert unmigrated.test_client().get("/healthz").status_code == 503


def test_newest_migration_is_the_one_that_alembic_would_run_last():
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [newest_migration()]


def test_server_that_starts_says_it_on_stderr(make_app, empty_database_url, capsys):
    make_app(empty_database_url, TESTING=False)
    assert capsys.readouterr().err.strip() == NOT_SET_UP


def test_server_on_a_migrated_database_says_nothing(make_app, database_url, capsys):
    make_app(database_url, TESTING=False)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("command", "says"), [("run", NOT_SET_UP), ("upgrade", "")])
def test_only_the_command_that_serves_says_it(make_app, empty_database_url, capsys, command, says):
    with click.Context(click.Command(command), info_name=command):
        make_app(empty_database_url, TESTING=False)
    assert capsys.readouterr().err.strip() == says


def test_health_says_when_the_database_is_gone(client, monkeypatch):
    assert client.get("/healthz").text == "ok\n"

    def execute(*_):
        raise OperationalError("SELECT 1", {}, Exception("secret host"))

    monkeypatch.setattr(db.session, "execute", execute)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "database unreachable\n")
