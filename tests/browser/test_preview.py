"""What an entry would come to is said by the twin, at no round trip and in the words of the server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.offline import begin, wait_ready
from tests.browser.pages import Home
from tests.browser.rape import Bid, start_rape
from tests.browser.screens import NAMES
from tests.browser.sheet_pages import Deal
from tests.browser.snapser import THREE, Account

DRAWN = """() => ["sum", "save-label"].map((id) => document.getElementById(id).innerHTML)"""
SERVERS = """async () => {
  const form = document.querySelector("#deal_form form[data-entry]");
  const address = form.querySelector("[data-preview]").getAttribute("hx-post");
  const asked = { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "HX-Request": "true" } };
  const html = (await (await fetch(address, asked)).text()).replaceAll("hx-partial", "div");
  const page = new DOMParser().parseFromString(html, "text/html");
  return ["#sum", "#save-label"].map((id) => page.querySelector(`[hx-target="${id}"]`).innerHTML);
}"""


class Asked:
    """Counts how often a page asks the server what an entry would come to."""

    def __init__(self, page: Page) -> None:
        """Listen to a page that has its twin."""
        self.page, self.times = page, 0
        wait_ready(page)
        page.on("request", lambda request: self.count(request.url))

    def count(self, address: str) -> None:
        """Take a request."""
        self.times += address.endswith("/preview")

    def agree(self, some: bool = True) -> str:
        """Hold what stands there to the server's own words, without its having been asked; give the sum."""
        page = self.page
        page.wait_for_timeout(300)  # as long as a page waits before it asks
        assert self.times == 0
        drawn, due = ([tidy(each) for each in page.evaluate(script)] for script in (DRAWN, SERVERS))
        assert drawn == due
        assert bool(drawn[0]) == some
        self.times = 0
        return page.locator("#sum").inner_text()


def tidy(html: str) -> str:
    """Take the spaces between elements away, which nobody sees."""
    return " ".join(html.split()).replace("> <", "><").strip()


def of_kalter_schlag(page: Page) -> None:
    """Enter what only begins, cannot be, is plain, and ends the game."""
    sheet = begin(page)
    sheet.enter(Deal((48, 42, 30, 0)))
    asked = Asked(page)
    for seat in (3, 0, 1):
        sheet.tap(sheet.key("called", seat))
    assert "loses" in asked.agree()
    sheet.tap(sheet.key("no_trick", 0))
    sheet.tap(sheet.key("no_trick", 3))
    sheet.tap(sheet.tile(1))
    for digit in "40":
        sheet.tap(sheet.digit(digit))
    asked.agree()
    assert page.locator("#sum .error").count() == 1
    for _ in range(2):
        sheet.tap(page.locator('[data-act="delete"]').locator("visible=true").first)
    for digit in "63":
        sheet.tap(sheet.digit(digit))
    assert "2,020 penalty: Bernd 2,020, 1st mark" in asked.agree()
    expect(page.locator("#save-label")).to_have_text("Save: Bernd loses the game")
    sheet.save()
    expect(page.locator(".ending h2")).to_contain_text("Bernd loses the game")


def of_staekske_rape(page: Page) -> None:
    """Enter what a bid needs, and a deal that gains."""
    sheet = start_rape(Home(page).open().start_group(people=NAMES).start_evening())
    asked = Asked(page)
    sheet.choose(Bid("Bernd", 4, melds=("run3", "run3_again", "stoek")))
    assert asked.agree() == "Bernd needs 76 card points for bid 4"
    sheet.choose(Bid("Bernd", None, 104))
    asked.agree()
    assert page.locator("#sum strong.gain").count() == 1
    sheet.save()
    expect(sheet.rows()).to_have_count(1)


def of_snapser(page: Page) -> None:
    """Enter raises, and a deal of three."""
    sheet = Account.begin(Home(page).open().start_group(people=THREE).start_evening())
    asked = Asked(page)
    sheet.tap(sheet.box("raises", 3))
    assert asked.agree() == "Worth now: with water 16, without water 32, for 6 48, silent Durch 144"
    sheet.tap(sheet.box("result", "chooser-bez_vody"))
    asked.agree()
    sheet.save()
    expect(sheet.rows()).to_have_count(1)


@pytest.mark.parametrize("play", [of_kalter_schlag, of_staekske_rape, of_snapser])
def test_the_twin_says_what_an_entry_comes_to_without_a_request(
    play: Callable[[Page], None], phone: PhoneFactory
) -> None:
    play(phone())


def test_a_server_of_another_build_is_asked_itself(phone: PhoneFactory) -> None:
    page = phone()
    sheet = begin(page)
    asked = Asked(page)
    page.evaluate("document.documentElement.dataset.newer = ''")
    sheet.fill(Deal((66, 54, 0, 0)))
    expect(page.locator("#sum strong")).to_contain_text("70 penalty")
    assert asked.times > 0
