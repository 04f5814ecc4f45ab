"""People come and go at a game on the phone: shown first, done on the second tap."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Role
from scorekeeper.services import comings
from tests.services.asking import do
from tests.services.factories import Table, deal
from tests.web.phone import Form, Phone, PhoneAt
from tests.web.two_taps import changes, section

SECTIONS = ("substitute", "join", "leave", "payer")


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    sheet_id = table.start().id
    table.record(sheet_id, deal(66, 54, 0, 0))
    return sheet_id


@pytest.fixture
def phone(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


def choose(form: Form, label: str, choice: str) -> Form:
    options = {each.get_text(" ", strip=True): str(each["value"]) for each in form.named(label)("option")}
    return form.fill(label, options[choice])


def names(table: Table, sheet_id: uuid.UUID) -> list[str]:
    return [person.name for person in table.sheet(sheet_id).people]


def test_a_substitute_takes_a_seat(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    form = section(phone.get(at + "/setup"), "substitute")
    choose(choose(form, "Whose seat?", "Anna"), "Who takes it?", "Eva")
    page = form.send()
    assert changes(page) == ["From the next deal on Anna → Eva"]
    assert names(table, sheet_id)[0] == "Anna"
    page = page.press("Change it")
    assert names(table, sheet_id) == ["Eva", "Bernd", "Clara", "Dieter"]
    row = page.soup.select_one("li.deal .detail")
    assert row is not None
    assert "Anna dealt" in " ".join(row.get_text(" ").split())
    assert "Undo: taking a seat over" in page.buttons()
    log = phone.get(at + "/log").text
    assert "A seat was taken over" in log


def test_a_substitute_came_some_deals_ago(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    form = section(phone.get(at + "/setup"), "substitute")
    choose(choose(form, "Whose seat?", "Bernd"), "Who takes it?", "Eva")
    page = choose(form, "From when on?", "From deal 1 on").send()
    assert changes(page) == ["From deal 1 on Bernd → Eva"]
    page.press("Change it")
    assert table.sheet(sheet_id).rows[0].people[1].name == "Eva"


def test_a_fifth_joins_and_leaves_again(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    form = section(phone.get(at + "/setup"), "join")
    page = choose(choose(form, "Who joins?", "Eva"), "At whose left hand?", "Dieter").send()
    assert "Anna , Bernd , Clara , Dieter , and Eva" in changes(page)[0]
    page.press("Change it")
    table.record(sheet_id, deal(30, None, 66, 0, 24, sits_out=1))
    form = section(phone.get(at + "/setup"), "leave")
    page = choose(form, "Who leaves?", "Eva").send()
    assert changes(page) == ["From the next deal on Eva → an empty seat"]
    page = page.press("Change it")
    gone = page.soup.select_one("#scores li.gone")
    assert gone is not None
    assert "left" in gone.get_text(" ").split()
    assert table.sheet(sheet_id).vacant == {4}
    assert phone.get(at + "/setup").soup.select("#join") == []


def test_the_table_says_who_pays(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    assert phone.get(at + "/setup").soup.select("#payer-0") == []
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[4])
    heavy = deal(66, 54, 0, 0, calls=4)
    table.record(sheet_id, heavy, heavy)
    form = section(phone.get(at + "/setup"), "payer-0")
    assert "Nothing was changed." in form.send().text
    page = form.fill("Anna", True).send()
    assert changes(page) == ["Who pays or gets Eva → Anna"]
    page = page.press("Change it")
    assert "Anna pays or gets this" in page.text
    assert table.sheet(sheet_id).payers[0].name == "Anna"


def test_each_label_of_the_set_up_names_its_own_field(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[4])
    ids = [str(each["id"]) for each in phone.get(at + "/setup").soup.select("[id]")]
    assert sorted(ids) == sorted(set(ids))


def test_what_is_not_chosen_is_said_at_its_field(at: str, phone: Phone) -> None:
    page = phone.get(at + "/setup")
    answer = section(page, "substitute").send(422)
    assert section(answer, "substitute").error_at("Who takes it?") == "Choose somebody from the list."
    answer = section(page, "join").send(422)
    assert section(answer, "join").error_at("Who joins?") == "Choose somebody from the list."


def test_what_nobody_could_choose_is_refused_with_a_sentence(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    form = section(phone.get(at + "/setup"), "substitute")
    data = {name: values[0] for name, values in form.data.items()}
    page = phone.post(f"{at}/setup/leave", {**data, "seat": "0"}, 422)
    assert page.errors == [
        "Too few would be left to play on. Let somebody take the seat over, or adjourn the game.",
    ]
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[4])
    data["base_version"] = str(table.sheet(sheet_id).version)
    page = phone.post(f"{at}/setup/payer", {**data, "player_id": f"0:{table.players[5]}"}, 422)
    assert page.errors == ["Choose somebody who held this seat."]
    page = phone.post(f"{at}/setup/join", {**data, "player_id": str(table.players[5]), "behind": "x"}, 422)
    assert section(page, "join").error_at("At whose left hand?") == "Choose somebody of this table from the list."
    stale = {**data, "base_version": "99", "player_id": str(table.players[5])}
    page = phone.post(f"{at}/setup/substitute", stale, 409)
    assert page.errors[0].startswith("Somebody changed this on another phone meanwhile.")


def test_who_watches_sees_no_form(at: str, phone_at: PhoneAt) -> None:
    page = phone_at(Role.VIEWER).get(at + "/setup")
    assert not any(page.soup.select(f"#{name}") for name in SECTIONS)
