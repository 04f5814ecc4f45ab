"""Adjourn a game on the phone, and let it go on at another evening."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorekeeper.models import Evening, Role, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import evenings, sheets
from tests.services.factories import Table, deal, new_key
from tests.web.phone import Phone, PhoneAt

ADJOURN = "Adjourn: play on another evening"
GO_ON = "Go on tonight"
FROM_A_LIST = "Go on tonight with game 1 of Anna , Bernd , Clara , and Dieter"


@pytest.fixture
def phone(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


def last_week(table: Table) -> None:
    """Let the evening have been a week ago."""
    evening = table.session.get_one(Evening, (table.group_id, table.evening_id))
    evening.local_date -= timedelta(days=7)
    evening.started_at -= timedelta(days=7)
    table.session.commit()


def waiting(table: Table) -> str:
    """Adjourn a game of last week; give its address."""
    sheet_id = table.start().id
    table.record(sheet_id, deal(66, 30, 24, 0))
    sheets.adjourn(table.session, table.device, sheet_id, key=new_key())
    last_week(table)
    return f"/g/{table.group_id}/sheets/{sheet_id}"


def tonight(table: Table) -> str:
    evening = evenings.start(table.session, table.device, key=new_key(), now=utcnow()).id
    return f"/g/{table.group_id}/evenings/{evening}"


def test_a_game_is_adjourned_and_waits_on_the_groups_page(table: Table, phone: Phone) -> None:
    sheet_id = table.start().id
    page = phone.get(f"/g/{table.group_id}/sheets/{sheet_id}/setup").press(ADJOURN)
    assert "Game 1 is adjourned: it waits on the group’s page." in page.text
    assert FROM_A_LIST in page.buttons()
    assert table.sheet(sheet_id).status == SheetStatus.ADJOURNED
    group = phone.get(f"/g/{table.group_id}/")
    assert "Waiting to be played on" in group.text
    page = group.press(FROM_A_LIST)
    assert "Played on as game 1 of this evening." in page.text
    assert table.sheet(sheet_id).status == SheetStatus.OPEN


def test_it_goes_on_from_the_evenings_page_which_the_first_evening_then_names(table: Table, phone: Phone) -> None:
    at = waiting(table)
    evening = tonight(table)
    page = phone.get(evening).press(FROM_A_LIST)
    assert page.path == at
    assert "Waiting to be played on" not in phone.get(evening).text
    first = phone.get(f"/g/{table.group_id}/evenings/{table.evening_id}")
    assert "A game of Anna , Bernd , Clara , and Dieter was adjourned here and went on on" in first.text


@pytest.mark.parametrize("page", ["", "/setup"])
def test_it_goes_on_from_its_own_pages(table: Table, phone: Phone, page: str) -> None:
    at = waiting(table)
    tonight(table)
    assert "Played on as game 1" in phone.get(at + page).press(GO_ON).text


def test_without_an_evening_one_is_started_first(table: Table, phone: Phone) -> None:
    at = waiting(table)
    page = phone.get(at).press(GO_ON)
    assert page.path == f"/g/{table.group_id}/"
    assert "Start an evening first: then the game can go on there." in page.text
    assert "They can go on when an evening has been started." in page.text
    assert FROM_A_LIST in page.press("Start an evening").buttons()


def test_what_is_refused_comes_back_with_a_sentence(table: Table, phone: Phone) -> None:
    at = waiting(table)
    tonight(table)
    stale = phone.get(at + "/setup")
    stale.press(GO_ON)
    page = stale.press(GO_ON)
    assert "Played on as game 1" in page.text
    stale.form(GO_ON)
    form = stale.form(GO_ON)
    form.data["key"] = [new_key()]
    assert form.send(409).errors == ["This game goes on already, or is over."]


def test_a_game_of_people_who_play_elsewhere_cannot_go_on(table: Table, phone: Phone) -> None:
    at = waiting(table)
    tonight(table)
    table.start()
    page = phone.get(at).press(GO_ON, 409)
    assert page.errors[0].startswith("Already at another game that is not over: ")


def test_who_watches_sees_it_wait_and_no_button(table: Table, phone_at: PhoneAt) -> None:
    at = waiting(table)
    evening = tonight(table)
    viewer = phone_at(Role.VIEWER)
    for path in (at, at + "/setup", evening, f"/g/{table.group_id}/"):
        assert not [name for name in viewer.get(path).buttons() if name.startswith(("Go on", "Adjourn"))]
