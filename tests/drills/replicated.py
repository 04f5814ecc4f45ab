"""A PostgreSQL server and its synchronous standby: what the one acknowledges the other has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.drills.processes import children_of, kill, wait_until
from tests.postgres import SERVER_USER, PostgresServer, server_folder

NAME = "standby"
IN_STEP = "SELECT sync_state FROM pg_stat_replication WHERE application_name = %s"


@dataclass
class Pair:
    """Two servers that hold the same, of which one writes."""

    primary: PostgresServer
    standby: PostgresServer

    @property
    def url(self) -> str:
        """Give the address that leads to whichever of the two writes."""
        hosts = "&".join(f"host=127.0.0.1:{server.port}" for server in (self.primary, self.standby))
        return f"postgresql://{SERVER_USER}@/postgres?{hosts}&target_session_attrs=read-write&connect_timeout=3"

    def kill_primary(self) -> None:
        """End all of its processes at once."""
        master = master_of(self.primary)
        family = [master, *children_of(master)]
        kill(*family)
        wait_until(lambda: not any(Path(f"/proc/{each}").exists() for each in family))

    def promote(self) -> None:
        """Let the standby write. It waits for no standby of its own, or its first commit would never end."""
        execute(self.standby, "ALTER SYSTEM SET synchronous_standby_names = ''")
        execute(self.standby, "SELECT pg_reload_conf()")
        wait_until(lambda: execute(self.standby, "SHOW synchronous_standby_names") == [("",)])
        self.standby.run("pg_ctl", "-D", "data", "-w", "promote")


def master_of(server: PostgresServer) -> int:
    """Give the process that a server began with, 0 if it was never started."""
    path = server.folder / "data" / "postmaster.pid"
    return int(path.read_text().splitlines()[0]) if path.exists() else 0


def execute(server: PostgresServer, statement: str, *values: str) -> list[tuple[object, ...]]:
    """Run a statement; give its rows."""
    address = f"host=127.0.0.1 port={server.port} user={SERVER_USER} dbname=postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(statement.encode(), values)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def replicated_pair() -> Iterator[Pair]:
    """Run two servers as docs/deploy.md says, with everything on that a power cut asks for."""
    with server_folder() as here, server_folder() as there:
        pair = Pair(PostgresServer(here), PostgresServer(there))
        pair.primary.make()
        pair.primary.start()
        try:
            execute(pair.primary, f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")
            source = f"host=127.0.0.1 port={pair.primary.port} user={SERVER_USER} application_name={NAME}"
            pair.standby.run("pg_basebackup", "-d", source, "-D", "data", "-R", "-c", "fast")
            pair.standby.start()
            execute(pair.primary, "SELECT pg_reload_conf()")
            wait_until(lambda: execute(pair.primary, IN_STEP, NAME) == [("sync",)])
            yield pair
        finally:
            for server in (pair.standby, pair.primary):
                if Path(f"/proc/{master_of(server)}").exists():
                    server.stop()
