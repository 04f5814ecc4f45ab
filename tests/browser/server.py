"""The app as `make run` serves it, on a free port, with a database of its own."""

from __future__ import annotations

import os
import shutil
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


NEWER = """
from pathlib import Path
import scorekeeper
from scorekeeper.web import config
scorekeeper.__version__ = {version!r}
config.STATIC = Path({statics!r})
from app import app
"""


@dataclass
class Server:
    """A running server: its port, folder and process."""

    port: int
    instance: Path
    scheme: str = "http"
    extra: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    application: str = "app:app"
    arguments: tuple[str, ...] = ()

    def url(self, host: str = "localhost") -> str:
        """Give the base address under a host name."""
        return f"{self.scheme}://{host}:{self.port}"

    def start(self, *arguments: str) -> None:
        """Start the server, with the arguments of the first time if none are given, and wait until it answers."""
        self.arguments = arguments or self.arguments
        environment = {
            **os.environ,
            "SCOREKEEPER_INSTANCE": str(self.instance),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "SCOREKEEPER_TRUSTED_HOSTS": "table.test",
            **self.extra,
        }
        with (self.instance / "server.log").open("ab") as log:
            settings = ("-c", str(ROOT / "gunicorn.conf.py"), *self.arguments)
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", *settings, self.application],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait()

    def wait(self, seconds: float = 90) -> None:
        """Wait until the app answers or is killed by another thread, or say what the server printed."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.process is None or self._answers():
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

    def kill(self) -> None:
        """End the server and everything it started as a power cut would."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        self.process = None

    def become_newer(self, version: str = "99.0") -> None:
        """Replace the running version by one with another number and other static files, as a deploy would.

        It runs beside a folder that knows nothing of the files of the version before.
        """
        self.stop()
        folder = self.instance / "newer"
        statics = folder / "static"
        shutil.copytree(ROOT / "static", statics, dirs_exist_ok=True)
        with (statics / "css" / "app.css").open("a") as style:
            style.write(f"/* {version} */")
        (folder / "newer.py").write_text(NEWER.format(version=version, statics=str(statics)))
        shutil.rmtree(self.instance / "static")
        self.extra["PYTHONPATH"] = str(folder)
        self.application = "newer:app"
        self.start()

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
