"""Seats by tapping names: who sits where, who can deal, and the next game in one tap."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import SMALL, PhoneFactory
from tests.browser.quick import start_evening
from tests.browser.screens import NAMES

SIX = (*NAMES, "Eva", "Fritz-Maximilian von und zu Hohenlohe")


def new_game(page: Page, people: tuple[str, ...] = NAMES) -> Page:
    """Go as far as the screen that starts a game."""
    start_evening(page, people=people)
    page.get_by_role("link", name="Start a game").tap()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    return page


def tile(page: Page, name: str) -> Locator:
    """Find the name to tap, wherever it sits."""
    return page.locator("button.person", has_text=name)


def seats(page: Page) -> list[str]:
    """Give the numbers on the tiles, in the order of the names."""
    return page.locator("button.person [data-number]").all_inner_texts()


def dealers(page: Page) -> list[str]:
    """Give who can be chosen to deal."""
    return page.locator("[data-dealer]:visible").all_inner_texts()


def test_a_tap_frees_a_seat_and_the_next_tap_takes_it(phone: PhoneFactory) -> None:
    page = new_game(phone(), SIX)
    assert seats(page) == ["1", "2", "3", "4", "", ""]
    tile(page, "Bernd").tap()
    assert seats(page) == ["1", "", "3", "4", "", ""]
    expect(page.get_by_text("seat 2 is next")).to_be_visible()
    assert [each.strip() for each in dealers(page)] == ["Anna", "Clara", "Dieter"]
    tile(page, "Eva").tap()
    assert seats(page) == ["1", "", "3", "4", "2", ""]
    expect(tile(page, "Eva")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name=re.compile("^Eva ?, seat 2$"))).to_be_visible()
    assert [each.strip() for each in dealers(page)] == ["Anna", "Eva", "Clara", "Dieter"]


def test_a_fifth_name_takes_the_fifth_seat_and_a_sixth_finds_none(phone: PhoneFactory) -> None:
    page = new_game(phone(SMALL), SIX)
    tile(page, "Eva").tap()
    tile(page, "Fritz").tap()
    assert seats(page) == ["1", "2", "3", "4", "5", ""]
    expect(page.get_by_text("All seats are taken")).to_be_visible()
    tile(page, "Anna").tap()
    assert seats(page) == ["", "1", "2", "3", "4", ""]
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url(re.compile("/sheets/"))
    assert page.locator(".score .name bdi").all_inner_texts() == ["Bernd", "Clara", "Dieter", "Eva"]


def test_a_dealer_who_gets_up_leaves_it_to_the_lot(phone: PhoneFactory) -> None:
    page = new_game(phone())
    page.locator("[data-dealer]", has_text="Clara").tap()
    tile(page, "Clara").tap()
    expect(page.get_by_role("radio", name="By lot")).to_be_checked()
    page.get_by_role("button", name="Clear").tap()
    assert seats(page) == ["", "", "", ""]
    assert dealers(page) == []


def test_back_on_the_page_the_tiles_show_what_is_chosen(phone: PhoneFactory) -> None:
    page = new_game(phone())
    tile(page, "Bernd").tap()
    page.get_by_role("link", name="Back to the evening").tap()
    expect(page.get_by_role("link", name="Start a game")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    chosen = [
        page.locator(f"[name=player_ids-{seat}]").evaluate("each => each.selectedOptions[0].text") for seat in range(4)
    ]
    shown = dict(zip(NAMES, seats(page), strict=True))
    assert [name in chosen for name in NAMES] == [bool(shown[name]) for name in NAMES]


def test_start_tapped_three_times_on_a_slow_network_starts_one_game(phone: PhoneFactory) -> None:
    page = new_game(phone())

    def slowly(route: Route) -> None:
        time.sleep(0.8)
        route.continue_()

    page.route("**/games/new*", slowly)
    page.get_by_role("button", name="Start the game").evaluate("each => [1, 2, 3].forEach(() => each.click())")
    page.wait_for_url(re.compile("/sheets/"))
    page.get_by_role("link", name="Back to the evening").tap()
    expect(page.locator("li.game")).to_have_count(1)


def test_everything_on_the_screen_can_be_hit(phone: PhoneFactory) -> None:
    page = new_game(phone(SMALL), SIX)
    page.locator("summary").first.tap()
    controls = (
        page.locator("main").locator("button, a, summary, select, label.chip, input[type=text]").locator("visible=true")
    )
    boxes = [each.bounding_box() for each in controls.all()]
    assert boxes
    assert all(box and box["width"] >= 48 and box["height"] >= 48 for box in boxes), boxes
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
