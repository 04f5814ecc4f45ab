"""Settling on the phone: what is suggested, booked with one tap or another amount, taken back, sent to others."""

from __future__ import annotations

import pytest
from bs4 import Tag

from scorekeeper.models import Mode, Role
from scorekeeper.services import players, settlements
from tests.services.factories import Table, deal, new_key
from tests.services.settling import another_evening, debts, dispute, lost, pay, settle
from tests.web.phone import Page, Phone, PhoneAt
from tests.web.sheet_table import folded


def lines(page: Page) -> list[str]:
    """Give the sentences of who is to pay whom, and of what was paid."""
    return [folded(each) for each in page.soup.select(".transfer .line")]


def booked(page: Page) -> list[str]:
    return [folded(each) for each in page.soup.select(".booked .words")]


def accounts(page: Page) -> dict[str, str]:
    found = page.soup.select(".account > summary")
    return {folded(each.select(".figure > span")[0]): folded(each.select(".sum")[0]) for each in found}


def figures(page: Page, name: str) -> str:
    account = next(each for each in page.soup.select(".account") if folded(each.select("summary")[0]).startswith(name))
    found = account.select_one(".figures")
    assert isinstance(found, Tag)
    return folded(found)


def press(page: Page, button: str, number: int = 0, status: int = 200) -> Page:
    """Press one of several buttons that begin alike."""
    names = [each for each in page.buttons() if each.startswith(button)]
    return page.press(names[number], status)


@pytest.fixture
def at(table: Table) -> str:
    return f"/g/{table.group_id}/evenings/{table.evening_id}"


@pytest.fixture
def group_path(table: Table) -> str:
    return f"/g/{table.group_id}/"


