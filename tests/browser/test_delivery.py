"""What waited on a phone arrives once and in order, whatever the server and the network do meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.chromium import executable
from tests.browser.conftest import PATIENCE_MS, PhoneFactory, Watch
from tests.browser.offline import NO_NETWORK, SLOW, begin, stored_payloads, throttle, wait_delivered, wait_kept, waiting
from tests.browser.pages import first_game
from tests.browser.proxy import Fate, between
from tests.browser.screens import NAMES
from tests.browser.server import Server, serving
from tests.browser.sheet_pages import Deal, Sheet
from tests.browser.test_offline import GAME, check_whole, enter
from tests.browser.vectors import game


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Serve the app for one test alone, so that it can be killed."""
    with serving(tmp_path) as running:
        yield running


@pytest.fixture(autouse=True)
def network_may_go(watch: Watch) -> None:
    watch.tolerate(f"{NO_NETWORK}|htmx:error: timeout")


def play_offline(sheet: Sheet, rate: int) -> None:
    """Enter a whole game, from its third deal on without a network."""
    throttle(sheet.page, rate)
    deals = game(GAME)["deals"]
    for given in deals[:2]:
        enter(sheet, given)
    wait_kept(sheet, 2)
    sheet.page.context.set_offline(True)
    for given in deals[2:]:
        enter(sheet, given)


def deliver_over(server: Server, page: Page) -> int:
    """Bring the network back and the server as often as it dies; give how often that was."""
    restarts = 0
    page.context.set_offline(False)
    until = time.monotonic() + 10 * PATIENCE_MS / 1000
    while waiting(page):
        assert time.monotonic() < until
        if server.process is None:
            restarts += 1
            server.start()
        page.wait_for_timeout(100)
    return restarts


@pytest.mark.parametrize("rate", [1, SLOW])
def test_server_killed_during_delivery_gets_each_deal_once(phone: PhoneFactory, server: Server, rate: int) -> None:
    """It dies with a deal on the way to it, and with one saved whose answer is not out yet."""
    dies_before, dies_after = Fate(before=server.kill), Fate(answered=server.kill)
    with between(server.port) as proxy:
        sheet = begin(phone(base=f"http://localhost:{proxy.port}"), NAMES[game(GAME)["first_dealer"]])
        play_offline(sheet, rate)
        proxy.fates += [None, dies_after, None, None, dies_before, None, Fate(), None, dies_after]
        assert deliver_over(server, sheet.page) == 3
        assert proxy.met == 9
        check_whole(sheet, game(GAME), server)


@pytest.mark.drill
def test_answers_dropped_on_a_slow_phone_lose_and_double_nothing(phone: PhoneFactory, server: Server) -> None:
    with between(server.port) as proxy:
        sheet = begin(phone(base=f"http://localhost:{proxy.port}"), NAMES[game(GAME)["first_dealer"]])
        play_offline(sheet, 4)
        proxy.fates += [Fate(), None] * 4
        assert deliver_over(server, sheet.page) == 0
        assert proxy.met == 8
        check_whole(sheet, game(GAME), server)


@pytest.fixture
def trusting(playwright: Playwright) -> Iterator[Browser]:
    """Run a Chromium that takes our certificate for the files of a service worker as well."""
    launched = playwright.chromium.launch(executable_path=executable(), args=["--ignore-certificate-errors"])
    yield launched
    launched.close()


def test_deals_that_waited_arrive_over_tls(trusting: Browser, tls_server: Server, watch: Watch) -> None:
    context = trusting.new_context(
        base_url=tls_server.url(), locale="en-GB", is_mobile=True, has_touch=True, ignore_https_errors=True
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    watch.follow(page)
    sheet = first_game(page)
    wait_kept(sheet, 0)
    context.set_offline(True)
    for _ in range(3):
        sheet.enter(Deal((30, 30, 30, 30)))
    page.reload()
    expect(page.locator("#rows .waiting")).to_have_count(3)
    context.set_offline(False)
    wait_delivered(page)
    sheet.wait_totals((90, 90, 90, 90))
    assert len(stored_payloads(tls_server, sheet.path)) == 3
    context.close()


def test_without_https_what_had_no_answer_is_sent_again_by_itself(phone: PhoneFactory, server: Server) -> None:
    sheet = first_game(phone(base=server.url("table.test")))
    page = sheet.page
    sheet.enter(Deal((66, 54, 0, 0)))
    server.kill()
    sheet.fill(Deal((0, 66, 54, 0)))
    sheet.save()
    trouble = page.locator("[data-trouble]")
    expect(trouble).to_contain_text("No answer came. What you entered stays here and is sent again by itself")
    page.wait_for_timeout(5_000)
    expect(trouble).to_be_visible()
    expect(sheet.tile(1)).to_contain_text("66")
    server.start()
    expect(sheet.rows()).to_have_count(2)
    expect(trouble).to_be_hidden(timeout=3 * PATIENCE_MS)
    sheet.wait_totals((70, 70, 0, 0))
    assert len(stored_payloads(server, sheet.path)) == 2
    expect(page.locator("#deal_form .ask").first).to_contain_text("Deal 3")
