"""Two phones begin the next game without each other: put together, decided together, or kept beside each other."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory, Watch
from tests.browser.offline import (
    NO_NETWORK,
    STORED,
    begin_together,
    stored_payloads,
    until,
    wait_delivered,
    wait_kept,
    wait_ready,
    waiting,
)
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet

RUINOUS = Deal((0, 63, 57, 0), no_trick=(0, 3), callers=(3, 0, 1))
"""63 × 8 × 4 = 2,016: Bernd loses, and chooses who deals first."""
THEIRS, MINE = Deal((0, 66, 54, 0)), Deal((0, 0, 66, 54))
"""70 for Bernd; 70 for Clara."""


@dataclass
class Two:
    """Two phones behind one ended game, without a network."""

    first: Sheet
    second: Sheet


@pytest.fixture
def two(phone: PhoneFactory, watch: Watch) -> Two:
    """Let two phones see how a game ends, then go into two cellars."""
    watch.tolerate(NO_NETWORK)
    watch.tolerate(r"status of 409")
    first, second = begin_together(phone(), phone())
    path = first.path
    first.enter(RUINOUS)
    for sheet in (first, second):
        sheet.page.bring_to_front()
        sheet.page.goto(path)
        expect(sheet.page.locator(".ending h2")).to_be_visible()
        wait_kept(sheet, 1)
        wait_ready(sheet.page)
        sheet.page.context.set_offline(True)
    return Two(first, second)


def start_next(sheet: Sheet, dealer: str) -> str:
    """Start the next game without a network; give its path."""
    page, before = sheet.page, sheet.path
    page.bring_to_front()
    sheet.tap(page.locator("#deal_form .ending").get_by_text(re.compile("^Next game")))
    sheet.tap(page.locator(".next-game").get_by_role("button", name=dealer))
    page.wait_for_url(lambda url: "/sheets/" in url and before not in url)
    expect(page.get_by_role("heading", name="Game 2")).to_be_visible()
    return sheet.path


def back(sheet: Sheet) -> None:
    """Have the network again and everything on the server."""
    sheet.page.bring_to_front()
    sheet.page.context.set_offline(False)
    wait_delivered(sheet.page)


def refused(page: Page) -> None:
    """Have the network again and find that the other game was first."""
    page.bring_to_front()
    page.context.set_offline(False)
    expect(page.locator("#outbox .refused")).to_contain_text(
        "The next game was not started. The same people have begun game 2 already, perhaps on another phone."
    )


def points(server: Server, path: str) -> list[tuple[int, int]]:
    """Give who lost each deal on the server and with how many card points, in order."""
    found = [each["points"] for each in stored_payloads(server, path)]
    return [(max(range(4), key=lambda seat: each[seat] or 0), max(total or 0 for total in each)) for each in found]


def test_deals_go_to_the_game_that_another_phone_began(two: Two, server: Server) -> None:
    page = two.second.page
    path = start_next(two.first, "Clara")
    mine = start_next(two.second, "Clara")
    assert mine != path
    two.second.enter(MINE)
    two.second.enter(THEIRS)
    back(two.first)
    refused(page)
    page.get_by_role("button", name="Put both together").tap()
    page.wait_for_url(f"**{path}")
    wait_delivered(page)
    page.goto(path)
    two.second.wait_totals((0, 70, 70, 0))
    assert points(server, path) == [(2, 66), (1, 66)]
    assert points(server, mine) == []
    until(page, STORED, -1, mine)


def test_corrections_go_along_and_who_dealt_stays_as_it_was(two: Two, server: Server) -> None:
    page = two.second.page
    path = start_next(two.first, "Dieter")
    start_next(two.second, "Clara")
    two.second.enter(MINE)
    row = two.second.unfold(1)
    two.second.tap(row.locator(".actions button").get_by_text("Correct", exact=True))
    two.second.clear()
    two.second.fill(Deal((0, 80, 40, 0)))
    two.second.save_button().tap()
    expect(page.locator("#deal_form form[data-edit]")).to_have_count(0)
    back(two.first)
    refused(page)
    page.get_by_role("button", name="Put both together").tap()
    page.wait_for_url(f"**{path}")
    wait_delivered(page)
    page.goto(path)
    assert points(server, path) == [(1, 80)]
    expect(two.second.row(1).locator(".cell").nth(2)).to_contain_text("◆")
    expect(page.locator("#deal_form .ask")).to_contain_text("Dieter deals")


def test_two_games_with_deals_are_decided_together(two: Two, server: Server) -> None:
    page = two.second.page
    path = start_next(two.first, "Clara")
    two.first.enter(THEIRS)
    start_next(two.second, "Clara")
    two.second.enter(MINE)
    back(two.first)
    refused(page)
    page.get_by_role("button", name="Put both together").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Two phones entered deal 1")
    page.locator('#place-0 input[value="both"]').check()
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(f"**{path}*")
    wait_delivered(page)
    assert points(server, path) == [(1, 66), (2, 66)]
    two.second.wait_totals((0, 70, 70, 0))


def test_both_games_are_kept(two: Two, server: Server) -> None:
    page = two.second.page
    path = start_next(two.first, "Clara")
    two.first.enter(THEIRS)
    mine = start_next(two.second, "Anna")
    two.second.enter(MINE)
    back(two.first)
    refused(page)
    assert len(waiting(page)) == 2
    page.get_by_role("button", name="Keep both games").tap()
    wait_delivered(page)
    assert (points(server, path), points(server, mine)) == ([(1, 66)], [(2, 66)])
    page.goto(mine)
    expect(page.get_by_role("heading", name="Game 3")).to_be_visible()
    two.second.wait_totals((0, 0, 70, 0))
