"""Correcting a game's set-up on the phone: shown first, done on the second tap; breaking off."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.core.problems import Problem
from scorekeeper.models import Mode, Role, SheetStatus
from scorekeeper.services import players, sheets
from scorekeeper.web.application import Application
from scorekeeper.web.sheet_forms import setup_words
from tests.services.factories import Table, deal, new_key
from tests.web.phone import Page, Phone, PhoneAt
from tests.web.two_taps import SHOW, seat, section


@pytest.fixture
def phone(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


def is_open(page: Page, name: str) -> bool:
    details = page.soup.select_one(f"details#{name}")
    return details is not None and details.has_attr("open")


def changes(page: Page) -> list[str]:
    return [" ".join(each.get_text(" ").split()) for each in page.soup.select("dl.changes > div")]


def rows(page: Page) -> list[str]:
    return [" ".join(each.get_text(" ").split()) for each in page.soup.select("ul.compare > li")]


def names(table: Table, sheet_id: uuid.UUID) -> list[str]:
    return [person.name for person in table.sheet(sheet_id).people]


# what is shown


def test_the_set_up_shows_dealer_seats_stake_and_rules(table: Table, at: str, phone: Phone) -> None:
    page = phone.get(f"{at}/setup")
    for line in (
        "First dealer Anna",
        "Seats, clockwise Anna , Bernd , Clara , and Dieter",
        "Played for €1.00 a stake",
        "House rules as the sources say",
    ):
        assert line in page.text


def test_own_house_rules_are_told_one_by_one(table: Table, phone: Phone) -> None:
    other = table.start((0, 1, 4, 5), options={"limit": 1000, "marks_to_win": None, "four_way": "none_scores"})
    page = phone.get(f"/g/{table.group_id}/sheets/{other.id}/setup")
    assert "Who reaches this total loses: 1000" in page.text
    assert "A mark below the limit wins the game: no" in page.text
    assert "All four have 30 card points: nobody gets a penalty" in page.text


def test_a_viewer_sees_the_set_up_and_the_log_and_no_form(table: Table, at: str, phone_at: PhoneAt) -> None:
    viewer = phone_at(Role.VIEWER)
    page = viewer.get(f"{at}/setup")
    assert "First dealer Anna" in page.text
    assert page.soup.find("form") is None
    assert "Game started" in page.follow("Log: every change, who and when").text


# the first dealer


def test_another_first_dealer_is_shown_first_and_done_on_the_second_tap(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    table.record(sheet_id, deal(66, 54, 0, 0))
    form = section(phone.get(f"{at}/setup"), "dealer")
    page = form.fill("Clara", True).send()
    assert changes(page) == ["First dealer Anna → Clara"]
    assert "Totals and marks stay as they are." in page.text
    assert "Dieter deals next, not Bernd" in page.text
    assert table.sheet(sheet_id).first_dealer == 0
    after = page.form("Change it").send()
    assert after.path == at
    assert "The game was changed." in after.text
    assert table.sheet(sheet_id).first_dealer == 2
    assert page.form("Change it").send().path == at
    assert table.sheet(sheet_id).version == 3


def test_the_dealer_it_has_already_changes_nothing(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    page = section(phone.get(f"{at}/setup"), "dealer").send()
    assert page.path == f"{at}/setup"
    assert "Nothing was changed." in page.text
    assert table.sheet(sheet_id).version == 1


def test_no_dealer_is_asked_for(at: str, phone: Phone) -> None:
    form = section(phone.get(f"{at}/setup"), "dealer")
    form.data["first_dealer"] = ["nonsense"]
    page = form.send(422)
    assert is_open(page, "dealer")
    assert "Choose who dealt first." in page.errors


def test_a_change_meanwhile_brings_the_form_back_as_it_was(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    form = section(phone.get(f"{at}/setup"), "dealer").fill("Clara", True)
    table.record(sheet_id, deal(66, 54, 0, 0))
    page = form.send(409)
    assert is_open(page, "dealer")
    assert "Somebody changed this on another phone meanwhile" in page.errors[0]
    assert section(page, "dealer").data["first_dealer"] == [str(table.players[2])]
    assert section(page, "dealer").send().form("Change it").send().path == at
    assert table.sheet(sheet_id).first_dealer == 2


# who sits where


def test_scores_go_along_when_people_change_places(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    table.record(sheet_id, deal(66, 54, 0, 0))
    page = seat(phone.get(f"{at}/setup"), "Bernd", "Anna", "Clara", "Dieter").send()
    assert changes(page) == ["Seats, clockwise Anna , Bernd , Clara , and Dieter → Bernd , Anna , Clara , and Dieter"]
    assert "Totals and marks stay as they are." in page.text
    page.form("Change it").send()
    assert names(table, sheet_id) == ["Bernd", "Anna", "Clara", "Dieter"]
    assert table.sheet(sheet_id).standings.totals == (0, 70, 0, 0)


def test_a_wrong_name_is_replaced_and_the_scores_stay_with_the_seat(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    table.record(sheet_id, deal(66, 54, 0, 0))
    page = seat(phone.get(f"{at}/setup"), "Eva", "Bernd", "Clara", "Dieter").send()
    assert rows(page)[0] == "Eva 70 1 mark"
    page.form("Change it").send()
    assert names(table, sheet_id)[0] == "Eva"


def test_somebody_twice_is_refused_at_the_seats(at: str, phone: Phone) -> None:
    page = seat(phone.get(f"{at}/setup"), "Anna", "Anna", "Clara", "Dieter").send(422)
    assert is_open(page, "seats")
    assert "Somebody sits at two seats. Choose each name once." in page.errors


def test_a_seat_left_empty_is_refused_with_the_number_that_plays(at: str, phone: Phone) -> None:
    page = seat(phone.get(f"{at}/setup"), "Anna", "nobody", "Clara", "Dieter").send(422)
    assert any("play this game" in each and "3 are chosen" in each for each in page.errors)


def test_who_plays_another_game_is_shown_with_the_reason_and_refused(table: Table, at: str, phone: Phone) -> None:
    form = seat(phone.get(f"{at}/setup"), "Eva", "Bernd", "Clara", "Dieter")
    _second_game(table)
    page = form.send(409)
    assert any("Already at another game" in each and "Eva" in each for each in page.errors)
    assert "plays game 2" in page.text


def _second_game(table: Table) -> None:
    """Let Eva and Frank play with two others."""
    more = tuple(players.add(table.session, table.device, key=new_key(), name=name) for name in ("Hans", "Ida"))
    everybody = (*table.players, *more)
    other = Table(table.session, table.group_id, everybody, table.device, table.second, table.viewer, table.evening_id)
    other.start((4, 5, 6, 7))


# stake


def test_another_stake_shows_what_each_pays_then(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    table.record(sheet_id, *[deal(118, None, None, None, calls=3)] * 3)
    page = section(phone.get(f"{at}/setup"), "stake").fill("One stake", "0,50").send()
    assert changes(page) == ["Played for €1.00 a stake → €0.50 a stake"]
    assert rows(page)[0] == "Anna 2,820 −€6.00 → then −€3.00"
    assert "Anna loses the game" in page.text
    page.form("Change it").send()
    assert table.sheet(sheet_id).money == (-300, 100, 100, 100)


def test_a_game_turned_to_points_shows_that_nobody_pays(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    table.record(sheet_id, *[deal(118, None, None, None, calls=3)] * 3)
    page = section(phone.get(f"{at}/setup"), "stake").fill("Points only", True).fill("One stake", "x").send()
    assert changes(page) == ["Played for €1.00 a stake → points only"]
    assert rows(page)[0] == "Anna 2,820 −€6.00 → then no money"
    page.form("Change it").send()
    assert (table.sheet(sheet_id).mode, table.sheet(sheet_id).stake_minor) == (Mode.POINTS, 100)


def test_a_kitty_is_named(at: str, phone: Phone) -> None:
    page = section(phone.get(f"{at}/setup"), "stake").fill("A kitty", True).send()
    assert changes(page) == ["Played for €1.00 a stake → €1.00 a stake into the kitty"]


def test_a_stake_that_is_no_amount_is_told(at: str, phone: Phone) -> None:
    page = section(phone.get(f"{at}/setup"), "stake").fill("One stake", "1.000,5").send(422)
    assert is_open(page, "stake")
    assert "without marks between thousands" in section(page, "stake").error_at("One stake")


# house rules and the ending


def test_house_rules_that_move_the_ending_show_it_and_ask(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    table.record(sheet_id, *[deal(66, None, None, None)] * 5)
    form = section(phone.get(f"{at}/setup"), "rules").fill("Our own", True)
    del form.data["marks_on"]
    page = form.send()
    assert changes(page) == ["A mark below the limit wins the game yes → no"]
    assert "This changes how the game ends." in page.text
    assert "Until now: Anna wins the game: fifth mark" in page.text
    assert "Then: not over." in page.text
    unconfirmed = page.form("Change it")
    del unconfirmed.data["confirm"]
    again = unconfirmed.send(422)
    assert "The ending is another one than was shown." in again.text
    assert table.sheet(sheet_id).status == SheetStatus.ENDED
    again.form("Change it").send()
    assert table.sheet(sheet_id).status == SheetStatus.OPEN


def test_rules_that_end_it_earlier_keep_the_deals_after_the_end(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    table.record(sheet_id, *[deal(66, None, None, None)] * 3)
    form = section(phone.get(f"{at}/setup"), "rules").fill("Our own", True).fill("Which mark wins", "2")
    page = form.send()
    assert "1 deal after the end is kept, but does not count." in page.text
    assert "Then: Anna wins the game: 2 marks" in page.text
    page.form("Change it").send()
    assert table.sheet(sheet_id).rows[2].after_end


def test_the_same_rules_change_nothing(at: str, phone: Phone) -> None:
    assert "Nothing was changed." in section(phone.get(f"{at}/setup"), "rules").fill("Our own", True).send().text


@pytest.mark.parametrize(("typed", "sentence"), [("", "Type the total that loses"), ("15", "The limit is 100")])
def test_rules_that_cannot_be_are_told_at_their_field(at: str, phone: Phone, typed: str, sentence: str) -> None:
    form = section(phone.get(f"{at}/setup"), "rules").fill("Our own", True)
    page = form.fill("Who reaches this total loses", typed).send(422)
    assert is_open(page, "rules")
    assert sentence in section(page, "rules").error_at("Who reaches this total loses")


def test_back_to_the_rules_of_the_sources(table: Table, phone: Phone) -> None:
    other = table.start(options={"limit": 1000})
    at = f"/g/{table.group_id}/sheets/{other.id}"
    form = section(phone.get(f"{at}/setup"), "rules")
    assert form.data["rules"] == ["own"]
    page = form.fill("As the sources say", True).send()
    assert changes(page) == ["Who reaches this total loses 1000 → 2000"]
    page.form("Change it").send()
    assert table.sheet(other.id).house_rules == ()


# ended by hand


def test_breaking_off_keeps_the_game_and_it_can_be_taken_up_again(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    table.record(sheet_id, deal(66, 54, 0, 0))
    after = phone.get(f"{at}/setup").press("Break off this game")
    assert "Game 1 was broken off. Nobody pays for it." in after.text
    assert table.sheet(sheet_id).status == SheetStatus.BROKEN_OFF
    page = phone.get(f"{at}/setup")
    assert SHOW not in page.buttons()
    again = page.press("Take it up again")
    assert again.path == at
    assert "Game 1 goes on." in again.text
    assert table.sheet(sheet_id).status == SheetStatus.OPEN


def test_a_game_cannot_be_taken_up_while_its_people_play_another(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    table.start()
    page = phone.get(f"{at}/setup").form("Take it up again").send(409)
    assert any("Already at another game" in each and "Anna" in each for each in page.errors)


def test_an_empty_game_is_discarded(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    page = phone.get(f"{at}/setup")
    assert "Break off this game" not in page.buttons()
    after = page.press("Discard this game")
    assert after.path.endswith(f"/evenings/{table.evening_id}")
    assert "Game 1 was discarded." in after.text
    page = phone.get(f"{at}/setup")
    assert "This game was discarded." in page.text
    assert page.buttons() == []


def test_a_game_that_got_a_deal_meanwhile_is_not_discarded(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    form = phone.get(f"{at}/setup").form("Discard this game")
    table.record(sheet_id, deal(66, 54, 0, 0))
    assert "Something was played here already" in form.send(409).errors[0]


def test_what_was_broken_off_meanwhile_takes_no_correction(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    form = section(phone.get(f"{at}/setup"), "dealer").fill("Clara", True)
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    form.send(409)


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ((4,), "4 play this game. 1 is chosen."),
        ((4, 5), "4 or 5 play this game. 1 is chosen."),
        ((2, 3, 4), "2 to 4 play this game. 1 is chosen."),
    ],
)
def test_how_many_play_is_said_for_every_kind_of_game(app: Application, seats: tuple[int, ...], sentence: str) -> None:
    with app.test_request_context():
        assert setup_words(Problem("seats", "player_ids", {"seats": seats, "given": 1})) == sentence
