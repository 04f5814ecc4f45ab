"""What the server can carry: the app beside the baseline and the peer, by turns, all served alike."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.baseline.app import make_tables
from bench.figures import Figure, at_least, at_most
from bench.load import CONNECTIONS, Measured, measure, request, same
from bench.peer import Peer, running_peer
from bench.server import Served, migrate, running_app, running_baseline
from bench.tables import Game, Host, Phone

PART = "server"
SECONDS = 1.5
ROWS = 30
# A sheet that is saved to grows during a round: it has thirty deals about half way.
ROWS_BEFORE_SAVING = 20
MOST_SAVES = 400
WATCHERS = 200
WATCH_EVERY_SECONDS = 3.0
WATCH_SECONDS = 6.0
REQUESTS_FOR_MEMORY = 10_000
PAGES_FOR_MEMORY = 1_000


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that is asked of a server: `load` asks for a while."""

    served: Served
    load: Callable[[], Measured]


@dataclass(frozen=True, slots=True)
class Taken:
    """What a server did, by rounds: answers a second, and the milliseconds of processor that each answer took."""

    rates: tuple[float, ...]
    costs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """Everything that is asked, running; the peer is None where it cannot be installed."""

    host: Host
    app: Served
    baseline: Served
    peer: Peer | None


def measure_server(folder: Path, rounds: int, *, with_peer: bool) -> Iterator[Figure]:
    """Start all of them, and measure each row by turns."""
    for name in ("app", "baseline", "peer"):
        (folder / name).mkdir()
    migrate(folder / "app")
    make_tables(folder / "baseline")
    with ExitStack() as stack:
        stand = Stand(
            Host(folder / "app"),
            stack.enter_context(running_app(folder / "app")),
            stack.enter_context(running_baseline(folder / "baseline")),
            stack.enter_context(running_peer(folder / "peer")) if with_peer else None,
        )
        game = stand.host.game(ROWS)
        phone = stand.host.phone(game)
        yield _client(stand, rounds)
        yield from _pages(stand, phone, game, rounds)
        yield from _saves(stand, rounds)
        yield from _anything_new(stand, phone, game, rounds)
    yield from _memory(folder)


def by_turns(rounds: int, asks: Sequence[Ask]) -> list[Taken]:
    """Ask each in every round, once before to warm up."""
    for each in asks:
        each.load()
    found: list[list[tuple[float, float]]] = [[] for _ask in asks]
    for _round in range(rounds):
        for taken, each in zip(found, asks, strict=True):
            before = each.served.cpu_seconds()
            answers = each.load()
            spent = each.served.cpu_seconds() - before
            taken.append((answers.per_second, 1000 * spent / len(answers.durations_ms)))
    return [Taken(tuple(rate for rate, _cost in taken), tuple(cost for _rate, cost in taken)) for taken in found]


def compared(what: str, ours: Taken, against: str, other: Taken, bound: float) -> Iterator[Figure]:
    """Compare what is answered a second, and what an answer costs the processor, whose goal is the inverse."""
    yield Figure(PART, what, "answers/s", ours.rates, against, other.rates, at_least(bound))
    yield Figure(PART, what, "CPU ms/answer", ours.costs, against, other.costs, at_most(round(1 / bound, 2)))


def _again(served: Served, text: str, status: int) -> Ask:
    """Let all connections ask one thing."""
    return Ask(served, lambda: measure(served.address, same(text), SECONDS, status))


def _client(stand: Stand, rounds: int) -> Figure:
    """Show that the client is faster than whatever it measures: nothing answers sooner than a string."""
    (strings,) = by_turns(rounds, [_again(stand.baseline, request(stand.baseline.address, "/string"), 200)])
    return Figure(PART, "a string: the most that client and server do", "answers/s", strings.rates)


def _pages(stand: Stand, phone: Phone, game: Game, rounds: int) -> Iterator[Figure]:
    """Measure the sheet beside the baseline's template and the peer's list."""
    asks = [
        _again(stand.app, phone.page(stand.app.address, game), 200),
        _again(stand.baseline, request(stand.baseline.address, "/page"), 200),
    ]
    if stand.peer is not None:
        asks.append(_again(stand.peer.served, stand.peer.page(), 200))
    ours, baseline, *listed = by_turns(rounds, asks)
    what = f"the sheet, {ROWS} deals"
    yield from compared(what, ours, "baseline: template, three queries", baseline, 0.7)
    for each in listed:
        yield from compared(what, ours, "peer: list of 30 bills", each, 10)


