"""What people wait for on a slow phone: the sheet, the score after Save; beside the peer and a static page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import brotli
from playwright.sync_api import Browser

from bench.baseline.app import make_tables
from bench.browser import LATENCY_MS, Felt, Visit, chromium, felt, phone, slow_page, swap, visit
from bench.figures import Figure, at_most
from bench.peer import LIST, Peer, running_peer
from bench.server import Served, migrate, running_app, running_baseline
from bench.tables import Game, Host

PART = "browser"
ROWS = 30
# So that each of the two workers of every server has answered before it is measured.
ROUNDS_BEFORE = 2
STATIC_PAGE = "/static/page.html"
SWAP_PAGE = "/static/swap.html"
ANSWER_BYTES = 4_000
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
FEELS = ("", "/setup", "/chart", "/log")


@dataclass
class Told:
    """Collect the figures of all rounds."""

    first: list[Visit] = field(default_factory=list)
    again: list[Visit] = field(default_factory=list)
    static: list[Visit] = field(default_factory=list)
    peer: list[Visit] = field(default_factory=list)
    felt: list[Felt] = field(default_factory=list)
    peer_felt: list[Felt] = field(default_factory=list)
    shifts: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    rows: list[float] = field(default_factory=list)
    swaps: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stand:
    """Everything that is visited, running."""

    browser: Browser
    app: Served
    baseline: Served
    peer: Peer | None
    game: Game
    cookie: str


def measure_browser(folder: Path, rounds: int, *, with_peer: bool) -> Iterator[Figure]:
    """Visit all of them by turns, so many times."""
    for name in ("app", "baseline", "peer"):
        (folder / name).mkdir()
    migrate(folder / "app")
    make_tables(folder / "baseline")
    with ExitStack() as stack:
        app = stack.enter_context(running_app(folder / "app"))
        host = Host(folder / "app")
        game = host.game(ROWS)
        save_pages(folder / "baseline" / "files", folder / "app" / "static", host.client().get(game.path).text)
        stand = Stand(
            stack.enter_context(chromium()),
            app,
            stack.enter_context(running_baseline(folder / "baseline")),
            stack.enter_context(running_peer(folder / "peer")) if with_peer else None,
            game,
            host.phone(game).cookie,
        )
        for _round in range(ROUNDS_BEFORE):
            _visit_all(stand, Told())
        told = Told()
        for _round in range(rounds):
            _visit_all(stand, told)
    yield from _figures(told)


def _visit_all(stand: Stand, told: Told) -> None:
    _visit_app(stand, told)
    _visit_static(stand, told)
    if stand.peer is not None:
        _visit_peer(stand.browser, stand.peer, told)


def save_pages(files: Path, statics: Path, page: str) -> None:
    """Save the sheet without its scripts beside the app's own files, and a page that swaps a plain answer."""
    shutil.copytree(statics, files)
    htmx = next(files.glob("*/vendor/htmx/htmx.min.js")).relative_to(files)
    _save(files / "page.html", SCRIPT.sub("", page))
    _save(files / "swap.html", SWAP.replace("HTMX", f"/static/{htmx.as_posix()}"))
    (files / "answer.html").write_text(f"<p>{'x' * (ANSWER_BYTES - 7)}</p>", encoding="utf-8")


