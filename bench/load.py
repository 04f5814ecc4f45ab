"""Load on a server: requests written out, sent by the client in a process of its own, and what came back."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from bench.client import Answers, Plan
from bench.server import ROOT

CONNECTIONS = 8
HEADERS = {"Accept-Encoding": "gzip, br", "Accept-Language": "en", "User-Agent": "bench"}
Form = Mapping[str, str | list[str]]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True, slots=True)
class Measured:
    """Hold how long each answer took in milliseconds, how often each status came, and the bytes of one answer."""

    seconds: float
    durations_ms: tuple[float, ...]
    statuses: dict[int, int]
    bytes_each: int

    @property
    def per_second(self) -> float:
        """Give the answers a second."""
        return len(self.durations_ms) / self.seconds

    def percentile_ms(self, percent: int) -> float:
        """Give the duration that so many percent of the answers did not exceed."""
        ordered = sorted(self.durations_ms)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


class UnexpectedAnswerError(RuntimeError):
    """Say that something else was measured than what was meant."""


def request(address: str, path: str, *, form: Form | None = None, **headers: str) -> str:
    """Write a request out, with a form if it is a POST. Underscores in the names of headers stand for dashes."""
    body = urlencode(form, doseq=True) if form is not None else ""
    named = {name.replace("_", "-"): value for name, value in headers.items() if value}
    lines = {"Host": urlsplit(address).netloc, **HEADERS, **named}
    if form is not None:
        lines |= {**FORM, "Content-Length": str(len(body.encode()))}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\n{head}\r\n{body}"


def measure(
    address: str,
    scripts: Sequence[Sequence[str]],
    seconds: float,
    status: int,
    *,
    repeat: bool = True,
    every: float = 0.0,
    most: int = 0,
) -> Measured:
    """Send the requests of each connection. Raises UnexpectedAnswerError when an answer has another status."""
    parts = urlsplit(address)
    plan = Plan(
        host=parts.hostname or "",
        port=parts.port or 80,
        seconds=seconds,
        scripts=[list(script) for script in scripts],
        repeat=repeat,
        every=every,
        most=most,
    )
    done = subprocess.run(
        [sys.executable, "-m", "bench.client"],
        cwd=ROOT,
        input=json.dumps(plan),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    answers: Answers = json.loads(done.stdout)
    statuses = {int(code): count for code, count in answers["statuses"].items()}
    if set(statuses) != {status}:
        raise UnexpectedAnswerError(f"{scripts[0][0].splitlines()[0]}: {statuses}, not {status}")
    return Measured(answers["seconds"], tuple(answers["durations_ms"]), statuses, answers["bytes_each"])


def same(text: str, connections: int = CONNECTIONS) -> list[list[str]]:
    """Let every connection ask the same."""
    return [[text]] * connections
