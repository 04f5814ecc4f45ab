"""What the tests of an evening without a network share: what a phone keeps, what waits, what the server has."""

from __future__ import annotations

import json
import re
import sqlite3
import time
import uuid
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS
from tests.browser.quick import start_game
from tests.browser.screens import NAMES
from tests.browser.server import Server
from tests.browser.sheet_pages import Sheet

SLOW = pytest.param(4, marks=pytest.mark.drill, id="cpu-4x")
"""A phone as many times slower: with ``parametrize``, beside 1."""
NO_NETWORK = r"Failed to load resource: net::|ERR_|Failed to fetch"

STORED = """async (path) => {
  const kept = await caches.match(path, { ignoreVary: true });
  return kept ? (await kept.text()).split('<li id="row-').length - 1 : -1;
}"""
# Where the app has made no outbox yet nothing waits, and none is made here.
OUTBOX = """() => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("no answer")), 10_000);
  const opening = indexedDB.open("scorekeeper", 1);
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve([]);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("outbox").objectStore("outbox").getAll();
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
  };
})"""
READY = "async () => Boolean(await caches.match(`${location.pathname}/panels`, { ignoreVary: true }))"
READABLE = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    if (name.startsWith("group-")) kept.push(...await (await caches.open(name)).keys());
  }
  return kept.map(({ url }) => url);
}"""


def begin(page: Page, dealer: str = NAMES[0]) -> Sheet:
    """Start a game of four."""
    return start_game(page, dealer)


def answer(page: Page, script: str, argument: object = None, patience_ms: float = PATIENCE_MS) -> Any:
    """Give what a script comes to, also what it promises: within a time, and also while the page is replaced."""
    promised = page.wait_for_function(
        f"given => Promise.resolve(({script})(given)).then(found => [found])", arg=argument, timeout=patience_ms
    )
    found: list[Any] = promised.json_value()
    return found[0]


def until(page: Page, script: str, due: object, argument: object = None, patience_ms: float = PATIENCE_MS) -> None:
    """Wait until a script gives what is due."""
    end = time.monotonic() + patience_ms / 1000
    while (found := answer(page, script, argument, patience_ms)) != due:
        assert time.monotonic() < end, found
        page.wait_for_timeout(100)


def throttle(page: Page, rate: int) -> None:
    """Let the phone be as many times slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def wait_kept(sheet: Sheet, rows: int) -> None:
    """Wait until the phone keeps the sheet with so many rows, and the files with it."""
    until(sheet.page, STORED, rows, sheet.path)


def waiting(page: Page) -> list[dict[str, Any]]:
    """Give what waits on the phone."""
    found: list[dict[str, Any]] = answer(page, OUTBOX)
    return found


def wait_waiting(page: Page, number: int, patience_ms: float = PATIENCE_MS) -> None:
    """Wait until so much waits, here or for an answer to what was refused."""
    until(page, f"async () => (await ({OUTBOX})()).length", number, patience_ms=patience_ms)


def wait_delivered(page: Page) -> None:
    """Wait until nothing waits any more."""
    wait_waiting(page, 0, 3 * PATIENCE_MS)
    expect(page.locator("#rows .waiting")).to_have_count(0)


def stored(server: Server, query: str, path: str) -> list[Any]:
    """Give the one column that a query finds; it asks for the sheet at `path` by ``IN (?, ?)``."""
    sheet_id = uuid.UUID(path[-36:])
    with closing(sqlite3.connect(server.instance / "scorekeeper.sqlite3")) as database:
        return [found for (found,) in database.execute(query, (sheet_id.hex, str(sheet_id)))]


def stored_payloads(server: Server, path: str) -> list[dict[str, Any]]:
    """Give what the server has, in order."""
    query = "SELECT payload FROM entry WHERE sheet_id IN (?, ?) AND removed = 0 ORDER BY position"
    return [json.loads(payload) for payload in stored(server, query, path)]


def wait_ready(page: Page) -> None:
    """Wait until the phone has all that it needs without a network."""
    until(page, READY, True)


def said(text: str) -> re.Pattern[str]:
    """Match a sentence whose names keep their direction."""
    pattern = re.escape(text)
    for name in NAMES:
        pattern = pattern.replace(name, f"\u2068?{name}\u2069?")
    return re.compile(pattern)


def invitation(page: Page, group: str) -> str:
    """Give the path of the link that lets others enter."""
    page.goto(f"{group}invite")
    return re.sub("^https?://[^/]+", "", page.locator("#member-link").input_value())


def join(page: Page, link: str, path: str) -> Sheet:
    """Join by a link and open a sheet."""
    page.goto(link)
    page.get_by_role("button", name="Join").tap()
    page.wait_for_url(re.compile(r"/g/[0-9a-f-]{36}/$"))
    page.goto(path)
    return Sheet(page)


def begin_together(first: Page, second: Page) -> tuple[Sheet, Sheet]:
    """Start a game of four on one phone, and let another one join and open its sheet."""
    sheet = begin(first)
    path = sheet.path
    joined = join(second, invitation(first, path.partition("sheets/")[0]), path)
    return sheet.open(path), joined
