"""The pages that copy old paper sheets: look first, then copy, and keep what was typed when something is wrong."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from scorekeeper.models import Role
from tests.services.factories import Table
from tests.services.test_paper import FIVE, FOUR
from tests.web.phone import Page, Phone

ONE_PLAYER = (
    "Line 6: 1 player has a number from here on, but four or five play. Write 0 for who played without a penalty."
)


@pytest.fixture
def phone(phone_at: Callable[[Role], Phone]) -> Phone:
    return phone_at(Role.OWNER)


def look(phone: Phone, table: Table, text: str, status: int = 200) -> Page:
    page = phone.get(f"/g/{table.group_id}/paper")
    return page.form("Look at it first").fill("Or paste the lines here", text).send(status)


def test_pasted_lines_are_shown_and_copied(phone: Phone, table: Table) -> None:
    page = look(phone, table, FOUR)
    assert "Evenings 2 Games 3 Never ended 2 Deals 5 New players Emil" in page.text
    done = page.press("Copy 3 games")
    assert "3 games were copied." in done.text
    again = look(phone, table, FOUR)
    assert "On 2 of these days the group has evenings already. Was this file copied before?" in again.text


def test_file_is_read_in_the_letters_of_its_spreadsheet(phone: Phone, table: Table) -> None:
    page = phone.get(f"/g/{table.group_id}/settings").follow("Copy old paper sheets From a CSV file")
    fields = {name: values[0] for name, values in page.form("Look at it first").data.items()}
    data = FOUR.replace("Emil", "Jörg").encode("cp1252")
    shown = phone.post(f"/g/{table.group_id}/paper/look", {**fields, "file": (io.BytesIO(data), "old.csv")})
    assert "New players Jörg" in shown.text
    assert "games were copied" in shown.press("Copy 3 games").text


def test_problems_are_listed_and_what_was_typed_stays(phone: Phone, table: Table) -> None:
    text = FOUR + "2019-06-01;65;;;\n31/5/2019;60;;;\n2019-06-01;x;;;\n2019-06-01;60;70;;\n"
    page = look(phone, table, text, 422)
    assert "Nothing was copied yet" in page.text
    invalid, day, number, unequal = page.errors
    assert invalid.startswith("Line 7: ")
    assert day == "Line 8: “\u206831/5/2019\u2069” is no day. Write it as 2019-05-31 or 31.5.2019."
    assert number == "Line 9: “\u2068x\u2069” is no penalty. Write a whole number without signs, or nothing."
    assert unequal.startswith("Line 10: ")
    assert "Bernd" in unequal
    assert page.form("Look at it first").value("Or paste the lines here").replace("\r\n", "\n").strip() == text.strip()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file with a heading and at least one row, or paste its lines."),
        ("Date;A;B;C\nx", "Line 1: The first line must name the columns: the day, then at least 4 players."),
        ("Date;A;B;C;a\nx", "Line 1: \u2068a\u2069 stands here twice. Add something that tells them apart."),
        (
            FIVE + "2019-06-01,1,60,,,,",
            ONE_PLAYER,
        ),
    ],
)
def test_each_problem_says_what_to_do(phone: Phone, table: Table, text: str, sentence: str) -> None:
    assert sentence in look(phone, table, text, 422).errors


def test_many_problems_are_counted(phone: Phone, table: Table) -> None:
    page = look(phone, table, FOUR + "x;60;;;\n" * 70, 422)
    assert len(page.errors) == 51
    assert page.errors[-1] == "And 20 more."


def test_copy_sent_twice_copies_once_and_another_file_is_asked_again(phone: Phone, table: Table) -> None:
    form = look(phone, table, FOUR).form("Copy 3 games")
    assert "3 games were copied." in form.send().text
    assert "games were copied" not in form.send().text
    form.data["text"] = [FIVE]
    page = form.send(409)
    assert "Look at what is there" in page.errors[0]
    assert "2 games were copied." in page.press("Copy 2 games").text


def test_copy_of_a_file_with_problems_is_refused(phone: Phone, table: Table) -> None:
    form = look(phone, table, FOUR).form("Copy 3 games")
    form.data["text"] = ["Date;A;B;C;D\n2019-05-31;;;;\n"]
    assert form.send(422).errors == ["Line 2: Nobody has a penalty here. Enter it, or leave the row out."]
    form.data["key"] = [""]
    assert form.send(422).errors == ["This page was out of date. Send it again."]
