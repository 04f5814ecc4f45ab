"""A phone died, and the beer mat kept the score: several deals are typed at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, PhoneFactory
from tests.browser.grid import Grid
from tests.browser.quick import start_evening
from tests.browser.screens import NAMES
from tests.browser.sheet_pages import Deal, Sheet

FIVE = (*NAMES, "Emil")


def begin(phone: PhoneFactory, *, javascript: bool = True, people: tuple[str, ...] = NAMES) -> Sheet:
    """Start a game that Anna deals; Bernd loses the first deal with 66: 70 points."""
    page = phone(size=SMALL, javascript=javascript)
    evening = start_evening(page, people=people, javascript=javascript)
    sheet = evening.start_game(dealer="Anna", order=people)
    sheet.enter(Deal((0, 66, 54, 0, 0)[: len(people)]))
    return sheet


@pytest.mark.parametrize("javascript", [True, False])
def test_penalties_from_a_beer_mat_are_checked_mended_and_saved(phone: PhoneFactory, javascript: bool) -> None:
    sheet = begin(phone, javascript=javascript)
    path, page = sheet.path, sheet.page
    grid = Grid.of(sheet)
    assert grid.rows() == 4
    grid.row(0, 260)
    grid.row(1, None, None, 35)
    grid.row(2, 80, None, None, 80)
    grid.row(3, None, 60)
    assert grid.rows() == 5
    grid.row(4, None, None, 120)
    assert grid.rows() == 6
    grid.check()
    expect(grid.complaint(1)).to_contain_text("Clara: No deal gives a penalty of 35. Correct it.")
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    assert sum(grid.complaint(row).count() for row in range(6)) == 1
    grid.row(1, None, None, 40)
    grid.check()
    grid.check()  # again, and nothing is saved by it
    assert [grid.totals(row) for row in range(5)] == [
        (260, 70, 0, 0),
        (260, 70, 40, 0),
        (340, 70, 40, 80),
        (340, 130, 40, 80),
        (340, 130, 160, 80),
    ]
    grid.save(path)
    assert (sheet.totals(), sheet.marks(), sheet.next_number()) == ((340, 130, 160, 80), (2, 2, 2, 1), 7)


@pytest.mark.parametrize("javascript", [True, False])
def test_with_five_the_losers_points_are_typed_beside_tricks_and_calls(phone: PhoneFactory, javascript: bool) -> None:
    sheet = begin(phone, javascript=javascript, people=FIVE)
    path, page = sheet.path, sheet.page
    grid = Grid.of(sheet)
    expect(page.locator("[name=rows-0-tricks]")).to_be_hidden()
    grid.way("Loser’s points")
    expect(page.locator("[name=rows-0-tricks]")).to_be_visible()
    grid.row(0, 66)  # Bernd deals and sits out; 66 × 4 = 264: 260
    grid.choose(0, calls="Re, × 4")
    grid.row(1, None, None, None, 41)  # Clara sits out; 41 × 2 = 82: 80
    grid.choose(1, tricks="one took none")
    grid.row(2, None, 120)  # Dieter sits out; 120 for each but Bernd
    grid.choose(2, tricks="all 8 for one")
    expect(grid.cell(0, 1)).to_have_count(0)
    grid.check()
    assert [grid.totals(row) for row in range(3)] == [
        (260, 70, 0, 0, 0),
        (260, 70, 0, 80, 0),
        (380, 70, 120, 80, 120),
    ]
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    grid.save(path)
    sheet.wait_totals((380, 70, 120, 80, 120))


def test_what_was_typed_survives_a_reload_and_a_check(phone: PhoneFactory) -> None:
    sheet = begin(phone)
    path, page = sheet.path, sheet.page
    grid = Grid.of(sheet)
    grid.way("All points")
    for row in range(5):
        grid.row(row, 10, *((50, 60) if row < 3 else (60, 50)))
    grid.choose(4, calls="Kontra, × 2")
    page.reload()
    expect(grid.cell(4, 1)).to_have_value("60")
    expect(page.locator("[name=rows-4-calls]")).to_have_value("1")
    grid.check()
    assert grid.totals(4) == (0, 250, 180, 0)  # 60 four times and at last 120; Dieter’s blank is 0
    page.reload()
    expect(grid.cell(4, 1)).to_have_value("60")
    grid.check()
    grid.save(path)
    sheet.wait_totals((0, 250, 180, 0))
    page.goto(f"{path}/catch-up")
    expect(grid.cell(0, 2)).to_have_value("")


def test_another_phone_was_faster(phone: PhoneFactory) -> None:
    sheet = begin(phone)
    path, page = sheet.path, sheet.page
    grid = Grid.of(sheet)
    grid.row(0, 260)
    grid.row(1, None, None, 60)
    grid.check()
    other = page.context.new_page()
    Sheet(other).open(path).enter(Deal((66, 54, 0, 0), callers=(1, 2)))
    other.close()
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".clash")).to_contain_text("Deal 2 was entered meanwhile on another phone")
    grid.row(0, "", None, 60)
    grid.row(1, None, None, "")
    grid.check()
    grid.save(path)
    sheet.wait_totals((260, 70, 60, 0))


def test_a_blank_row_is_taken_out_and_stays_out(phone: PhoneFactory) -> None:
    sheet = begin(phone)
    page = sheet.page
    grid = Grid.of(sheet)
    grid.row(0, 260)
    grid.row(2, None, None, 60)
    grid.check()
    page.get_by_role("button", name="Take deal 3 out").tap()
    expect(grid.cell(1, 2)).to_have_value("60")
    page.reload()
    expect(grid.cell(1, 2)).to_have_value("60")
    expect(grid.cell(2, 2)).to_have_value("")
