"""Tests of docs/security.md: its tables of headers, and of limits, say what the app does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from scorekeeper.models import Role
from scorekeeper.web import guesses, headers, home, imports
from scorekeeper.web.application import Application
from tests.conftest import MakeApp
from tests.services.factories import Table, new_key
from tests.web.conftest import SERVED, Group, join
from tests.web.phone import Phone

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
FIXED = dict(re.findall(r"^\| `([A-Z][\w-]+)` \| `(.+)` \|$", TEXT, re.MULTILINE))
KINDS = re.findall(r"^\| ([a-z][\w ]+) \| `([^`]+)` \| (?:`([\w-]+)`)? ?\|$", TEXT, re.MULTILINE)
OF_FILES = {name: FIXED[name] for name in ("Referrer-Policy", "X-Content-Type-Options", "X-Robots-Tag")}

Ask = Callable[[], TestResponse]


def token_of(phone: Phone) -> str:
    page = phone.client.get("/open").get_data(as_text=True)
    return page.partition('name="csrf_token" value="')[2].partition('"')[0]


@pytest.fixture
def asked(site: Application, table: Table, phone_at: Callable[[Role], Phone]) -> Iterator[dict[str, Ask]]:
    """Ask for one page of each kind."""
    owner = phone_at(Role.OWNER)
    group, sheet = f"/g/{table.group_id}", f"/g/{table.group_id}/sheets/{table.start().id}"
    # The cookie is renewed with the first answer, which may not be kept for that.
    owner.client.get(f"{group}/").close()
    form = {"csrf_token": token_of(owner), "key": new_key()}
    get = owner.client.get

    def secret() -> TestResponse:
        owner.client.post(f"{group}/recovery", data=form).close()
        return get(f"{group}/recovery")

    with site.test_request_context():
        style = site.extensions["static_url"]("css/app.css")
    answers: list[TestResponse] = []

    def kept(ask: Ask) -> Ask:
        def once() -> TestResponse:
            answers.append(ask())
            return answers[-1]

        return once

    kinds: dict[str, Ask] = {
        "page of a group": lambda: get(f"{group}/devices"),
        "page that a phone may keep": lambda: get(sheet),
        "page that shows a secret once": secret,
        "answer to a form": lambda: owner.client.post(f"{group}/recovery", data=form),
        "form that comes back": lambda: owner.client.post(f"{group}/players", data={**form, "name": ""}),
        "part that phones watch": lambda: get(f"{sheet}/live"),
        "fresh token": lambda: get(f"{group}/token"),
        "file to take along": lambda: get(f"{group}/data/group.json"),
        "service worker": lambda: get("/sw.js"),
        "manifest": lambda: get("/manifest.webmanifest"),
        "error page": lambda: get("/nothing-here"),
        "health": lambda: get("/healthz"),
        "static file": lambda: get(style),
    }
    yield {kind: kept(ask) for kind, ask in kinds.items()}
    for answer in answers:
        answer.close()


def test_the_table_of_fixed_headers_is_what_every_answer_carries() -> None:
    assert FIXED == headers.FIXED
    assert "unsafe" not in headers.CONTENT_SECURITY_POLICY


def test_every_kind_of_page_has_a_row(asked: dict[str, Ask]) -> None:
    assert [kind for kind, _, _ in KINDS] == list(asked)


@pytest.mark.parametrize(("kind", "cached", "more"), KINDS, ids=[kind for kind, _, _ in KINDS])
def test_a_kind_of_page_has_the_headers_of_its_row(asked: dict[str, Ask], kind: str, cached: str, more: str) -> None:
    answer = asked[kind]()
    assert answer.status_code == {"answer to a form": 303, "form that comes back": 422, "error page": 404}.get(
        kind, 200
    )
    assert answer.headers["Cache-Control"] == cached
    assert not more or more in answer.headers
    if kind == "static file":
        assert {**OF_FILES, "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}.items() <= set(
            answer.headers.items()
        )
    else:
        assert FIXED.items() <= set(answer.headers.items())
        assert "Cookie" in answer.headers["Vary"]


def test_the_limits_are_those_of_the_code() -> None:
    table = TEXT.partition("## Limits")[2].partition("\n\nOnly")[0].replace(",", "")
    spoken = [guesses.WRONG_LINKS, guesses.WRONG_CODES, guesses.WRONG_FOR_A_GROUP]
    for limit in spoken:
        minute, hour = re.findall(r"\d+", limit)
        assert f"{minute} a minute {hour} an hour" in table, limit
    for limit in (home.CREATIONS, imports.TRIES):
        assert f"{re.findall(r'[0-9]+', limit)[0]} an hour" in table, limit


@pytest.mark.parametrize("way", ["the phone is removed", "the link is changed"])
def test_who_is_shut_out_in_one_process_is_out_in_every_other_at_once(
    group: Group, make_app: MakeApp, database_url: str, way: str
) -> None:
    another_process = make_app(database_url, **SERVED)
    guest = join(Phone(another_process.test_client()), group.links[Role.MEMBER])
    guest.get(group.path)
    if way == "the phone is removed":
        page = group.owner.get(f"{group.path}devices").soup.select_one(".rows a")["href"]
        group.owner.get(str(page)).press("Remove the phone")
    else:
        group.owner.get(f"{group.path}links/member/change").press("Change the link")
    guest.get(group.path, 404)
    Phone(another_process.test_client()).get(group.links[Role.MEMBER], 404)
