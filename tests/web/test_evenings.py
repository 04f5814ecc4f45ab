"""An evening on the phone: start it, who is here, its games, where and when it was, and taking it back."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Mode, Role
from scorekeeper.services import evenings, players, sheets
from tests.services.factories import Table, deal, new_key
from tests.web.conftest import Group
from tests.web.phone import Form, Page, Phone, PhoneAt


def ticked(page: Page) -> list[str]:
    return [
        label.get_text(strip=True)
        for label in page.soup.select("label.chip")
        if (box := label.find("input")) and box.has_attr("checked")
    ]


def tick(form: Form, *names: str) -> Form:
    """Tick exactly these names."""
    form.data["here"] = [str(form.named(name)["value"]) for name in names]
    return form


def here(page: Page) -> str:
    names = page.soup.select_one("[aria-labelledby=here-heading] > p")
    assert names is not None
    return names.get_text()


def cards(page: Page) -> list[str]:
    return [" ".join(card.get_text(" ").split()) for card in page.soup.select("li.game")]


@pytest.fixture
def at(table: Table) -> str:
    return f"/g/{table.group_id}/evenings/{table.evening_id}"


# starting


def test_an_evening_starts_with_everybody_until_somebody_says_otherwise(group: Group, member: Phone) -> None:
    page = member.get(f"{group.path}evenings/new")
    assert ticked(page) == ["Anna", "Bernd", "Clara", "Dieter"]
    after = tick(page.form("Start the evening"), "Anna", "Clara").fill("Place (optional)", " Bernd's kitchen ").send()
    assert here(after) == "Anna and Clara"
    assert "Bernd's kitchen" in after.heading


def test_an_evening_starts_with_somebody_new(group: Group, member: Phone) -> None:
    page = member.get(f"{group.path}evenings/new")
    after = page.press("Start the evening", Somebody_new=" Emil ")
    assert here(after) == "Anna, Bernd, Clara, Dieter, and Emil"


def test_a_bare_button_elsewhere_starts_an_evening_with_everybody(group: Group, member: Phone) -> None:
    token = member.get(f"{group.path}evenings/new").form("Start the evening").data["csrf_token"]
    after = member.post(f"{group.path}evenings", {"csrf_token": token, "key": new_key()})
    assert here(after) == "Anna, Bernd, Clara, and Dieter"


def test_starting_twice_with_one_key_starts_one_evening(group: Group, member: Phone) -> None:
    form = member.get(f"{group.path}evenings/new").form("Start the evening").fill("Somebody new", "Emil")
    assert form.send().path == form.send().path


def test_what_is_wrong_stands_at_its_field_and_what_was_typed_is_kept(group: Group, member: Phone) -> None:
    form = tick(member.get(f"{group.path}evenings/new").form("Start the evening"), "Anna")
    page = form.fill("Somebody new", "ANNA").fill("Place (optional)", "here").send(422)
    again = page.form("Start the evening")
    assert "is already here" in again.error_at("Somebody new")
    assert again.value("Somebody new") == "ANNA"
    assert again.value("Place (optional)") == "here"
    assert ticked(page) == ["Anna"]


def test_a_place_too_long_is_refused_and_the_newcomer_stays(group: Group, member: Phone) -> None:
    form = member.get(f"{group.path}evenings/new").form("Start the evening")
    page = form.fill("Somebody new", "Emil").fill("Place (optional)", "x" * 61).send(422)
    again = page.form("Start the evening")
    assert "Up to 60 are possible" in again.error_at("Place (optional)")
    assert "Emil" in ticked(page)
    assert here(again.fill("Place (optional)", "x" * 60).send()).endswith("and Emil")


@pytest.mark.parametrize("value", ["nonsense", str(uuid.uuid4())])
def test_somebody_who_is_not_in_the_list_is_refused(group: Group, member: Phone, value: str) -> None:
    form = member.get(f"{group.path}evenings/new").form("Start the evening")
    form.data["here"] = [value]
    assert form.send(422).errors == ["Choose from the list; it may have changed."]


def test_a_form_without_its_key_is_refused_in_words(group: Group, member: Phone) -> None:
    form = member.get(f"{group.path}evenings/new").form("Start the evening")
    del form.data["key"]
    assert "out of date" in form.send(422).errors[0]


def test_one_key_for_two_evenings_is_told_and_the_form_gets_another(group: Group, member: Phone) -> None:
    form = member.get(f"{group.path}evenings/new").form("Start the evening")
    form.send()
    page = form.fill("Place (optional)", "elsewhere").send(409)
    assert "sent once before" in page.errors[0]
    assert "elsewhere" in page.form("Start the evening").send().heading


# who is here


def test_who_is_here_changes_at_any_time(table: Table, at: str, phone_at: PhoneAt) -> None:
    page = phone_at(Role.MEMBER).get(at).follow("Change")
    assert ticked(page) == ["Anna", "Bernd", "Clara", "Dieter"]
    after = tick(page.form("Save"), "Anna", "Eva").fill("Somebody new", "Gustl").send()
    assert after.path == at
    assert here(after) == "Anna, Eva, and Gustl"


def test_who_is_here_leads_back_to_the_game_that_asked(table: Table, at: str, phone_at: PhoneAt) -> None:
    page = phone_at(Role.MEMBER).get(f"{at}/attendance?then=game")
    assert page.form("Save").send().path == f"{at}/games/new"


def test_a_change_meanwhile_shows_who_is_here_now_and_keeps_what_was_ticked(
    table: Table, at: str, phone_at: PhoneAt
) -> None:
    form = tick(phone_at(Role.MEMBER).get(f"{at}/attendance").form("Save"), "Anna")
    evenings.set_attendance(
        table.session, table.device, table.evening_id, key=new_key(), base_version=1, player_ids=[table.players[1]]
    )
    page = form.send(409)
    assert "Somebody changed this on another phone meanwhile" in page.errors[0]
    assert "Now here: Bernd" in page.text
    assert ticked(page) == ["Anna"]
    assert here(page.form("Save").send()) == "Anna"


def test_a_retired_player_who_is_here_can_be_sent_home(table: Table, at: str, phone_at: PhoneAt) -> None:
    players.retire(table.session, table.device, table.players[0], key=new_key())
    page = phone_at(Role.MEMBER).get(f"{at}/attendance")
    assert "Anna" in ticked(page)
    assert here(tick(page.form("Save"), "Bernd").send()) == "Bernd"


def test_an_evening_with_nobody_says_so(table: Table, at: str, phone_at: PhoneAt) -> None:
    assert here(tick(phone_at(Role.MEMBER).get(f"{at}/attendance").form("Save")).send()) == "Nobody yet."


# the page of the evening


def test_an_empty_evening_offers_the_first_game(table: Table, at: str, phone_at: PhoneAt) -> None:
    page = phone_at(Role.MEMBER).get(at)
    assert "No game yet." in page.text
    assert page.follow("Start a game").path == f"{at}/games/new"


def lose(table: Table, sheet_id: uuid.UUID, loser: int) -> None:
    """Let one lose with 2,000 or more."""
    points = [118 if seat == loser else None for seat in range(4)]
    table.record(sheet_id, *[deal(*points, calls=3)] * 3)


def test_games_show_totals_money_who_lost_and_what_goes_on(table: Table, at: str, phone_at: PhoneAt) -> None:
    first = table.start().id
    lose(table, first, 1)
    second = table.start(mode=Mode.POINTS).id
    table.record(second, *[deal(66, None, None, None)] * 5)
    third = table.start().id
    sheets.break_off(table.session, table.device, third, key=new_key())
    fourth = table.start().id
    table.record(fourth, deal(None, None, 66, None))
    page = phone_at(Role.VIEWER).get(at)
    shown = cards(page)
    assert "Bernd 2,820 −€6.00" in shown[0]
    assert "Anna 0 +€2.00" in shown[0]
    assert "Bernd lost after 3 deals." in shown[0]
    assert "Anna 350 " in shown[1]
    assert "€" not in shown[1]
    assert "Anna won after 5 deals." in shown[1]
    assert "broken off" in shown[2]
    assert "Broken off after 0 deals: nobody pays." in shown[2]
    assert "goes on" in shown[3]
    assert "Bernd 0 deals next" in shown[3]
    assert "1 deal so far." in shown[3]
    assert page.link("Game 4 · Kalter Schlag").endswith(str(fourth))
    assert not page.has_link("Change")
    assert not page.has_link("Go on")


def test_an_agreed_end_and_a_new_game_say_so(table: Table, at: str, phone_at: PhoneAt) -> None:
    table.start()
    assert "No deal yet." in cards(phone_at(Role.MEMBER).get(at))[0]


def test_after_a_game_the_next_one_is_offered(table: Table, at: str, phone_at: PhoneAt) -> None:
    sheet = table.start()
    lose(table, sheet.id, 1)
    page = phone_at(Role.MEMBER).get(at)
    assert page.link("Next game") == f"{at}/games/new?after={sheet.id}"


def test_a_running_game_is_gone_on_with_and_no_other_is_offered_without_people(
    table: Table, at: str, phone_at: PhoneAt
) -> None:
    sheet = table.start()
    page = phone_at(Role.MEMBER).get(at)
    assert page.link("Go on with game 1").endswith(str(sheet.id))
    assert not page.has_link("Another game")


def test_two_games_run_at_once_when_there_are_people(at: str, phone_at: PhoneAt, table: Table) -> None:
    more = [players.add(table.session, table.device, key=new_key(), name=name) for name in ("Greta", "Hans")]
    everybody = [*table.players, *more]
    evenings.set_attendance(
        table.session, table.device, table.evening_id, key=new_key(), base_version=1, player_ids=everybody
    )
    table.start()
    phone = phone_at(Role.MEMBER)
    assert phone.get(at).link("Another game") == f"{at}/games/new"
    other = Table(table.session, table.group_id, tuple(everybody), table.device, table.second, table.viewer)
    other.evening_id = table.evening_id
    second = other.start((4, 5, 6, 7))
    page = phone.get(at)
    assert page.has_link("Game 1")
    assert page.has_link("Game 2")
    lose(table, second.id, 0)
    assert phone.get(at).link("Next game").endswith(f"after={second.id}")


# place and date


def test_place_and_date_are_corrected(table: Table, at: str, phone_at: PhoneAt) -> None:
    form = phone_at(Role.MEMBER).get(at).follow("Place and date").form("Save")
    page = form.fill("Place (optional)", "Club").fill("Date", "2026-03-05").send()
    assert page.heading == "Thu, Mar 5, 2026 Club"


@pytest.mark.parametrize("typed", ["", "5.3.2026", "2026-02-30"])
def test_a_date_that_is_none_is_refused_and_the_place_kept(
    table: Table, at: str, phone_at: PhoneAt, typed: str
) -> None:
    form = phone_at(Role.MEMBER).get(f"{at}/edit").form("Save")
    again = form.fill("Place (optional)", "Club").fill("Date", typed).send(422).form("Save")
    assert "Type the date of the evening" in again.error_at("Date")
    assert again.value("Date") == typed
    assert again.value("Place (optional)") == "Club"


def test_a_date_that_was_not_sent_is_asked_for(table: Table, at: str, phone_at: PhoneAt) -> None:
    form = phone_at(Role.MEMBER).get(f"{at}/edit").form("Save")
    del form.data["local_date"]
    assert "Type the date of the evening" in form.send(422).form("Save").error_at("Date")


def test_a_correction_of_what_was_corrected_meanwhile_asks_again(table: Table, at: str, phone_at: PhoneAt) -> None:
    form = phone_at(Role.MEMBER).get(f"{at}/edit").form("Save").fill("Place (optional)", "Club")
    table.start()
    page = form.send(409)
    assert "changed this on another phone" in page.errors[0]
    assert page.form("Save").value("Place (optional)") == "Club"
    assert "Club" in page.form("Save").send().heading


def test_a_stale_version_that_is_no_number_is_a_conflict_too(table: Table, at: str, phone_at: PhoneAt) -> None:
    form = phone_at(Role.MEMBER).get(f"{at}/edit").form("Save")
    form.data["base_version"] = ["nonsense"]
    form.send(409)


# taking it back


def test_an_empty_evening_is_discarded_and_takes_no_game(table: Table, at: str, phone_at: PhoneAt) -> None:
    phone = phone_at(Role.MEMBER)
    after = phone.get(f"{at}/edit").press("Discard this evening")
    assert "The evening was discarded." in after.text
    page = phone.get(at)
    assert "This evening was discarded." in page.text
    assert not page.has_link("Start a game")
    assert phone.get(f"{at}/games/new").path == at


def test_an_evening_with_a_game_cannot_be_discarded(table: Table, at: str, phone_at: PhoneAt) -> None:
    form = phone_at(Role.MEMBER).get(f"{at}/edit").form("Discard this evening")
    table.start()
    page = form.send(409)
    assert "Something was played here already" in page.errors[0]
    assert "Discard this evening" not in page.buttons()
    assert "can be discarded as long as it has no game" in page.text


def test_a_name_is_inert_wherever_it_stands(group: Group, member: Phone) -> None:
    evil = "<svg/onload=1>{{7*7}}"
    page = member.get(f"{group.path}evenings/new").press("Start the evening", Somebody_new=evil)
    assert evil in here(page)
    assert page.soup.find("svg") is None
