"""Tests of the error pages: one status for each refusal, what was typed is kept, and sending it again works."""

from __future__ import annotations

import logging
import time

import pytest
from bs4 import BeautifulSoup
from flask import abort, request
from itsdangerous import TimestampSigner
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorekeeper.core.problems import Problem
from scorekeeper.services import errors as service_errors
from scorekeeper.web.errors import PAGES, status_of
from scorekeeper.web.extensions import db

STATUSES = {
    service_errors.ServiceError: 400,
    service_errors.InvalidInputError: 422,
    service_errors.EndingMovedError: 422,
    service_errors.ConflictError: 409,
    service_errors.StaleError: 409,
    service_errors.TakenError: 409,
    service_errors.KeyReusedError: 409,
    service_errors.ClosedError: 409,
    service_errors.NotFoundError: 404,
    service_errors.ForbiddenError: 403,
    service_errors.TooManyError: 429,
}
TYPED = {"points-0": "66", "note": "<b>late</b> & tired", "key": "k-1", "empty": ""}


def kinds(of=service_errors.ServiceError):
    return {of}.union(*(kinds(kind) for kind in of.__subclasses__()))


def instance(kind):
    arguments = {
        service_errors.InvalidInputError: ([Problem("range", "points.0")],),
        service_errors.EndingMovedError: ("fingerprint",),
    }
    return kind(*arguments.get(kind, ()))


@pytest.fixture
def failing(make_app, database_url):
    """An app with views that fail, answered as in production, with tokens checked."""
    app = make_app(database_url, PROPAGATE_EXCEPTIONS=False, WTF_CSRF_ENABLED=True)
    app.sent = []

    @app.route("/fail/<what>", methods=["GET", "POST"])
    def fail(what):
        app.sent.append(request.form.to_dict())
        if what == "boom":
            db.session.execute(text("SELECT 1"))
            raise ZeroDivisionError
        if what == "well":
            return "well"
        if what.isdigit():
            abort(int(what))
        raise instance(getattr(service_errors, what))

    return app


@pytest.fixture
def browser(failing):
    return failing.test_client()


def token_of(browser) -> str:
    """Take a token from the form that an expired one is answered with."""
    page = BeautifulSoup(browser.post("/fail/well", data={"a": "1"}).text, "html.parser")
    return str(page.select_one("input[name=csrf_token]")["value"])


def post(browser, path, data=None, **headers):
    return browser.post(path, data={"csrf_token": token_of(browser), **(data or TYPED)}, headers=headers)


def fields_of(page) -> dict[str, str]:
    return {field["name"]: field["value"] for field in page.select("form input")}


def test_every_refusal_has_its_status():
    assert {kind: status_of(kind) for kind in STATUSES} == STATUSES
    assert [kind for kind in kinds() - {service_errors.ServiceError} if status_of(kind) == 400] == []


@pytest.mark.parametrize("kind", STATUSES, ids=lambda kind: kind.__name__)
def test_refusal_that_no_view_caught_is_a_page_with_what_was_typed(browser, kind):
    answer = post(browser, f"/fail/{kind.__name__}")
    page = BeautifulSoup(answer.text, "html.parser")
    assert answer.status_code == STATUSES[kind]
    assert page.select_one("[role=alert] h2").text
    assert [item.text for item in page.select(".kept li")] == ["66", "<b>late</b> & tired"]


@pytest.mark.parametrize("status", sorted(PAGES))
def test_every_status_has_a_page_with_a_heading_and_a_sentence(browser, status):
    answer = browser.get(f"/fail/{status}")
    page = BeautifulSoup(answer.text, "html.parser")
    assert answer.status_code == status
    assert page.title.text == page.select_one("[role=alert] h2").text
    assert page.select_one("[role=alert] p").text.endswith(".")
    assert page.select("form") == []


@pytest.mark.parametrize(("status", "like"), [(415, 400), (501, 500)])
def test_status_without_a_page_shows_the_nearest(browser, status, like):
    answer, model = browser.get(f"/fail/{status}"), browser.get(f"/fail/{like}")
    assert answer.status_code == status
    titles = [BeautifulSoup(each.text, "html.parser").title.text for each in (answer, model)]
    assert titles[0] == titles[1]


