"""A load client: asks over lasting connections, one thread for all of them, and says how long each answer took.

It runs in a process of its own (``python -m bench.client``), reads a plan as JSON from its input and prints what it
measured as JSON. It knows just enough of HTTP to be no bottleneck: requests are whole texts that were made before.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import TypedDict

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
CLOSED = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
# The app's page sends back with each change what the answer to the one before said it has seen.
SEEN = re.compile(rb"\r\nx-seen: *([^\r]*)", re.IGNORECASE)
BODILESS = frozenset({204, 304})
RECEIVE_BYTES = 262_144
PATIENCE_SECONDS = 30


class Plan(TypedDict):
    """Say what is asked: `scripts` holds the requests of each connection, in their order.

    A connection begins anew at the end of its script if it may `repeat`. With `every` it asks so many seconds after it
    asked before (0: as soon as it was answered). Asking ends after `seconds`, or `most` answers (0: no such end).
    """

    host: str
    port: int
    seconds: float
    scripts: list[list[str]]
    repeat: bool
    every: float
    most: int


class Answers(TypedDict):
    """Say what came back: milliseconds each, how often each status, the bytes of the last answer, errors of lines."""

    seconds: float
    durations_ms: list[float]
    statuses: dict[str, int]
    bytes_each: int


def length_of(head: bytes) -> int | None:
    r"""Give how long the body is after this head; None if it comes in chunks.

    >>> length_of(b"HTTP/1.1 200 OK\r\nContent-Length: 12")
    12
    >>> length_of(b"HTTP/1.1 304 NOT MODIFIED\r\nContent-Length: 12")
    0
    """
    if status_of(head) in BODILESS:
        return 0
    if CHUNKED.search(head):
        return None
    found = LENGTH.search(head)
    return int(found[1]) if found else 0


def status_of(head: bytes) -> int:
    """Give the status of an answer.

    >>> status_of(b"HTTP/1.1 303 SEE OTHER")
    303
    """
    return int(head[9:12])


def whole(data: bytes) -> bool:
    r"""Say whether an answer has come to its end.

    >>> whole(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no")
    False
    >>> whole(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    True
    """
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return False
    length = length_of(data[:end])
    return data.endswith(b"0\r\n\r\n") if length is None else len(data) >= end + 4 + length


@dataclass
class Line:
    """A connection with what it has still to ask."""

    place: tuple[str, int]
    script: list[bytes]
    repeat: bool
    sock: socket.socket = field(init=False)
    at: int = 0
    begun: float = 0.0
    due: float = 0.0
    data: bytes = b""
    waits: bool = False
    seen: bytes = b""

    def __post_init__(self) -> None:
        """Connect."""
        self.sock = self.connected()

    def connected(self) -> socket.socket:
        """Give a new connection."""
        sock = socket.create_connection(self.place, timeout=PATIENCE_SECONDS)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    @property
    def spent(self) -> bool:
        """Say whether there is nothing left to ask."""
        return not self.repeat and self.at >= len(self.script)

    def ask(self) -> None:
        """Send the next request."""
        self.begun, self.data, self.waits = time.perf_counter(), b"", True
        asked = self.script[self.at % len(self.script)]
        self.sock.sendall(SEEN.sub(b"\r\nX-Seen: " + self.seen, asked, count=1) if self.seen else asked)
        self.at += 1

    def heard(self) -> bool:
        """Take what has come; say whether the answer is whole. Raises ConnectionError if the server hung up."""
        part = self.sock.recv(RECEIVE_BYTES)
        if not part:
            raise ConnectionError("the server hung up")
        self.data += part
        self.waits = not whole(self.data)
        return not self.waits


class Load:
    """Carries out a plan."""

    def __init__(self, plan: Plan) -> None:
        """Open the connections."""
        self.plan = plan
        self.selector = selectors.DefaultSelector()
        place = plan["host"], plan["port"]
        self.lines = [Line(place, [each.encode() for each in script], plan["repeat"]) for script in plan["scripts"]]
        for line in self.lines:
            self.selector.register(line.sock, selectors.EVENT_READ, line)
        self.durations: list[float] = []
        self.statuses: dict[str, int] = {}
        self.bytes_each = 0

    def run(self) -> Answers:
        """Ask until the time is over, or there is nothing left to ask; wait for what was asked."""
        begun = time.perf_counter()
        until = begun + self.plan["seconds"]
        for number, line in enumerate(self.lines):
            # Phones do not ask in step.
            line.due = begun + self.plan["every"] * number / len(self.lines)
        while self._turn(until):
            pass
        return Answers(
            seconds=time.perf_counter() - begun,
            durations_ms=[round(1000 * each, 3) for each in self.durations],
            statuses=self.statuses,
            bytes_each=self.bytes_each,
        )

    def _turn(self, until: float) -> bool:
        """Ask what is due and take what has come; say whether there is more."""
        now = time.perf_counter()
        asked = sum(line.at for line in self.lines) if self.plan["most"] else 0
        goes_on = now < until and (not self.plan["most"] or asked < self.plan["most"])
        idle = [line for line in self.lines if not line.waits and not line.spent] if goes_on else []
        for line in idle:
            if line.due <= now:
                line.ask()
        later = [line.due for line in idle if not line.waits]
        if not later and not any(line.waits for line in self.lines):
            return False
        rest = max(0.0, min(later) - now) if later else PATIENCE_SECONDS
        for key, _events in self.selector.select(rest):
            self._take(key.data)
        return True

    def _take(self, line: Line) -> None:
        if not line.heard():
            return
        self.durations.append(time.perf_counter() - line.begun)
        line.due = max(line.due + self.plan["every"], 0.0)
        head = line.data[: line.data.find(b"\r\n\r\n")]
        status = str(status_of(head))
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.bytes_each = len(line.data)
        if seen := SEEN.search(head):
            line.seen = seen[1]
        if CLOSED.search(head):
            self.selector.unregister(line.sock)
            line.sock.close()
            line.sock = line.connected()
            self.selector.register(line.sock, selectors.EVENT_READ, line)


def main() -> None:
    """Do what the input says."""
    plan: Plan = json.load(sys.stdin)
    json.dump(Load(plan).run(), sys.stdout)


if __name__ == "__main__":
    main()
