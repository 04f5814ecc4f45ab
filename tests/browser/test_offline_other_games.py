"""Šnapser and Staekske Rape without a network: their deals are corrected there, and look as they do with one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory, Watch
from tests.browser.offline import NO_NETWORK, stored_payloads, wait_delivered, wait_kept, wait_ready
from tests.browser.pages import Home
from tests.browser.rape import Bid, start_rape
from tests.browser.screens import NAMES
from tests.browser.server import Server
from tests.browser.sheet_pages import Sheet
from tests.browser.snapser import THREE, Account, Play


def lose_network(sheet: Sheet, rows: int) -> None:
    """Go into the cellar with some rows."""
    wait_kept(sheet, rows)
    wait_ready(sheet.page)
    sheet.page.context.set_offline(True)


def correct(sheet: Sheet, number: int) -> None:
    """Open a row in the panel."""
    row = sheet.unfold(number)
    sheet.tap(row.locator(".actions :is(a, button)").get_by_text("Correct", exact=True))
    expect(sheet.page.locator("#deal_form .ask b")).to_have_text(f"Correct deal {number}")


def save(sheet: Sheet) -> None:
    """Save a correction."""
    sheet.tap(sheet.save_button())
    expect(sheet.page.locator("#deal_form form[data-edit]")).to_have_count(0)


def test_a_bid_is_corrected_without_a_network(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    page = phone()
    sheet = start_rape(Home(page).open().start_group(people=NAMES).start_evening())
    # needs 13 − 20 = −7, all tricks make 25: 32 over, twice
    sheet.enter_bid(Bid("Bernd", 3, event="all_tricks", melds=("four_jacks",), without_stock=True))
    # needs 14 − 6 = 8, 84 make 8
    sheet.enter_bid(Bid("Clara", 4, 84, melds=("run3", "run3_again", "stoek")))
    lose_network(sheet, 2)
    correct(sheet, 2)
    panel = page.locator("#deal_form")
    assert panel.locator("[name=melds]:checked").evaluate_all("boxes => boxes.map(({ value }) => value)") == [
        "run3", "run3_again", "stoek",
    ]  # fmt: skip
    expect(panel.locator("[data-bid]")).to_contain_text("4")
    expect(panel.locator('.key:has([name="event"]:checked)')).to_contain_text("84")
    sheet.tap(panel.locator('.key:has([name="declarer"])', has_text="Dieter"))
    save(sheet)
    sheet.wait_totals((0, 64, 0, 0))
    correct(sheet, 1)
    expect(panel.locator('[name="event"][value="all_tricks"]')).to_be_checked()
    expect(panel.locator("[name=without_stock]")).to_be_checked()
    sheet.tap(panel.locator('.key:has([name="without_stock"])'))
    save(sheet)
    sheet.wait_totals((0, 32, 0, 0))
    expect(sheet.row(1)).to_contain_text("waiting")
    expect(sheet.row(1).locator("b.gain")).to_have_text("32")
    page.context.set_offline(False)
    wait_delivered(page)
    sheet.wait_totals((0, 32, 0, 0))
    found = stored_payloads(server, sheet.path)
    assert [(each["declarer"], each["bid"], each["without_stock"]) for each in found] == [(1, 3, False), (3, 4, False)]


def test_a_total_that_is_good_is_not_marked_as_a_danger(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    page = phone()
    sheet = start_rape(Home(page).open().start_group(people=NAMES).start_evening())
    sheet.enter_bid(Bid("Bernd", 3, event="all_tricks", melds=("four_jacks",), without_stock=True))
    lose_network(sheet, 1)
    hot = page.locator("#scores .hot")
    # needs 15 − 14 = 1, 93 make 9: 8 over, twice
    sheet.enter_bid(Bid("Bernd", 5, 93, melds=("four_nines",), without_stock=True))
    sheet.wait_totals((0, 80, 0, 0))
    expect(hot).to_have_count(0)
    # needs 15 − 14 = 1, 138 make 14: 13 over
    sheet.enter_bid(Bid("Bernd", 5, 138, melds=("four_nines",)))
    sheet.wait_totals((0, 93, 0, 0))
    expect(hot).to_have_text("7 to go")
    page.context.set_offline(False)
    wait_delivered(page)
    expect(hot).to_have_text("7 to go")


def test_an_account_is_corrected_without_a_network(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    page = phone()
    sheet = Account.begin(Home(page).open().start_group(people=THREE).start_evening())
    sheet.put(Play("chooser-bez_vody", red=True, raises=2))  # Clara chose: 4 × 2 × 4 = 32 from each
    sheet.put(Play(raises=1, ended="dost-opponents", points=(40, 66)))  # Anna chose: with water, 2 × 2 to each
    sheet.wait_totals((-40, -28, 68))
    lose_network(sheet, 2)
    correct(sheet, 1)
    for name, value in (("red", "y"), ("result", "chooser-bez_vody"), ("raises", "2")):
        expect(page.locator(f'#deal_form [name="{name}"][value="{value}"]')).to_be_checked()
    expect(page.locator("#deal_form .more")).not_to_have_attribute("open", "")
    sheet.tap(sheet.box("raises", 2))
    save(sheet)
    sheet.wait_totals((-24, -12, 36))  # 16 from each
    expect(sheet.row(1).locator("b.gain")).to_have_text("32")
    correct(sheet, 2)
    expect(page.locator("#deal_form .more")).to_have_attribute("open", "")
    expect(page.locator('[name="count_opponents"]')).to_have_value("66")
    sheet.tap(sheet.box("red", "y"))
    save(sheet)
    sheet.wait_totals((-32, -8, 40))  # 8 to each
    expect(page.locator("#scores .close").nth(1)).to_have_text("chooses")
    page.context.set_offline(False)
    wait_delivered(page)
    sheet.wait_totals((-32, -8, 40))
    expect(page.locator("#scores .close").nth(1)).to_have_text("chooses")
    assert [(each["red"], each["raises"]) for each in stored_payloads(server, sheet.path)] == [(True, 1), (True, 1)]
