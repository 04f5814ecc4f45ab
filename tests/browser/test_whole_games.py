"""Whole games of the golden tables, played through the screens to their ending."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LARGE, SMALL, PhoneFactory, Watch
from tests.browser.pages import Home, next_game
from tests.browser.screens import NAMES
from tests.browser.server import Server
from tests.browser.sheet_pages import Sheet
from tests.browser.vectors import deal, game


def play(sheet: Sheet, played: dict[str, object]) -> None:
    """Enter each deal and compare what the screen says with the table."""
    for given in played["deals"]:  # type: ignore[attr-defined]
        sheet.enter(deal(given))
        expect(sheet.page.locator("#scores .total").first).to_be_visible()
        sheet.wait_totals(tuple(given["totals"]))
        sheet.wait_marks(tuple(given["marks"]))


def stakes_in_euros(stakes: list[int], minor: int) -> list[int]:
    """Give what each pays or gets in cents."""
    return [each * minor for each in stakes]


def cents(text: str) -> int:
    """Read a signed amount of money."""
    digits = "".join(each for each in text if each.isdigit())
    return -int(digits) if "−" in text or "-" in text else int(digits)


@pytest.mark.parametrize(
    ("name", "setting"),
    [("g01", "javascript"), ("g16", "insecure origin"), ("g19", "no javascript"), ("g24", "tls")],
)
def test_a_whole_game_is_played_to_its_ending(
    name: str, setting: str, phone: PhoneFactory, server: Server, watch: Watch, request: pytest.FixtureRequest
) -> None:
    played = game(name)
    base = {"insecure origin": server.url("table.test")}.get(setting)
    if setting == "tls":
        base = request.getfixturevalue("tls_server").url()
        # The page comes in spite of an authority that this browser does not know; a service worker never does.
        watch.tolerate("An SSL certificate error occurred when fetching the script")
    javascript = setting != "no javascript"
    page = phone(LARGE if name != "g16" else SMALL, javascript=javascript, base=base)
    evening = Home(page, javascript).open().start_group().start_evening()
    sheet = evening.start_game(dealer=NAMES[played["first_dealer"]], stake="0.50")
    assert page.evaluate("isSecureContext") == (setting != "insecure origin")
    play(sheet, played)
    end = played["end"]
    people = end["losers"] or end["winners"]
    assert all(NAMES[seat] in sheet.ending() for seat in people)
    assert ("fifth mark" in sheet.ending()) == (end["reason"] == "five_marks")
    assert [cents(text) for text in sheet.stakes()] == stakes_in_euros(end["stakes"], 50)
    page.reload()
    sheet.wait_totals(tuple(played["deals"][-1]["totals"]))
    assert [cents(text) for text in sheet.stakes()] == stakes_in_euros(end["stakes"], 50)


def test_the_next_game_starts_with_one_tap_and_the_dealer_of_the_rule(phone: PhoneFactory) -> None:
    played = game("g06")
    page = phone()
    sheet = Home(page).open().start_group().start_evening().start_game(dealer=NAMES[played["first_dealer"]])
    play(sheet, played)
    following = next_game(sheet).start(dealer=None)
    following.wait_totals((0, 0, 0, 0))
    winner = NAMES[played["end"]["next_dealer"]]
    expect(page.locator("#deal_form .ask").first).to_contain_text(f"{winner} deals")
