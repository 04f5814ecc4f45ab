"""The log of a game tells every change in words."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Mode, Role
from scorekeeper.services import deals, setup, sheets, undo
from tests.services.factories import Table, deal, new_key
from tests.web.phone import Page, Phone, PhoneAt
from tests.web.two_taps import seat, section


@pytest.fixture
def phone(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


def log_lines(page: Page) -> list[str]:
    return [" ".join(each.get_text(" ").split()) for each in page.soup.select("ol.log > li")]


def test_the_log_tells_every_change_in_words(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    first, second = table.record(sheet_id, deal(66, 54, 0, 0), deal(0, 0, 70, 50))
    assert first.entry_id is not None
    assert second.entry_id is not None
    base = table.row(sheet_id, first.entry_id).base
    amended = deals.amend(
        table.session,
        table.device,
        sheet_id,
        first.entry_id,
        key=new_key(),
        base=base,
        payload=deal(None, 80, None, None),
    )
    assert amended.change_id is not None
    undo.undo(table.session, table.device, sheet_id, amended.change_id, key=new_key())
    deals.remove(
        table.session,
        table.device,
        sheet_id,
        second.entry_id,
        key=new_key(),
        base=table.row(sheet_id, second.entry_id).base,
    )
    phone_of_nobody = phone.get(f"{at}/setup")
    section(phone_of_nobody, "stake").fill("One stake", "2").send().form("Change it").send()
    seat(phone.get(f"{at}/setup"), "Bernd", "Anna", "Clara", "Dieter").send().form("Change it").send()
    section(phone.get(f"{at}/setup"), "dealer").fill("Clara", True).send().form("Change it").send()
    form = section(phone.get(f"{at}/setup"), "rules").fill("Our own", True).fill("Who reaches this total loses", "1500")
    form.send().form("Change it").send()
    lines = log_lines(phone.get(f"{at}/log"))
    assert lines[0].startswith("House rules corrected")
    assert "Who reaches this total loses: 2000 → 1500" in lines[0]
    assert "First dealer corrected Anna → Clara" in lines[1]
    assert "Seats corrected Anna , Bernd , Clara , and Dieter → Bernd , Anna , Clara , and Dieter" in lines[2]
    assert "Stake corrected €1.00 → €2.00" in lines[3]
    assert lines[4].startswith("Deal taken out")
    assert lines[5].startswith("Undone: Deal 1 corrected")
    assert lines[6].startswith("Deal 1 corrected taken back Was: Anna 66")
    assert "Bernd 80" in lines[6]
    assert lines[7].startswith("A deal since taken out entered Clara 70")
    assert lines[8].startswith("Deal 1 entered Anna 66")
    assert lines[9].startswith("Game started Seats, clockwise: Anna , Bernd , Clara , and Dieter")
    assert "Linux computer, Chrome" in lines[0]
    assert lines[9].endswith("· Anna")


def test_the_log_tells_breaking_off_and_redo_and_mode(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    (entered,) = table.record(sheet_id, deal(66, 54, 0, 0))
    assert entered.change_id is not None
    undone = undo.undo(table.session, table.device, sheet_id, entered.change_id, key=new_key())
    assert undone.change_id is not None
    undo.redo(table.session, table.device, sheet_id, undone.change_id, key=new_key())
    version = table.sheet(sheet_id).version
    setup.set_stake(
        table.session,
        table.device,
        sheet_id,
        stake_minor=100,
        currency="CHF",
        mode=Mode.KITTY,
        key=new_key(),
        base_version=version,
    )
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    sheets.resume(table.session, table.device, sheet_id, key=new_key())
    lines = log_lines(phone.get(f"{at}/log"))
    assert lines[0].startswith("Game taken up again")
    assert lines[1].startswith("Game broken off")
    assert "money → a kitty" in lines[2]
    assert "EUR → CHF" in lines[2]
    assert lines[3].startswith("Done again: Deal 1 entered")
