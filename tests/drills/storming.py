"""Phones that enter deals one after the other, each in a game of its own, whatever happens to the server."""

from __future__ import annotations

import http.client
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import NullPool, create_engine
from sqlalchemy.orm import Session

from scorekeeper.models.engine import prepare_engine
from scorekeeper.services.rebuild import rebuild
from tests.browser.server import Server
from tests.drills.served import ServedGame, integrity
from tests.services.factories import NAMES, Table, make_table, new_key
from tests.web.sheet_table import Panel

ENDLESS = {"marks_to_win": None, "limit": 100_000}
PAUSE_SECONDS = 0.1
MOST_SECONDS = 1_800
SAVED = 303


def points_of(number: int) -> tuple[int, int, int, int]:
    """Give a deal that is not the one before: four shares of the 120, of which one is the highest."""
    return 41 + number % 19, 30, 49 - number % 19, 0


@dataclass
class Writer:
    """A phone that enters so many deals; one that was not answered with "saved" is sent again as it was."""

    game: ServedGame
    panel: Panel
    deals: int
    stop: threading.Event
    keys: list[str] = field(default_factory=list)
    saved_at: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    unanswered: int = 0

    def play(self) -> None:
        """Enter all deals."""
        fields = [str(self.panel.named(f"{name} card points")["name"]) for name in NAMES[:4]]
        for number in range(1, self.deals + 1):
            typed = dict(zip(fields, map(str, points_of(number)), strict=True))
            self.panel.change(position=str(number), key=new_key(), twice="yes", **typed)
            while not self.stop.is_set() and self._send() != SAVED:
                time.sleep(PAUSE_SECONDS)
            if self.stop.is_set():
                return
            self.keys.append(self.panel.data["key"][0])
            self.saved_at.append(time.monotonic())

    def _send(self) -> int | None:
        try:
            status = self.panel.save().status_code
        except (OSError, http.client.HTTPException):
            self.unanswered += 1
            return None
        self.answers[status] += 1
        return status


@dataclass
class Storm:
    """All phones at once."""

    writers: Sequence[Writer]
    stop: threading.Event
    running: list[Future[None]] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        """Count the deals that the phones know to be saved."""
        return sum(len(writer.keys) for writer in self.writers)

    @property
    def answers(self) -> Counter[int]:
        """Count the answers by status."""
        return sum((writer.answers for writer in self.writers), Counter())

    @property
    def unanswered(self) -> int:
        """Count the requests that had no answer."""
        return sum(writer.unanswered for writer in self.writers)

    @contextmanager
    def raging(self, seconds: float = MOST_SECONDS) -> Iterator[None]:
        """Let the phones write during the block and after it until all is saved. Raises TimeoutError."""
        with ThreadPoolExecutor(len(self.writers)) as pool:
            began = time.monotonic()
            try:
                self.running = [pool.submit(writer.play) for writer in self.writers]
                yield
                for each in self.running:
                    each.result(max(0.0, began + seconds - time.monotonic()))
            finally:
                self.stop.set()

    def wait_for(self, count: int, seconds: float = MOST_SECONDS) -> None:
        """Wait until so many deals are acknowledged. Raises TimeoutError, or what a phone died of."""
        until = time.monotonic() + seconds
        while self.acknowledged < count:
            for each in self.running:
                if each.done():
                    each.result()
            if time.monotonic() > until:
                raise TimeoutError(f"{self.acknowledged} of {count} deals after {seconds} s")
            time.sleep(0.02)

    def check(self) -> None:
        """Look whether every deal is there as it was typed, once, in its place; and whether the results are right."""
        for writer in self.writers:
            rows = writer.game.view().rows
            assert [row.position for row in rows] == list(range(1, writer.deals + 1))
            assert [row.base for row in rows] == writer.keys, "the rows are those that were acknowledged"
            assert [row.payload["points"] for row in rows] == [
                list(points_of(number)) for number in range(1, writer.deals + 1)
            ]
            assert not any(row.removed for row in rows)
        session = self.writers[0].game.session
        assert set(rebuild(session, apply=False)) <= {None}
        session.rollback()
        assert integrity(session) == "ok"


@contextmanager
def storm_on(server: Server, url: str, phones: int, deals: int) -> Iterator[Storm]:
    """Begin a game for each phone, in a group of its own, and let each open its sheet."""
    engine = create_engine(url, poolclass=NullPool)
    prepare_engine(engine)
    stop = threading.Event()
    with Session(engine) as session:
        tables: list[tuple[Table, uuid.UUID]] = []
        for _number in range(phones):
            table = make_table(session)
            tables.append((table, table.start(options=ENDLESS).id))
        games = [ServedGame(server, session, table, sheet_id) for table, sheet_id in tables]
        yield Storm([Writer(game, game.panel(game.phone(), points_of(0)), deals, stop) for game in games], stop)
    engine.dispose()