@pytest.fixture
def member(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


# what is suggested


def test_an_evening_shows_who_would_pay_whom_and_why(table: Table, at: str, member: Phone) -> None:
    """Dieter pays 1.00 to Bernd and Clara and 0.50 to Anna, who has a mark."""
    lost(table, loser="D", marked="A")
    page = member.get(at).follow("Settle up Who pays whom, with the fewest payments")
    assert sorted(lines(page)) == ["Dieter pays Anna €0.50", "Dieter pays Bernd €1.00", "Dieter pays Clara €1.00"]
    assert accounts(page) == {"Anna": "+€0.50", "Bernd": "+€1.00", "Clara": "+€1.00", "Dieter": "−€2.50"}
    anna = figures(page, "Anna")
    assert "Dieter loses the game with 7,680" in anna
    assert "Dieter pays Anna €0.50: Anna has marks" in anna
    assert "1 stake × €0.50" in anna
    assert "Dieter pays Clara €1.00, double: Clara has no marks" in figures(page, "Dieter")
    assert "5 stakes × €0.50" in figures(page, "Dieter")
    assert "Dieter owes Clara €1.00" in folded(page.soup.select("details.fold")[0])


def test_who_only_watches_sees_all_and_books_nothing(table: Table, at: str, phone_at: PhoneAt) -> None:
    lost(table, loser="D")
    page = phone_at(Role.VIEWER).get(f"{at}/settle")
    assert len(lines(page)) == 3
    assert page.buttons() == []
    settle(table)
    assert phone_at(Role.VIEWER).get(f"{at}/settle").buttons() == []


def test_points_only_says_so(table: Table, at: str, member: Phone) -> None:
    lost(table, mode=Mode.POINTS)
    page = member.get(f"{at}/settle")
    assert "Nothing to pay: played for points." in page.text
    assert page.buttons() == []


def test_before_a_game_is_over_nothing_is_to_pay(table: Table, at: str, member: Phone) -> None:
    table.record(table.start().id, deal(66, 30, 24, 0))
    page = member.get(f"{at}/settle")
    assert "Nothing to pay yet: no game is over." in page.text
    assert "Game 1 still goes on" in page.text
    assert not member.get(at).has_link("Settle up")


def test_games_that_even_out_say_that_nobody_pays(table: Table, at: str, member: Phone) -> None:
    for loser in "ABCD":
        lost(table, loser=loser)
    page = member.get(f"{at}/settle")
    assert "Everybody is even: nobody pays." in page.text
    assert set(accounts(page).values()) == {"€0.00"}


def test_a_dispute_that_matters_is_named_and_stops_it(table: Table, at: str, member: Phone) -> None:
    sheet_id = lost(table, loser="D", marked="A")
    page = member.get(f"{at}/settle")
    row = table.sheet(sheet_id).rows[0]
    dispute(table, sheet_id, 0, deal(54, 66, 0, 0))
    refused = page.press("Settle this evening", 409)
    assert "A deal is in dispute" in refused.errors[0]
    assert "Deal 1 of game 1 is in dispute" in refused.text
    assert str(row.entry_id) in refused.link("Decide it first")
    assert refused.buttons() == []


# settling and paying


def test_settled_each_transfer_is_paid_with_one_tap_and_can_be_taken_back(table: Table, at: str, member: Phone) -> None:
    lost(table, loser="D")
    page = member.get(f"{at}/settle").press("Settle this evening")
    assert len(lines(page)) == 3
    first = lines(page)[0]
    page = press(page, "Paid")
    assert first not in lines(page)
    assert booked(page) == [first.replace("pays", "paid")]
    assert accounts(page)["Dieter"] == "−€2.00"
    page = press(page, "Undo")
    assert booked(page) == []
    assert first in lines(page)
    for _ in range(3):
        page = press(page, "Paid")
    assert lines(page) == []
    assert "All is paid." in page.text
    assert accounts(page) == dict.fromkeys(("Anna", "Bernd", "Clara", "Dieter"), "€0.00")
    assert "This evening is settled." in member.get(at).text


def test_a_tap_that_is_sent_twice_books_once(table: Table, at: str, member: Phone) -> None:
    lost(table, loser="D")
    settle(table)
    page = member.get(f"{at}/settle")
    form = page.form(next(each for each in page.buttons() if each.startswith("Paid")))
    assert form.answer().status_code == form.answer().status_code == 303
    assert len(booked(member.get(f"{at}/settle"))) == 1


def test_two_phones_that_tap_paid_book_once_and_the_second_is_told(
    table: Table, at: str, member: Phone, phone_at: PhoneAt
) -> None:
    lost(table, loser="D")
    settle(table)
    here, there = (each.get(f"{at}/settle") for each in (member, phone_at(Role.MEMBER)))
    press(here, "Paid")
    refused = press(there, "Paid", status=409)
    assert "paid already" in refused.errors[0]
    assert len(booked(refused)) == 1


def test_another_amount_leaves_the_rest_open(table: Table, at: str, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    settle(table)
    debt = next(each for each in debts(table) if each.payee == table.players[0])
    amount = f"{group_path}transfers/{debt.transfer_id}/pay"
    page = member.get(amount)
    assert page.form("Book this amount").value("Amount") == "1.00"
    for typed, problem in (("", "Type an amount"), ("0", "above nought"), ("x", "no amount"), ("0.505", "2 digits")):
        refused = page.form("Book this amount").fill("Amount", typed).send(422)
        assert problem in refused.form("Book this amount").error_at("Amount")
        assert refused.form("Book this amount").value("Amount") == typed
    page = member.get(amount).press("Book this amount", Amount="0,30")
    assert "Dieter pays Anna €0.70" in lines(page)
    assert "The rest of €1.00." in page.text
    assert booked(page) == ["Dieter paid Anna €0.30"]
    page = member.get(amount).press("Book this amount", Amount="1.00")
    assert "Anna pays Dieter €0.30" in lines(page)
    assert "too much was paid" in page.text


def test_another_amount_is_refused_where_somebody_paid_meanwhile(table: Table, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    settle(table)
    debt = debts(table)[0]
    page = member.get(f"{group_path}transfers/{debt.transfer_id}/pay")
    pay(table, debt, 30)
    refused = page.form("Book this amount").fill("Amount", "0.50").send(409)
    assert "another phone" in refused.errors[0]
    assert refused.form("Book this amount").value("Amount") == "0.50"
    assert "€0.70" in refused.text
    pay(table, debts(table)[0])
    assert "All is paid." in refused.form("Book this amount").send(409).text


def test_what_changed_meanwhile_is_shown_before_it_is_settled(table: Table, at: str, member: Phone) -> None:
    lost(table, loser="D")
    page = member.get(f"{at}/settle")
    lost(table, loser="A")
    refused = page.press("Settle this evening", 409)
    assert "Somebody changed this" in refused.errors[0]
    assert len(lines(refused.press("Settle this evening"))) == 2


def test_two_phones_settle_once(table: Table, at: str, member: Phone, phone_at: PhoneAt) -> None:
    lost(table, loser="D")
    here, there = (each.get(f"{at}/settle") for each in (member, phone_at(Role.MEMBER)))
    here.press("Settle this evening")
    refused = there.press("Settle this evening", 409)
    assert "This evening is settled" in refused.errors[0]
    assert len(lines(refused)) == 3


def test_it_can_be_opened_again_with_a_warning_about_what_was_paid(table: Table, at: str, member: Phone) -> None:
    lost(table, loser="D")
    page = member.get(f"{at}/settle").press("Settle this evening")
    page = press(page, "Paid").follow("Something is wrong: open it again")
    assert "1 payment was booked already" in page.text
    page = page.press("Open it again")
    assert "this no longer counts" in page.text
    assert len(booked(page)) == 1
    page = member.get(f"{at}/settle")
    assert len(lines(page)) == 2
    assert "Paid on" in page.text
    assert len(lines(page.press("Settle this evening"))) == 2


def test_what_a_later_settlement_counts_with_is_not_opened_again(table: Table, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    ref = settle(table)
    settle(table, carries=True)
    page = member.get(f"{group_path}settlements/{ref.id}")
    assert "Taken over into a later settlement" in page.text
    page = page.follow("Something is wrong: open it again").press("Open it again", 409)
    assert "A later settlement counts with this" in page.errors[0]


# everything that is open


def test_the_group_shows_what_is_open_and_settles_it_together(table: Table, member: Phone, group_path: str) -> None:
    """Dieter still owes Anna, Bernd and Clara 1.00 each; next month Anna, who is away later on, loses 3.00."""
    lost(table, loser="D")
    settle(table)
    another_evening(table)
    lost(table, loser="A")
    page = member.get(group_path)
    assert "Dieter owes Anna €1.00" in page.text
    assert "Not everything is settled yet" in page.text
    page = member.get(f"{group_path}settle")
    assert lines(page)[:3] == [each for each in lines(page) if each.startswith("Dieter pays")][:3]
    assert accounts(page) == {"Anna": "−€2.00", "Bernd": "+€2.00", "Clara": "+€2.00", "Dieter": "−€2.00"}
    assert "Open since" in figures(page, "Dieter")
    page = page.press("Settle")
    assert len(lines(page)) == 2
    page = press(page, "Paid")
    assert len(booked(page)) == 1
    page = press(member.get(f"{group_path}settle"), "Paid")
    assert page.path == f"{group_path}settle"
    assert "Nothing is open: everything is settled and paid." in page.text
    assert "Open debts" not in member.get(group_path).text


def test_only_the_evenings_that_are_ticked_are_settled(table: Table, member: Phone, group_path: str) -> None:
    first = table.evening_id
    lost(table, loser="D")
    another_evening(table)
    lost(table, loser="A")
    page = member.get(f"{group_path}settle")
    assert len(page.soup.select("input[type=checkbox][checked]")) == 2
    page = member.get(f"{group_path}settle?asked=1&evening={first}&evening=nonsense")
    assert accounts(page)["Dieter"] == "−€3.00"
    page = page.press("Settle")
    assert sorted(lines(page)) == ["Dieter pays Anna €1.00", "Dieter pays Bernd €1.00", "Dieter pays Clara €1.00"]
    assert len(member.get(f"{group_path}settle").soup.select("input[name=evening][type=checkbox]")) == 1


def test_old_debts_can_be_put_together_into_fewer_payments(table: Table, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    settle(table)
    another_evening(table)
    lost(table, loser="A")
    settle(table)
    page = member.get(f"{group_path}settle").follow("Put it together into fewer payments")
    assert "Put together, that is" in page.text
    assert len(lines(page.press("Settle"))) == 2


def test_a_stale_settlement_of_everything_comes_back(table: Table, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    page = member.get(f"{group_path}settle")
    lost(table, loser="A")
    refused = page.press("Settle", 409)
    assert "Somebody changed this" in refused.errors[0]
    assert accounts(refused)["Dieter"] == "−€2.00"


def test_a_stale_tap_on_the_page_of_everything_comes_back_there(table: Table, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    settle(table)
    page = member.get(f"{group_path}settle")
    pay(table, debts(table)[0], 30)
    refused = press(page, "Paid", status=409)
    assert "Somebody changed this" in refused.errors[0]
    assert "€0.70" in lines(refused)[0]


def test_payments_of_an_opened_settlement_are_shown_as_made_in_advance(
    table: Table, member: Phone, group_path: str
) -> None:
    lost(table, loser="D")
    ref = settle(table)
    pay(table, debts(table)[0])
    settlements.reopen(table.session, table.device, ref.id, key=new_key())
    page = member.get(f"{group_path}settle")
    assert "Paid for a settlement that was opened again" in page.text
    page = press(page, "Undo")
    assert booked(page) == []


def test_what_cannot_be_taken_back_says_why(table: Table, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    settle(table)
    pay(table, debts(table)[0], 30)
    page = member.get(f"{group_path}settle")
    settle(table, carries=True)
    refused = press(page, "Undo", status=409)
    assert "A later settlement counts with this" in refused.errors[0]


# the kitty


def test_a_kitty_is_paid_into_and_spent(table: Table, at: str, member: Phone, group_path: str) -> None:
    lost(table, loser="D", marked="A", mode=Mode.KITTY)
    page = member.get(f"{at}/settle")
    assert lines(page) == ["Dieter pays €2.50 into the kitty"]
    assert accounts(page) == {
        "Anna": "€0.00",
        "Bernd": "€0.00",
        "Clara": "€0.00",
        "Dieter": "−€2.50",
        "Kitty": "+€2.50",
    }
    assert "Played for the kitty: nobody gets anything." in figures(page, "Anna")
    assert "5 stakes × €0.50" in figures(page, "Dieter")
    assert "Dieter owes the kitty €2.50" in figures(page, "Kitty")
    page = press(page.press("Settle this evening"), "Paid")
    assert booked(page) == ["Dieter paid €2.50 into the kitty"]
    page = member.get(group_path).follow("Kitty: €2.50")
    for amount, note, label, problem in (
        ("3", "Ice cream", "Amount", "The kitty holds €2.50"),
        ("1", "", "What for?", "Say what it was spent on."),
        ("", "Ice cream", "Amount", "Type an amount"),
    ):
        refused = page.form("Book as spent").fill("Amount", amount).fill("What for?", note).send(422)
        assert problem in refused.form("Book as spent").error_at(label)
        assert refused.form("Book as spent").value("What for?") == note
    page = page.form("Book as spent").fill("Amount", "2.00").fill("What for?", "Ice cream").send()
    assert "The kitty holds €0.50" in page.text
    assert "€2.00 spent: Ice cream" in page.text
    assert "The kitty holds €2.50" in press(page, "Undo").text


def test_an_empty_kitty_says_how_it_is_filled(table: Table, member: Phone, group_path: str) -> None:
    page = member.get(f"{group_path}kitty")
    assert "Nothing is in the kitty yet." in page.text
    assert page.buttons() == []


# the result as text


def test_the_result_is_plain_text_to_be_sent(table: Table, at: str, member: Phone) -> None:
    players.rename(table.session, table.device, table.players[0], key=new_key(), base="Anna", name="A & <b>O'Neill")
    lost(table, loser="D", marked="A")
    page = member.get(f"{at}/result")
    text = page.soup.select_one("textarea").get_text()
    assert "Thursday table" in text
    assert "Game 1 · Kalter Schlag\nA & <b>O'Neill 70, Bernd 0, Clara 0, Dieter 7,680\n" in text
    assert "Dieter loses the game with 7,680: alone at the top, at or over 2,000\n" in text
    assert "A & <b>O'Neill +€0.50, Bernd +€1.00, Clara +€1.00, Dieter −€2.50" in text
    assert "Dieter pays Bernd €1.00" in text
    settle(table)
    pay(table, debts(table)[0])
    text = member.get(f"{at}/result").soup.select_one("textarea").get_text()
    assert text.count("✓ Dieter pays") == 1
    assert "Bernd +€1.00, Clara +€1.00, Dieter −€2.50" in text
    assert text.count("Dieter pays") == 3


def test_the_result_of_points_says_that_nothing_is_to_pay(table: Table, at: str, member: Phone) -> None:
    lost(table, mode=Mode.POINTS)
    assert "Nothing to pay." in member.get(f"{at}/result").soup.select_one("textarea").get_text()


def test_a_tap_that_names_no_amount_books_nothing(table: Table, member: Phone, group_path: str) -> None:
    lost(table, loser="D")
    settle(table)
    page = member.get(f"{group_path}settle")
    form = page.form(next(each for each in page.buttons() if each.startswith("Paid")))
    form.data["base"] = ["lots"]
    refused = form.send(409)
    assert "Somebody changed this" in refused.errors[0]
    assert booked(refused) == []
