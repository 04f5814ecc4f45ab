"""The app as `make run` serves it, on a free port, with a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """Give a port that nobody listens on just now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@dataclass
class Server:
    """A running server: its port, folder and process."""

    port: int
    instance: Path
    scheme: str = "http"
    extra: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def url(self, host: str = "localhost") -> str:
        """Give the base address under a host name."""
        return f"{self.scheme}://{host}:{self.port}"

    def start(self, *arguments: str) -> None:
        """Start the server and wait until it answers."""
        environment = {
            **os.environ,
            "SCOREKEEPER_INSTANCE": str(self.instance),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "SCOREKEEPER_TRUSTED_HOSTS": "table.test",
            **self.extra,
        }
        with (self.instance / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "-c", str(ROOT / "gunicorn.conf.py"), *arguments, "app:app"],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait()

    def wait(self, seconds: float = 90) -> None:
        """Wait until the app answers, or say what the server printed."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self._answers():
                return
            time.sleep(0.1)
        raise RuntimeError((self.instance / "server.log").read_text(errors="replace"))

    def _answers(self) -> bool:
        context = ssl._create_unverified_context() if self.scheme == "https" else None
        try:
            urllib.request.urlopen(self.url("127.0.0.1") + "/healthz", timeout=5, context=context).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """Stop the server and everything it started."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait(10)
        self.process = None


def migrate(instance: Path) -> None:
    """Bring the database of an instance folder to head, as `make run` does."""
    subprocess.run(
        [sys.executable, "-m", "flask", "db", "upgrade"],
        cwd=ROOT,
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(instance)},
        check=True,
        capture_output=True,
    )


@contextmanager
def serving(instance: Path, *arguments: str, scheme: str = "http", **extra: str) -> Iterator[Server]:
    """Serve an instance folder for the length of the block."""
    # All phones of the tests share one address, and start more groups from it than a household would.
    (instance / "config.py").write_text("RATELIMIT_ENABLED = False\n")
    migrate(instance)
    server = Server(free_port(), instance, scheme, extra)
    try:
        server.start(*arguments)
        yield server
    finally:
        server.stop()
