"""What the phone does at the table: it stays awake while a game is open, buzzes on Save, and shows a big board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LARGE, PhoneFactory, Watch
from tests.browser.offline import NO_NETWORK, wait_kept
from tests.browser.pages import Home, first_game
from tests.browser.quick import start_evening, start_game, start_group
from tests.browser.screens import NAMES
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet

# A headless browser keeps no screen on and cannot buzz: what is asked of it is written down instead.
WRITTEN_DOWN = """
  window.asked = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    const lock = new EventTarget();
    lock.release = async () => { asked.push("release"); lock.dispatchEvent(new Event("release")); };
    asked.push(kind);
    window.lock = lock;
    return lock;
  } } });
  navigator.vibrate = (ms) => { asked.push(ms); return true; };
"""
SHARED = "window.shared = []; navigator.share = async (what) => { shared.push(what); };"
# 63 points, two without a trick, three calls: 63 × 4 × 8 is 2,020 and ends the game.
ENDS = Deal((63, 57, 0, 0), no_trick=(2, 3), callers=(1, 2, 3))


def begin(page: Page) -> Sheet:
    """Start a game of four."""
    page.add_init_script(WRITTEN_DOWN)
    return start_game(page)


def asks(page: Page, *expected: object) -> None:
    """Wait until just this was asked of the phone."""
    page.wait_for_function("list => JSON.stringify(asked) === JSON.stringify(list)", arg=list(expected))


def test_the_screen_stays_on_while_a_game_is_open_and_each_save_is_felt(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    page = sheet.page
    asks(page, "screen")
    sheet.enter(Deal((66, 54, 0, 0)))
    asks(page, "screen", 40)
    # The browser lets go when the page is hidden; a return takes it again.
    page.evaluate("lock.dispatchEvent(new Event('release')); document.dispatchEvent(new Event('visibilitychange'))")
    asks(page, "screen", 40, "screen")


def test_a_deal_that_waits_for_the_network_is_felt_as_well(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = begin(phone())
    wait_kept(sheet, 0)
    sheet.page.context.set_offline(True)
    sheet.enter(Deal((66, 54, 0, 0)))
    expect(sheet.page.locator("#rows .waiting")).to_have_count(1)
    asks(sheet.page, "screen", 40)


def test_a_link_is_shared_by_the_phones_own_menu_where_it_has_one(phone: PhoneFactory) -> None:
    page = phone()
    page.add_init_script(SHARED)
    group = start_group(page)
    page.goto(f"{group.path}invite")
    link = page.locator("#member-link")
    box = page.locator("[data-share]", has=link)
    box.locator('[data-do="share"]').tap()
    assert page.evaluate("shared") == [{"title": link.get_attribute("data-title"), "url": link.input_value()}]
    # Who closes the menu without choosing anything has done nothing wrong.
    page.evaluate("() => { navigator.share = () => Promise.reject(new DOMException('', 'AbortError')); }")
    box.locator('[data-do="share"]').tap()
    expect(box.locator('[data-do="copy"]')).to_be_visible()


def test_without_such_a_menu_only_copying_is_offered(phone: PhoneFactory, server: Server) -> None:
    page = phone(base=server.url("table.test"))
    group = Home(page).open().start_group()
    page.goto(f"{group.path}invite")
    box = page.locator("[data-share]").first
    expect(box.locator('[data-do="copy"]')).to_be_visible()
    expect(box.locator('[data-do="share"]')).to_be_hidden()


def test_both_can_be_switched_off_for_this_phone(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    page, path = sheet.page, sheet.path
    asks(page, "screen")
    page.goto(f"{path}/setup")
    page.get_by_label("Keep the screen on while a game is open").uncheck()
    page.get_by_label("A short buzz when a deal is saved").uncheck()
    page.goto(path)
    sheet.enter(Deal((66, 54, 0, 0)))
    asks(page)
    page.goto(f"{path}/setup")
    expect(page.get_by_label("Keep the screen on while a game is open")).not_to_be_checked()
    page.get_by_label("Keep the screen on while a game is open").check()
    page.goto(path)
    asks(page, "screen")


def test_the_screen_may_sleep_when_the_game_is_over(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    asks(sheet.page, "screen")
    sheet.enter(ENDS)
    expect(sheet.page.locator(".ending")).to_be_visible()
    asks(sheet.page, "screen", 40, "release")


def test_without_https_a_line_says_what_is_missing_and_why(phone: PhoneFactory, server: Server) -> None:
    sheet = first_game(phone(base=server.url("table.test")))
    sheet.page.goto(f"{sheet.path}/setup")
    expect(sheet.page.get_by_text("This page comes without https")).to_be_visible()
    expect(sheet.page.get_by_label("Keep the screen on while a game is open")).to_be_hidden()
    sheet.page.goto(sheet.path.partition("sheets/")[0])
    sheet.page.get_by_role("link", name="What that means").tap()
    expect(sheet.page.get_by_role("heading", name="What is missing")).to_be_visible()
    expect(sheet.page.get_by_text("Without a network the page must stay open")).to_be_visible()


@pytest.mark.parametrize("people", [4, 5])
def test_the_board_fits_its_screen_whichever_way_it_is_turned(phone: PhoneFactory, people: int) -> None:
    page = phone(LARGE)
    names = ("Maximiliane-Theodora von Hohenlohe", *NAMES[1:], "Eva")[:people]
    evening = start_evening(page, people=names)
    sheet = evening.start_game(dealer=names[3], order=names)
    sheet.enter(Deal((63, 57, 0, 0, 0)[:people], callers=(0, 1, 2)))
    path = sheet.path
    page.goto(f"{path}/board")
    expect(page.locator(".board-seats > li")).to_have_count(people)
    for width, height in ((1024, 768), (768, 1024), LARGE):
        page.set_viewport_size({"width": width, "height": height})
        check_every_turn(page, 60 if min(width, height) >= 768 else 32)


def check_every_turn(page: Page, least_size: float) -> None:
    """Turn the board once around: everything is on the screen, and the totals can be read from afar."""
    for turn in range(4):
        expect(page.locator("main")).to_have_class(re.compile(f"turn-{turn}"))
        page.wait_for_load_state()
        outside = page.evaluate("""() => [...document.querySelectorAll(".board *")].filter((each) => {
          const { left, top, right, bottom } = each.getBoundingClientRect();
          return right > left && !each.closest(".sr") && !each.matches("svg *, bdi, h2 *")
            && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
        }).map((each) => each.outerHTML)""")
        assert outside == []
        least = page.locator(".board-total").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert least >= least_size
        page.get_by_label("Turn the board").tap()
