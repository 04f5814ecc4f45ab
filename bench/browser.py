"""A phone in a bad network: Chromium with 150 ms of latency, 1.6 Mbit/s and a processor four times slower."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.chromium import executable

LATENCY_MS = 150
BYTES_A_SECOND = 200_000
SLOWER = 4
PATIENCE_MS = 60_000
SETTLED_MS = 1_200
WATCHED = (Path(__file__).parent / "watched.js").read_text(encoding="utf-8")
NETWORK = {
    "offline": False,
    "latency": LATENCY_MS,
    "downloadThroughput": BYTES_A_SECOND,
    "uploadThroughput": BYTES_A_SECOND,
}


@dataclass
class Weights:
    """Count what comes over the network, as it is encoded there."""

    sizes: dict[str, float] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)

    def served_from_cache(self, event: dict[str, Any]) -> None:
        """Note what the browser still had: its length is told as if it had come again."""
        self.kept.add(event["requestId"])

    def received(self, event: dict[str, Any]) -> None:
        """Note what the browser had on its disk."""
        if event["response"].get("fromDiskCache"):
            self.kept.add(event["requestId"])

    def finished(self, event: dict[str, Any]) -> None:
        """Take an answer that has come in full over the network."""
        if event["encodedDataLength"] and event["requestId"] not in self.kept:
            self.sizes[event["requestId"]] = event["encodedDataLength"]

    @property
    def kilobytes(self) -> float:
        """Give the sum."""
        return sum(self.sizes.values()) / 1000


@dataclass(frozen=True, slots=True)
class Visit:
    """What a visit cost up to load, and when it painted; milliseconds since it began."""

    kilobytes: float
    requests: int
    first_ms: float
    largest_ms: float


@dataclass(frozen=True, slots=True)
class Felt:
    """What a person feels: the worst time from a touch to its paint, the longest task, shifts that nobody asked for."""

    touch_ms: float
    task_ms: float
    shift: float


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser."""
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=executable())
        yield launched
        launched.close()


@contextmanager
def phone(browser: Browser, address: str, cookie: str = "") -> Iterator[BrowserContext]:
    """Give a phone with nothing kept; its service worker stays out, so that every byte is seen."""
    context = browser.new_context(
        viewport={"width": 390, "height": 664},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        base_url=address,
        locale="en-GB",
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(WATCHED)
    for each in filter(None, cookie.split("; ")):
        name, _, value = each.partition("=")
        context.add_cookies([{"name": name, "value": value.strip('"'), "url": address}])
    yield context
    context.close()


def slow_page(context: BrowserContext) -> tuple[Page, Weights]:
    """Open a page on the slow phone."""
    page, weights = context.new_page(), Weights()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.on("Network.requestServedFromCache", weights.served_from_cache)
    session.on("Network.responseReceived", weights.received)
    session.on("Network.loadingFinished", weights.finished)
    return page, weights


def visit(page: Page, weights: Weights, path: str) -> Visit:
    """Go somewhere and measure; what comes after load is not counted."""
    weights.sizes.clear()
    answer = page.goto(path, wait_until="load")
    if answer is None or not answer.ok:
        raise RuntimeError(f"{path}: {answer.status if answer else 'no answer'}")
    kilobytes, requests = weights.kilobytes, len(weights.sizes)
    page.wait_for_timeout(SETTLED_MS)
    seen = page.evaluate("benchSeen")
    first = float(seen["paints"].get("first-contentful-paint", 0))
    return Visit(kilobytes, requests, first, float(seen["largest"]) or first)


def felt(page: Page) -> Felt:
    """Tell what was felt since the page came."""
    page.wait_for_timeout(SETTLED_MS)
    seen = page.evaluate("benchSeen")
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    return Felt(
        touch_ms=max((each["ms"] for each in seen["touches"]), default=0.0),
        task_ms=max((each["ms"] for each in seen["tasks"] if each["at"] >= loaded), default=0.0),
        shift=sum(each["value"] for each in seen["shifts"] if not each["touched"]),
    )


def swap(page: Page, button: str, *watched: str) -> list[float]:
    """Tap a button, give the milliseconds until each part that is watched has another text on the screen."""
    page.evaluate("([button, watched]) => benchSwap(button, watched)", [button, watched])
    page.locator(button).first.tap()
    # Waiting by a function would need eval, which the page's policy forbids.
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while len(taken := page.evaluate("benchSeen.swaps")) < len(watched):
        if time.monotonic() > deadline:
            raise RuntimeError(f"nothing new at {watched} after a tap on {button}")
        page.wait_for_timeout(20)
    return [float(taken[part]) for part in watched]
