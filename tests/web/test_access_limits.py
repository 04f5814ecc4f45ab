"""How often a client may be wrong about links, codes and new groups, and who is never kept out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorekeeper.web.application import Application
from scorekeeper.web.extensions import limiter
from tests.conftest import MakeApp
from tests.web.conftest import start_group
from tests.web.phone import Phone


@pytest.fixture
def limited(make_app: MakeApp, database_url: str) -> Iterator[Application]:
    made = make_app(
        database_url, WTF_CSRF_ENABLED=True, RATELIMIT_ENABLED=True, SCOREKEEPER_URL="http://cards.example.org"
    )
    limiter.reset()
    yield made
    limiter.reset()


def test_wrong_links_are_limited_but_never_a_phone_that_is_in(limited: Application) -> None:
    owner, guest = Phone(limited.test_client()), Phone(limited.test_client())
    path = start_group(owner).path
    link = str(owner.get(f"{path}invite").soup.select_one("#member-link")["value"]).removeprefix(
        "http://cards.example.org"
    )
    answers = [guest.client.get(f"{path}join/wrong-{n}").status_code for n in range(61)]
    assert answers == [404] * 60 + [429]
    assert owner.client.get(f"{path}join/wrong").status_code == 404
    assert owner.client.get(link).status_code == 200
    owner.get(path)


def test_right_links_are_not_counted(limited: Application) -> None:
    owner = Phone(limited.test_client())
    path = start_group(owner).path
    link = str(owner.get(f"{path}invite").soup.select_one("#member-link")["value"]).removeprefix(
        "http://cards.example.org"
    )
    client = limited.test_client()
    assert {client.get(link).status_code for _ in range(70)} == {200}


def test_wrong_recovery_codes_are_limited_and_the_typed_one_is_kept(limited: Application) -> None:
    phone = Phone(limited.test_client())
    form = phone.get("/recover").form("Recover the group").fill("Recovery code", "ABCD-EFGH")
    answers = [form.answer().status_code for _ in range(31)]
    assert answers == [422] * 30 + [429]
    assert "ABCD-EFGH" in form.answer().get_data(as_text=True)


def test_starting_groups_is_limited_and_a_wrong_form_is_not_counted(limited: Application) -> None:
    phone = Phone(limited.test_client())
    for _ in range(25):
        phone.get("/").press("Start the group", 422)
    for number in range(20):
        start_group(phone, f"Table {number}")
    form = phone.get("/").form("Start the group").fill("Name of the group", "Table").fill("Name 1", "A")
    assert form.fill("Name 2", "B").answer().status_code == 429
