"""Tests of who is counted when links and codes are guessed at: each client, and a group whoever guesses."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from scorekeeper.services import codes
from scorekeeper.web import guesses
from scorekeeper.web.application import Application
from scorekeeper.web.clients import counted_as
from scorekeeper.web.extensions import limiter
from tests.conftest import MakeApp
from tests.web.conftest import start_group
from tests.web.phone import Phone

A_GROUP_S = 300


@pytest.fixture
def limited(make_app: MakeApp, database_url: str) -> Iterator[Application]:
    """Give an app that limits, and takes addresses from one proxy."""
    made = make_app(database_url, RATELIMIT_ENABLED=True, TRUSTED_PROXIES=1, SCOREKEEPER_URL="http://cards.example.org")
    limiter.reset()
    yield made
    limiter.reset()


def guess(app: Application, path: str, address: str, **data: str) -> int:
    """Try something from an address, with no cookie."""
    client = app.test_client(use_cookies=False)
    headers = {"X-Forwarded-For": address}
    answer = client.post(path, data=data, headers=headers) if data else client.get(path, headers=headers)
    with answer:
        return answer.status_code


def addresses() -> Iterator[str]:
    """Give one address after another."""
    yield from (f"203.0.{third}.{fourth}" for third in range(1, 200) for fourth in range(1, 200))


def test_many_clients_guess_at_one_group_no_faster_than_it_allows(limited: Application) -> None:
    owner, fresh = Phone(limited.test_client()), addresses()
    path = start_group(owner).path
    link = str(owner.get(f"{path}invite").soup.select_one("#member-link")["value"]).removeprefix(
        "http://cards.example.org"
    )
    heard = [guess(limited, f"{path}join/wrong-{number}", next(fresh)) for number in range(A_GROUP_S)]
    assert set(heard) == {404}
    assert guess(limited, f"{path}join/wrong", next(fresh)) == 429
    assert guess(limited, link, next(fresh)) == 429, "who is not in waits"
    # By a typed code, which begins with the signs of the group, it is the same group.
    tag = codes.group_tag(uuid.UUID(path.split("/")[2]))
    assert guess(limited, "/open", next(fresh), where=f"{tag}-0000-0000-0000") == 429
    assert guess(limited, "/recover", next(fresh), code=f"{tag}-0000-0000-0000-0000-0000") == 429
    # Who is in notices nothing, at the same link and anywhere else; other groups are open.
    assert owner.client.get(f"{path}join/wrong").status_code == 404
    assert owner.client.get(link).status_code == 200
    assert owner.client.get(path).status_code == 200
    assert guess(limited, f"/g/{uuid.uuid4()}/join/wrong", next(fresh)) == 404


def test_what_is_no_code_is_no_guess_at_a_group(limited: Application) -> None:
    with limited.test_request_context("/open", method="POST", data={"where": "hello"}):
        assert guesses.means_no_group()
    with limited.test_request_context("/open", method="POST", data={"where": "k7qd 2m9f 0000 0000"}):
        assert guesses.group_meant() == "K7QD"
        assert not guesses.means_no_group()


def test_a_phone_with_a_network_of_its_own_is_one_client(limited: Application) -> None:
    heard = [guess(limited, "/open", f"2001:db8:1:2::{number:x}", where="ABCD") for number in range(31)]
    assert heard == [422] * 30 + [429]
    assert guess(limited, "/open", "2001:db8:1:3::1", where="ABCD") == 422


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
        ("", "unknown"),
    ],
)
def test_address_is_counted_as_what_one_client_has_to_itself(address: str, counted: str) -> None:
    assert counted_as(address) == counted
