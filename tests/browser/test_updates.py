"""A new version comes while phones are at the table: it asks, waits for what is typed, and loses nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PATIENCE_MS, PhoneFactory, Watch
from tests.browser.offline import NO_NETWORK, answer, begin, stored_payloads, until, wait_kept, wait_waiting
from tests.browser.pages import first_game
from tests.browser.server import Server, serving
from tests.browser.sheet_pages import Deal, Sheet

# Each serves two versions by turns and waits for workers to be replaced: minutes on a busy machine.
pytestmark = pytest.mark.drill

FIRST = Deal((66, 54, 0, 0))
EVEN = Deal((30, 30, 30, 30))
BUILD = "() => document.querySelector('meta[name=build]').content"
WORKERS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const shells = (await caches.keys()).filter((name) => name.startsWith("shell-"));
  return [registration.waiting !== null, registration.active.state, shells.length];
}"""
PUT_OLD = """([sheet, key]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("scorekeeper", 1);
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("outbox", "readwrite");
    transaction.objectStore("outbox").add({
      key, group: sheet.split("/")[2], sheet, to: `${sheet}/deals-of-old`, fields: [["key", key]],
      game: "kalter_schlag", number: 1, change: "c",
      edit: { op: "add", id: "new", payload: { penalties: [0, 70, 0, 0] }, dealer: null },
      text: "Bernd 66 = 66 → 70", at: 1, tried: false, parked: null,
    });
    transaction.oncomplete = () => { opening.result.close(); resolve(); };
    transaction.onabort = () => reject(transaction.error);
  };
})"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Serve the app for one test alone, so that it can be replaced by another version."""
    with serving(tmp_path, SCOREKEEPER_WORKERS="1") as running:
        yield running


@pytest.fixture(autouse=True)
def network_may_go(watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)


def update(page: Page) -> Locator:
    """Give the line that says that a new version is here."""
    return page.locator("#update")


def said(page: Page, name: str) -> Locator:
    """Give a sentence of that line once it is shown."""
    return update(page).locator(f"[data-update={name}]:visible")


def use_it(page: Page) -> Locator:
    return update(page).get_by_role("button", name="Use it now")


def type_without_saving(sheet: Sheet) -> None:
    sheet.tile(1).tap()
    sheet.digit("6").tap()
    sheet.digit("6").tap()


def test_a_new_version_asks_and_waits_for_what_is_typed(phone: PhoneFactory, server: Server) -> None:
    sheet = begin(phone())
    page = sheet.page
    sheet.enter(FIRST)
    wait_kept(sheet, 1)
    before = page.evaluate(BUILD)
    expect(update(page)).to_be_hidden()
    type_without_saving(sheet)
    server.become_newer()
    expect(said(page, "first")).to_have_text("Save what you have entered first.")
    expect(said(page, "frozen")).to_have_count(0)
    expect(use_it(page)).to_be_hidden()
    expect(sheet.tile(1)).to_contain_text("66")
    assert page.evaluate(BUILD) == before
    sheet.save()
    wait_waiting(page, 0)
    sheet.wait_totals((70, 70, 0, 0))
    expect(said(page, "first")).to_have_count(0)
    expect(said(page, "frozen")).to_have_text("Until you use it, this page shows nothing new.")
    use_it(page).tap()
    page.wait_for_function(f"before => ({BUILD})() !== before", arg=before)
    expect(update(page)).to_be_hidden()
    sheet.wait_totals((70, 70, 0, 0))
    assert len(stored_payloads(server, sheet.path)) == 2
    until(page, WORKERS, [False, "activated", 2])


