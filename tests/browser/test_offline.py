"""An evening in a cellar: the score goes on without a network, and every deal arrives once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Route, expect

from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.browser.chromium import executable
from tests.browser.conftest import LARGE, PATIENCE_MS, PhoneFactory, Watch
from tests.browser.offline import (
    NO_NETWORK,
    READABLE,
    SLOW,
    begin,
    begin_together,
    invitation,
    join,
    stored_payloads,
    throttle,
    until,
    wait_delivered,
    wait_kept,
    wait_waiting,
    waiting,
)
from tests.browser.pages import NewGame
from tests.browser.quick import start_group
from tests.browser.screens import NAMES
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet
from tests.browser.vectors import deal, game

GAME = "g19"


def enter(sheet: Sheet, given: dict[str, Any]) -> None:
    """Enter a deal of a golden table and compare what stands then with it."""
    sheet.enter(deal(given))
    sheet.wait_totals(tuple(given["totals"]))
    sheet.wait_marks(tuple(given["marks"]))


def check_whole(sheet: Sheet, played: dict[str, Any], server: Server) -> None:
    """Hold the server's sheet to the golden table: exactly those deals in order, totals and ending."""
    sheet.page.goto(sheet.path)
    end = played["end"]
    sheet.wait_totals(tuple(played["deals"][-1]["totals"]))
    assert all(NAMES[seat] in sheet.ending() for seat in end["losers"] or end["winners"])
    rules = KALTER_SCHLAG.load_options({})
    before = (0, 0, 0, 0)
    has = stored_payloads(server, sheet.path)
    assert len(has) == len(played["deals"])
    for payload, given in zip(has, played["deals"], strict=True):
        points = KALTER_SCHLAG.score(KALTER_SCHLAG.load(payload, rules, 4), rules, 4).points
        assert tuple(map(sum, zip(before, points, strict=True))) == tuple(given["totals"])
        assert (payload["calls"], payload["durchmarsch"]) == (given["calls"], given["durchmarsch"])
        before = tuple(given["totals"])


Opened = Callable[[], Page]


@pytest.fixture
def reopened(playwright: Playwright, server: Server, tmp_path: Path, watch: Watch) -> Iterator[Opened]:
    """Open one phone's browser, as often as it was closed: what it keeps is still there."""
    contexts: list[BrowserContext] = []

    def open_it() -> Page:
        for context in contexts:
            context.close()
        contexts[:] = [
            playwright.chromium.launch_persistent_context(
                tmp_path / "profile",
                executable_path=executable(),
                viewport={"width": LARGE[0], "height": LARGE[1]},
                is_mobile=True,
                has_touch=True,
                base_url=server.url(),
                locale="en-GB",
            )
        ]
        contexts[0].set_default_timeout(PATIENCE_MS)
        page = contexts[0].pages[0]
        watch.follow(page)
        return page

    yield open_it
    for context in contexts:
        context.close()


@pytest.mark.parametrize("rate", [1, SLOW])
def test_a_whole_game_goes_on_without_a_network_over_reloads_and_a_closed_browser(
    reopened: Opened, server: Server, watch: Watch, rate: int
) -> None:
    watch.tolerate(NO_NETWORK)
    played = game(GAME)
    deals = played["deals"]
    assert len(deals) >= 10
    sheet = begin(reopened(), NAMES[played["first_dealer"]])
    throttle(sheet.page, rate)
    path = sheet.path
    for given in deals[:2]:
        enter(sheet, given)
    wait_kept(sheet, 2)
    sheet.page.context.set_offline(True)
    for at, given in enumerate(deals[2:], start=3):
        enter(sheet, given)
        expect(sheet.page.locator("#outbox")).to_contain_text(f"{at - 2} deal")
        expect(sheet.page.locator("#outbox")).to_contain_text("waiting for the network")
        if at in (4, 7):
            sheet.page.reload()
            expect(sheet.page.locator("[data-stale-mark]")).to_contain_text("Not up to date since")
        elif at == 6:
            page = reopened()
            throttle(page, rate)
            page.context.set_offline(True)
            page.goto(path)
            sheet = Sheet(page)
        if at in (4, 6, 7):
            expect(sheet.page.locator("#rows .waiting")).to_have_count(at - 2)
            sheet.wait_totals(tuple(given["totals"]))
    page = sheet.page
    end = played["end"]
    assert all(NAMES[seat] in sheet.ending() for seat in end["losers"] or end["winners"])
    assert [item["number"] for item in waiting(page)] == list(range(3, len(deals) + 1))
    page.context.set_offline(False)
    wait_delivered(page)
    check_whole(sheet, played, server)


