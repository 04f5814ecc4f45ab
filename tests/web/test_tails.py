"""Two tails on one screen: shown side by side, decided by a plain form, every way of deciding from there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from bs4 import Tag

from scorekeeper.services import sheets
from tests.services.factories import deal, new_key
from tests.web.phone import HTMX, Form, Page, Phone
from tests.web.sheet_table import Game, MakeGame, folded, parts

A, B, C = deal(55, 35, 20, 10), deal(20, 66, 34, 0, calls=1, jungfrauen=1), deal(10, 20, 71, 19)
D, E = deal(61, 20, 20, 19), deal(20, 62, 19, 19)
"""A: 60 for Anna; B: 260 for Bernd; C: 70 for Clara; D, E: 60 for Anna, Bernd."""
ENDS = deal(None, 63, None, None, calls=3, jungfrauen=2, jungfrau_seats=[0, 2])
"""2,020 for Bernd: the game is over."""
AT = 1_700_000_000_000


def tail_of(position: int, *payloads: Mapping[str, object]) -> list[dict[str, Any]]:
    """Give what a phone entered without a network, as it posts that."""
    return [
        {"key": new_key(), "position": position + at, "payload": payload, "dealer": None, "dealt": at % 4, "at": AT}
        for at, payload in enumerate(payloads)
    ]


def opened(game: Game, tail: Sequence[Mapping[str, object]], phone: Phone | None = None, status: int = 200) -> Page:
    """Open the screen as the phone's outbox does."""
    phone = phone or game.phone()
    page = phone.get(game.path)
    token = page.soup.select_one("input[name=csrf_token]")
    assert token is not None
    data = {"csrf_token": token["value"], "tail": json.dumps(tail)}
    return phone.post(f"{game.path}/tails", data, status)


def places(page: Page) -> list[str]:
    """Give what is shown at each place."""
    return [folded(each) for each in page.soup.select("fieldset.place")]


def chosen(page: Page, **choices: str) -> Form:
    """Fill in what counts, ready to be saved."""
    button = next(each for each in page.buttons() if each.startswith("Save"))
    form = page.form(button)
    for name, value in choices.items():
        form.data[name.replace("_", "-")] = [value]
    return form


def live(game: Game) -> list[object]:
    """Give what counts, in order."""
    return [row.payload["points"] for row in game.view().rows if not row.removed]


def points(*payloads: Mapping[str, object]) -> list[object]:
    """Give the points of payloads."""
    return [payload["points"] for payload in payloads]


def test_two_tails_stand_side_by_side_with_the_same_already_marked(make_game: MakeGame) -> None:
    game = make_game(A, B, C)
    page = opened(game, tail_of(2, B, D, E))
    assert page.heading.startswith("Two phones entered deal 2")
    same, differs, alone = places(page)
    assert same.startswith("Deal 2 the same One deal Anna")
    assert differs.startswith("Deal 3 This phone")
    assert "61" in differs
    assert "71" in differs
    assert "Both: these are two deals" in differs
    assert alone.startswith("Deal 4 only on this phone It counts")
    ticked = [(each["name"], each["value"]) for each in page.soup.select("input[type=radio][checked]")]
    assert ticked == [("choice-0", "theirs"), ("choice-2", "mine")]
    assert "Choose for each deal to see what it comes to." in page.text
    assert live(game) == points(A, B, C)


@pytest.mark.parametrize(
    ("choice", "expected", "totals"),
    [
        ("mine", (A, B, D, E), (120, 320, 0, 0)),
        ("theirs", (A, B, C, E), (60, 320, 70, 0)),
        ("both", (A, B, C, D, E), (120, 320, 70, 0)),
    ],
)
def test_each_way_of_deciding_is_shown_first_and_saved_then(
    make_game: MakeGame, choice: str, expected: tuple[Mapping[str, object], ...], totals: tuple[int, ...]
) -> None:
    game = make_game(A, B, C)
    page = opened(game, tail_of(2, B, D, E))
    form = chosen(page, choice_1=choice)
    answer = page.phone.client.post(form.action, data={**form.data, "save": []}, headers=HTMX)
    assert f"Anna {totals[0]}" in folded(parts(answer)["decided"])
    assert live(game) == points(A, B, C)
    saved = form.send()
    assert "Both are put together." in saved.text
    assert live(game) == points(*expected)
    assert game.totals() == totals


def test_without_scripts_the_totals_are_checked_first(make_game: MakeGame) -> None:
    game = make_game(A, C)
    page = opened(game, tail_of(2, ENDS))
    form = chosen(page, choice_0="mine")
    form.data.pop("save", None)
    form.data["check"] = ["1"]
    checked = page.phone.post(form.action, form.data)
    assert "Save: Bernd loses the game" in checked.buttons()
    assert checked.soup.select_one("input[value=mine][checked]") is not None
    checked.press("Save: Bernd loses the game")
    assert live(game) == points(A, ENDS)
    assert game.view().ending is not None


