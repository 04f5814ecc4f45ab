"""Tests of the headers and cookies that every answer carries."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest
from flask import Response, session

from scorekeeper.web.extensions import limiter

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)


@pytest.mark.parametrize("path", ["/healthz", "/nothing-here"])
def test_every_answer_carries_the_headers(client, path):
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["X-Request-ID"]
    assert "Strict-Transport-Security" not in headers


def test_answer_over_https_asks_to_stay_there(client):
    assert "Strict-Transport-Security" in client.get("/healthz", base_url="https://localhost").headers


def test_view_may_say_itself_who_keeps_a_copy(app):
    app.add_url_rule("/kept", view_func=lambda: Response("x", headers={"Cache-Control": "no-store"}))
    assert app.test_client().get("/kept").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_session_cookie_lasts_and_is_secure_where_the_request_is(app, scheme, secure):
    @app.get("/remember")
    def remember() -> str:
        session["a"] = 1
        return ""

    cookie = app.test_client().get("/remember", base_url=f"{scheme}://localhost").headers["Set-Cookie"]
    parts = dict(part.strip().partition("=")[::2] for part in cookie.split(";"))
    expires = parsedate_to_datetime(parts["Expires"])
    assert expires - datetime.now(UTC) > timedelta(days=179)
    assert parts["SameSite"] == "Lax"
    assert "HttpOnly" in parts
    assert ("Secure" in parts) is secure


def test_unknown_host_is_refused_in_a_page_that_needs_nothing(client):
    answer = client.get("/healthz", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "not served under that address" in answer.text
    assert answer.headers["Content-Security-Policy"] == POLICY


def test_forwarded_headers_are_believed_of_named_proxies_only(make_app, database_url):
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    for hops, secure in ((0, False), (1, True)):
        app = make_app(database_url, TRUSTED_PROXIES=hops)
        headers = app.test_client().get("/healthz", headers=forwarded).headers
        assert ("Strict-Transport-Security" in headers) is secure


def test_limits_count_each_phone_behind_a_proxy_and_no_address_that_a_phone_makes_up(make_app, database_url):
    app = make_app(database_url, TRUSTED_PROXIES=1, RATELIMIT_ENABLED=True)
    limiter.reset()

    def wrong_code(forwarded: str) -> int:
        with app.test_client() as phone:
            return phone.post("/open", data={"where": "ABCD"}, headers={"X-Forwarded-For": forwarded}).status_code

    assert [wrong_code(f"198.51.100.{made_up}, 203.0.113.9") for made_up in range(31)] == [422] * 30 + [429]
    assert wrong_code("203.0.113.10") == 422
    limiter.reset()


def test_language_of_the_page_is_one_that_is_translated(client):
    page = client.get("/nothing-here", headers={"Accept-Language": "xx"}).text
    assert '<html lang="en"' in page
