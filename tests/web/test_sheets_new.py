"""Starting a game on the phone: who sits where, who deals, for what, by which rules; and the next game in one tap."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping

import pytest

from scorekeeper.models import Mode, Role
from scorekeeper.services import evenings, players, sheets
from scorekeeper.services.views import SheetView, evening_page
from scorekeeper.web.application import Application
from scorekeeper.web.sheets_new import draw
from tests.services.factories import Table, deal, new_key
from tests.web.phone import Form, Page, Phone, PhoneAt


@pytest.fixture
def at(table: Table) -> str:
    return f"/g/{table.group_id}/evenings/{table.evening_id}/games/new"


@pytest.fixture
def phone(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


def here(table: Table, *numbers: int) -> None:
    """Let these be here, and nobody else."""
    version = evening_page(table.session, table.device, table.evening_id).version
    table.session.rollback()
    evenings.set_attendance(
        table.session,
        table.device,
        table.evening_id,
        key=new_key(),
        base_version=version,
        player_ids=[table.players[number] for number in numbers],
    )


def options_of(form: Form, label: str) -> Mapping[str, str]:
    return {option.get_text(strip=True): str(option["value"]) for option in form.named(label).find_all("option")}


def choose(form: Form, **people: str) -> Form:
    """Choose by name who sits where: ``Seat_1="Anna"``."""
    for label, name in people.items():
        seat = label.replace("_", " ")
        form.fill(seat, options_of(form, seat)[name])
    return form


def seated(form: Form) -> list[str]:
    names = []
    for number in range(1, 6):
        seat = form.named(f"Seat {number}")
        chosen = [option.get_text(strip=True) for option in seat.find_all("option") if option.has_attr("selected")]
        names += chosen or ["nobody"]
    return names


def dealers(page: Page) -> list[str]:
    """Give the dealers that can be chosen; the chosen one has a star."""
    chips = [label for label in page.soup.select("label.chip") if label.select_one("[name=first_dealer]")]
    return [
        label.get_text(strip=True) + ("*" if label.select_one("input[checked]") is not None else "") for label in chips
    ]


def shown(table: Table, page: Page) -> SheetView:
    """Read the game whose page a phone shows."""
    return table.sheet(uuid.UUID(page.path.rpartition("/")[2]))


def names(sheet: SheetView) -> list[str]:
    return [person.name for person in sheet.people]


# the first game


def test_the_first_game_has_everything_proposed_and_starts_in_one_tap(table: Table, at: str, phone: Phone) -> None:
    page = phone.get(at)
    assert page.heading == "Start a game Kalter Schlag"
    assert seated(page.form("Start the game")) == ["Anna", "Bernd", "Clara", "Dieter", "nobody"]
    assert dealers(page) == ["By lot*", "Anna", "Bernd", "Clara", "Dieter"]
    assert "Stake €1.00 a stake" in page.text
    assert "House rules as the sources say" in page.text
    sheet = shown(table, page.form("Start the game").send())
    assert names(sheet) == ["Anna", "Bernd", "Clara", "Dieter"]
    assert (sheet.mode, sheet.stake_minor, sheet.currency, sheet.house_rules) == (Mode.MONEY, 100, "EUR", ())


def test_the_lot_says_whom_it_fell_on_and_falls_the_same_again(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game")
    page = form.send()
    sheet = shown(table, page)
    assert f"By lot, {names(sheet)[sheet.first_dealer]} deals first." in page.text
    again = form.send()
    assert again.path == page.path
    assert "By lot" not in again.text


def test_the_lot_is_fair(app: Application) -> None:
    with app.app_context():
        drawn = [draw(new_key(), 4) for _ in range(2000)]
    counts = [drawn.count(seat) for seat in range(4)]
    assert all(400 < count < 600 for count in counts)


def test_somebody_who_came_meanwhile_sits_down_and_is_here(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game")
    form.data["player_ids-0"] = [str(table.players[4])]
    page = form.send()
    assert "By lot, " in page.text
    assert names(shown(table, page)) == ["Eva", "Bernd", "Clara", "Dieter"]


def test_people_sit_as_chosen_and_who_deals_is_chosen_by_hand(table: Table, at: str, phone: Phone) -> None:
    form = choose(phone.get(at).form("Start the game"), Seat_1="Dieter", Seat_2="Anna", Seat_3="Clara", Seat_4="Bernd")
    sheet = shown(table, form.fill("Clara", True).send())
    assert names(sheet) == ["Dieter", "Anna", "Clara", "Bernd"]
    assert sheet.first_dealer == 2


def test_a_seat_left_free_in_between_is_no_seat(table: Table, at: str, phone: Phone) -> None:
    form = choose(phone.get(at).form("Start the game"), Seat_2="nobody", Seat_5="Bernd").fill("Bernd", True)
    sheet = shown(table, form.send())
    assert names(sheet) == ["Anna", "Clara", "Dieter", "Bernd"]
    assert sheet.first_dealer == 3


def test_with_five_the_dealer_sits_out(table: Table, at: str, phone: Phone) -> None:
    here(table, 0, 1, 2, 3, 4)
    page = phone.get(at)
    assert "With 5 at the table the dealer sits out each deal." in page.text
    sheet = shown(table, choose(page.form("Start the game"), Seat_5="Eva").fill("Eva", True).send())
    assert (sheet.seats, sheet.sits_out) == (5, 4)


def test_stake_currency_and_mode_are_kept_for_the_game_after(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game").fill("One stake", "0,50").fill("A kitty", True)
    form.fill("Currency", "CHF")
    sheet = shown(table, form.send())
    assert (sheet.mode, sheet.stake_minor, sheet.currency) == (Mode.KITTY, 50, "CHF")
    sheets.break_off(table.session, table.device, sheet.id, key=new_key())
    page = phone.get(at)
    assert "Stake CHF 0.50 a stake into the kitty" in page.text.replace("\xa0", " ")


def test_a_game_for_points_asks_for_no_money(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game").fill("Points only", True).fill("One stake", "")
    sheet = shown(table, form.send())
    assert (sheet.mode, sheet.stake_minor) == (Mode.POINTS, 100)


def test_own_house_rules_are_kept_for_the_game_after_and_can_be_left(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game").fill("Our own", True).fill("Who reaches this total loses", "1000")
    sheet = shown(table, form.send())
    assert dict(sheet.house_rules) == {"limit": 1000}
    sheets.break_off(table.session, table.device, sheet.id, key=new_key())
    page = phone.get(at)
    assert "House rules our own" in page.text
    assert page.form("Start the game").value("Who reaches this total loses") == "1000"
    after = shown(table, page.form("Start the game").fill("As the sources say", True).send())
    assert after.house_rules == ()


# what is wrong


def test_too_few_seats_say_how_many_play(table: Table, at: str, phone: Phone) -> None:
    form = choose(phone.get(at).form("Start the game"), Seat_2="nobody")
    page = form.send(422)
    assert "4 or 5 play this game. 3 are chosen." in page.errors
    assert seated(page.form("Start the game")) == ["Anna", "nobody", "Clara", "Dieter", "nobody"]


def test_the_same_name_twice_and_no_dealer_are_told(table: Table, at: str, phone: Phone) -> None:
    form = choose(phone.get(at).form("Start the game"), Seat_2="Anna")
    assert "Somebody sits at two seats. Choose each name once." in form.send(422).errors
    form.fill("Bernd", True)
    assert "Choose who deals first among those who sit down." in form.send(422).errors


def test_a_stranger_and_a_seat_that_is_no_id_are_refused(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game")
    form.data["player_ids-0"] = [str(uuid.uuid4())]
    assert "Somebody chosen is not in this group. Choose from the list." in form.send(422).errors
    form.data["player_ids-0"] = ["nonsense"]
    assert "4 or 5 play this game. 3 are chosen." in form.send(422).errors


def test_somebody_who_retired_meanwhile_is_named(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game")
    players.retire(table.session, table.device, table.players[1], key=new_key())
    assert any("Bernd\u2069 is retired" in each for each in form.send(422).errors)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("1.000,5", "without marks between thousands"), ("", "Type an amount"), ("200000", "too much for one stake")],
)
def test_a_stake_that_is_no_amount_is_told_beside_it_and_beside_the_button(
    table: Table, at: str, phone: Phone, typed: str, sentence: str
) -> None:
    page = phone.get(at).form("Start the game").fill("One stake", typed).send(422)
    form = page.form("Start the game")
    assert sentence in form.error_at("One stake")
    assert form.value("One stake") == typed
    alert = page.soup.select_one(".bottom [role=alert] a")
    assert alert is not None
    assert sentence in alert.get_text()
    assert alert["href"] == "#stake_minor"


def test_money_fields_from_nowhere_are_refused(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game")
    form.data |= {"mode": ["matches"], "currency": ["ZZZ"]}
    errors = form.send(422).errors
    assert "Choose what the game is played for." in errors
    assert "Choose a currency from the list." in errors


@pytest.mark.parametrize(("typed", "sentence"), [("", "Type the total that loses"), ("15", "The limit is 100")])
def test_house_rules_that_cannot_be_are_told_at_their_field(
    table: Table, at: str, phone: Phone, typed: str, sentence: str
) -> None:
    form = phone.get(at).form("Start the game").fill("Our own", True).fill("Who reaches this total loses", typed)
    assert sentence in form.send(422).form("Start the game").error_at("Who reaches this total loses")


def test_wrong_house_rules_do_not_matter_while_the_sources_are_followed(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game").fill("Who reaches this total loses", "15")
    assert shown(table, form.send()).house_rules == ()


def test_a_form_without_its_key_is_refused_in_words(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game").fill("Anna", True)
    del form.data["key"]
    assert "out of date" in form.send(422).errors[0]


def test_another_game_under_the_same_key_is_a_conflict_and_then_meant_anew(table: Table, at: str, phone: Phone) -> None:
    here(table, 0, 1, 2, 3, 4)
    form = phone.get(at).form("Start the game").fill("Anna", True)
    first = shown(table, form.send())
    sheets.discard(table.session, table.device, first.id, key=new_key())
    page = form.fill("One stake", "2").send(409)
    assert "sent once before" in page.errors[0]
    assert shown(table, page.form("Start the game").send()).stake_minor == 200


# who sits at another game


def test_who_plays_already_is_shown_with_the_reason_and_cannot_be_seated_twice(
    table: Table, at: str, phone: Phone
) -> None:
    here(table, 0, 1, 2, 3, 4, 5)
    form = phone.get(at).form("Start the game").fill("Anna", True)
    table.start((0, 1, 2, 3))
    page = form.send(409)
    assert any("Already at another game that is not over" in each and "Clara" in each for each in page.errors)
    tile = page.soup.find("button", attrs={"data-person": str(table.players[0])})
    assert tile is not None
    assert tile.has_attr("disabled")
    assert "plays game 1" in tile.get_text()
    assert "Kalter Schlag needs 4 people who are free." in page.errors
    assert page.link("Say who is here").endswith("/attendance?then=game")


def test_a_game_of_another_evening_keeps_its_people_too(table: Table, phone: Phone) -> None:
    table.start((0, 1, 2, 3))
    other = evenings.start(table.session, table.device, key=new_key(), player_ids=table.players[:6])
    page = phone.get(f"/g/{table.group_id}/evenings/{other.id}/games/new")
    assert "plays game 1 of another evening" in page.text


def test_an_evening_that_was_discarded_meanwhile_takes_no_game(table: Table, at: str, phone: Phone) -> None:
    form = phone.get(at).form("Start the game").fill("Anna", True)
    evenings.discard(table.session, table.device, table.evening_id, key=new_key())
    assert "This was discarded on another phone." in form.send(409).errors
    assert "This was discarded on another phone." in phone.get(at).text


def test_a_game_or_a_predecessor_that_does_not_exist_is_not_found(table: Table, at: str, phone: Phone) -> None:
    phone.get(f"{at}?game=chess", 404)
    phone.get(f"{at}?after=nonsense", 404)


# more people than seats


def test_who_sat_out_plays_and_the_page_says_why(table: Table, at: str, phone: Phone) -> None:
    here(table, 0, 1, 2, 3, 4, 5)
    first = table.start((0, 1, 2, 3))
    sheets.break_off(table.session, table.device, first.id, key=new_key())
    page = phone.get(at)
    assert seated(page.form("Start the game"))[:4] == ["Anna", "Bernd", "Eva", "Frank"]
    assert "In again after waiting for one game: Eva and Frank" in page.text
    assert "Sitting out after playing one game: Clara and Dieter" in page.text


def test_before_the_first_game_nobody_has_waited(table: Table, at: str, phone: Phone) -> None:
    here(table, 0, 1, 2, 3, 4)
    assert "Sitting out this time: Eva" in phone.get(at).text


# the next game


def lose(table: Table, sheet_id: uuid.UUID, loser: int) -> None:
    points = [118 if seat == loser else None for seat in range(4)]
    table.record(sheet_id, *[deal(*points, calls=3)] * 3)


def win(table: Table, sheet_id: uuid.UUID, winner: int) -> None:
    points = [66 if seat == winner else None for seat in range(4)]
    table.record(sheet_id, *[deal(*points)] * 5)


def test_after_a_loss_a_tap_on_the_dealer_starts_the_next_game(table: Table, at: str, phone: Phone) -> None:
    first = table.start((2, 0, 3, 1), stake_minor=50, options={"limit": 2500})
    lose(table, first.id, 3)
    page = phone.get(f"{at}?after={first.id}")
    assert page.heading == "Next game Kalter Schlag"
    assert "Bernd lost and chooses who deals first." in page.text.replace(" .", ".")
    assert [each for each in page.buttons() if each.endswith("deals")] == [
        "Clara deals", "Anna deals", "Dieter deals", "Bernd deals",
    ]  # fmt: skip
    assert "Start the game" not in page.buttons()
    sheet = shown(table, page.form("Dieter deals").send())
    assert names(sheet) == ["Clara", "Anna", "Dieter", "Bernd"]
    assert (sheet.first_dealer, sheet.stake_minor, dict(sheet.house_rules)) == (2, 50, {"limit": 2500})


def test_after_a_win_by_marks_the_winner_deals(table: Table, at: str, phone: Phone) -> None:
    first = table.start()
    win(table, first.id, 2)
    page = phone.get(f"{at}?after={first.id}")
    assert "Clara won and deals first." in page.text
    assert "Clara*" in dealers(page)
    assert shown(table, page.form("Start the game").send()).first_dealer == 2


def test_after_a_joint_win_the_first_of_the_winners_deals(table: Table, at: str, phone: Phone) -> None:
    first = table.start()
    table.record(first.id, *[deal(60, 60, 0, 0)] * 5)
    page = phone.get(f"{at}?after={first.id}")
    assert ", the first of the winners, deals first." in page.text


def test_after_a_game_that_was_broken_off_the_deal_passes_on(table: Table, at: str, phone: Phone) -> None:
    first = table.start()
    table.record(first.id, deal(66, 54, 0, 0))
    sheets.break_off(table.session, table.device, first.id, key=new_key())
    page = phone.get(f"{at}?after={first.id}")
    assert "The deal passes on to Bernd" in page.text
    assert "Bernd*" in dealers(page)


def test_the_loser_chooses_although_he_sits_out(table: Table, at: str, phone: Phone) -> None:
    here(table, 0, 1, 2, 3, 4, 5)
    first = table.start()
    lose(table, first.id, 3)
    page = phone.get(f"{at}?after={first.id}")
    assert "Dieter lost and chooses who deals first." in page.text.replace(" .", ".")
    assert [each for each in page.buttons() if each.endswith("deals")][:4] == [
        "Anna deals", "Bernd deals", "Eva deals", "Frank deals",
    ]  # fmt: skip


def test_a_dealer_who_does_not_sit_down_is_refused_and_the_choice_comes_back(
    table: Table, at: str, phone: Phone
) -> None:
    here(table, 0, 1, 2, 3, 4)
    first = table.start()
    lose(table, first.id, 0)
    page = phone.get(f"{at}?after={first.id}")
    out = [each for each in page.buttons() if each.endswith("deals")][-1]
    again = page.form(out).send(422)
    assert "Choose who deals first among those who sit down." in again.errors
    assert "lost and chooses who deals first" in again.text


def test_a_game_that_another_phone_has_begun_is_gone_on_with_or_kept_beside_it(
    table: Table, phone_at: Callable[[Role], Phone]
) -> None:
    phone = phone_at(Role.MEMBER)
    start = f"/g/{table.group_id}/evenings/{table.evening_id}/games/new"
    page = phone.get(start)
    first = table.start()
    refused = page.press("Start the game", 409)
    assert "The same people have begun game 1 already, perhaps on another phone." in refused.text
    assert refused.link("Go on with game 1") == f"/g/{table.group_id}/sheets/{first.id}"
    apart = refused.press("Keep both games")
    assert apart.heading.startswith("Game 2")
