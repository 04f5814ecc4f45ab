"""Which workers serve best: the same app under several settings of gunicorn, by turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.figures import Figure
from bench.load import CONNECTIONS, Measured, measure, same
from bench.server import Served, migrate, running_app
from bench.serving import MOST_SAVES, ROWS, SECONDS, Ask, Taken, by_turns
from bench.tables import Game, Host, Phone
from tests.postgres import PostgresMissingError, throw_away_server

PART = "settings"
USUAL = "gthread, 2 workers × 4 threads"
# Under `sync` a few silent connections stop every worker: behind a proxy that holds them only.
SETTINGS = {
    USUAL: "",
    "gthread, 1 worker × 8 threads": "--workers 1 --threads 8",
    "gthread, 2 workers × 8 threads": "--threads 8",
    "gthread, 4 workers × 2 threads": "--workers 4 --threads 2",
    "sync, 2 workers": "--worker-class sync --keep-alive 0",
    "sync, 4 workers": "--worker-class sync --workers 4 --keep-alive 0",
}
ROWS_BEFORE_SAVING = 5


def measure_settings(folder: Path, rounds: int, say: Callable[[str], object]) -> Iterator[Figure]:
    """Measure on SQLite, and on PostgreSQL where that is installed."""
    (folder / "sqlite").mkdir()
    yield from _measure("SQLite", folder / "sqlite", rounds)
    try:
        with throw_away_server("") as address:
            (folder / "postgresql").mkdir()
            yield from _measure("PostgreSQL", folder / "postgresql", rounds, f"{address}postgres")
    except PostgresMissingError as error:
        say(f"{error}. Its rows are left out.\n")


def _measure(kind: str, folder: Path, rounds: int, url: str = "") -> Iterator[Figure]:
    """Serve one database by each setting; measure the sheet, the question whether there is anything new, and saving."""
    migrate(folder, url)
    host = Host(folder, url)
    game = host.game(ROWS)
    phone = host.phone(game)
    named = {"DATABASE_URL": url} if url else {}
    with ExitStack() as stack:
        served = {
            name: stack.enter_context(running_app(folder, **named, **({"GUNICORN_CMD_ARGS": words} if words else {})))
            for name, words in SETTINGS.items()
        }
        for what, ask in _asks(host, phone, game).items():
            taken = by_turns(rounds, [Ask(one, partial(ask, one)) for one in served.values()])
            yield from _compared(f"{kind}, {what}", dict(zip(served, taken, strict=True)))


def _asks(host: Host, phone: Phone, game: Game) -> dict[str, Callable[[Served], Measured]]:
    """Give what is asked of each server."""

    def page(one: Served) -> Measured:
        return measure(one.address, same(phone.page(one.address, game)), SECONDS, 200)

    def anything_new(one: Served) -> Measured:
        return measure(one.address, same(phone.anything_new(one.address, game)), SECONDS, 304)

    return {"the sheet": page, "anything new?": anything_new, "save a deal": partial(_save, host)}


def _save(host: Host, served: Served) -> Measured:
    """Save at a table for each connection."""
    games = [host.game(ROWS_BEFORE_SAVING) for _connection in range(CONNECTIONS)]
    phone = host.phone(games[0])
    scripts = [phone.saves(served.address, each, MOST_SAVES) for each in games]
    return measure(served.address, scripts, SECONDS, 200, repeat=False)


def _compared(what: str, taken: dict[str, Taken]) -> Iterator[Figure]:
    usual = taken[USUAL]
    for name, each in taken.items():
        others = () if name == USUAL else usual.rates
        yield Figure(PART, f"{what}: {name}", "answers/s", each.rates, USUAL if others else "", others)
