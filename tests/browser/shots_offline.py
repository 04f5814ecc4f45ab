"""Pictures of an evening without a network: a correction, the next game, and what two phones decide together then."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.offline import begin, wait_delivered, wait_kept, wait_ready
from tests.browser.pages import next_game
from tests.browser.sheet_pages import Deal, Sheet
from tests.browser.shots_open import beside, joined

PATIENCE_MS = 60_000
"""What has to be seen comes with an ask every few seconds, and pictures are taken on busy machines as well."""
RUINOUS = Deal((0, 63, 57, 0), no_trick=(0, 3), callers=(3, 0, 1))


def without_a_network(page: Page, shoot: Callable[[str], None]) -> None:
    """Show a correction of a deal, the end of the game and the start of the next one, with the network gone."""
    sheet = begin(page)
    sheet.enter(Deal((66, 54, 0, 0)))
    lose(sheet, 1)
    sheet.enter(Deal((0, 51, 60, 9), callers=(1,)))
    row = sheet.unfold(1)
    row.locator(".actions").scroll_into_view_if_needed()
    shoot("offline-row")
    sheet.tap(row.locator(".actions a").get_by_text("Correct", exact=True))
    page.locator("#deal_form form[data-edit]").wait_for()
    page.wait_for_timeout(400)
    shoot("offline-correct")
    sheet.tap(page.locator("#deal_form [data-leave]"))
    sheet.enter(RUINOUS)
    shoot("offline-ended")
    sheet.tap(page.get_by_role("button", name="Next game"))
    shoot("offline-next-game")
    page.locator(".next-game button").first.tap()
    page.get_by_role("heading", name="Game 2").wait_for()
    shoot("offline-next-sheet")
    page.context.set_offline(False)
    wait_delivered(page)


def two_come_back(page: Page, shoot: Callable[[str], None]) -> None:
    """Show a phone that comes back behind another one: with deals, then with a game that both began."""
    writer, links = beside(page)
    path = writer.path
    joined(page, links["member"], path)
    reader = Sheet(page)
    lose(reader, 0)
    reader.enter(Deal((0, 66, 54, 0)))
    reader.enter(Deal((61, 20, 20, 19)))
    for deal in (Deal((0, 66, 54, 0)), Deal((0, 0, 66, 54))):
        writer.enter(deal)
    back(page, "Deal 1 was not saved.")
    shoot("offline-refused")
    page.get_by_role("button", name="Put both together").tap()
    page.get_by_role("heading", level=1).get_by_text("Two phones").wait_for(timeout=PATIENCE_MS)
    shoot("tails")
    page.locator('#place-1 input[value="both"]').check()
    page.wait_for_timeout(1000)  # it is drawn anew
    page.locator("#decided").scroll_into_view_if_needed()
    shoot("tails-decided")
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(f"**{path}*")
    wait_delivered(page)
    reader.enter(RUINOUS)
    page.goto(path)
    lose(reader, 4)
    sheet = Sheet(page)
    sheet.tap(page.locator("#deal_form .ending").get_by_text("Next game"))
    page.locator(".next-game button").first.tap()
    page.get_by_role("heading", name="Game 2").wait_for()
    sheet.enter(Deal((66, 54, 0, 0)))
    writer.page.goto(path)
    next_game(writer).start(dealer="Clara")
    back(page, "The next game was not started.")
    shoot("offline-two-games")
    writer.page.context.close()


def lose(sheet: Sheet, rows: int) -> None:
    """Lose the network when the phone has all that it needs without one."""
    wait_kept(sheet, rows)
    wait_ready(sheet.page)
    sheet.page.context.set_offline(True)


def back(page: Page, said: str) -> None:
    """Have the network again and be refused."""
    page.context.set_offline(False)
    expect(page.locator("#outbox .refused")).to_contain_text(said, timeout=PATIENCE_MS)
