"""Taking data along: files that open where they are meant to, and a group that moves house."""

from __future__ import annotations

import csv
import gc
import io
import json
import uuid
import warnings
import zipfile
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder

from scorekeeper.models import Payment, Player, Role
from scorekeeper.services.tables import Money, Word
from scorekeeper.web.csv_files import STYLES, harmless, written
from scorekeeper.web.takeaway import file_name
from tests.services.factories import Table, deal
from tests.web.conftest import Group, PhoneFactory
from tests.web.phone import Page, Phone, PhoneAt

HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


@pytest.fixture
def played(table: Table) -> Table:
    """Give a group with an ended game of four, a running one of five with a void row, and a payment."""
    first = table.start()
    table.record(first.id, deal(55, 35, 20, 10), HEAVY)
    second = table.start((0, 1, 2, 3, 4))
    table.record(second.id, {"entry": "void", "note": "misdeal"}, {**deal(None, 66, 54, 0, 0), "sits_out": 0})
    anna = table.session.get_one(Player, (table.group_id, table.players[0]))
    anna.name, anna.folded = "=1+1", "=1+1"
    payment = Payment(
        group_id=table.group_id,
        payer_id=table.players[1],
        payee_id=table.players[0],
        amount_minor=250,
        currency="EUR",
        paid_at=datetime(2026, 11, 26, 23, 30, tzinfo=UTC),
    )
    spent = Payment(
        group_id=table.group_id,
        payee_id=table.players[1],
        amount_minor=100,
        currency="EUR",
        note="@home",
        paid_at=datetime(2026, 11, 27, 23, 30, tzinfo=UTC),
    )
    table.session.add_all([payment, spent])
    table.session.commit()
    return table


def raw(phone: Phone, table: Table, mark: str) -> dict[str, bytes]:
    with phone.client.get(f"/g/{table.group_id}/data/tables-{mark}.zip") as answer:
        assert answer.status_code == 200
        assert answer.mimetype == "application/zip"
        archive = zipfile.ZipFile(io.BytesIO(answer.data))
    return {name: archive.read(name) for name in archive.namelist()}


