"""Looking back: the chart of a long game on the smallest phone, and the moment of a Kalter Schlag."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import LARGE, SMALL, PhoneFactory
from tests.browser.pages import Home
from tests.browser.server import Server
from tests.browser.stored import stored_table
from tests.services.factories import paper

FIVE = ("Annemarie-Wilhelmine von Hohenlohe", "Bernd", "Клара-Владислава", "麻雀太郎様御一行", "Eva")
# Everybody makes four marks before somebody makes a fifth: the longest game of five, all close together.
VALUES = (60, 260, 410, 240, 120)


def long_game(page: Page, server: Server) -> str:
    """Play 21 deals of five; give the path of the sheet."""
    group = Home(page).open().start_group(people=FIVE[:4])
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


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
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