def _save(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.with_name(path.name + ".br").write_bytes(brotli.compress(text.encode()))


SWAP = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Swap</title><script src="HTMX" defer></script></head>
<body><button style="padding:2em" hx-get="/static/answer.html" hx-target="#here">Swap</button>
<div id="here">before</div></body></html>
"""


def _visit_app(stand: Stand, told: Told) -> None:
    path = stand.game.path
    with phone(stand.browser, stand.app.address, stand.cookie) as context:
        page, weights = slow_page(context)
        told.first.append(visit(page, weights, path))
        page.close()
        # Another page of the same browser: what the first one still fetched after load is not the return's.
        page, weights = slow_page(context)
        told.again.append(visit(page, weights, path))
        page.locator('label.key:has(input[name="called"][value="1"])').tap()
        page.locator('[data-tile="2"]').tap()
        for digit in "66":
            page.locator(f'[data-digit="{digit}"]').tap()
        score, row = swap(page, "#deal_form button.save", "#scores .total", "#rows .why")
        told.saves.append(score)
        told.rows.append(row)
        told.felt.append(felt(page))
        shifts = [told.felt[-1].shift]
        for each in FEELS:
            visit(page, weights, path + each)
            shifts.append(felt(page).shift)
        told.shifts.append(max(shifts))


def _visit_static(stand: Stand, told: Told) -> None:
    with phone(stand.browser, stand.baseline.address) as context:
        page, weights = slow_page(context)
        told.static.append(visit(page, weights, STATIC_PAGE))
    with phone(stand.browser, stand.baseline.address) as context:
        page, weights = slow_page(context)
        visit(page, weights, SWAP_PAGE)
        told.swaps.extend(swap(page, "button", "#here"))


def _visit_peer(browser: Browser, peer: Peer, told: Told) -> None:
    with phone(browser, peer.served.address, peer.cookie) as context:
        page, weights = slow_page(context)
        told.peer.append(visit(page, weights, LIST))
        page.locator("#new-bill:visible, [data-target='#bill-form']:visible").first.tap()
        page.locator("#bill-form #what").tap()
        page.locator("#bill-form #what").press_sequentially("Beer")
        page.locator("#bill-form #amount").tap()
        page.locator("#bill-form #amount").press_sequentially("66")
        told.peer_felt.append(felt(page))


def _figures(told: Told) -> Iterator[Figure]:
    """Write the rows of the table."""
    first, again, static, peer = told.first, told.again, told.static, told.peer
    kilobytes = tuple(each.kilobytes for each in first)
    yield Figure(PART, "first visit to the sheet", "kB", kilobytes, goal=at_most(40))
    yield Figure(PART, "first visit to the sheet", "requests", tuple(each.requests for each in first), goal=at_most(6))
    if peer:
        weights = tuple(each.kilobytes for each in peer)
        yield Figure(PART, "first visit to the sheet", "kB", kilobytes, "peer: list page", weights, at_most(0.1))
    yield Figure(PART, "return visit to the sheet", "kB", tuple(each.kilobytes for each in again), goal=at_most(8))
    for what, paint in (("first contentful paint", _first), ("largest contentful paint", _largest)):
        ours = tuple(map(paint, first))
        yield Figure(PART, what, "ms", ours, "static page", tuple(map(paint, static)), at_most(1.25))
        if peer:
            yield Figure(PART, what, "ms", ours, "peer: list page", tuple(map(paint, peer)), at_most(0.5))
    bound = tuple(LATENCY_MS + 1.5 * each for each in told.swaps)
    against = "a round trip + 1.5 × a static swap"
    yield Figure(PART, "tap on Save to the new score", "ms", tuple(told.saves), against, bound, at_most(1))
    yield Figure(PART, "tap on Save to the row that is saved", "ms", tuple(told.rows), against, bound)
    touches = tuple(each.touch_ms for each in told.felt)
    others = tuple(each.touch_ms for each in told.peer_felt)
    against = "peer: adding a bill" if others else ""
    yield Figure(PART, "touch to next paint (INP)", "ms", touches, against, others, at_most(0.5) if others else None)
    tasks = tuple(each.task_ms for each in told.felt)
    yield Figure(PART, "longest task after load", "ms", tasks, goal=at_most(50))
    yield Figure(PART, "layout shift, pages and swaps", "", tuple(told.shifts), goal=at_most(0))


def _first(each: Visit) -> float:
    return each.first_ms


def _largest(each: Visit) -> float:
    return each.largest_ms
