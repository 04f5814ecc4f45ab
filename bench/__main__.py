"""Measure what people wait for and what the server can carry, beside the peer and the least that the stack can do.

``python -m bench [server] [browser] [growth] [settings] [rounds=5] [keep]``: the parts that are named, else the first
three. ``keep`` keeps the table and its JSON in docs/bench under the day's date. It shows, and fails nothing: see
bench/README.md.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from bench import growth, peer, serving, settings, waiting
from bench.figures import Figure
from bench.report import KEPT, Run, keep, missed
from bench.seeds import CACHE
from bench.server import scratch

PARTS = ("server", "browser", "growth")
# What is measured only when it is named: it chooses settings, and compares with nothing else.
NAMED = ("settings",)
LAST = CACHE / "last.json"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for."""

    parts: tuple[str, ...]
    rounds: int
    keep: bool


class WordError(ValueError):
    """Say which word is not understood."""


def wanted(words: list[str]) -> Wanted:
    """Read the words of the command line. Raises WordError.

    >>> wanted(["server", "rounds=7", "keep"])
    Wanted(parts=('server',), rounds=7, keep=True)
    >>> wanted([]).parts
    ('server', 'browser', 'growth')
    """
    rounds = 5
    parts = []
    for word in words:
        name, _, number = word.partition("=")
        if word in (*PARTS, *NAMED):
            parts.append(word)
        elif name == "rounds" and number.isdigit() and int(number):
            rounds = int(number)
        elif word != "keep":
            raise WordError(f"{word!r} is none of {', '.join((*PARTS, *NAMED))}, rounds=5, keep")
    return Wanted(tuple(each for each in (*PARTS, *NAMED) if each in parts) or PARTS, rounds, "keep" in words)


def main() -> int:
    """Print each figure when it is there, then the table."""
    say: Callable[[str], object] = lambda text: (sys.stdout.write(text), sys.stdout.flush())  # noqa: E731
    try:
        asked = wanted(sys.argv[1:])
    except WordError as error:
        say(f"{error}\n")
        return 2
    found = []
    for figure in measured(asked, say):
        found.append(figure)
        say(f"{figure.part}: {figure.what}: {figure.mine:.2f} {figure.unit} {figure.against} {figure.value:.2f}\n")
    run = Run(f"{datetime.now(UTC).date()}", machine(), asked.rounds, asked.parts, tuple(found))
    say(f"\n{run.text()}")
    LAST.write_text(run.data(), encoding="utf-8")
    say(f"As JSON: {LAST}\n")
    if asked.keep:
        say(f"Kept in {keep(run).relative_to(KEPT.parents[1])}.\n")
    short = missed(found)
    if short:
        say(f"Short of the goal: {', '.join(short)}.\n")
    return 0


def machine() -> str:
    """Name what it was measured on."""
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f} before the run"


def measured(asked: Wanted, say: Callable[[str], object]) -> Iterator[Figure]:
    """Measure the parts that are asked for."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with_peer = {"server", "browser"} & set(asked.parts) and peer.installed(say)
    if "server" in asked.parts:
        with scratch() as folder:
            yield from serving.measure_server(folder, asked.rounds, with_peer=bool(with_peer))
    if "browser" in asked.parts:
        if shutil.which("chromium") is None:
            say("There is no Chromium here, so the browser's rows are left out.\n")
        else:
            with scratch() as folder:
                yield from waiting.measure_browser(folder, asked.rounds, with_peer=bool(with_peer))
    if "settings" in asked.parts:
        with scratch() as folder:
            yield from settings.measure_settings(folder, asked.rounds, say)
    if "growth" in asked.parts:
        yield from growth.measure_growth(say)


if __name__ == "__main__":
    sys.exit(main())
