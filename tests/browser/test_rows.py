"""Rows that are no deals of the game: a misdeal, and the table's ruling on a revoke."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, PhoneFactory
from tests.browser.quick import start_game
from tests.browser.sheet_pages import Deal, Sheet


def begin(phone: PhoneFactory, *, javascript: bool) -> Sheet:
    """Start a game that Anna deals; she loses the first deal with 66: 70 points."""
    page = phone(size=SMALL, javascript=javascript)
    sheet = start_game(page, javascript=javascript)
    sheet.enter(Deal((66, 54, 0, 0)))
    return sheet


def chosen(sheet: Sheet, label: str) -> str:
    """Give what stands in a field."""
    return sheet.page.get_by_label(label).input_value()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_misdeal_and_a_revoke_become_rows_with_their_notes(phone: PhoneFactory, javascript: bool) -> None:
    sheet = begin(phone, javascript=javascript)
    path, page = sheet.path, sheet.page
    row = sheet.other_row("Void deal")
    row.note("nine cards for Clara")
    row.save(path)
    assert sheet.reasons()[1] == "2Void deal, dealt again: nine cards for Clara"
    assert (sheet.totals(), sheet.marks(), sheet.next_number()) == ((70, 0, 0, 0), (1, 0, 0, 0), 3)
    expect(page.locator("#deal_form .ask").first).to_contain_text("Bernd deals")

    row = sheet.other_row("Ruling of the table")
    row.suggest("Dieter", "Re, × 4")
    assert row.points(3) == "480"
    assert chosen(sheet, "Note") == "Revoke"
    expect(page.locator("#sum")).to_contain_text("Ruling of the table: 480 for Dieter (Revoke)")
    row.note("Revoke: diamonds")
    row.save(path)
    assert sheet.reasons()[2] == "3Ruling of the table: 480 for Dieter (Revoke: diamonds)"
    assert (sheet.totals(), sheet.marks(), sheet.next_number()) == ((70, 0, 0, 480), (1, 0, 0, 1), 4)
    expect(page.locator("#deal_form .ask").first).to_contain_text("Clara deals")

    sheet.correct(3)
    page.locator("[name=points-3]").fill("240")
    row.save(path)
    sheet.wait_totals((70, 0, 0, 240))


def test_a_ruling_that_ends_the_game_says_so_before_it_is_saved(phone: PhoneFactory) -> None:
    sheet = begin(phone, javascript=True)
    path, page = sheet.path, sheet.page
    row = sheet.other_row("Ruling of the table")
    page.locator("[name=points-0]").fill("1930")
    expect(page.locator("#save-label")).to_contain_text("Save: Anna loses the game")
    expect(page.locator("#sum")).to_contain_text("2,000 was 70 · 1 mark")
    row.save(path)
    expect(page.locator(".ending h2")).to_contain_text("Anna loses the game with 2,000")


def test_what_was_typed_survives_a_reload(phone: PhoneFactory) -> None:
    sheet = begin(phone, javascript=True)
    row = sheet.other_row("Ruling of the table")
    row.note("exposed card")
    sheet.page.locator("[name=points-1]").fill("60")
    sheet.page.reload()
    expect(sheet.page.get_by_label("Note")).to_have_value("exposed card")
    assert row.points(1) == "60"
    assert re.search("kind=ruling", sheet.page.url)
