"""The service worker gives a page what it asks for, even if the browser cannot read what is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.house import ROOT

WORKER = (ROOT / "static" / "js" / "worker.js").read_text(encoding="utf-8")
FAST = 100
"""How many times faster the worker's clock runs here."""
GROUP = "/g/0b0f1c1e-7c1d-4a53-9f0e-2f7f7b1c9a11/sheets/1"

# Runs the worker's source with a storage and a network of our own, and asks it for something: a page or a file.
HARNESS = """
async ({source, fast, path, kept, network, after, told}) => {
  const listeners = {};
  const later = (value, ms) => new Promise((resolve) => { setTimeout(resolve, ms, value); });
  const never = new Promise(() => {});
  const answer = () => (kept === "hangs" ? never : Promise.resolve(kept === null ? undefined : new Response(kept)));
  const storage = {
    open: async () => ({ match: answer, put: async () => {}, delete: async () => {} }),
    match: answer, has: async () => kept !== null, keys: async () => [], delete: async () => {},
  };
  const caches = kept === "late" ? { ...storage, open: () => later(storage.open(), after) } : storage;
  const fetch = async () => {
    if (network === null) throw new TypeError("no network");
    return network === "late" ? later(new Response("network"), after) : new Response(network);
  };
  const self = {
    SETTINGS: { version: "1", build: "1", root: "", statics: "/static/1/", files: [], page: "/offline", words: [] },
    location: { origin: location.origin },
    addEventListener: (name, listener) => { listeners[name] = listener; },
  };
  const hurried = (act, ms, ...rest) => setTimeout(act, ms / fast, ...rest);
  new Function("self", "caches", "fetch", "setTimeout", source)(self, caches, fetch, hurried);
  if (told) listeners.message({ data: told, ports: [], waitUntil: () => {} });
  let answering = Promise.resolve(new Response("left to the browser"));
  const request = new Request(path);
  if (path.startsWith("/g/")) Object.defineProperty(request, "mode", { value: "navigate" });
  listeners.fetch({ request, respondWith: (given) => { answering = given; }, waitUntil: () => {} });
  const said = answering.then((given) => given.text(), (error) => `failed: ${error.message}`);
  return Promise.race([said, later("nothing", 5000)]);
}
"""


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    """Open a page without a policy, where the worker's source can be run."""
    context = browser.new_context()
    page = context.new_page()
    page.route("https://blank.test/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("https://blank.test/")
    yield page
    context.close()


@pytest.mark.parametrize(
    ("kept", "network", "given"),
    [
        ("kept", "network", "kept"),
        ("kept", None, "kept"),
        (None, "network", "network"),
        (None, None, "failed: no network"),
        ("hangs", "network", "network"),
        ("late", None, "late"),
    ],
)
def test_file_comes_from_what_is_kept_or_else_from_the_network(blank: Page, kept, network, given):
    assert ask(blank, "/static/1/js/app.js", kept, network) == given


@pytest.mark.parametrize(
    ("kept", "network", "given"),
    [
        ("kept", "network", "network"),
        ("kept", None, "kept"),
        ("kept", "late", "kept"),
        (None, "late", "network"),
        ("hangs", "late", "network"),
        ("hangs", "network", "network"),
    ],
)
def test_page_comes_from_the_network_or_else_from_what_is_kept(blank: Page, kept, network, given):
    assert ask(blank, GROUP, kept, network) == given


@pytest.mark.parametrize("path", [GROUP, "/static/1/js/app.js"])
def test_worker_that_is_being_replaced_answers_nothing_that_the_network_can(blank: Page, path):
    """The browser may end it while it answers, and the page would wait for ever."""
    assert ask(blank, path, "kept", "network", told="replaced") == "left to the browser"
    blank.context.set_offline(True)
    assert ask(blank, path, "kept", None, told="replaced") == "kept"
    blank.context.set_offline(False)


def ask(page: Page, path: str, kept: str | None, network: str | None, told: str = "") -> str:
    """Let the worker answer; "hangs" never comes, "late" comes long after the worker's patience is over."""
    asked = {"source": WORKER, "fast": FAST, "path": path, "kept": kept, "network": network, "after": 300, "told": told}
    answer = page.evaluate(HARNESS, asked)
    assert isinstance(answer, str)
    return answer
