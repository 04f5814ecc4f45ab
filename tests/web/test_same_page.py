"""A phone that comes back to a page of a running game: told that it is the same, unless anything on it is not."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable

import pytest
from sqlalchemy import update
from werkzeug.test import TestResponse

from scorekeeper.models import Device, Link, LinkKind, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import codes, joining
from scorekeeper.web import tags
from scorekeeper.web.builds import BUILD
from tests.services.factories import deal, new_key
from tests.web.phone import HTMX, Phone
from tests.web.sheet_table import Game, MakeGame
from tests.web.test_live import CHANGES


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give the seconds that the clock of pages shows."""
    now = [1_000_000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def come_back(phone: Phone, path: str, known: str, **headers: str) -> TestResponse:
    return phone.client.get(path, headers={"If-None-Match": known, **headers})


def tag_of(phone: Phone, path: str) -> str:
    """Give the tag of a page; the first visit makes what its tokens are made of."""
    phone.get(path)
    return phone.get(path).response.headers["ETag"]


@pytest.mark.parametrize("coding", ["br", "gzip", "identity"])
def test_the_same_page_is_not_sent_again(make_game: MakeGame, coding: str) -> None:
    game = make_game(*(deal(66, 54, 0, 0) for _ in range(3)))
    phone = game.phone()
    phone.get(game.path)
    first = phone.client.get(game.path, headers={"Accept-Encoding": coding})
    again = come_back(phone, game.path, first.headers["ETag"], **{"Accept-Encoding": coding})
    assert (again.status_code, again.get_data()) == (304, b"")
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert again.headers["X-Keep"] == first.headers["X-Keep"] == str(game.table.group_id)
    assert {"HX-Request", "Cookie"} <= set(again.headers["Vary"].replace(" ", "").split(","))


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each.__name__)
def test_whatever_other_phones_change_makes_another_page(
    make_game: MakeGame, change: Callable[[Game], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(deal(66, 54, 0, 0))
    monkeypatch.setitem(game.app.extensions, BUILD, "a build")
    phone = game.phone()
    known = tag_of(phone, game.path)
    change(game)
    assert come_back(phone, game.path, known).status_code == 200


def test_the_reminder_of_a_second_phone_goes_with_the_second_phone(make_game: MakeGame) -> None:
    game = make_game()
    game.session.execute(update(Device).values(removed_at=utcnow()))
    game.session.commit()
    phone = game.phone()
    known = tag_of(phone, game.path)
    assert "Only this phone" in phone.get(game.path).text
    assert come_back(phone, game.path, known).status_code == 304
    invite(game)
    assert come_back(phone, game.path, known).status_code == 200
    assert "Only this phone" not in phone.get(game.path).text


def invite(game: Game) -> None:
    """Let a phone join by a link that writes."""
    group_id, secret = game.table.group_id, new_key()
    link = Link(
        group_id=group_id,
        id=uuid.uuid4(),
        kind=LinkKind.STANDING,
        role=Role.MEMBER,
        secret=secret,
        secret_hash=codes.hashed(secret),
    )
    game.session.add(link)
    game.session.commit()
    joining.join(game.session, group_id, secret, key=new_key(), token=codes.new_token())


def test_after_some_minutes_the_page_is_drawn_anew(make_game: MakeGame, clock: list[float]) -> None:
    game = make_game()
    phone = game.phone()
    known = tag_of(phone, game.path)
    clock[0] += tags.SAME_FOR_SECONDS
    assert come_back(phone, game.path, known).status_code == 200


def test_tokens_of_another_session_make_another_page(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    known = tag_of(phone, game.path)
    with phone.client.session_transaction() as cookie:
        cookie[tags.TOKENS] = "another"
    assert come_back(phone, game.path, known).status_code == 200


def test_what_is_said_once_is_said_and_not_kept(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    known = tag_of(phone, game.path)
    with phone.client.session_transaction() as cookie:
        cookie[tags.ONCE] = [("message", "Said once.")]
    answer = come_back(phone, game.path, known)
    assert (answer.status_code, "ETag" in answer.headers) == (200, False)
    assert "Said once." in answer.get_data(as_text=True)
    assert come_back(phone, game.path, known).status_code == 304


def test_parts_a_chosen_dealer_and_a_game_that_is_over_have_no_tag(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    known = tag_of(phone, game.path)
    assert come_back(phone, game.path, known, **HTMX).status_code == 200
    assert come_back(phone, f"{game.path}?dealer=1", known).status_code == 200
    for path, headers in ((game.path, HTMX), (f"{game.path}?dealer=1", {})):
        assert "page-" not in phone.client.get(path, headers=headers).headers.get("ETag", "")
    over = make_game(deal(120, 0, 0, 0, calls=4, jungfrauen=2))
    other = over.phone()
    other.get(over.path)
    assert "ETag" not in other.get(over.path).response.headers