def read(data: bytes, separator: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


def test_tables_are_written_for_a_german_and_an_english_spreadsheet(phone_at: PhoneAt, played: Table) -> None:
    phone = phone_at(Role.OWNER)
    german, english = raw(phone, played, "comma"), raw(phone, played, "point")
    assert set(german) == {f"{name}.csv" for name in ("players", "evenings", "games", "results", "deals", "payments")}
    assert all(data.startswith(b"\xef\xbb\xbf") for data in [*german.values(), *english.values()])
    assert german["payments.csv"].decode("utf-8-sig").split("\r\n") == [
        "Date;Payer;Payee;Amount;Currency;Note",
        "2026-11-27 00:30;Bernd;'=1+1;2,50;EUR;",
        "2026-11-28 00:30;kitty;Bernd;1,00;EUR;'@home",
        "",
    ]
    assert english["payments.csv"].decode("utf-8-sig").split("\r\n") == [
        "Date,Payer,Payee,Amount,Currency,Note",
        "2026-11-27 00:30,Bernd,'=1+1,2.50,EUR,",
        "2026-11-28 00:30,kitty,Bernd,1.00,EUR,'@home",
        "",
    ]


def test_losses_stay_numbers_and_names_compute_nothing(phone_at: PhoneAt, played: Table) -> None:
    rows = read(raw(phone_at(Role.OWNER), played, "comma")["results.csv"], ";")
    today = rows[1][0]
    assert date.fromisoformat(today).year > 2000
    assert rows == [
        ["Date", "Game", "Player", "Points", "Marks", "Stakes", "Amount", "Currency"],
        [today, "1", "'=1+1", "60", "1", "1", "1,00", "EUR"],
        [today, "1", "Bernd", "2020", "1", "-5", "-5,00", "EUR"],
        [today, "1", "Clara", "0", "0", "2", "2,00", "EUR"],
        [today, "1", "Dieter", "0", "0", "2", "2,00", "EUR"],
    ]


def test_deals_have_a_column_a_player_and_nothing_for_who_sat_out(phone_at: PhoneAt, played: Table) -> None:
    rows = read(raw(phone_at(Role.OWNER), played, "point")["deals.csv"], ",")
    assert rows[0] == [
        "Date", "Game", "Deal", "Dealer", "Entered as", "'=1+1", "Bernd", "Clara", "Dieter", "Eva", "Frank"
    ]  # fmt: skip
    assert [row[1:] for row in rows[1:]] == [
        ["1", "1", "'=1+1", "Deal", "60", "0", "0", "0", "", ""],
        ["1", "2", "Bernd", "Deal", "0", "2020", "0", "0", "", ""],
        ["2", "1", "'=1+1", "void", "0", "0", "0", "0", "0", ""],
        ["2", "2", "'=1+1", "Deal", "", "70", "0", "0", "0", ""],
    ]


def test_games_and_evenings_are_counted(phone_at: PhoneAt, played: Table) -> None:
    files = raw(phone_at(Role.OWNER), played, "comma")
    games = read(files["games.csv"], ";")
    assert [row[1:] for row in games[1:]] == [
        ["1", "Kalter Schlag", "ended", "limit reached", "money", "1,00", "EUR", "2"],
        ["2", "Kalter Schlag", "running", "", "money", "1,00", "EUR", "2"],
    ]
    ((_, place, count, people),) = read(files["evenings.csv"], ";")[1:]
    assert (place, count, people) == ("", "2", "'=1+1, Bernd, Clara, Dieter, Eva")
    assert [row[0] for row in read(files["players.csv"], ";")[1:]][-1] == "Frank"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1+1", "-5"])
def test_text_that_begins_like_a_formula_is_harmless(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Anna", "1=1", "", "O'Neill", "5", " ", "Björn; <b>"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


def test_cells_are_written_by_their_kind() -> None:
    german, english = STYLES["comma"], STYLES["point"]
    assert written(-5, german, "UTC") == "-5"
    assert written(Money(-5, "EUR"), german, "UTC") == "-0,05"
    assert written(Money(-12345678, "EUR"), english, "UTC") == "-123456.78"
    assert written(Money(500, "JPY"), german, "UTC") == "500"
    assert written(Money(1500, "KWD"), german, "UTC") == "1,500"
    assert written(Word("=new"), german, "UTC") == "'=new"
    assert written(None, german, "UTC") == ""


def test_file_is_named_after_the_group_and_the_day(phone_at: PhoneAt, table: Table) -> None:
    with phone_at(Role.OWNER).client.get(f"/g/{table.group_id}/data/group.json") as answer:
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=Thursday-table-20")
        assert answer.headers["Content-Disposition"].endswith(".json")
        assert answer.headers["Cache-Control"] == "no-store"
        assert json.loads(answer.data)["format"] == "scorekeeper-group"


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ('"; rm -rf /\r\nX-Evil: 1', "rm-rf-X-Evil-1"),
        ("Käse", "Kase"),
        ("Друзья", "scorekeeper"),
        ("..", "scorekeeper"),
        ("a" * 60, "a" * 40),
    ],
)
def test_file_name_holds_letters_and_digits_alone(name: str, plain: str) -> None:
    assert file_name(name) == plain


def test_settings_lead_to_the_files(phone_at: PhoneAt, table: Table) -> None:
    page = phone_at(Role.OWNER).get(f"/g/{table.group_id}/settings")
    shown = page.follow("Take your data along As one file, or for a spreadsheet")
    assert shown.link("Download the group") == f"/g/{table.group_id}/data/group.json"
    assert shown.has_link("With a decimal comma")


# Bringing a group


