"""Every page in every language on the smallest phone: nothing runs over, whatever the words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from scorekeeper.web.catalogues import PSEUDO_LANGUAGE
from tests.browser.conftest import LANGUAGES, SMALL, PhoneFactory
from tests.browser.quick import start_evening
from tests.browser.rape import Bid, start_rape
from tests.browser.sheet_pages import Sheet
from tests.browser.snapser import THREE, Account, Play
from tests.browser.test_pages import SMALL_CONTROLS, a_whole_evening, ended, pages

# What reaches beyond the screen where nothing scrolls sideways by itself.
CUT_OFF = """() => [...document.querySelectorAll('body *')]
  .filter((each) => !each.closest('.sr, .skip, svg, [popover], .scrolls, bdi')
    && each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => `beyond: ${each.outerHTML.slice(0, 140)}`)"""

PAD_OPEN = "pad open"


def choose(page: Page, language: str) -> None:
    """Tap a language at the foot of the start page."""
    page.goto("/")
    page.locator(f'.languages button[value="{language}"]').tap()
    page.locator(f'.languages [aria-current][value="{language}"]').wait_for()


def of_other_games(page: Page) -> list[str]:
    """Play a deal of each of the other games; give the addresses of the pages that look otherwise there."""
    declared = start_rape(start_evening(page))
    declared.enter_bid(Bid("Bernd", 5, 93, melds=("four_nines",), without_stock=True))
    found = [*of_a_game(declared)]
    account = Account.begin(start_evening(page, people=THREE))
    account.put(Play("chooser-bez_vody", red=True, raises=2))
    return [*found, *of_a_game(account)]


def of_a_game(sheet: Sheet) -> list[str]:
    """Give the addresses of the pages about a game that is open."""
    entry = sheet.rows().first.get_attribute("id")
    assert entry
    group, _, _ = sheet.path.partition("sheets/")
    shown = ("", "/setup", "/rules", "/log", "/chart", "/print", "/rows/new?kind=ruling")
    within = [*shown, f"/entries/{entry.removeprefix('row-')}"]
    return [*(sheet.path + each for each in within), f"{group}records"]


def visited(page: Page, sheet: Sheet, addresses: list[str], language: str) -> Iterator[str]:
    """Open every page in a language, and at last the sheet with its pad open; say what is open."""
    choose(page, language)
    for address in addresses:
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language.replace("_", "-")
        yield address
    page.goto(next(address for address in addresses if address.endswith("/setup")).removesuffix("/setup"))
    sheet.key("called", 0).tap()
    sheet.tile(1).tap()
    for digit in "66":
        sheet.digit(digit).tap()
    page.locator("[data-sum]:not(.stale)").wait_for()
    yield PAD_OPEN


def test_every_page_has_room_for_words_longer_by_two_fifths(phone: PhoneFactory) -> None:
    assert cut_off(phone, PSEUDO_LANGUAGE) == {}


@pytest.mark.drill
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_room_for_every_language(language: str, phone: PhoneFactory) -> None:
    assert cut_off(phone, language) == {}


def cut_off(phone: PhoneFactory, language: str) -> dict[str, list[str]]:
    """Give what has no room, by page."""
    page = phone(SMALL)
    sheet = a_whole_evening(page, ("Anna", "Bernd", "Clara", "Dieter"))
    addresses = [*pages(sheet), ended(sheet), *of_other_games(page)]
    found = {}
    for where in visited(page, sheet, addresses, language):
        # The header that shrinks over an open pad is the only thing smaller than a thumb.
        small = [] if where == PAD_OPEN else page.evaluate(SMALL_CONTROLS)
        found[where] = [*page.evaluate(CUT_OFF), *small]
    return {where: each for where, each in found.items() if each}


@pytest.mark.drill
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_passes_axe_in_every_language(language: str, phone: PhoneFactory) -> None:
    page = phone()
    sheet = a_whole_evening(page, ("Anna", "Bernd", "Clara", "Dieter"))
    found = {}
    for where in visited(page, sheet, [*pages(sheet), ended(sheet), *of_other_games(page)], language):
        violations = Axe().run(page).response["violations"]
        found[where] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]
    assert {where: each for where, each in found.items() if each} == {}
