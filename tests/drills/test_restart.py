"""PostgreSQL restarts while the app runs: as docs/security.md says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.services.rebuild import rebuild
from tests.browser.server import serving
from tests.drills.served import game_at, integrity
from tests.postgres import PostgresServer, server_folder

pytestmark = pytest.mark.drill


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    """Give a server that keeps what it acknowledges."""
    with server_folder() as folder:
        server = PostgresServer(folder)
        server.make()
        server.start()
        yield server
        if (folder / "data" / "postmaster.pid").exists():
            server.stop()


def test_postgresql_that_restarts_is_said_to_be_away_and_the_app_needs_no_restart(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"{postgres.url}postgres"
    monkeypatch.setenv("DATABASE_URL", url)
    with serving(tmp_path) as server, game_at(server, url) as game:
        running, phone = server.process, game.phone()
        assert game.panel(phone, (66, 30, 24, 0)).save().status_code == 303
        panel = game.panel(phone, (50, 40, 20, 10))
        postgres.stop()
        page = phone.shown(panel.save(), 503)
        assert page.soup.select_one("[role=alert] h2").get_text(strip=True) == "The scores cannot be reached just now"
        assert phone.client.get(game.path).status_code == 503
        assert phone.client.get("/healthz").status_code == 503
        postgres.start()
        assert page.form("Try again").answer().status_code == 303
        assert panel.save().status_code == 303, "the same form is the same entry"
        assert len(game.view().rows) == 2
        assert set(rebuild(game.session, apply=False)) <= {None}
        assert integrity(game.session) == "ok"
        assert running is not None
        assert running is server.process
        assert running.poll() is None
