"""Looking back: the chart of a long game on the smallest phone, and the moment of a Kalter Schlag."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.services import evenings
from tests.browser.conftest import LARGE, SMALL, PhoneFactory
from tests.browser.quick import start_game, start_group
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet
from tests.browser.stored import stored_table
from tests.services.factories import new_key, paper

FIVE = ("Annemarie-Wilhelmine von Hohenlohe", "Bernd", "Клара-Владислава", "麻雀太郎様御一行", "Eva")
# Everybody makes four marks before somebody makes a fifth: the longest game of five, all close together.
VALUES = (60, 260, 410, 240, 120)


def long_game(page: Page, server: Server) -> str:
    """Play 21 deals of five; give the path of the sheet."""
    group = start_group(page, people=FIVE[:4])
    path = group.path
    group.start_evening()
    with stored_table(server, path, *FIVE[4:]) as table:
        sheet = table.start(range(5), first_dealer=4)
        for number in range(21):
            out, loser = (number + 4) % 5, number % 5
            penalties = [0] * 5
            penalties[loser] = VALUES[(number // 5 + number) % 5]
            table.record(sheet.id, paper(*penalties, sits_out=out))
        return f"{path}sheets/{sheet.id}"


# Two texts overlap when their boxes do: the letters' own, without the line's height.
OVERLAPS = """() => {
  const texts = [...document.querySelectorAll("svg.chart text")];
  const boxes = texts.map((text) => text.getBoundingClientRect());
  const letters = (b) => ({ left: b.left, right: b.right, top: b.top + b.height * .12,
    bottom: b.bottom - b.height * .12 });
  const shrunk = boxes.map(letters);
  const found = [];
  shrunk.forEach((a, i) => shrunk.forEach((b, j) => {
    if (i < j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) {
      found.push([texts[i].textContent, texts[j].textContent]);
    }
  }));
  return found;
}"""
OUTSIDE = """() => [...document.querySelectorAll("svg.chart text")].filter((text) => {
  const box = text.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth;
}).map((text) => text.textContent)"""


@pytest.mark.parametrize(("size", "scheme"), [(SMALL, "dark"), (LARGE, "light")])
def test_chart_of_five_players_and_21_deals_is_readable(
    phone: PhoneFactory, server: Server, size: tuple[int, int], scheme: str
) -> None:
    page = phone(size=size, scheme=scheme)
    page.goto(long_game(page, server) + "/chart")
    assert page.locator("svg.chart .line").count() == 5
    assert page.locator("svg.chart text.end").count() == 5
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(OUTSIDE) == []
    heights = page.locator("svg.chart text").evaluate_all("texts => texts.map(t => t.getBoundingClientRect().height)")
    assert min(heights) >= 11
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    dashes = page.locator("svg.chart .line").evaluate_all(
        "lines => lines.map(l => getComputedStyle(l).strokeDasharray)"
    )
    shapes = page.locator("svg.chart g > .marker:last-of-type").evaluate_all(
        "marks => marks.map(m => m.getAttribute('d'))"
    )
    assert len(set(dashes)) == len(set(shapes)) == 5
    legend = page.locator(".legend").bounding_box()
    picture = page.locator("svg.chart").bounding_box()
    assert legend is not None
    assert picture is not None
    assert legend["y"] >= picture["y"] + picture["height"]
    assert page.locator(".totals tbody tr").count() == 21


BLOW = Deal((0, 60, 60, 0), no_trick=(0, 3), callers=(1, 2, 3, 0))  # 3,840 for Bernd and Clara, who are tied: play on


def struck(page: Page) -> tuple[Sheet, Locator]:
    """Save a Kalter Schlag that ends nothing; give the sheet and the moment."""
    sheet = start_game(page)
    sheet.fill(BLOW)
    sheet.save_button().tap()
    moment = page.locator("[data-moment]")
    expect(moment).to_be_visible()
    return sheet, moment


def test_a_kalter_schlag_has_its_moment_and_is_read_out_once(phone: PhoneFactory) -> None:
    page = phone(size=SMALL)
    sheet, moment = struck(page)
    expect(moment).to_contain_text("Bernd and Clara: 3,840 each, past 2,000 in one deal")
    box = page.locator(".moment-card").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SMALL[0]
    expect(page.locator("#say")).to_contain_text("Kalter Schlag!")
    assert moment.get_attribute("aria-hidden") == "true"
    expect(moment).to_have_count(0)  # by itself
    expect(page.locator("#say")).to_contain_text("Kalter Schlag!")
    page.reload()
    expect(page.locator("#rows li.deal")).to_have_count(1)
    assert moment.count() == 0
    sheet.wait_totals((0, 3840, 3840, 0))


def test_a_tap_skips_the_moment_and_does_what_it_is_meant_for(phone: PhoneFactory) -> None:
    sheet, moment = struck(phone())
    sheet.tile(0).tap()
    assert moment.count() == 0
    expect(sheet.tile(0)).to_have_attribute("aria-pressed", "true")


def test_escape_skips_the_moment(phone: PhoneFactory) -> None:
    page = phone()
    _, moment = struck(page)
    page.keyboard.press("Escape")
    assert moment.count() == 0


def test_who_wants_no_motion_gets_a_still_card(phone: PhoneFactory) -> None:
    page = phone()
    page.emulate_media(reduced_motion="reduce")
    _, moment = struck(page)
    assert page.evaluate("document.getAnimations().length") == 0
    assert moment.evaluate("each => getComputedStyle(each).opacity") == "1"
    expect(moment).to_have_count(0)


def test_without_scripts_a_message_tells_it(phone: PhoneFactory) -> None:
    page = phone(javascript=False)
    sheet = Sheet(page, javascript=False)
    start_game(page, javascript=False)
    sheet.fill(BLOW)
    sheet.save()
    expect(page.locator("#messages")).to_contain_text("Kalter Schlag! Bernd and Clara: 3,840 each")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_record_is_a_picture_that_can_be_read_and_a_table_that_says_the_same(
    phone: PhoneFactory, server: Server, scheme: str
) -> None:
    page = phone(size=SMALL, scheme=scheme)
    group = start_group(page, people=(FIVE[0], *FIVE[1:4]))
    path = group.path
    group.start_evening()
    with stored_table(server, path) as table:
        for day in range(1, 13):
            moment = datetime(2025, day, 3, 20, tzinfo=UTC)
            table.evening_id = evenings.start(table.session, table.device, key=new_key(), now=moment).id
            heaviest = [0] * 4
            heaviest[day % 4] = 2020
            table.record(table.start(stake_minor=100_000).id, paper(*heaviest))
        player = table.players[1]
    page.goto(f"{path}players/{player}/record")
    expect(page.locator("svg.purse")).to_be_visible()
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    page.locator("summary", has_text="evenings as a table").tap()
    rows = page.locator(".steps tbody tr")
    expect(rows).to_have_count(12)
    expect(rows.first).to_contain_text("Wed, Dec 3, 2025")
    # Three times loser for three times two stakes, nine times two stakes from another: nothing is left.
    expect(rows.first.locator("td").last).to_have_text("€0.00")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
