"""What the service worker does by itself: it delivers what waits, and forgets a group that the phone has left."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import PATIENCE_MS, PhoneFactory, Watch
from tests.browser.offline import (
    NO_NETWORK,
    OUTBOX,
    READABLE,
    answer,
    begin,
    begin_together,
    invitation,
    join,
    stored_payloads,
    until,
    wait_kept,
    waiting,
)
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet

PLAIN = "/offline/words"
"""A page of this origin without a script, so that nothing but the worker delivers."""
HAS_SYNC = """async () => {
  const { sync } = await navigator.serviceWorker.ready;
  return Boolean(sync) && sync.getTags().then(() => true, () => false);
}"""


@pytest.fixture
def cellar(phone: PhoneFactory, watch: Watch) -> Sheet:
    """Enter three deals without a network."""
    watch.tolerate(NO_NETWORK)
    sheet = begin(phone())
    wait_kept(sheet, 0)
    sheet.page.context.set_offline(True)
    for _ in range(3):
        sheet.enter(Deal((30, 30, 30, 30)))
    assert len(waiting(sheet.page)) == 3
    return sheet


def wake(page: Page, session: CDPSession) -> None:
    """Wake the worker as the browser does when a network is back."""
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    end = time.monotonic() + PATIENCE_MS / 1000
    while not any(not each["isDeleted"] for each in found):
        assert time.monotonic() < end
        page.wait_for_timeout(100)
    registration = next(each for each in found if not each["isDeleted"])
    asked = {"registrationId": registration["registrationId"], "tag": "outbox", "lastChance": False}
    session.send("ServiceWorker.dispatchSyncEvent", {"origin": page.evaluate("location.origin"), **asked})


def test_deals_that_wait_are_delivered_with_no_page_open(cellar: Sheet, server: Server) -> None:
    path, context = cellar.path, cellar.page.context
    page = context.new_page()
    cellar.page.close()
    context.set_offline(False)
    page.goto(PLAIN)
    wake(page, context.new_cdp_session(page))
    until(page, f"async () => (await ({OUTBOX})()).length", 0)
    assert [each["points"] for each in stored_payloads(server, path)] == [[30, 30, 30, 30]] * 3
    page.goto(path)
    Sheet(page).wait_totals((90, 90, 90, 90))
    expect(page.locator("#rows .waiting")).to_have_count(0)


def test_what_the_worker_is_refused_waits_for_the_words_of_a_page(
    cellar: Sheet, phone: PhoneFactory, server: Server
) -> None:
    path, context = cellar.path, cellar.page.context
    context.set_offline(False)
    other = context.new_page()
    link = invitation(other, path.partition("sheets/")[0])
    other.close()
    until(cellar.page, f"async () => (await ({OUTBOX})()).length", 0)
    context.set_offline(True)
    cellar.enter(Deal((66, 54, 0, 0)))
    page = context.new_page()
    cellar.page.close()
    join(phone(), link, path).enter(Deal((0, 0, 66, 54)))
    context.set_offline(False)
    page.goto(PLAIN)
    wake(page, context.new_cdp_session(page))
    until(page, f"async () => (await ({OUTBOX})())[0]?.tried", True)
    assert len(stored_payloads(server, path)) == 4
    page.goto(path)
    expect(page.locator("#outbox .refused")).to_contain_text("Deal 4 was entered meanwhile on another phone")


def test_the_browser_is_asked_to_wake_the_worker_where_it_can(cellar: Sheet) -> None:
    if not answer(cellar.page, HAS_SYNC):
        pytest.skip("this browser wakes no worker")
    script = "async () => (await (await navigator.serviceWorker.ready).sync.getTags()).includes('outbox')"
    until(cellar.page, script, True)


def test_a_phone_that_leaves_keeps_nothing_readable_but_what_it_did_not_send(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    watch.tolerate("status of 40[49]")
    owner, sheet = begin_together(phone(), phone())
    page, path = sheet.page, sheet.path
    group = path.partition("sheets/")[0]
    wait_kept(sheet, 0)
    page.context.set_offline(True)
    sheet.enter(Deal((0, 66, 54, 0)))
    owner.enter(Deal((48, 42, 30, 0)))
    page.context.set_offline(False)
    expect(page.locator("#outbox .refused")).to_contain_text("Deal 1 was not saved.")
    page.goto(f"{group}leave")
    page.get_by_role("button", name="Leave the group").tap()
    page.wait_for_url(re.compile("^https?://[^/]+/$"))
    expect(page.get_by_text("This phone has left the group.")).to_be_visible()
    expect(page.locator("#outbox")).to_contain_text("This phone is no longer in the group. 1 entry was not sent:")
    expect(page.locator("#outbox li")).to_contain_text("Bernd")
    expect(page.locator("#outbox").get_by_role("button", name="Copy")).to_be_visible()
    until(page, READABLE, [])
    page.context.set_offline(True)
    page.goto(path)
    expect(page.get_by_role("heading", name="This page is not kept on this phone")).to_be_visible()
    expect(page.locator("#outbox li")).to_contain_text("Bernd")
