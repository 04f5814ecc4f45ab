"""The app as `make run` serves it, on a free port and a database that is thrown away."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 60


@contextmanager
def running_app() -> Iterator[str]:
    """Migrate, serve, give the address, stop."""
    with (
        tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder,
        socket.create_server(("127.0.0.1", 0)) as sock,
    ):
        port = str(sock.getsockname()[1])
        sock.close()
        environment = {**os.environ, "HOST": "127.0.0.1", "PORT": port, "SCOREKEEPER_INSTANCE": folder}
        environment.pop("DATABASE_URL", None)
        subprocess.run([sys.executable, "-m", "flask", "db", "upgrade"], cwd=ROOT, env=environment, check=True)
        with subprocess.Popen([sys.executable, "-m", "gunicorn"], cwd=ROOT, env=environment) as process:
            try:
                _wait_until_answered(f"http://127.0.0.1:{port}/healthz")
                yield f"http://127.0.0.1:{port}"
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=20)


def _wait_until_answered(url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=30).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
