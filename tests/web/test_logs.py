"""Tests of the log: a server's lines keep ids and lose secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from scorekeeper.web.logs import HideSecrets, JsonLines, hide_secrets, level_of, write_lines
from tests.conftest import MakeApp
from tests.web.conftest import SERVED, join, start_group
from tests.web.phone import Phone

GROUP = "0b0f1c1e-7c1d-4a53-9f0e-2f7f7b1c9a11"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"GET /g/{GROUP}/join/Zm9vYmFyYmF6cXV4Zm9v HTTP/1.1", f"GET /g/{GROUP}/join/… HTTP/1.1"),
        (f"GET /g/{GROUP}/evenings HTTP/1.1", f"GET /g/{GROUP}/evenings HTTP/1.1"),
        (f"GET /g/{GROUP}-more-of-it HTTP/1.1", "GET /g/… HTTP/1.1"),
        ("GET /open/AAAA-BBBB-CCCC-DDDD?x=1 HTTP/1.1", "GET /open/…?x=1 HTTP/1.1"),
    ],
)
def test_secret_word_of_a_path_is_hidden(line, shown):
    assert hide_secrets(line) == shown


@pytest.mark.parametrize("name", ["werkzeug", "gunicorn.access", "gunicorn.error"])
def test_server_log_is_filtered_once(app, name):
    filters = [each for each in logging.getLogger(name).filters if isinstance(each, HideSecrets)]
    assert len(filters) == 1


def test_filter_rewrites_the_line_and_lets_it_pass():
    record = logging.LogRecord(
        "werkzeug", logging.INFO, "", 0, '"%s" %s', ("GET /join/Zm9vYmFyYmF6cXV4 HTTP", 200), None
    )
    assert HideSecrets().filter(record)
    assert record.getMessage() == '"GET /join/… HTTP" 200'


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Give what the app's log writes."""
    stream, log = io.StringIO(), logging.getLogger("scorekeeper")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    log.addHandler(handler)
    yield stream
    log.removeHandler(handler)


def lines(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_log_writes_once_however_many_apps_there_are(app):
    log = logging.getLogger("scorekeeper")
    write_lines(log)
    assert len([each for each in log.handlers if isinstance(each.formatter, JsonLines)]) == 1


def test_every_request_is_told_by_its_route_with_its_id_and_without_what_is_secret(
    make_app: MakeApp, database_url: str, written: io.StringIO
):
    app = make_app(database_url, **SERVED, SCOREKEEPER_LOG="debug")
    owner, guest = Phone(app.test_client()), Phone(app.test_client())
    page = start_group(owner, "Donnerstagsrunde", ("Anneliese", "Bernhard"))
    code = page.soup.select_one(".code").get_text(strip=True)
    invite = owner.get(f"{page.path}invite")
    link = invite.soup.select_one("#member-link")["value"].removeprefix("http://cards.example.org")
    join(guest, link)
    answer = guest.client.get(f"{page.path}join/a-wrong-link-that-somebody-typed")
    told = lines(written)
    assert told[-1] == {
        "at": told[-1]["at"],
        "level": "info",
        "log": "scorekeeper.requests",
        "said": "GET /g/<uuid:group_id>/join/<secret>: 404",
        "request": answer.headers["X-Request-ID"],
        "method": "GET",
        "route": "/g/<uuid:group_id>/join/<secret>",
        "status": 404,
        "ms": told[-1]["ms"],
    }
    assert {line["route"] for line in told} >= {"/", "/groups", "/g/<uuid:group_id>/join/<secret>"}
    with owner.client.session_transaction() as cookie:
        token = cookie["device"]
    group_id, secret = page.path.split("/")[2], link.rpartition("/")[2]
    for hidden in (group_id, secret, token, code, "Donnerstagsrunde", "Anneliese", "127.0.0.1", "a-wrong-link"):
        assert hidden not in written.getvalue()


@pytest.mark.parametrize(
    ("method", "status", "level"),
    [
        ("GET", 200, "DEBUG"),
        ("GET", 304, "DEBUG"),
        ("POST", 303, "INFO"),
        ("GET", 404, "INFO"),
        ("POST", 429, "WARNING"),
        ("GET", 503, "ERROR"),
    ],
)
def test_what_a_request_came_to_says_how_much_it_matters(method: str, status: int, level: str):
    assert logging.getLevelName(level_of(method, status)) == level


def test_a_usual_installation_logs_no_request_that_went_well(make_app, database_url, written):
    app = make_app(database_url)
    app.test_client().get("/")
    app.test_client().get("/nothing-here")
    assert lines(written) == []


def test_an_error_is_told_by_kind_code_and_place_and_never_by_what_it_says(make_app, database_url, written):
    app = make_app(database_url, PROPAGATE_EXCEPTIONS=False)

    class DuplicateError(Exception):
        sqlstate = "23505"

    @app.get("/fail")
    def fail() -> str:
        try:
            raise DuplicateError("Key (name)=(Anneliese) exists")
        except DuplicateError as error:
            raise IntegrityError("INSERT", {"name": "Anneliese"}, error) from error

    answer = app.test_client().get("/fail")
    (told,) = (line for line in lines(written) if "errors" in line)
    assert told["request"] == answer.headers["X-Request-ID"]
    assert told["said"] == f"request {told['request']} failed: GET /fail"
    assert [each["kind"].rpartition(".")[2] for each in told["errors"]] == ["IntegrityError", "DuplicateError"]
    assert told["errors"][1]["code"] == "23505"
    assert told["errors"][1]["where"][-1].startswith("tests/web/test_logs.py:")
    assert told["errors"][1]["where"][-1].endswith(" fail")
    assert "Anneliese" not in written.getvalue()


def test_nothing_that_is_said_begins_a_line_of_its_own():
    record = logging.LogRecord("scorekeeper", logging.INFO, "", 0, "one\n{}\u2028", (), None)
    assert len(JsonLines().format(record).splitlines()) == 1
