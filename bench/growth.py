"""How pages grow: each asked by turns of a small group alone and of a large one inside a large database."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask.testing import FlaskClient
from sqlalchemy import Engine, event

from bench.figures import Figure, at_most
from bench.seeds import LARGE, SMALL, Made, made, made_in_postgresql
from scorekeeper.web.extensions import db
from scorekeeper.web.factory import create_app
from tests.postgres import PostgresMissingError

PART = "growth"
ROUNDS = 7
ASKS = 5
"""How often a page is asked for in a round; the round's figure is their median."""

PATHS: dict[str, Callable[[Made], str]] = {
    "evening": lambda made: f"/g/{made.group_id}/evenings/{made.evening_id}",
    "history": lambda made: f"/g/{made.group_id}/history",
    "history of a player": lambda made: f"/g/{made.group_id}/history?player={made.player_id}",
    "record of a player": lambda made: f"/g/{made.group_id}/players/{made.player_id}/record",
    "records of the group": lambda made: f"/g/{made.group_id}/records",
}


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser that belongs to the group of a database."""

    made: Made
    client: FlaskClient
    engine: Engine

    def ask(self, path: str) -> float:
        """Ask for a page; give the seconds that it took. Raises RuntimeError when it is not shown."""
        begun = time.perf_counter()
        answer = self.client.get(path)
        seconds = time.perf_counter() - begun
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return seconds

    def queries(self, path: str) -> int:
        """Count the queries that a page needs."""
        sent: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
            sent.append(statement)

        event.listen(self.engine, "before_cursor_execute", note)
        try:
            self.ask(path)
        finally:
            event.remove(self.engine, "before_cursor_execute", note)
        return sum(statement.startswith("SELECT") for statement in sent)


@contextmanager
def visitor(made: Made) -> Iterator[Visitor]:
    """Open a database as the app does."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        app = create_app({"SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": made.url, "RATELIMIT_ENABLED": False})
        client = app.test_client()
        with client.session_transaction() as cookie:
            cookie["device"] = made.token
        with app.app_context():
            engine = db.engine
        yield Visitor(made, client, engine)
        engine.dispose()


def measure_growth(say: Callable[[str], object]) -> Iterator[Figure]:
    """Measure in SQLite, and in PostgreSQL where that is installed."""
    yield from _measure("SQLite", made(SMALL, say), made(LARGE, say))
    try:
        with made_in_postgresql(SMALL, say) as small, made_in_postgresql(LARGE, say) as large:
            yield from _measure("PostgreSQL", small, large)
    except PostgresMissingError as error:
        say(f"{error}. Its rows are left out.\n")


def _measure(kind: str, small: Made, large: Made) -> Iterator[Figure]:
    """Measure each page in both databases, by turns: what it takes, and how many queries."""
    against = f"a group of {small.deals:,} deals alone"
    with visitor(small) as one, visitor(large) as other:
        for page, path in PATHS.items():
            both = ((one, path(one.made)), (other, path(other.made)))
            queries = [who.queries(at) for who, at in both]  # the first call warms up as well
            times: list[list[float]] = [[], []]
            for _round in range(ROUNDS):
                for taken, (who, at) in zip(times, both, strict=True):
                    taken.append(1000 * statistics.median(who.ask(at) for _ask in range(ASKS)))
            what = f"{kind}: {page}, {large.deals:,} deals of {large.deals_in_all:,}"
            yield Figure(PART, what, "ms", tuple(times[1]), against, tuple(times[0]), at_most(1.5))
            yield Figure(PART, what, "queries", (queries[1],), against, (queries[0],), at_most(1))
