"""Several phones at one game: each shows what another one does, and what somebody types is never swept away."""

from __future__ import annotations

import itertools
import re
import statistics
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PhoneFactory, Watch
from tests.browser.offline import invitation, join
from tests.browser.quick import start_group
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet

CHANGES = 20
# What a change may take to be seen while the table is active, and how soon a page is fresh on return.
SEEN_WITHIN_S = 4.0
FRESH_WITHIN_S = 2.0
MARKED_MS = 8_000
NO_NETWORK = r"Failed to load resource: net::|ERR_|htmx:error: (Failed to fetch|timeout)"

SET_HIDDEN = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => hidden ? 'hidden' : 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def table(phone: PhoneFactory, phones: int, size: tuple[int, int] | None = None) -> list[Sheet]:
    """Start a game, let further phones join, and open it on all of them."""
    first = phone(size) if size else phone()
    group = start_group(first)
    link = invitation(first, group.path)
    first.goto(group.path)
    sheet = group.start_evening().start_game(dealer="Anna", limit=5000, marks=0)
    path = sheet.path
    sheets = [sheet, *(join(phone(size) if size else phone(), link, path) for _ in range(phones - 1))]
    for each in sheets:
        each.page.wait_for_load_state()
    return sheets


def wait_for_rows(sheets: Sequence[Sheet], number: int) -> float:
    """Wait until all of them show so many rows; give the seconds that it took."""
    since = time.monotonic()
    for each in sheets:
        expect(each.rows()).to_have_count(number)
    return time.monotonic() - since


def asked(page: Page) -> list[float]:
    """Note the moments at which the page asks whether anything is new."""
    moments: list[float] = []
    page.on("request", lambda request: moments.append(time.monotonic()) if request.url.endswith("/live") else None)
    return moments


def stale(page: Page) -> Locator:
    """Give the line that says how old the page is."""
    return page.locator("[data-stale-mark]")


def reach(sheets: Sequence[Sheet], changes: int, server: Server) -> list[float]:
    """Let two phones enter deals by turns, with a restart half way; give how long each took to reach all others.

    The third one is in the middle of typing all the while.
    """
    typing = sheets[2]
    typing.tile(2).tap()
    typing.digit("4").tap()
    # Both were told what is tapped there, and enter something else; who clears it first tells that as well.
    for writer in sheets[:2]:
        expect(writer.tile(2)).to_contain_text("4")
    for writer in sheets[:2]:
        writer.clear()
    for writer in sheets[:2]:
        expect(writer.tile(2)).not_to_contain_text("4")
    delays = []
    for number in range(1, changes + 1):
        if number == changes // 2:
            server.stop()
            expect(stale(typing.page)).to_be_visible()
            server.start()
            for each in sheets:
                expect(stale(each.page)).to_be_hidden()
        writer, reader = sheets[number % 2], sheets[1 - number % 2]
        # Never the same twice in a row: that would be asked about.
        writer.fill(Deal((30, 30, 30, 30), callers=(0,) if number % 2 else ()))
        writer.save()
        expect(writer.rows()).to_have_count(number)
        delays.append(wait_for_rows((reader, *sheets[2:]), number))
        expect(reader.page.locator("#deal_form .ask").first).to_contain_text(f"Deal {number + 1}")
    assert typing.page.locator('[name="points-2"]').input_value() == "4"
    expect(typing.tile(2)).to_have_attribute("aria-pressed", "true")
    expect(typing.page.locator("body.pad-open")).to_have_count(1)
    print(f"\n{changes} changes: median {statistics.median(delays):.2f} s, worst {max(delays):.2f} s")
    return delays


