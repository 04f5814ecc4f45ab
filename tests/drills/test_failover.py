"""The PostgreSQL server that writes dies in the middle of it, and its synchronous standby takes over."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from scorekeeper.web.config import read_settings
from tests.browser.server import serving
from tests.drills.processes import wait_until
from tests.drills.replicated import execute, replicated_pair
from tests.drills.storming import SAVED, storm_on

pytestmark = pytest.mark.drill

PHONES, DEALS, KILL_AT = 4, 100, 120
BACK_SECONDS = 10


def test_the_standby_has_every_acknowledged_deal_and_serves_without_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with replicated_pair() as pair:
        assert execute(pair.primary, "SHOW fsync") == [("on",)]
        monkeypatch.setenv("DATABASE_URL", pair.url)
        url = str(read_settings(tmp_path)["DATABASE_URL"])
        with serving(tmp_path) as server, storm_on(server, url, PHONES, DEALS) as storm:
            master = server.process
            with storm.raging():
                storm.wait_for(KILL_AT)
                pair.kill_primary()
                # What was acknowledged may still be on its way to the phones; then nobody is answered any more.
                wait_until(lambda: all(writer.answers.total() > len(writer.keys) for writer in storm.writers), 90)
                before = storm.acknowledged
                pair.promote()
                promoted = time.monotonic()
            back = [min(at for at in writer.saved_at if at > promoted) - promoted for writer in storm.writers]
            print(
                f"{before} deals acknowledged by the primary, {storm.acknowledged} in all; answers "
                f"{dict(storm.answers)}, {storm.unanswered} requests without an answer; "
                f"back {min(back):.2f} to {max(back):.2f} s after the promotion"
            )
            storm.check()
            assert storm.acknowledged == PHONES * DEALS
            assert max(back) < BACK_SECONDS
            assert set(storm.answers) == {SAVED, 503}
            assert server.process is master
            assert master is not None
            assert master.poll() is None
