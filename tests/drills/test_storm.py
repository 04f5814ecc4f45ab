"""Eight phones write two hundred deals each while the server's processes are killed: nothing is lost, nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.server import Server, serving
from tests.drills.processes import children_of, group_is_gone, kill, wait_until
from tests.drills.storming import SAVED, storm_on

pytestmark = pytest.mark.drill

PHONES, DEALS, WORKERS = 8, 200, 2
# Every few seconds, said in deals: so it is the same drill on a slow machine.
KILL_EVERY, MASTER_AT = 160, 800


def kill_a_worker(server: Server) -> None:
    """End the process that has worked longest."""
    assert server.process is not None
    master = server.process.pid
    wait_until(lambda: children_of(master))
    kill(children_of(master)[0])


def kill_the_master(server: Server) -> None:
    """End the process that starts the others, and start the server anew once they noticed."""
    assert server.process is not None
    group = server.process.pid
    kill(group)
    server.process.wait(10)
    wait_until(lambda: group_is_gone(group))
    server.process = None
    server.start()


def test_every_acknowledged_deal_is_there_once_whatever_is_killed(database: str, tmp_path: Path) -> None:
    killed = 0
    with (
        serving(tmp_path, SCOREKEEPER_WORKERS=str(WORKERS)) as server,
        storm_on(server, database, PHONES, DEALS) as storm,
    ):
        with storm.raging():
            for count in range(KILL_EVERY, PHONES * DEALS, KILL_EVERY):
                storm.wait_for(count)
                if count == MASTER_AT:
                    kill_the_master(server)
                else:
                    kill_a_worker(server)
                    killed += 1
        took = max(time for writer in storm.writers for time in writer.saved_at) - min(
            time for writer in storm.writers for time in writer.saved_at
        )
        print(
            f"{storm.acknowledged} deals acknowledged in {took:.0f} s; {killed} workers and the master killed; "
            f"answers {dict(storm.answers)}, {storm.unanswered} requests without an answer"
        )
        storm.check()
        assert storm.acknowledged == PHONES * DEALS
        assert storm.unanswered, "nobody was hit: the drill drilled nothing"
        assert set(storm.answers) == {SAVED}
    assert "locked" not in (tmp_path / "server.log").read_text(errors="replace")
