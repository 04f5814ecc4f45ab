"""The open deal on two phones: told as it happens, taken over, and never written over what a phone has itself."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LARGE, SMALL, PhoneFactory, Watch
from tests.browser.quick import start_game
from tests.browser.sheet_pages import Sheet


def two_phones(phone: PhoneFactory, size: tuple[int, int] = LARGE, javascript: bool = True) -> tuple[Sheet, Sheet]:
    """Start a game that Anna deals on one phone, and let a second one join to write."""
    first = start_game(phone(size))
    path = first.path
    first.page.goto(f"{path.partition('sheets')[0]}invite")
    link = urlsplit(first.page.locator("#member-link").input_value()).path
    second = phone(size, javascript=javascript)
    second.goto(link)
    second.get_by_role("button", name="Join").tap()
    second.wait_for_url(re.compile(r"/g/[0-9a-f-]{36}/$"))
    return first.open(path), Sheet(second, javascript).open(path)


def line(sheet: Sheet) -> Locator:
    """Give what is said of the open deal."""
    return sheet.page.locator("#open")


def tapped(sheet: Sheet, *targets: Locator) -> None:
    """Tap, and wait each time until the server has heard of it."""
    for target in targets:
        with sheet.page.expect_response("**/open-deal") as answer:
            target.tap()
        assert answer.value.status == 204


def down(sheet: Sheet) -> list[str | None]:
    """Give the names of the boxes that are ticked."""
    ticked = sheet.page.locator("label.key input:checked")
    return [box.get_attribute("aria-label") for box in ticked.all()]


def test_another_phone_sees_the_calls_takes_over_and_saves(phone: PhoneFactory) -> None:
    anna, clara = two_phones(phone)
    tapped(anna, anna.key("called", 1), anna.key("called", 2))
    tapped(anna, anna.tile(3))
    expect(line(anna)).to_be_hidden()
    clara.page.reload()
    assert down(clara) == ["Bernd, called: Kontra", "Clara, called: Re"]
    expect(clara.tile(3)).to_have_attribute("aria-pressed", "true")
    expect(line(clara)).to_have_text("1 So far: ×4: Kontra Bernd, Re Clara · most card points: Dieter")
    expect(line(clara)).to_be_visible()
    for digit in "66":
        clara.digit(digit).tap()
    clara.save_button().tap()
    expect(clara.rows()).to_have_count(1)
    expect(line(clara)).to_be_hidden()
    clara.wait_totals((0, 0, 0, 260))
    anna.page.reload()
    assert anna.next_number() == 2
    expect(anna.page.locator('[data-tile][aria-pressed="true"], label.key input:checked')).to_have_count(0)
    expect(line(anna)).to_be_hidden()


def test_what_a_phone_has_itself_goes_before_what_it_is_told(phone: PhoneFactory) -> None:
    anna, clara = two_phones(phone)
    tapped(anna, anna.key("called", 1))
    tapped(clara, clara.key("called", 3))
    anna.page.reload()
    assert down(anna) == ["Bernd, called: Kontra"]
    expect(line(anna)).to_have_text("1 So far: ×2: Kontra Dieter")
    clara.page.reload()
    expect(line(clara)).to_be_hidden()
    assert down(clara) == ["Dieter, called: Kontra"]


def test_both_save_the_deal_that_one_began_and_it_is_saved_once(phone: PhoneFactory) -> None:
    anna, clara = two_phones(phone)
    tapped(anna, anna.tile(1), anna.digit("6"), anna.digit("6"))
    clara.page.reload()
    for sheet in (clara, anna):
        sheet.save_button().tap()
        expect(sheet.rows()).to_have_count(1)
        sheet.wait_totals((0, 70, 0, 0))
    assert anna.next_number() == 2


def test_a_phone_that_is_put_away_at_once_has_told(phone: PhoneFactory) -> None:
    anna, clara = two_phones(phone)
    called = anna.key("called", 1)
    called.tap()
    expect(called.locator("input")).to_be_checked()
    anna.page.goto("/")
    wait_until_told(clara, "Kontra Bernd")


def wait_until_told(sheet: Sheet, words: str) -> None:
    """Reload until it is there."""
    for _ in range(20):
        if words in line(sheet).inner_text():
            return
        sheet.page.wait_for_timeout(250)
        sheet.page.reload()
    expect(line(sheet)).to_contain_text(words)


def test_what_was_not_heard_is_told_again(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate("Failed to load resource|htmx|Failed to fetch")
    anna, clara = two_phones(phone)
    anna.page.context.set_offline(True)
    anna.key("called", 1).tap()
    anna.page.wait_for_timeout(700)
    with anna.page.expect_response("**/open-deal", timeout=15_000):
        anna.page.context.set_offline(False)
    clara.page.reload()
    expect(line(clara)).to_contain_text("Kontra Bernd")


def test_without_scripts_it_is_there_and_can_be_kept(phone: PhoneFactory) -> None:
    anna, clara = two_phones(phone, javascript=False)
    tapped(anna, anna.key("called", 1))
    clara.page.reload()
    expect(line(clara)).to_contain_text("Kontra Bernd")
    clara.page.locator('input[name="called"][value="2"]').check(force=True)
    clara.page.get_by_role("button", name="Keep for later").tap()
    expect(clara.page.locator("#messages")).to_contain_text("Kept for later")
    anna.page.reload()
    expect(line(anna)).to_contain_text("Kontra Bernd, Re Clara")


def test_the_line_moves_no_key_out_of_sight(phone: PhoneFactory) -> None:
    anna, clara = two_phones(phone, SMALL)
    for seat, points in ((1, "66"), (2, "51")):
        anna.tile(seat).tap()
        for digit in points:
            anna.digit(digit).tap()
        anna.save_button().tap()
        expect(anna.page.locator(".saved")).to_be_visible()
    tapped(anna, anna.key("called", 1), anna.key("called", 2), anna.key("called", 3), anna.key("no_trick", 0))
    clara.page.reload()
    expect(line(clara)).to_contain_text("×16")
    assert in_sight(clara.page, clara.mode("march"))
    assert in_sight(clara.page, clara.key("called", 3))
    assert in_sight(clara.page, clara.rows().last)
    clara.tile(1).tap()
    assert in_sight(clara.page, clara.save_button())
    assert in_sight(clara.page, clara.rows().last)


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_only_phone_is_reminded_of_a_second_one_until_it_wants_no_more(
    phone: PhoneFactory, size: tuple[int, int]
) -> None:
    sheet = start_game(phone(size))
    page = sheet.page
    reminder = page.get_by_role("link", name="Only this phone has the score.")
    assert in_sight(page, reminder)
    assert in_sight(page, sheet.mode("march"))
    sheet.tile(1).tap()
    expect(reminder).to_be_hidden()
    assert in_sight(page, sheet.save_button())
    sheet.clear()
    reminder.tap()
    expect(page.locator("#member-link")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Not tonight").tap()
    expect(reminder).to_be_hidden()
    page.reload()
    expect(sheet.tile(1)).to_be_visible()
    expect(reminder).to_be_hidden()


def in_sight(page: Page, target: Locator) -> bool:
    """Say whether all of a thing is on the screen."""
    box, size = target.bounding_box(), page.viewport_size
    assert box
    assert size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 0.5
