"""Entering deals: four taps, once and only once, and nothing lost on the way."""

from __future__ import annotations

import re
import time
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import LARGE, SMALL, PhoneFactory, Watch
from tests.browser.pages import first_game
from tests.browser.quick import start_game
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet

Box = dict[str, Any]

LATENCY_SECONDS = 0.8


def begin(page: Page, **options: object) -> Sheet:
    """Start a group, an evening and a game that Anna deals."""
    return start_game(page)


def slow_down(page: Page, seconds: float = LATENCY_SECONDS) -> list[str]:
    """Let every POST take its time; give the list of those that were sent."""
    sent: list[str] = []

    def later(route: Route) -> None:
        if route.request.method == "POST" and "preview" not in route.request.url:
            sent.append(route.request.url)
            time.sleep(seconds)
        route.continue_()

    page.route("**/sheets/**", later)
    return sent


def test_the_common_deal_takes_four_taps(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    taps = 0
    for target in (sheet.tile(1), sheet.digit("6"), sheet.digit("6"), sheet.save_button()):
        target.tap()
        taps += 1
    expect(sheet.rows()).to_have_count(1)
    assert taps == 4
    sheet.wait_totals((0, 70, 0, 0))
    assert "66" in sheet.reasons()[0]
    assert "70" in sheet.reasons()[0]


def test_nothing_is_picked_before_a_tap_and_after_a_save(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    pressed = sheet.page.locator('[data-tile][aria-pressed="true"], label.key input:checked')
    expect(pressed).to_have_count(0)
    sheet.enter(Deal((66, 54, 0, 0), no_trick=(2,), callers=(1,)))
    expect(pressed).to_have_count(0)
    sheet.wait_totals((260, 0, 0, 0))


def test_another_tile_moves_the_pick_and_its_number(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.tile(0).tap()
    sheet.digit("5").tap()
    sheet.digit("1").tap()
    sheet.tile(3).tap()
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((0, 0, 0, 50))


def test_calls_are_named_by_the_order_of_play_whatever_was_tapped_first(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    for seat in (0, 3, 1):
        sheet.key("called", seat).tap()
    for seat, word in ((1, "Kontra"), (3, "Re"), (0, "Bock")):
        expect(sheet.key("called", seat)).to_contain_text(word)
    expect(sheet.page.locator("#sum")).to_contain_text("loses with")
    sheet.tile(0).tap()
    for digit in "51":
        sheet.digit(digit).tap()
    expect(sheet.page.locator("#sum")).to_contain_text("410")
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    assert re.search(r"Kontra: Bernd.*Re: Dieter.*Bock: Anna", sheet.reasons()[0])


def test_all_four_totals_fill_the_last_by_themselves(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.tile(0).tap()
    sheet.mode("all").tap()
    for seat, total in ((0, "48"), (1, "49"), (2, "16")):
        sheet.tile(seat).tap()
        for digit in total:
            sheet.digit(digit).tap()
    expect(sheet.tile(3)).to_contain_text("7")
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((0, 50, 0, 0))


def test_all_eight_tricks_ask_who_took_them(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.key("called", 1).tap()
    sheet.tile(2).tap()
    sheet.mode("march").tap()
    expect(sheet.page.get_by_text("Who took all eight tricks?")).to_be_visible()
    sheet.tile(0).tap()
    expect(sheet.tile(0)).to_contain_text("0")
    expect(sheet.tile(1)).to_contain_text("240")
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((0, 240, 240, 240))


def test_a_hundred_and_twenty_asks_whether_it_was_all_eight_tricks(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.tile(0).tap()
    for digit in "120":
        sheet.digit(digit).tap()
    sheet.page.locator('[data-answer="no"]').tap()
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((120, 0, 0, 0))
    sheet.tile(0).tap()
    for digit in "120":
        sheet.digit(digit).tap()
    sheet.page.locator('[data-answer="yes"]').tap()
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(2)
    sheet.wait_totals((120, 120, 120, 120))


def test_the_card_counter_turns_a_pile_into_points(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.tile(1).tap()
    sheet.mode("count").tap()
    for card in (0, 0, 1, 2, 3, 4):  # two aces, a ten, a king, a queen, a jack
        sheet.page.locator(f'[data-card="{card}"]').tap()
    expect(sheet.tile(1)).to_contain_text("41")
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((0, 40, 0, 0))


def test_impossible_points_are_refused_in_words_and_kept(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.tile(2).tap()
    for digit in "25":
        sheet.digit(digit).tap()
    sheet.save_button().tap()
    expect(sheet.page.locator("#sum .error").first).to_be_visible()
    expect(sheet.tile(2)).to_contain_text("25")
    expect(sheet.rows()).to_have_count(0)
    sheet.page.locator('[data-act="delete"]:visible').first.tap()
    sheet.page.locator('[data-act="delete"]:visible').first.tap()
    for digit in "52":
        sheet.digit(digit).tap()
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((0, 0, 50, 0))


def test_save_tapped_three_times_at_a_slow_server_gives_one_deal(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.fill(Deal((66, 54, 0, 0)))
    slow_down(sheet.page)
    button = sheet.save_button().element_handle()
    for _ in range(3):
        button.dispatch_event("click")
    expect(sheet.rows()).to_have_count(1)
    sheet.page.wait_for_timeout(int(2 * LATENCY_SECONDS * 1000))
    sheet.page.reload()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((70, 0, 0, 0))


def test_a_lost_answer_is_tried_again_and_saved_once(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    """Where there is no https: elsewhere it goes to the outbox."""
    watch.tolerate("Failed to load resource|htmx|Failed to fetch")
    sheet = first_game(phone(base=server.url("table.test")))
    page = sheet.page
    sheet.fill(Deal((66, 54, 0, 0)))

    def take_and_drop(route: Route) -> None:
        route.fetch(url=route.request.url.replace("table.test", "127.0.0.1"))
        route.abort()

    page.route("**/deals", take_and_drop, times=1)
    sheet.save_button().tap()
    expect(page.locator("[data-trouble]")).to_be_visible()
    expect(page.locator("[data-trouble]")).to_contain_text("kept")
    expect(sheet.tile(0)).to_contain_text("66")
    page.locator("[data-retry]").tap()
    expect(sheet.rows()).to_have_count(1)
    page.reload()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((70, 0, 0, 0))


@pytest.mark.parametrize("status", [400, 429, 500, 503])
def test_a_broken_answer_says_so_and_keeps_what_was_typed(
    status: int, phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate("Failed to load resource")
    sheet = first_game(phone(base=server.url("table.test")))
    page = sheet.page
    sheet.fill(Deal((66, 54, 0, 0)))
    page.route("**/deals", lambda route: route.fulfill(status=status, body="broken"), times=1)
    sheet.save_button().tap()
    expect(page.locator("[data-trouble]")).to_be_visible()
    expect(sheet.tile(0)).to_contain_text("66")
    expect(page.locator("#rows")).to_be_visible()
    page.locator("[data-retry]").tap()
    expect(sheet.rows()).to_have_count(1)


def test_what_is_typed_survives_a_reload_and_a_turned_phone(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.key("called", 1).tap()
    sheet.tile(1).tap()
    sheet.digit("6").tap()
    sheet.page.set_viewport_size({"width": LARGE[1], "height": LARGE[0]})
    expect(sheet.tile(1)).to_contain_text("6")
    sheet.page.set_viewport_size({"width": LARGE[0], "height": LARGE[1]})
    sheet.page.reload()
    expect(sheet.tile(1)).to_contain_text("6")
    expect(sheet.key("called", 1)).to_contain_text("Kontra")
    sheet.digit("6").tap()
    sheet.save_button().tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.page.reload()
    expect(sheet.tile(1)).to_contain_text("–")
    sheet.wait_totals((0, 130, 0, 0))


def test_two_tabs_that_enter_the_same_deal_lose_neither(phone: PhoneFactory) -> None:
    first = begin(phone())
    first.enter(Deal((66, 54, 0, 0)))
    other = Sheet(first.page.context.new_page())
    other.hear_nothing()
    other.open(first.path)
    first.fill(Deal((51, 40, 29, 0)))
    other.fill(Deal((40, 52, 28, 0)))
    first.save()
    expect(first.rows()).to_have_count(2)
    other.save_button().tap()
    clash = other.page.locator(".clash")
    expect(clash).to_be_visible()
    expect(clash).to_contain_text("Deal 2 was entered meanwhile")
    expect(other.tile(1)).to_contain_text("52")
    expect(other.rows()).to_have_count(2)
    clash.get_by_role("button").first.tap()
    expect(other.rows()).to_have_count(3)
    other.wait_totals((120, 50, 0, 0))


def test_back_and_a_duplicated_tab_store_nothing_twice_and_lose_nothing(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    page = sheet.page
    sheet.enter(Deal((66, 54, 0, 0)))
    page.locator("a.icon").first.tap()
    page.wait_for_url(re.compile("/evenings/"))
    page.go_back()
    page.wait_for_url(re.compile("/sheets/"))
    expect(sheet.rows()).to_have_count(1)
    copy = Sheet(page.context.new_page())
    copy.hear_nothing()
    copy.open(sheet.path)
    sheet.enter(Deal((51, 40, 29, 0)))
    page.reload()
    expect(sheet.rows()).to_have_count(2)
    copy.fill(Deal((31, 30, 30, 29)))
    copy.save_button().tap()
    expect(copy.page.locator(".clash")).to_be_visible()
    copy.page.locator(".clash").get_by_role("button").first.tap()
    expect(copy.rows()).to_have_count(3)
    copy.wait_totals((150, 0, 0, 0))


def test_a_saved_deal_can_be_undone_for_ten_seconds_and_from_the_bar(phone: PhoneFactory) -> None:
    sheet = begin(phone())
    sheet.enter(Deal((66, 54, 0, 0)))
    note = sheet.page.locator(".saved")
    expect(note).to_contain_text("Anna 66" if "66" in note.inner_text() else "Anna")
    sheet.page.wait_for_timeout(10_000)
    note.get_by_role("button", name="Undo").tap()
    expect(sheet.rows()).to_have_count(0)
    sheet.wait_totals((0, 0, 0, 0))
    sheet.page.locator("#bar_actions button[formaction$='/redo']").tap()
    expect(sheet.rows()).to_have_count(1)
    sheet.undo()
    expect(sheet.rows()).to_have_count(0)


BOXES = """controls => controls.map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return { x, y, width, height, html: each.outerHTML.slice(0, 160) };
})"""


def gap(one: Box, other: Box) -> float:
    """Give the pixels between two boxes; below nought where they overlap."""
    return max(
        after[at] - before[at] - before[long]
        for before, after in ((one, other), (other, one))
        for at, long in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390x664", "320x568"])
def test_the_pad_leaves_a_row_and_save_in_sight(size: tuple[int, int], phone: PhoneFactory, server: Server) -> None:
    sheet = begin(phone(size))
    for points in ((66, 54, 0, 0), (51, 40, 29, 0), (31, 30, 30, 29)):
        sheet.enter(Deal(points))
    sheet.tile(1).tap()
    sheet.page.wait_for_timeout(300)
    width, height = size
    save = sheet.save_button().bounding_box()
    row = sheet.rows().last.bounding_box()
    rows = sheet.page.locator("#rows").bounding_box()
    assert save
    assert row
    assert rows
    assert save["y"] + save["height"] <= height
    assert row["y"] >= rows["y"] - 1
    panel = sheet.page.locator("#deal_form").bounding_box()
    assert panel
    assert row["y"] + row["height"] <= panel["y"] + 1
    controls = sheet.page.locator("#deal_form button:visible, #deal_form label.key:visible")
    boxes = controls.evaluate_all(BOXES)
    assert [box for box in boxes if box["width"] < 48 or box["height"] < 48] == []
    assert [pair for pair in combinations(boxes, 2) if gap(*pair) < 4] == []
    assert width >= 320