def test_a_new_version_that_waits_leaves_other_tabs_alone(phone: PhoneFactory, server: Server) -> None:
    sheet = begin(phone())
    page = sheet.page
    wait_kept(sheet, 0)
    other = page.context.new_page()
    other.goto(f"{sheet.path.partition('sheets/')[0]}settings")
    other.get_by_label("Name of the group").fill("Friday table")
    server.become_newer()
    page.bring_to_front()
    page.goto(sheet.path)
    expect(update(page)).to_be_visible()
    until(page, WORKERS, [True, "activated", 2])
    with page.expect_navigation():
        use_it(page).tap()
    expect(update(page)).to_be_hidden()
    until(page, WORKERS, [False, "activated", 2])
    other.bring_to_front()
    expect(other.get_by_label("Name of the group")).to_have_value("Friday table")
    other.get_by_role("button", name="Save").tap()
    expect(other.get_by_text("Saved.")).to_be_visible()
    expect(other.locator("h1")).to_have_text("Friday table")


def test_without_a_worker_save_brings_the_new_version_with_the_deal_in_it(phone: PhoneFactory, server: Server) -> None:
    sheet = first_game(phone(base=server.url("table.test")))
    page = sheet.page
    sheet.enter(FIRST)
    before = page.evaluate(BUILD)
    type_without_saving(sheet)
    server.become_newer()
    expect(said(page, "first")).to_be_visible()
    with page.expect_navigation():
        sheet.save()
    expect(page.locator("#messages")).to_contain_text("The deal is saved.")
    expect(update(page)).to_be_hidden()
    assert page.evaluate(BUILD) != before
    sheet.wait_totals((70, 70, 0, 0))
    assert len(stored_payloads(server, sheet.path)) == 2


def test_what_a_page_without_a_worker_asks_first_of_a_new_version_is_done_once(
    phone: PhoneFactory, server: Server
) -> None:
    """The page hears of the new version by the answer to its undo, and then to an impossible deal."""
    page = phone(base=server.url("table.test"))
    sheet = first_game(page)
    sheet.enter(FIRST)
    sheet.hear_nothing()
    server.become_newer()
    with page.expect_navigation():
        sheet.undo()
    expect(sheet.rows()).to_have_count(0)
    assert stored_payloads(server, sheet.path) == []
    page.unroute_all()
    sheet.enter(FIRST)
    sheet.hear_nothing()
    server.become_newer("99.1")
    sheet.fill(Deal((20, 20, 20, 20)))
    with page.expect_navigation():
        sheet.save()
    expect(page.locator("#sum .error")).to_be_visible()
    expect(sheet.tile(0)).to_contain_text("20")
    assert len(stored_payloads(server, sheet.path)) == 1


def test_an_evening_without_a_network_survives_a_deploy(phone: PhoneFactory, server: Server) -> None:
    sheet = begin(phone())
    page = sheet.page
    sheet.enter(FIRST)
    wait_kept(sheet, 1)
    before = page.evaluate(BUILD)
    page.context.set_offline(True)
    sheet.enter(EVEN)
    server.become_newer()
    page.reload()
    expect(page.locator("#rows .waiting")).to_have_count(1)
    sheet.enter(EVEN)
    sheet.wait_totals((130, 60, 60, 60))
    page.context.set_offline(False)
    wait_waiting(page, 0)
    expect(said(page, "frozen")).to_be_visible()
    assert len(stored_payloads(server, sheet.path)) == 3
    # The network goes again: what this phone keeps of the sheet is whole, in the new version.
    wait_kept(sheet, 3)
    use_it(page).tap()
    page.wait_for_function(f"before => ({BUILD})() !== before", arg=before)
    page.context.set_offline(True)
    page.reload()
    sheet.wait_totals((130, 60, 60, 60))
    sheet.enter(EVEN)
    sheet.wait_totals((160, 90, 90, 90))


def test_what_no_version_takes_any_more_is_shown_and_not_lost(phone: PhoneFactory, server: Server) -> None:
    sheet = begin(phone())
    page = sheet.page
    wait_kept(sheet, 0)
    answer(page, PUT_OLD, [sheet.path, "k" * 22])
    page.reload()
    refused = page.locator("#outbox .refused")
    expect(refused).to_contain_text("Deal 1 was not saved. The scorekeeper is of a newer version", timeout=PATIENCE_MS)
    expect(refused.locator("li")).to_have_text(re.compile("Bernd 66"))
    sheet.wait_totals((0, 0, 0, 0))