@pytest.mark.drill
def test_twenty_changes_reach_four_phones_while_the_server_restarts(
    phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate(NO_NETWORK)
    delays = reach(table(phone, 4), CHANGES, server)
    assert len(delays) == CHANGES
    assert statistics.median(delays) <= SEEN_WITHIN_S


def test_changes_reach_three_phones_and_what_one_types_stays(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheets = table(phone, 3)
    assert min(reach(sheets, 3, server)) <= SEEN_WITHIN_S
    third = sheets[2]
    notice = third.page.locator("[data-meanwhile]")
    expect(notice).to_contain_text("Deal 2 is there now, from another phone: Anna 30, Bernd 30, Clara 30, Dieter 30.")
    expect(notice).to_contain_text("Deal 3 is there now")
    expect(notice).to_contain_text("Save asks before yours becomes deal 4.")
    third.digit("8").tap()
    third.save()
    expect(third.page.locator("[data-clash]")).to_contain_text("Save it as deal 4?")
    expect(third.save_button()).to_be_enabled()
    third.save()
    expect(third.rows()).to_have_count(4)
    third.wait_totals((150, 150, 200, 150))
    expect(sheets[0].rows()).to_have_count(4)


def test_a_new_row_is_read_out_and_marked_in_words_for_a_moment(phone: PhoneFactory) -> None:
    one, two = table(phone, 2)
    one.enter(Deal((66, 54, 0, 0)))
    expect(two.rows()).to_have_count(1)
    expect(two.row(1).locator(".flag")).to_have_text("new")
    expect(two.page.locator("#live [data-say]")).to_contain_text("New from another phone: Anna 70 1")
    expect(one.page.locator(".flag")).to_have_count(0)
    expect(two.page.locator("#deal_form .ask").first).to_contain_text("Deal 2")
    two.unfold(1)
    one.enter(Deal((0, 66, 54, 0), callers=(0,)))
    expect(two.rows()).to_have_count(2)
    expect(two.row(1).locator("details[open]")).to_have_count(1)
    expect(two.page.locator(".flag")).to_have_count(0, timeout=MARKED_MS + 10_000)
    one.undo()
    expect(two.page.locator("#live [data-say]")).to_contain_text("Changed on another phone: Bernd")
    expect(two.page.locator("li.removed .flag.fresh")).to_have_text("just changed")


def test_what_is_told_of_the_open_deal_comes_by_itself_and_is_saved_once(phone: PhoneFactory) -> None:
    one, two = table(phone, 2)
    one.key("called", 1).tap()
    expect(two.page.locator("#open")).to_contain_text("Kontra Bernd")
    expect(two.key("called", 1).locator("input")).to_be_checked()
    one.tile(2).tap()
    one.digit("6").tap()
    one.digit("0").tap()
    expect(two.tile(2)).to_contain_text("60")
    two.save()
    expect(two.rows()).to_have_count(1)
    expect(one.rows()).to_have_count(1)
    expect(one.page.locator("[data-meanwhile]")).to_contain_text("Deal 1 is there now, from another phone: Clara 120.")
    one.save()
    expect(one.page.locator("#deal_form .ask").first).to_contain_text("Deal 2")
    expect(one.rows()).to_have_count(1)
    one.wait_totals((0, 0, 120, 0))


def test_dropping_mine_shows_the_sheet_as_it_is(phone: PhoneFactory) -> None:
    one, two = table(phone, 2)
    two.fill(Deal((66, 54, 0, 0)))
    one.enter(Deal((66, 54, 0, 0)))
    notice = two.page.locator("[data-meanwhile]")
    expect(notice).to_be_visible()
    notice.get_by_role("link", name="Drop mine").tap()
    expect(two.page.locator("#deal_form .ask").first).to_contain_text("Deal 2")
    expect(two.page.locator('[data-tile][aria-pressed="true"]')).to_have_count(0)
    expect(two.page.locator("[data-meanwhile]")).to_be_hidden()


def test_a_hidden_page_asks_nothing_and_is_fresh_on_return(phone: PhoneFactory) -> None:
    one, two = table(phone, 2)
    moments = asked(two.page)
    two.page.evaluate(SET_HIDDEN, True)
    two.page.wait_for_timeout(500)
    moments.clear()
    one.enter(Deal((66, 54, 0, 0)))
    two.page.wait_for_timeout(4_000)
    assert moments == []
    since = time.monotonic()
    two.page.evaluate(SET_HIDDEN, False)
    expect(two.rows()).to_have_count(1)
    assert time.monotonic() - since <= FRESH_WITHIN_S


def test_a_page_out_of_date_says_since_when_and_asks_ever_more_seldom(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    (one,) = table(phone, 1)
    moments = asked(one.page)
    one.page.route("**/live", lambda route: route.abort())
    expect(stale(one.page)).to_have_text(re.compile(r"Not up to date since \d\d:\d\d$"))
    expect(one.page.locator("#scores")).to_be_visible()
    one.page.wait_for_timeout(11_000)
    gaps = [after - before for before, after in itertools.pairwise(moments)]
    assert gaps == sorted(gaps)
    assert gaps[-1] > 5
    one.page.unroute("**/live")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    expect(stale(one.page)).to_be_hidden()
    expect(one.page.locator("#live [data-say]")).to_have_text("Up to date again.")


def test_a_removed_phone_leaves_the_page(phone: PhoneFactory) -> None:
    one, two = table(phone, 2)
    one.page.goto(f"{one.path.partition('sheets/')[0]}devices")
    one.page.locator("a.rowlink[href*='/devices/']").first.tap()
    one.page.get_by_role("button", name="Remove the phone").tap()
    expect(two.page.locator("#scores")).to_have_count(0)


def test_the_evening_and_its_money_follow_and_keep_what_was_opened(phone: PhoneFactory) -> None:
    one, two = table(phone, 2)
    evening = one.page.locator("a.icon").first.get_attribute("href") or ""
    two.page.goto(evening)
    one.enter(Deal((66, 54, 0, 0)))
    expect(two.page.locator(".game .total").first).to_have_text("70")
    one.enter(Deal((120, 0, 0, 0), no_trick=(1, 2), callers=(0, 1, 2, 3)))  # 120 × 16 × 4 ends it
    two.page.get_by_role("link", name="Settle up").tap()
    expect(two.page.get_by_role("button", name="Settle this evening")).to_be_visible()
    one.page.goto(f"{evening}/settle")
    one.page.get_by_role("button", name="Settle this evening").tap()
    two.page.wait_for_url(re.compile("/settlements/"))
    opened = two.page.locator("details.account").first
    opened.locator("summary").tap()
    one.page.get_by_role("button", name="Paid").first.tap()
    expect(two.page.locator(".booked")).to_have_count(1)
    expect(two.page.locator("details.account").first).to_have_attribute("open", "")
    expect(two.page.locator("#live [data-say]")).to_contain_text("The page is up to date.")
