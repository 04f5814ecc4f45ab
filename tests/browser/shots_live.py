"""Pictures of what other phones do, as a phone shows it by itself: new, changed, meanwhile, and no news any more."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.sheet_pages import Deal, Sheet
from tests.browser.shots_open import beside, joined

PATIENCE_MS = 60_000
"""What has to be seen comes with an ask every few seconds, and pictures are taken on busy machines as well."""


def what_others_do(page: Page, shoot: Callable[[str], None]) -> None:
    """Show a phone while another one enters, corrects and is ahead of it, and once there is no network."""
    writer, links = beside(page)
    path = writer.path
    joined(page, links["member"], path)
    reader = Sheet(page)
    page.wait_for_load_state()
    writer.enter(Deal((66, 54, 0, 0), no_trick=(2,), callers=(1,)))
    seen(page, "new")
    shoot("sheet-live-new")
    corrected(writer)
    seen(page, "changed")
    shoot("sheet-live-changed")
    writer.hear_nothing()  # else its panel holds what is tapped here
    reader.fill(Deal((30, 90, 0, 0)))
    writer.enter(Deal((0, 0, 60, 60)))
    expect(page.locator("[data-meanwhile]")).to_be_visible(timeout=PATIENCE_MS)
    page.wait_for_timeout(600)
    shoot("sheet-live-meanwhile")
    writer.page.context.close()
    page.route("**/live", lambda route: route.abort())
    is_old(page)
    shoot("sheet-live-old-while-typing")
    reader.clear()
    evening = page.locator("a.icon").first.get_attribute("href") or ""
    for name, address in (
        ("sheet", path),
        ("board", f"{path}/board"),
        ("evening", evening),
        ("settle", f"{evening}/settle"),
    ):
        page.goto(address)
        is_old(page)
        shoot(f"{name}-live-old")


def corrected(writer: Sheet) -> None:
    """Take the call of the first deal back."""
    path = writer.path
    entry = writer.correct(1)
    entry.key("called", 1).tap()
    entry.save()
    writer.page.wait_for_url(lambda address: address.split("#")[0].endswith(path))


def seen(page: Page, flag: str) -> None:
    """Wait until a row is marked."""
    expect(page.locator("#rows .flag", has_text=flag)).to_be_visible(timeout=PATIENCE_MS)


def is_old(page: Page) -> None:
    """Wait until the page says that it may be old."""
    expect(page.locator("[data-stale-mark]")).to_be_visible(timeout=PATIENCE_MS)
