"""A PostgreSQL server of the tests' own: made in a temporary folder, thrown away after the run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

INSTALLED = Path("/usr/lib/postgresql")
SERVER_USER = "postgres"
# Nothing of this outlives the run, so nothing has to survive a power cut.
FAST = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"


class PostgresMissingError(RuntimeError):
    """Say that PostgreSQL's server is not installed."""

    def __init__(self) -> None:
        """Say how to get it."""
        super().__init__("PostgreSQL is not installed: apt-get install postgresql (make test does so as root)")


def binaries() -> Path:
    """Give the folder of the newest initdb and pg_ctl. Raises PostgresMissingError."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    folders = [folder / "bin" for folder in INSTALLED.glob("[0-9]*") if (folder / "bin" / "initdb").exists()]
    if not folders:
        raise PostgresMissingError
    return max(folders, key=lambda folder: int(folder.parent.name))


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@dataclass
class PostgresServer:
    """A server of PostgreSQL in a folder of its own, on a free local port."""

    folder: Path
    port: int = field(default_factory=_free_port)

    @property
    def url(self) -> str:
        """Give the server's address up to the database's name."""
        return f"postgresql+psycopg://{SERVER_USER}@127.0.0.1:{self.port}/"

    def make(self, *options: str) -> None:
        """Make its files."""
        arguments = ("-U", SERVER_USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", *options)
        self.run("initdb", "-D", "data", *arguments)

    def start(self, settings: str = "") -> None:
        """Start it and wait until it answers."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 {settings}"
        self.run("pg_ctl", "-D", "data", "-l", "log", "-w", "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it: at once, or ``fast``, so that its files can be used again without being mended."""
        self.run("pg_ctl", "-D", "data", "-m", how, "stop")

    def own(self) -> None:
        """Let the folder belong to who runs the server."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, SERVER_USER)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs in the folder, not as root: they refuse."""
        command = [str(binaries() / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", SERVER_USER, "--", *command]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=60)


@contextmanager
def server_folder() -> Iterator[Path]:
    """Give a folder that belongs to who runs the server; it is deleted at the end."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-"))
    try:
        PostgresServer(folder).own()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def throw_away_server(settings: str = FAST) -> Iterator[str]:
    """Run a server on a free local port; give its address up to the database's name."""
    with server_folder() as folder:
        server = PostgresServer(folder)
        server.make("-N")
        server.start(settings)
        try:
            yield server.url
        finally:
            server.stop()
