"""What is measured, each served by gunicorn with the same settings: the app, the baseline, the peer."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 240
BASELINE = "bench.baseline.app:application"
BASELINE_SERVER = ROOT / "bench" / "baseline_server.py"


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: its address, and the id of gunicorn's first process."""

    address: str
    pid: int

    @property
    def workers(self) -> list[int]:
        """Give the ids of its workers."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def cpu_seconds(self) -> float:
        """Give the processor's time that its workers have had."""
        tasks = (task for pid in self.workers for task in Path(f"/proc/{pid}/task").iterdir())
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory_mb(self) -> float:
        """Give what its largest worker holds in memory, with what it shares with the others."""
        return max(_kilobytes(Path(f"/proc/{pid}/status"), "VmRSS") for pid in self.workers) / 1000

    def memory_of_all_mb(self) -> float:
        """Give what gunicorn and all its workers hold in memory, what they share once."""
        return sum(_kilobytes(Path(f"/proc/{pid}/smaps_rollup"), "Pss") for pid in [self.pid, *self.workers]) / 1000


def _kilobytes(file: Path, name: str) -> int:
    return int(next(line for line in file.read_text().splitlines() if line.startswith(f"{name}:")).split()[1])


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        yield Path(folder)


def migrate(instance: Path, url: str = "") -> None:
    """Make the tables of the app in an instance folder, or in the database that is named."""
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance)}
    environment.pop("DATABASE_URL", None)
    if url:
        environment["DATABASE_URL"] = url
    (instance / "config.py").write_text("RATELIMIT_ENABLED = False\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "flask", "db", "upgrade"], cwd=ROOT, env=environment, check=True)


@contextmanager
def running_app(instance: Path, **environment: str) -> Iterator[Served]:
    """Serve the app with an instance folder, as `make run` does."""
    command = [sys.executable, "-m", "gunicorn"]
    with running(command, "/healthz", {"SCOREKEEPER_INSTANCE": str(instance), **environment}) as served:
        yield served


@contextmanager
def running_baseline(folder: Path, **environment: str) -> Iterator[Served]:
    """Serve the baseline with a database and static files in a folder, by the app's own settings of gunicorn."""
    own = {"SCOREKEEPER_INSTANCE": str(folder), "BENCH_FOLDER": str(folder), **environment}
    command = [sys.executable, "-m", "gunicorn", "-c", str(BASELINE_SERVER), BASELINE]
    with running(command, "/string", own) as served:
        yield served


@contextmanager
def running(command: Sequence[str], path: str, environment: Mapping[str, str], folder: Path = ROOT) -> Iterator[Served]:
    """Start a server on a free port, wait until it answers, stop it."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port = str(sock.getsockname()[1])
    own = {**os.environ, "HOST": "127.0.0.1", "PORT": port, **environment}
    own.pop("DATABASE_URL", None) if "DATABASE_URL" not in environment else None
    with subprocess.Popen([*command], cwd=folder, env=own, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_until_answered(f"http://127.0.0.1:{port}{path}")
            yield Served(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=20)


def _wait_until_answered(url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=START_SECONDS).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