def send(phone: Phone, data: bytes, status: int = 200, **more: str) -> Page:
    form = phone.get("/import").form("Make a group of it")
    fields = {name: values[0] for name, values in form.data.items()} | more
    return phone.post("/import", {**fields, "file": (io.BytesIO(data), "group.json")}, status)


def document_of(client: FlaskClient, path: str) -> bytes:
    with client.get(f"{path}data/group.json") as answer:
        return answer.data


def test_group_moves_house(group: Group, new_phone: PhoneFactory) -> None:
    data = document_of(group.owner.client, group.path)
    stranger = new_phone()
    assert stranger.get("/").has_link("Bring a group from a file")
    page = send(stranger, data)
    assert page.heading == "Thursday table"
    assert page.path != group.path
    assert "Write down this recovery code" in page.text
    assert page.has_link("Settings")
    stranger.get(group.path, 404)
    group.owner.get(page.path, 404)


def test_file_sent_twice_makes_one_group(group: Group, new_phone: PhoneFactory) -> None:
    data, phone, key = document_of(group.owner.client, group.path), new_phone(), uuid.uuid4().hex
    assert send(phone, data, key=key).path == send(phone, data, key=key).path
    page = send(phone, data + b" ", 409, key=key)
    assert page.errors == ["This page has brought another file already. Choose yours and send it again."]


def test_file_that_is_none_says_so_at_its_field(phone: Phone) -> None:
    page = send(phone, b"PK\x03\x04\xff", 422)
    assert page.form("Make a group of it").error_at("File") == (
        "This is no text file. Choose the file whose name ends in .json."
    )
    assert phone.post("/import", {**page.form("Make a group of it").data}, 422).errors == ["Choose the file first."]


def test_file_without_key_is_refused(group: Group, phone: Phone) -> None:
    page = send(phone, document_of(group.owner.client, group.path), 422, key="")
    assert page.errors == ["This page was out of date. Send it again."]


def test_what_is_wrong_is_named_by_its_place(group: Group, phone: Phone) -> None:
    document = json.loads(document_of(group.owner.client, group.path))
    for player in document["tables"]["player"]:
        player["position"] = "first"
        player["created_at"] = 1
        player["extra"] = 1
    page = send(phone, json.dumps(document).encode(), 422)
    text = page.form("Make a group of it").error_at("File")
    assert "\u2068player.1.position\u2069: must be a whole number." in text
    assert text.endswith("And 4 more.")


def test_larger_file_than_a_form_is_taken_and_a_huge_one_refused(phone: Phone) -> None:
    fields = phone.get("/import").form("Make a group of it").data
    page = phone.shown(phone.client.post("/import", **multipart(fields, b" " * 3_000_000)), 422)
    assert page.errors[0].startswith("This file is damaged near line 1")
    phone.shown(phone.client.post("/import", **multipart(fields, b" " * 33 * 1024 * 1024)), 413)
    phone.shown(phone.client.post("/open", **multipart(fields, b" " * 3_000_000)), 413)


def test_what_was_read_of_a_file_that_was_cut_on_its_way_is_closed(phone: Phone) -> None:
    fields = phone.get("/import").form("Make a group of it").data
    whole = EnvironBuilder(method="POST", path="/import", **multipart(fields, b"{" * 3_000_000))
    kind, sent = whole.content_type, whole.input_stream.read()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        phone.shown(phone.client.post("/import", data=sent[: len(sent) // 2], content_type=kind), 400)
        gc.collect()
    assert [str(each.message) for each in said] == []


def multipart(fields: dict[str, list[str]], data: bytes) -> dict[str, Any]:
    """Write a form with a file by hand: the test client keeps a large one in a file that it never closes."""
    parts = [f'--edge\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v[0]}\r\n' for n, v in fields.items()]
    file = '--edge\r\nContent-Disposition: form-data; name="file"; filename="group.json"\r\n\r\n'
    body = "".join([*parts, file]).encode() + data + b"\r\n--edge--\r\n"
    return {"data": body, "content_type": "multipart/form-data; boundary=edge"}
