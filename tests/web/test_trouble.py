"""Tests of what a phone hears when the database is full, read-only, locked or gone; the form goes through later."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import request_finished
from sqlalchemy import PoolProxiedConnection, event
from sqlalchemy.exc import OperationalError

from scorekeeper.models import engine
from scorekeeper.services import transactions
from scorekeeper.web.extensions import db
from tests.conftest import ON_POSTGRESQL, MakeApp
from tests.web.conftest import SERVED
from tests.web.phone import Page
from tests.web.sheet_table import Game, MakeGame, Panel

on_sqlite = pytest.mark.skipif(ON_POSTGRESQL, reason="a file is SQLite's")
NOT_FOR_ME = "sqlite:///file:{path}?mode=ro&uri=true"
FULL, READ_ONLY, AWAY = (
    "There is no room left for the scores",
    "Nothing can be saved just now",
    "The scores cannot be reached just now",
)


@pytest.fixture
def game(make_game: MakeGame) -> Game:
    return make_game(options={"marks_to_win": None})


def panel_of(game: Game) -> Panel:
    """Open the sheet and type a deal."""
    return Panel.of(game.phone().get(game.path)).points(Anna=66, Bernd=30, Clara=24, Dieter=0)


def refusal(panel: Panel, heading: str) -> Page:
    """Save, be refused, and find what was typed in a form that sends it again."""
    page = panel.phone.shown(panel.save(), 503)
    assert page.soup.select_one("[role=alert] h2").get_text(strip=True) == heading
    assert page.response.headers["Retry-After"] == "5"
    form = page.form("Try again")
    assert {name: values for name, values in form.data.items() if name != "csrf_token"} == {
        name: values for name, values in panel.data.items() if name != "csrf_token"
    }
    return page


@pytest.fixture
def tight(game: Game) -> Iterator[list[bool]]:
    """Let the database grow no page while the list says so."""
    is_full: list[bool] = []
    with game.app.app_context():
        bound = db.engine

    def limit(connection: sqlite3.Connection, *_told: object) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages if is_full else 1_000_000}").close()

    event.listen(bound, "checkout", limit)
    yield is_full
    event.remove(bound, "checkout", limit)


@on_sqlite
def test_a_full_disk_is_said_and_the_same_form_goes_through_when_there_is_room(game: Game, tight: list[bool]) -> None:
    """The last page still has room for some rows."""
    phone, saved = game.phone(), 0
    tight.append(True)
    while saved < 34:
        points = {"Anna": saved + 2, "Bernd": 40, "Clara": 40, "Dieter": 38 - saved}
        panel = Panel.of(phone.get(game.path)).points(**points).change(twice="yes")
        if (status := panel.save().status_code) != 303:
            break
        saved += 1
    assert status == 503
    page = refusal(panel, FULL)
    assert phone.get(game.path).response.status_code == 200
    assert len(game.view().rows) == saved
    tight.clear()
    assert page.form("Try again").answer().status_code == 303
    assert len(game.view().rows) == saved + 1


@on_sqlite
def test_a_read_only_database_is_read_and_says_that_nothing_can_be_saved(
    game: Game, make_app: MakeApp, database_url: str
) -> None:
    app = make_app(NOT_FOR_ME.format(path=database_url.removeprefix("sqlite:///")), **SERVED)
    shown = panel_of(Game(app, game.session, game.table, game.sheet_id))
    refusal(shown, READ_ONLY)
    assert game.view().rows == ()


@on_sqlite
def test_a_lock_that_is_held_is_waited_for_and_then_said_while_reading_goes_on(
    make_game: MakeGame, make_app: MakeApp, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PRAGMAS", ("PRAGMA busy_timeout=20", *engine.PRAGMAS[1:]))
    here = make_game()
    game = Game(make_app(database_url, **SERVED), here.session, here.table, here.sheet_id)
    panel = panel_of(game)
    holder = sqlite3.connect(database_url.removeprefix("sqlite:///"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    page = refusal(panel, AWAY)
    assert panel.phone.get(game.path).response.status_code == 200
    holder.execute("ROLLBACK")
    holder.close()
    assert page.form("Try again").answer().status_code == 303
    assert panel.save().status_code == 303, "the first form is the same entry"
    assert len(game.view().rows) == 1


@on_sqlite
def test_a_file_that_is_gone_is_said_to_be_and_is_not_made_anew(
    make_game: MakeGame, make_app: MakeApp, database_url: str
) -> None:
    here = make_game()
    game = Game(make_app(database_url, **SERVED), here.session, here.table, here.sheet_id)
    panel = panel_of(game)
    path = Path(database_url.removeprefix("sqlite:///"))
    away = path.with_name("away")
    path.rename(away)
    page = refusal(panel, AWAY)
    assert panel.phone.client.get("/healthz").status_code == 503
    assert not path.exists()
    away.rename(path)
    assert page.form("Try again").answer().status_code == 303
    assert len(game.view().rows) == 1


def test_a_mistake_in_the_app_is_no_trouble_of_the_database(make_app: MakeApp, database_url: str) -> None:
    app = make_app(database_url, PROPAGATE_EXCEPTIONS=False)

    @app.get("/fail")
    def fail() -> str:
        error = sqlite3.OperationalError("no such table: deal")
        error.sqlite_errorcode = sqlite3.SQLITE_ERROR
        raise OperationalError("SELECT", {}, error)

    @app.get("/file/<int:number>")
    def file(number: int) -> str:
        raise OSError(number, "as the system says it")

    client = app.test_client()
    assert client.get("/fail").status_code == 500
    assert client.get(f"/file/{errno.EACCES}").status_code == 500
    full = client.get(f"/file/{errno.ENOSPC}")
    assert (full.status_code, FULL in full.text) == (503, True)


def test_waiting_for_the_lock_ends_before_a_phone_gives_up() -> None:
    assert transactions.LOCK_ROUNDS * engine.BUSY_TIMEOUT_MS == engine.LOCK_TIMEOUT_MS == 20_000


def test_a_form_that_htmx_sent_gets_the_page_s_content_alone(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_told: object, **_more: object) -> None:
        raise OperationalError("BEGIN", {}, sqlite3.OperationalError("gone"))

    panel = panel_of(game)
    monkeypatch.setattr("scorekeeper.services.deals.record", busy)
    answer = panel.save(htmx=True)
    assert answer.status_code == 503
    assert "<html" not in answer.text
    assert AWAY in answer.text


def test_a_connection_that_dies_when_the_answer_is_made_does_not_spoil_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = game.phone()
    dying: list[object] = []
    died: list[object] = []
    with game.app.app_context():
        dialect = db.engine.dialect

    rolled_back = dialect.do_rollback

    def die(connection: PoolProxiedConnection) -> None:
        if dying:
            died.append(dying.pop())
            connection.dbapi_connection.close()
        rolled_back(connection)

    def answered(app: object, **_told: object) -> None:
        dying.append(app)

    # The sheet itself is kept: showing it again asks for no more than who asks.
    printed = f"{game.path}/print"
    phone.get(printed)
    monkeypatch.setattr(dialect, "do_rollback", die)
    with request_finished.connected_to(answered, game.app):
        phone.get(printed)
    assert len(died) == 1
    phone.get(game.path)
