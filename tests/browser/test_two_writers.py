"""Two phones go on without each other: both tails are decided together, and every deal of both is in the log."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, PhoneFactory, Watch
from tests.browser.offline import NO_NETWORK, STORED, answer, begin_together, stored, wait_delivered, waiting
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet

SHARED = Deal((48, 42, 30, 0))
"""50 for Anna."""
THEIRS = (Deal((0, 66, 54, 0)), Deal((0, 0, 66, 54)), Deal((54, 0, 0, 66)))
"""70 for Bernd, for Clara, for Dieter."""
MINE = (Deal((0, 66, 54, 0)), Deal((61, 20, 20, 19)), Deal((20, 62, 19, 19)))
"""The first is the same; then 60 for Anna, 60 for Bernd."""


@dataclass
class Two:
    """Two phones at one game: what was entered on `first` is on the server, `second` came back behind it."""

    first: Sheet
    second: Sheet


def logged(server: Server, path: str) -> list[str]:
    """Give the kinds of the changes in the log of a sheet."""
    return stored(server, "SELECT kind FROM change WHERE scope_id IN (?, ?)", path)


def keep(sheet: Sheet) -> None:
    """Wait until the phone keeps the sheet with its deal; a page that came too slowly is not kept, so load it again."""
    for _ in range(8):
        for _ in range(50):
            if answer(sheet.page, STORED, sheet.path) == 1:
                return
            sheet.page.wait_for_timeout(200)
        sheet.page.reload()
    raise AssertionError("the phone does not keep the sheet")


@pytest.fixture
def two(phone: PhoneFactory, watch: Watch) -> Two:
    """Let two phones go into two cellars with one deal played, enter three deals each, and come back."""
    watch.tolerate(NO_NETWORK)
    watch.tolerate(r"status of 409")
    first, second = begin_together(phone(), phone())
    page = second.page
    first.enter(SHARED)
    expect(page.locator("#rows li.deal")).to_have_count(1)
    for sheet, tail in ((first, THEIRS), (second, MINE)):
        sheet.page.bring_to_front()
        keep(sheet)
        sheet.page.context.set_offline(True)
        for each in tail:
            sheet.enter(each)
    assert len(waiting(first.page)) == len(waiting(page)) == 3
    first.page.context.set_offline(False)
    wait_delivered(first.page)
    page.context.set_offline(False)
    expect(page.locator("#outbox .refused")).to_contain_text("Deal 2 was not saved.")
    return Two(first, second)


@pytest.mark.parametrize(
    ("choice", "totals", "rows"),
    [("mine", (110, 130, 0, 0), 4), ("theirs", (50, 70, 70, 70), 4), ("both", (110, 130, 70, 70), 6)],
)
def test_two_tails_are_decided_each_way_and_all_six_entries_are_in_the_log(
    two: Two, server: Server, choice: str, totals: tuple[int, ...], rows: int
) -> None:
    sheet, page = two.second, two.second.page
    path = two.first.path
    page.get_by_role("button", name="Put both together").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Two phones entered deal 2")
    expect(page.locator("#place-0")).to_contain_text("the same")
    expect(page.locator("#place-0 input:checked")).to_have_value("theirs")
    for place in (1, 2):
        page.locator(f'#place-{place} input[value="{choice}"]').check()
    for name, total in zip(("Anna", "Bernd", "Clara", "Dieter"), totals, strict=True):
        expect(page.locator("#decided dl > div", has_text=name).locator("dd")).to_contain_text(str(total))
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(f"**{path}*")
    wait_delivered(page)
    sheet.wait_totals(totals)
    expect(page.locator("#rows li.deal:not(.removed)")).to_have_count(rows)
    expect(page.locator("#outbox")).to_be_hidden()
    kinds = logged(server, path)
    assert kinds.count("add") + kinds.count("same") == 1 + 6
    two.first.page.bring_to_front()
    expect(two.first.page.locator("#rows li.deal:not(.removed)")).to_have_count(rows)
    two.first.wait_totals(totals)


def test_decided_later_everything_waits_as_it_did_and_the_choice_fits_a_small_phone(two: Two) -> None:
    page = two.second.page
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    page.get_by_role("button", name="Put both together").tap()
    expect(page.locator(".side")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    boxes = [label.bounding_box() for label in page.locator(".side").all()]
    assert all(box is not None and box["height"] >= 48 for box in boxes)
    page.get_by_role("link", name="Decide later").tap()
    expect(page.locator("#outbox .refused")).to_contain_text("Deal 2 was not saved.")
    assert len(waiting(page)) == 3
    expect(page.get_by_role("button", name="Put both together")).to_be_visible()