@pytest.mark.parametrize("button", ["save", "check"])
def test_a_place_of_which_nothing_is_said_is_asked_for(make_game: MakeGame, button: str) -> None:
    game = make_game(A, C)
    page = opened(game, tail_of(1, D, E))
    form = chosen(page, choice_1="both")
    form.data.pop("save", None)
    form.data[button] = ["1"]
    asked = page.phone.post(form.action, form.data, status=422)
    assert "Choose what counts." in asked.errors
    invalid = asked.soup.select("fieldset[aria-invalid]")
    assert [each["id"] for each in invalid] == ["place-0"]
    assert asked.soup.select_one("#place-1 input[value=both][checked]") is not None
    assert live(game) == points(A, C)


def test_saved_twice_it_is_decided_once(make_game: MakeGame) -> None:
    game = make_game(A)
    page = opened(game, tail_of(1, D))
    form = chosen(page, choice_0="both")
    assert "Both are put together." in form.send().text
    assert "Nothing is left to decide" in form.send().text
    assert live(game) == points(A, D)


def test_what_was_entered_meanwhile_is_shown_before_anything_is_saved(make_game: MakeGame) -> None:
    game = make_game(A)
    page = opened(game, tail_of(1, D))
    game.table.record(game.sheet_id, C)
    again = chosen(page, choice_0="mine").send(409)
    assert "The game was changed meanwhile on another phone. Look again, then save." in again.errors
    assert len(places(again)) == 2
    assert again.soup.select_one("#place-0 input[checked]") is None
    chosen(again, choice_0="mine").send()
    assert live(game) == points(D, C)


def test_afterwards_each_delivery_of_the_phone_is_answered_as_done(make_game: MakeGame) -> None:
    game = make_game(A)
    by_the_form: dict[str, object] = {"v": 1, "jungfrau_seats": [], "callers": []}
    phone, tail = game.phone(), tail_of(1, A | by_the_form, D | by_the_form)
    page = opened(game, tail, phone)
    chosen(page, choice_1="theirs").send()
    token = phone.get(game.path).soup.select_one("input[name=csrf_token]")
    assert isinstance(token, Tag)
    for each in tail:
        typed = {f"points-{seat}": points for seat, points in enumerate(each["payload"]["points"])}
        data = {"csrf_token": token["value"], "key": each["key"], "position": each["position"], "dealer": 0, **typed}
        assert phone.client.post(f"{game.path}/deals", data=data, headers=HTMX).status_code == 200
    assert live(game) == points(A)


def test_deals_that_the_rules_no_longer_allow_change_nothing(make_game: MakeGame) -> None:
    game = make_game(A)
    page = opened(game, tail_of(1, D, deal(90, 90, 0, 0)))
    assert page.path == game.path
    assert "1 deal of this phone is not possible by the rules of this game as they are now." in page.text


@pytest.mark.parametrize(
    "tail",
    [
        "",
        "[]",
        "{",
        "7",
        "[7]",
        '[{"key": "x"}]',
        json.dumps([{"key": 7, "position": 1, "payload": {}}]),
        json.dumps([{"key": "k" * 20, "position": "1", "payload": {}}]),
        json.dumps([{"key": "k" * 20, "position": 1, "payload": []}]),
        json.dumps([{"key": "k" * 20, "position": 1, "payload": {}, "dealer": -1}]),
        json.dumps([{"key": "\ud800" * 20, "position": 1, "payload": {}}]),
        json.dumps([{"key": "\0" * 20, "position": 1, "payload": {}}]),
        "[" * 5000,
    ],
)
def test_what_is_no_tail_is_refused(make_game: MakeGame, tail: str) -> None:
    game = make_game(A)
    phone = game.phone()
    token = phone.get(game.path).soup.select_one("input[name=csrf_token]")
    assert isinstance(token, Tag)
    phone.post(f"{game.path}/tails", {"csrf_token": token["value"], "tail": tail}, 422)


def test_without_a_key_nothing_is_decided(make_game: MakeGame) -> None:
    game = make_game(A)
    form = chosen(opened(game, tail_of(1, D)), choice_0="mine")
    form.data["key"] = [""]
    form.send(422)
    assert live(game) == points(A)


def test_a_game_that_was_broken_off_is_decided_no_more(make_game: MakeGame) -> None:
    game = make_game(A)
    form = chosen(opened(game, tail_of(1, D)), choice_0="mine")
    sheets.break_off(game.session, game.table.device, game.sheet_id, key=new_key())
    game.session.rollback()
    form.send(409)
    assert live(game) == points(A)


def test_the_log_says_what_was_put_together(make_game: MakeGame) -> None:
    game = make_game(A, B)
    chosen(opened(game, tail_of(1, A, D)), choice_1="theirs").send()
    log = game.phone().get(f"{game.path}/log").text
    assert "Two phones put together" in log
    assert "Deal 1 entered on two phones: the same" in log
    assert "Deal taken out" in log
