"""The table ends a game by agreement on the phone: shown first, done on the second tap."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Role, SheetStatus
from scorekeeper.services import agreements
from tests.services.asking import do
from tests.services.factories import Table, deal
from tests.web.phone import Phone, PhoneAt
from tests.web.two_taps import changes, section

HIGHEST = "The highest total pays as at the limit"


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    sheet_id = table.start().id
    table.record(sheet_id, deal(66, 54, 0, 0))
    return sheet_id


@pytest.fixture
def phone(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


def state(phone: Phone, at: str) -> list[str]:
    return [" ".join(each.get_text(" ").split()) for each in phone.get(at).soup.select("#scores .state")]


def log_lines(phone: Phone, at: str) -> list[list[str]]:
    """Give the parts of each line of the log, the newest line first."""
    parts = "b, span, small"
    return [
        [" ".join(part.get_text(" ").split()) for part in each.select(parts)]
        for each in phone.get(at + "/log").soup.select("ol.log > li")
    ]


@pytest.mark.parametrize(("how", "money"), [("Nobody pays", (0, 0, 0, 0)), (HIGHEST, (-600, 200, 200, 200))])
def test_it_ends_and_goes_on_after_all(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone, how: str, money: tuple[int, ...]
) -> None:
    page = section(phone.get(at + "/setup"), "agree").fill(how, True).send()
    assert changes(page) == [f"How the game ends not over → {how}"]
    assert table.sheet(sheet_id).status == SheetStatus.OPEN
    page = page.press("Change it")
    assert (table.sheet(sheet_id).status, table.sheet(sheet_id).money) == (SheetStatus.ENDED, money)
    assert "Undo: the end by agreement" in page.buttons()
    page = section(phone.get(at + "/setup"), "reopen").send()
    assert changes(page) == ["How the game ends by agreement → not over"]
    page.press("Change it")
    assert table.sheet(sheet_id).status == SheetStatus.OPEN
    log = log_lines(phone, at)
    # Anna's 70 are the most: she pays two stakes to each of the three others, who have no points.
    each = " · ".join(f"{name} gets 2 stakes" for name in ("Bernd", "Clara", "Dieter"))
    paid = f" Anna pays 6 stakes · {each}" if how == HIGHEST else ""
    assert log[0][0] == "Played on after the end by agreement"
    assert " ".join(log[1][:-1]) == f"Ended by agreement How the game ended: {how}{paid}"


def test_stakes_by_hand(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    form = section(phone.get(at + "/setup"), "agree").fill("Stakes by hand", True)
    form.fill("Anna", "−3").fill("Bernd", "2").fill("Clara", " 1 ")
    form.send().press("Change it")
    assert table.sheet(sheet_id).money == (-300, 200, 100, 0)
    assert log_lines(phone, at)[0][1:-1] == [
        "How the game ended: Stakes by hand",
        "Anna pays 3 stakes · Clara gets 1 stake · Bernd gets 2 stakes",
    ]


def test_stakes_that_cannot_be_are_said_at_their_fields(at: str, phone: Phone) -> None:
    form = section(phone.get(at + "/setup"), "agree").fill("Stakes by hand", True)
    page = form.fill("Anna", "three").fill("Bernd", "2").send(422)
    again = section(page, "agree")
    assert (again.error_at("Anna"), again.value("Bernd")) == ("Type a whole number.", "2")
    page = form.fill("Anna", "-3").send(422)
    assert page.errors == ["What is paid and what is got must be equal. There is -1 left over."]
    page = form.fill("Anna", "-20000").send(422)
    assert section(page, "agree").error_at("Anna") == "This is too much. Type at most 10000 stakes."


def test_how_it_ends_must_be_chosen_and_a_tie_is_said(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    page = section(phone.get(at + "/setup"), "agree").send(422)
    assert page.errors == ["Choose how the game ends."]
    table.record(sheet_id, deal(0, 66, 54, 0))
    page = section(phone.get(at + "/setup"), "agree").fill(HIGHEST, True).send(422)
    assert "are tied for the highest total. Play one more deal" in page.errors[0]


def test_the_last_round_shows_in_the_header_and_can_be_cancelled(
    table: Table, sheet_id: uuid.UUID, at: str, phone: Phone
) -> None:
    form = section(phone.get(at + "/setup"), "last-round").fill("Deals to go", "2").fill(HIGHEST, True)
    page = form.send()
    assert changes(page) == ["Last round none → 2 deals to go", f"How it ends then as the rules say → {HIGHEST}"]
    page.press("Change it")
    assert state(phone, at) == ["Last round: 2 deals to go"]
    table.record(sheet_id, deal(0, 66, 54, 0))
    assert state(phone, at) == ["Last round: 1 deal to go"]
    table.record(sheet_id, deal(60, 60, 0, 0))
    assert state(phone, at) == ["Last round: tied, one more deal"]
    page = section(phone.get(at + "/setup"), "no-last-round").send()
    page.press("Change it")
    assert state(phone, at) == []
    log = log_lines(phone, at)
    assert log[0][:-1] == ["Last round", "There is no last round any more."]
    assert log[3][:-1] == ["Last round", f"2 more deals. Then: {HIGHEST}."]


def test_the_last_round_lasts_until_somebody_has_dealt(at: str, phone: Phone) -> None:
    form = section(phone.get(at + "/setup"), "last-round").fill("When somebody has dealt", True)
    form.fill("Until who has dealt?", "3").fill("Nobody pays", True).send().press("Change it")
    assert state(phone, at) == ["Last round: until Dieter has dealt"]
    assert log_lines(phone, at)[0][:-1] == ["Last round", "Until Dieter has dealt. Then: Nobody pays."]


def test_what_is_no_last_round(at: str, phone: Phone) -> None:
    form = section(phone.get(at + "/setup"), "last-round")
    page = form.send(422)
    assert section(page, "last-round").error_at("Deals to go") == "Type a whole number."
    page = form.fill("Deals to go", "99").send(422)
    assert section(page, "last-round").error_at("Deals to go") == "Type a number from 1 to 50."
    form = form.fill("When somebody has dealt", True).fill("Until who has dealt?", "9")
    page = form.send(422)
    assert (
        section(page, "last-round").error_at("Until who has dealt?") == "Choose somebody of this table from the list."
    )


def test_what_is_over_or_was_not_agreed_is_refused(table: Table, sheet_id: uuid.UUID, at: str, phone: Phone) -> None:
    page = phone.get(at + "/setup")
    agree, reopen = section(page, "agree").fill("Nobody pays", True), section(page, "last-round")
    answer = phone.post(f"{at}/setup/reopen", reopen.data, 409)
    assert answer.errors == ["This game was not ended by agreement. There is nothing to take back."]
    do(table, agreements.agree, sheet_id, how={"how": "nobody"})
    agree.data["base_version"] = [str(table.sheet(sheet_id).version)]
    assert agree.send(409).errors == ["This game is over already. Look at how it ended."]


def test_who_watches_sees_no_form(at: str, phone_at: PhoneAt) -> None:
    page = phone_at(Role.VIEWER).get(at + "/setup")
    assert not page.soup.select("#agree, #last-round, #reopen")