def test_answers_that_are_dropped_after_the_commit_lose_and_double_nothing(
    phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate(NO_NETWORK)
    played = game(GAME)
    deals = played["deals"]
    sheet = begin(phone(), NAMES[played["first_dealer"]])
    page = sheet.page
    enter(sheet, deals[0])
    wait_kept(sheet, 1)
    dropped: list[str] = []

    def take_and_drop(route: Route) -> None:
        if len(dropped) % 2:
            dropped.append("")
            route.continue_()
            return
        route.fetch()
        dropped.append(route.request.post_data or "")
        route.abort("connectionreset")

    page.route("**/deals", take_and_drop)
    for given in deals[1:4]:
        enter(sheet, given)
    page.context.set_offline(True)
    for given in deals[4:]:
        enter(sheet, given)
    page.context.set_offline(False)
    wait_delivered(page)
    assert sum(bool(each) for each in dropped) >= len(deals) - 2
    check_whole(sheet, played, server)


def test_four_tabs_of_one_phone_deliver_once(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = begin(phone())
    page = sheet.page
    sheet.enter(Deal((66, 54, 0, 0)))
    wait_kept(sheet, 1)
    tabs = [page.context.new_page() for _ in range(3)]
    for tab in tabs:
        tab.goto(sheet.path)
        expect(tab.locator("#rows li.deal")).to_have_count(1)
    page.bring_to_front()
    page.context.set_offline(True)
    for deals in range(3):
        sheet.enter(Deal((30, 30, 30, 30)))
        assert len(waiting(page)) == deals + 1
    for tab in tabs:
        expect(tab.locator("#rows .waiting")).to_have_count(3)
    posted: list[str] = []
    page.context.on("request", lambda each: posted.append(each.url) if each.method == "POST" else None)
    page.context.set_offline(False)
    wait_delivered(page)
    for tab in tabs:
        expect(tab.locator("#rows li.deal:not(.waiting)")).to_have_count(4)
    assert len([url for url in posted if url.endswith("/deals")]) == 3
    assert len(stored_payloads(server, sheet.path)) == 4
    sheet.wait_totals((160, 90, 90, 90))


def test_a_page_that_came_past_the_worker_works_without_a_network_as_well(phone: PhoneFactory, watch: Watch) -> None:
    """A browser loads a page past the worker if it is told to, or if the worker becomes active meanwhile."""
    watch.tolerate(NO_NETWORK)
    sheet = begin(phone())
    wait_kept(sheet, 0)
    page = sheet.page
    with page.expect_navigation(wait_until="load"):
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    until(page, "() => navigator.serviceWorker.controller !== null", True)
    sheet.enter(Deal((66, 54, 0, 0)))
    wait_kept(sheet, 1)
    page.context.set_offline(True)
    page.reload()
    sheet.wait_totals((70, 0, 0, 0))


def test_a_removed_phone_keeps_nothing_readable_but_what_it_did_not_send(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    owner, sheet = begin_together(phone(), phone())
    page, path = sheet.page, sheet.path
    group = path.partition("sheets/")[0]
    wait_kept(sheet, 0)
    page.context.set_offline(True)
    sheet.enter(Deal((0, 66, 54, 0)))
    owner.page.goto(f"{group}devices")
    owner.page.locator('a.rowlink[href*="/devices/"]').first.tap()
    owner.page.get_by_role("button", name="Remove the phone").tap()
    expect(owner.page.get_by_text("The phone was removed.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_contain_text("This phone is no longer in the group. 1 entry was not sent:")
    expect(page.locator("#outbox li")).to_contain_text("Bernd")
    until(page, READABLE, [])
    page.context.set_offline(True)
    page.goto(path)
    expect(page.get_by_role("heading", name="This page is not kept on this phone")).to_be_visible()
    expect(page.locator("#outbox li")).to_contain_text("Bernd")
    page.context.set_offline(False)
    page.goto("/")
    page.get_by_role("button", name="Throw away").tap()
    page.get_by_role("button", name="Really throw away?").tap()
    expect(page.locator("#outbox")).to_be_hidden()
    assert waiting(page) == []


def test_a_refusal_stops_its_own_game_alone_and_can_be_sent_again(
    phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate(NO_NETWORK)
    people = (*NAMES, "Eva", "Franz", "Gerda", "Hugo")
    page = phone()
    group = start_group(page, people=people)
    evening = group.start_evening()
    address = page.url
    first = evening.start_game(dealer="Anna", order=people[:4])
    path = first.path
    wait_kept(first, 0)
    page.goto(f"{address}/games/new")
    second = NewGame(page).start(dealer="Eva", order=people[4:])
    other = second.path
    wait_kept(second, 0)
    link = invitation(page, other.partition("sheets/")[0])
    page.goto(path)
    page.context.set_offline(True)
    first.enter(Deal((0, 66, 54, 0)))
    first.enter(Deal((0, 0, 66, 54)))
    page.goto(other)
    expect(page.locator("[data-stale-mark]")).to_be_visible()
    expect(page.locator("#outbox")).to_contain_text("2 deals waiting for the network")
    second.enter(Deal((66, 54, 0, 0)))
    join(phone(), link, path).enter(Deal((48, 42, 30, 0)))
    page.context.set_offline(False)
    expect(page.locator("#outbox .refused")).to_contain_text("Deal 1 was entered meanwhile on another phone: Anna 48")
    expect(page.locator("#outbox .refused")).to_contain_text("1 later entry waits for it.")
    wait_waiting(page, 2)
    expect(page.locator("#rows .waiting")).to_have_count(0)
    second.wait_totals((70, 0, 0, 0))
    assert len(stored_payloads(server, other)) == 1
    assert len(stored_payloads(server, path)) == 1
    page.reload()
    wait_waiting(page, 2)
    page.get_by_role("button", name="Enter after what is there now").tap()
    wait_waiting(page, 0)
    page.goto(path)
    first.wait_totals((50, 70, 70, 0))
    assert [each.split(" ")[0].strip("123") for each in first.reasons()] == ["Anna", "Bernd", "Clara"]
