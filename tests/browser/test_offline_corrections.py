"""Correcting without a network: what was entered is put right there and then, and arrives as it was meant."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory, Watch
from tests.browser.offline import (
    NO_NETWORK,
    begin,
    said,
    stored_payloads,
    wait_delivered,
    wait_kept,
    wait_ready,
    waiting,
)
from tests.browser.server import Server
from tests.browser.sheet_pages import Deal, Sheet

PLAIN = (Deal((66, 54, 0, 0)), Deal((67, 53, 0, 0)), Deal((65, 55, 0, 0)))  # 70 each


def cellar(phone: PhoneFactory, deals: int) -> Sheet:
    """Enter some deals that Anna loses, then lose the network."""
    sheet = begin(phone())
    for deal in PLAIN[:deals]:
        sheet.enter(deal)
    wait_kept(sheet, deals)
    wait_ready(sheet.page)
    sheet.page.context.set_offline(True)
    return sheet


def act(sheet: Sheet, number: int, name: str) -> None:
    """Press what is offered for a row."""
    row = sheet.unfold(number)
    sheet.tap(row.locator(".actions :is(a, button)").get_by_text(name, exact=True))


def correct(sheet: Sheet, number: int, deal: Deal) -> None:
    """Correct a row in the panel."""
    act(sheet, number, "Correct")
    expect(sheet.page.locator("#deal_form .ask b")).to_have_text(f"Correct deal {number}")
    sheet.clear()
    sheet.fill(deal)
    sheet.save_button().tap()
    expect(sheet.page.locator("#deal_form form[data-edit]")).to_have_count(0)


def back_online(sheet: Sheet) -> None:
    """Have the network again, and wait until everything arrived."""
    sheet.page.context.set_offline(False)
    wait_delivered(sheet.page)


def points(server: Server, sheet: Sheet) -> list[tuple[int, int]]:
    """Give who lost each deal on the server and with how many card points, in order."""
    found = [each["points"] for each in stored_payloads(server, sheet.path)]
    return [next((seat, total) for seat, total in enumerate(totals) if total is not None) for totals in found]


def test_a_saved_deal_is_corrected_without_a_network(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = cellar(phone, 3)
    correct(sheet, 2, Deal((0, 51, 60, 9), callers=(1,)))  # 60 × 2 = 120 for Clara
    sheet.wait_totals((140, 0, 120, 0))
    expect(sheet.row(2)).to_contain_text("waiting")
    expect(sheet.row(2)).to_contain_text(said("60 × 2 (Kontra: Bernd) = 120"))
    assert sheet.next_number() == 4
    expect(sheet.page.locator("#outbox")).to_contain_text("1 entry waiting for the network")
    sheet.enter(Deal((0, 66, 54, 0)))
    sheet.wait_totals((140, 70, 120, 0))
    sheet.page.reload()
    expect(sheet.page.locator("#rows .waiting")).to_have_count(2)
    sheet.wait_totals((140, 70, 120, 0))
    back_online(sheet)
    sheet.wait_totals((140, 70, 120, 0))
    assert points(server, sheet) == [(0, 66), (2, 60), (0, 65), (1, 66)]
    expect(sheet.row(2)).to_contain_text("corrected")


def test_a_deal_that_waits_is_corrected_by_an_entry_of_its_own(
    phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = cellar(phone, 1)
    sheet.enter(Deal((0, 66, 54, 0)))
    correct(sheet, 2, Deal((0, 54, 66, 0)))
    correct(sheet, 2, Deal((0, 50, 70, 0)))
    sheet.wait_totals((70, 0, 70, 0))
    assert [each["edit"]["op"] for each in waiting(sheet.page)] == ["add", "amend", "amend"]
    back_online(sheet)
    sheet.wait_totals((70, 0, 70, 0))
    assert points(server, sheet) == [(0, 66), (2, 70)]


def test_forgotten_deals_go_before_saved_and_waiting_ones(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = cellar(phone, 2)
    sheet.enter(Deal((0, 66, 54, 0)))
    for number, deal in ((3, Deal((0, 0, 80, 40))), (1, Deal((10, 20, 0, 90)))):
        act(sheet, number, "Insert before")
        expect(sheet.page.locator("#deal_form .ask b")).to_have_text(f"A forgotten deal before deal {number}")
        sheet.fill(deal)
        sheet.save_button().tap()
        expect(sheet.page.locator("#deal_form form[data-edit]")).to_have_count(0)
    sheet.wait_totals((140, 70, 80, 90))
    assert sheet.next_number() == 6
    back_online(sheet)
    assert points(server, sheet) == [(3, 90), (0, 66), (0, 67), (2, 80), (1, 66)]
    sheet.wait_totals((140, 70, 80, 90))


def test_taking_out_bringing_back_undo_and_redo(phone: PhoneFactory, server: Server, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = cellar(phone, 2)
    undo, redo = (sheet.page.locator(f"[data-undoing={op}]") for op in ("undo", "redo"))
    act(sheet, 1, "Take out")
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((70, 0, 0, 0))
    expect(undo).to_contain_text("Undo: taking out deal 1")
    sheet.tap(undo)
    expect(sheet.rows()).to_have_count(2)
    sheet.tap(redo)
    expect(sheet.rows()).to_have_count(1)
    gone = sheet.page.locator("#rows li.deal.removed")
    sheet.tap(gone.get_by_role("button", name="Bring back"))
    expect(sheet.rows()).to_have_count(2)
    sheet.enter(Deal((0, 66, 54, 0)))
    sheet.wait_totals((140, 70, 0, 0))
    sheet.tap(undo)
    expect(redo).to_contain_text("Redo: deal 3")
    expect(sheet.rows()).to_have_count(2)
    sheet.wait_totals((140, 0, 0, 0))
    sheet.tap(redo)
    sheet.wait_totals((140, 70, 0, 0))
    sheet.tap(undo)
    expect(sheet.rows()).to_have_count(2)
    sheet.enter(Deal((0, 0, 66, 54)))
    sheet.wait_totals((140, 0, 70, 0))
    back_online(sheet)
    sheet.wait_totals((140, 0, 70, 0))
    assert points(server, sheet) == [(0, 66), (0, 67), (2, 66)]


def test_the_servers_newest_change_is_undone_without_a_network(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = cellar(phone, 2)
    sheet.undo()
    expect(sheet.rows()).to_have_count(1)
    sheet.wait_totals((70, 0, 0, 0))
    expect(sheet.page.locator("[data-undoing=undo]")).to_have_count(0)
    back_online(sheet)
    sheet.wait_totals((70, 0, 0, 0))
    assert [item for item in waiting(sheet.page) if item["parked"]] == []


def test_a_correction_that_ends_the_game_says_so_and_is_confirmed(
    phone: PhoneFactory, server: Server, watch: Watch
) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = cellar(phone, 3)
    ruinous = Deal((0, 63, 57, 0), no_trick=(0, 3), callers=(3, 0, 1))  # 63 × 8 × 4 = 2,016
    act(sheet, 2, "Correct")
    sheet.clear()
    sheet.fill(ruinous)
    expect(sheet.page.locator("#save-label")).to_contain_text(said("Bernd loses the game"))
    sheet.save_button().tap()
    expect(sheet.page.locator(".ending h2")).to_contain_text(said("Bernd loses the game"))
    expect(sheet.rows().nth(2)).to_contain_text("after the end")
    sheet.wait_totals((70, 2020, 0, 0))
    back_online(sheet)
    expect(sheet.page.locator(".ending:not(.waits) h2")).to_contain_text(said("Bernd loses the game"))
    sheet.wait_totals((70, 2020, 0, 0))
    assert waiting(sheet.page) == []
    # Over on the server too, it goes on without a network.
    wait_kept(sheet, 3)
    sheet.page.reload()
    wait_ready(sheet.page)
    sheet.page.context.set_offline(True)
    act(sheet, 2, "Take out")
    sheet.tap(sheet.row(2).get_by_role("button", name=re.compile("Really")))
    expect(sheet.rows()).to_have_count(2)
    sheet.wait_totals((140, 0, 0, 0))
    sheet.enter(Deal((0, 66, 54, 0)))
    sheet.wait_totals((140, 70, 0, 0))
    back_online(sheet)
    sheet.wait_totals((140, 70, 0, 0))
    assert len(points(server, sheet)) == 3


def test_what_needs_the_network_says_so_in_one_line(phone: PhoneFactory, watch: Watch) -> None:
    watch.tolerate(NO_NETWORK)
    sheet = cellar(phone, 1)
    act(sheet, 1, "Move")
    expect(sheet.page.locator("#messages")).to_contain_text("This needs the network.")
    sheet.tap(sheet.page.get_by_role("button", name="Another dealer, or something else"))
    sheet.tap(sheet.page.locator("#otherwise").get_by_role("link", name="Dieter"))
    expect(sheet.page.locator("#deal_form .ask")).to_contain_text(said("Dieter deals"))
    sheet.enter(Deal((0, 66, 54, 0)))
    expect(sheet.page.locator("#deal_form .ask")).to_contain_text(said("Anna deals"))
    back_online(sheet)
    expect(sheet.page.locator("#deal_form .ask")).to_contain_text(said("Anna deals"))
