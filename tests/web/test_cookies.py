"""Tests of the cookie when the server's clock is wrong: nobody is signed out by a clock that is put right."""

from __future__ import annotations

import time

import pytest
from itsdangerous import TimestampSigner

from tests.web.conftest import Group, PhoneFactory, start_group

DAY = 24 * 60 * 60


def jump(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """Let the server's cookies be signed and read at another time."""
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _signer: int(time.time() + days * DAY))


@pytest.mark.parametrize(("days", "status"), [(0, 200), (-1, 200), (-20_000, 200), (179, 200), (181, 404)])
def test_a_phone_stays_in_the_group_whatever_the_clock_says_but_after_half_a_year(
    group: Group, monkeypatch: pytest.MonkeyPatch, days: float, status: int
) -> None:
    jump(monkeypatch, days)
    assert group.owner.client.get(group.path).status_code == status


def test_a_phone_that_joined_while_the_clock_was_wrong_stays_when_it_is_right(
    new_phone: PhoneFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as wrong:
        jump(wrong, -100)
        phone = new_phone()
        path = start_group(phone).path
    assert phone.get(path).heading


def test_a_cookie_of_another_secret_is_none_from_whatever_time(
    group: Group, new_phone: PhoneFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = new_phone()
    cookie = group.owner.client.get_cookie("scorekeeper")
    assert cookie is not None
    value, _, signature = cookie.value.rpartition(".")
    forged = signature[::-1]
    phone.client.set_cookie("scorekeeper", f"{value}.{forged}")
    jump(monkeypatch, -1)
    assert phone.client.get(group.path).status_code == 404


def test_the_phone_is_told_how_long_to_keep_the_cookie_as_a_length_of_time(new_phone: PhoneFactory) -> None:
    sent = new_phone().client.get("/").headers["Set-Cookie"]
    assert f"Max-Age={180 * DAY}" in sent
