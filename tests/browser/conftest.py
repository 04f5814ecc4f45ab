"""Phones: a browser context each, with touch and a real viewport, watched for errors of any kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
import trustme
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from scorekeeper.web.catalogues import PSEUDO_LANGUAGE, translated_languages
from tests.browser.chromium import executable
from tests.browser.server import Server, serving

Scheme = Literal["light", "dark"]
PhoneFactory = Callable[..., Page]

# What a server of the tests offers: every language, and the pseudo-language.
LANGUAGES = (*translated_languages(), PSEUDO_LANGUAGE)
LARGE = (390, 664)
SMALL = (320, 568)
# A busy machine may take its time; a phone at the table does not wait that long.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
# A refused form answers 4xx, which the browser itself reports; nothing else may be in the console.
EXPECTED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Drive browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Run one Chromium; ``table.test`` is this machine under a name that is no secure context."""
    launched = playwright.chromium.launch(
        executable_path=executable(), args=["--host-resolver-rules=MAP table.test 127.0.0.1"]
    )
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve the app over http."""
    with serving(tmp_path_factory.mktemp("http"), SCOREKEEPER_LANGUAGES=",".join(LANGUAGES)) as running:
        yield running


@pytest.fixture(scope="session")
def tls_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve the app over https, with a certificate of our own."""
    folder: Path = tmp_path_factory.mktemp("https")
    certificate = trustme.CA().issue_cert("localhost", "127.0.0.1")
    key, chain = folder / "key.pem", folder / "chain.pem"
    certificate.private_key_pem.write_to_path(key)
    for blob in certificate.cert_chain_pems:
        blob.write_to_path(chain, append=True)
    arguments = ("--certfile", str(chain), "--keyfile", str(key))
    with serving(folder, *arguments, scheme="https", SCOREKEEPER_URL="https://localhost") as running:
        yield running


class Watch:
    """Collects what a page says in its console, and what breaks in it."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.heard: list[str] = []
        self.tolerated: list[re.Pattern[str]] = [EXPECTED]

    def tolerate(self, pattern: str) -> None:
        """Expect messages of one kind, such as a network that a test takes away."""
        self.tolerated.append(re.compile(pattern))

    def follow(self, page: Page) -> None:
        """Listen to a page."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(p.search(message.text) for p in self.tolerated):
            self.heard.append(f"{message.type}: {message.text}")


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fail the test on any message in the console that it did not expect, a CSP report above all."""
    watching = Watch()
    yield watching
    assert watching.heard == []


@pytest.fixture
def phone(browser: Browser, server: Server, watch: Watch) -> Iterator[PhoneFactory]:
    """Make phones: ``phone(size=SMALL, scheme="dark", javascript=False, base=…)`` gives a fresh page."""
    contexts: list[BrowserContext] = []

    def make(
        size: tuple[int, int] = LARGE,
        scheme: Scheme = "light",
        javascript: bool = True,
        base: str | None = None,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=2,
            is_mobile=True,
            has_touch=True,
            color_scheme=scheme,
            java_script_enabled=javascript,
            base_url=base or server.url(),
            ignore_https_errors=True,
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        watch.follow(page)
        context.on("page", watch.follow)
        return page

    yield make
    for context in contexts:
        context.close()