def test_unexpected_error_keeps_what_was_typed_and_sends_the_same_again(browser, failing):
    answer = post(browser, "/fail/boom?from=sheet")
    page = BeautifulSoup(answer.text, "html.parser")
    assert answer.status_code == 500
    form = page.select_one("form")
    assert form["action"] == "/fail/boom?from=sheet"
    fields = fields_of(page)
    token = fields.pop("csrf_token")
    assert fields == TYPED
    browser.post(form["action"], data={"csrf_token": token, **fields})
    assert {name: value for name, value in failing.sent[-1].items() if name != "csrf_token"} == TYPED


def test_unexpected_error_is_logged_with_the_id_that_the_page_shows_and_without_the_address(browser, caplog):
    with caplog.at_level(logging.ERROR):
        answer = post(browser, "/fail/boom")
    reference = answer.headers["X-Request-ID"]
    assert reference in answer.text
    assert f"request {reference} failed: POST /fail/<what>" in caplog.text
    assert "/fail/boom" not in caplog.messages[-1]


def test_part_of_a_page_gets_part_of_an_error_page(browser):
    answer = post(browser, "/fail/boom", **{"HX-Request": "true"})
    assert answer.status_code == 500
    assert "<html" not in answer.text
    assert "HX-Request" in answer.headers["Vary"]
    assert fields_of(BeautifulSoup(answer.text, "html.parser"))["note"] == TYPED["note"]


def test_expired_form_comes_back_filled_in_and_goes_through(browser, failing):
    answer = browser.post("/fail/well", data={"csrf_token": "old", **TYPED})
    page = BeautifulSoup(answer.text, "html.parser")
    assert answer.status_code == 400
    assert failing.sent == []
    assert page.select_one("form button").text == "Send again"
    assert browser.post("/fail/well", data=fields_of(page)).text == "well"


def test_form_of_six_hours_ago_is_still_good(browser, failing, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(TimestampSigner, "get_timestamp", lambda _signer: int(time.time()) - 6 * 3600)
        token = token_of(browser)
    assert browser.post("/fail/well", data={"csrf_token": token, **TYPED}).text == "well"


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
    ids=lambda headers: " ".join(headers.values()),
)
def test_form_of_another_site_does_not_come_back_with_a_token(browser, headers):
    page = BeautifulSoup(browser.post("/fail/well", data=TYPED, headers=headers).text, "html.parser")
    assert page.select("form") == []
    assert page.select(".kept") == []


def test_form_of_this_site_comes_back_when_the_browser_says_where_it_is_from(browser):
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert BeautifulSoup(browser.post("/fail/well", data=TYPED, headers=headers).text, "html.parser").select("form")


def test_too_large_a_form_is_refused_with_a_page(browser):
    answer = browser.post("/fail/well", data={"note": "x" * 2_000_000})
    assert answer.status_code == 413
    assert "Nothing was saved" in answer.text


def test_refused_method_says_which_are_allowed(browser):
    answer = browser.delete("/healthz")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_error_page_that_fails_itself_is_a_plain_page(browser, failing, caplog):
    @failing.context_processor
    def broken():
        raise ZeroDivisionError

    answer = browser.get("/fail/404")
    assert answer.status_code == 404
    assert "failed too" in answer.text
    assert "the page of error 404 failed" in caplog.text


def test_database_that_cannot_roll_back_does_not_hide_the_page(browser, monkeypatch, caplog):
    def rollback():
        raise OperationalError("ROLLBACK", {}, Exception("gone"))

    token = token_of(browser)
    monkeypatch.setattr(db.session, "rollback", rollback)
    answer = browser.post("/fail/boom", data={"csrf_token": token, **TYPED})
    assert answer.status_code == 500
    assert "66" in answer.text
    assert "did not roll back" in caplog.text


def test_button_without_fields_can_be_tapped_again(browser):
    answer = post(browser, "/fail/boom", {"key": "k-1"})
    assert "Nothing but a tap on a button." in answer.text