def _saves(stand: Stand, rounds: int) -> Iterator[Figure]:
    """Measure saving beside the baseline's insert and the peer's "add a bill"; each connection has its own table."""
    games = iter([[stand.host.game(ROWS_BEFORE_SAVING) for _one in range(CONNECTIONS)] for _round in range(rounds + 1)])

    def save() -> Measured:
        own = next(games)
        phone = stand.host.phone(own[0])
        scripts = [phone.saves(stand.app.address, each, MOST_SAVES) for each in own]
        return measure(stand.app.address, scripts, SECONDS, 200, repeat=False)

    def insert() -> Measured:
        scripts = [[_insert(stand.baseline) for _number in range(4 * MOST_SAVES)] for _connection in range(CONNECTIONS)]
        return measure(stand.baseline.address, scripts, SECONDS, 303, repeat=False)

    asks = [Ask(stand.app, save), Ask(stand.baseline, insert)]
    if stand.peer is not None:
        asks.append(_again(stand.peer.served, stand.peer.add(), 302))
    ours, baseline, *added = by_turns(rounds, asks)
    yield from compared("save a deal", ours, "baseline: insert and commit", baseline, 0.5)
    for each in added:
        yield from compared("save a deal", ours, "peer: add a bill", each, 4)


def _insert(baseline: Served) -> str:
    form = {"key": uuid.uuid4().hex, "text": "66 × 2 = 132 → 130", "points": "130"}
    return request(baseline.address, "/insert", form=form)


def _anything_new(stand: Stand, phone: Phone, game: Game, rounds: int) -> Iterator[Figure]:
    """Measure the question of a watching phone, to which nothing is new: at full speed, and at the pace of its page."""
    asked = phone.anything_new(stand.app.address, game)
    conditional = request(stand.baseline.address, "/conditional", If_None_Match='W/"7"')
    ours, baseline = by_turns(rounds, [_again(stand.app, asked, 304), _again(stand.baseline, conditional, 304)])
    yield from compared("anything new? (no)", ours, "baseline: conditional answer", baseline, 0.75)

    def watch(served: Served, text: str) -> Ask:
        scripts = same(text, WATCHERS)
        pace = WATCH_EVERY_SECONDS
        return Ask(served, lambda: measure(served.address, scripts, WATCH_SECONDS, 304, every=pace))

    ours, baseline = by_turns(rounds, [watch(stand.app, asked), watch(stand.baseline, conditional)])
    what, against = f"{WATCHERS} watching phones", "baseline: conditional, same rate"
    yield Figure(PART, what, "CPU ms/answer", ours.costs, against, baseline.costs, at_most(1.3))


def _memory(folder: Path) -> Iterator[Figure]:
    """Measure what a worker holds after ten thousand requests, pages and questions whether there is anything new.

    And what two workers and their first process hold together, for that is what a host pays.
    """
    questions = REQUESTS_FOR_MEMORY - PAGES_FOR_MEMORY
    host = Host(folder / "app")
    game = host.game(ROWS)
    phone = host.phone(game)

    def ours(workers: str) -> tuple[float, float]:
        with running_app(folder / "app", SCOREKEEPER_WORKERS=workers) as app:
            _many(app, phone.page(app.address, game), PAGES_FOR_MEMORY, 200)
            _many(app, phone.anything_new(app.address, game), questions, 304)
            return app.memory_mb(), app.memory_of_all_mb()

    def other(workers: str) -> tuple[float, float]:
        with running_baseline(folder / "baseline", SCOREKEEPER_WORKERS=workers) as baseline:
            _many(baseline, request(baseline.address, "/page"), PAGES_FOR_MEMORY, 200)
            _many(baseline, request(baseline.address, "/conditional", If_None_Match='W/"7"'), questions, 304)
            return baseline.memory_mb(), baseline.memory_of_all_mb()

    what, against = f"after {REQUESTS_FOR_MEMORY:,} requests", "baseline: the same"
    alone, beside = ours("1")[0], other("1")[0]
    yield Figure(PART, f"a worker {what}", "MB", (alone,), against, (beside,), at_most(1.5))
    yield Figure(PART, f"the server of two workers {what}", "MB", (ours("2")[1],), against, (other("2")[1],))


def _many(served: Served, text: str, count: int, status: int) -> None:
    measure(served.address, same(text), 600, status, most=count)
