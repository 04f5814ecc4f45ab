"""Load from several connections at once, each of them kept open as a phone's is."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

CONNECTIONS = 8
HEADERS = {"Accept-Encoding": "br, gzip"}
SERVER_ERROR = 500


@dataclass(frozen=True, slots=True)
class Measured:
    """Hold how long each answer took, how many bytes one has, and how many were errors of the server."""

    seconds: float
    durations: tuple[float, ...]
    bytes_each: int
    errors: int

    @property
    def per_second(self) -> float:
        """Give the answers a second."""
        return len(self.durations) / self.seconds

    def percentile_ms(self, percent: int) -> float:
        """Give the duration, in milliseconds, that so many percent of the answers did not exceed."""
        ordered = sorted(self.durations)
        return 1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def measure(url: str, seconds: float) -> Measured:
    """Ask for one address from all connections until the time is over."""
    begun = time.monotonic()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        parts = list(pool.map(lambda _: _ask(url, begun + seconds), range(CONNECTIONS)))
    durations = tuple(duration for part in parts for duration in part[0])
    return Measured(time.monotonic() - begun, durations, parts[0][1], sum(part[2] for part in parts))


def _ask(url: str, until: float) -> tuple[list[float], int, int]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    durations: list[float] = []
    size = errors = 0
    while time.monotonic() < until:
        begun = time.monotonic()
        connection.request("GET", parts.path, headers=HEADERS)
        answer = connection.getresponse()
        size = len(answer.read())
        errors += answer.status >= SERVER_ERROR
        durations.append(time.monotonic() - begun)
    connection.close()
    return durations, size, errors
