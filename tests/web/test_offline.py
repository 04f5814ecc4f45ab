"""What a phone may keep for an evening without a network, and what never stays on it."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.models import Role
from scorekeeper.web.kept_pages import HEADER
from scorekeeper.web.offline import shell_files
from tests.services.factories import deal
from tests.web.conftest import Group
from tests.web.phone import HTMX, Phone
from tests.web.sheet_table import MakeGame

SETTINGS = re.compile(r"self\.SETTINGS = (.*);\nimportScripts\((.*)\);\n")


def worker(client: FlaskClient, language: str = "en") -> tuple[dict[str, object], list[str]]:
    """Read what the service worker keeps, and which scripts it runs."""
    answer = client.get("/sw.js", headers={"Accept-Language": language})
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    found = SETTINGS.fullmatch(answer.get_data(as_text=True))
    assert found
    return json.loads(found[1]), json.loads(f"[{found[2]}]")


def kept(phone: Phone, path: str, **headers: str) -> str | None:
    """Give which group an answer may be kept for."""
    return phone.client.get(path, headers=headers).headers.get(HEADER)


def test_everything_that_the_worker_keeps_is_there(phone: Phone) -> None:
    settings, scripts = worker(phone.client)
    files = settings["files"]
    assert isinstance(files, list)
    assert isinstance(settings["words"], list)
    for address in (*files, *scripts, settings["page"], *settings["words"]):
        with phone.client.get(address) as answer:
            assert answer.status_code == 200, address
            assert "Set-Cookie" not in answer.headers
    assert len(files) == len(shell_files()) == len(set(files))
    assert set(scripts) & set(files) == set()
    assert {address.rsplit(".", 1)[1] for address in files} == {"css", "js"}


def test_worker_is_the_same_until_something_that_it_keeps_changes(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert worker(phone.client) == worker(phone.client)
    before, _scripts = worker(phone.client)
    monkeypatch.setattr("scorekeeper.web.offline.render_template", lambda _name: "another page")
    assert worker(phone.client)[0]["version"] != before["version"]


def test_worker_asks_in_the_chosen_language_although_it_asks_without_cookies(phone: Phone) -> None:
    phone.get("/").form("Deutsch").send()
    settings, _scripts = worker(phone.client)
    stranger = phone.client.application.test_client()
    assert isinstance(settings["words"], list)
    for address in settings["words"]:
        assert stranger.get(address, headers={"Accept-Language": "nl"}).get_json()["lang"] == "de"
    page = Phone(stranger).get(str(settings["page"]), Accept_Language="nl")
    assert page.soup.html["lang"] == "de"


def test_words_say_how_much_waits(phone: Phone) -> None:
    words = phone.client.get("/offline/words").get_json()
    assert words["lang"] == "en"
    assert words["plurals"]["%(num)s deal waiting for the network"] == {
        "one": "%(num)s deal waiting for the network",
        "other": "%(num)s deals waiting for the network",
    }


def test_pages_of_the_group_may_be_kept(make_game: MakeGame) -> None:
    game = make_game(deal(66, None, None, None))
    group = game.path.split("/")[2]
    viewer = game.phone(Role.VIEWER)
    for path in (game.path, f"{game.path}/board", f"/g/{group}/", f"/g/{group}/evenings/{game.table.evening_id}"):
        viewer.client.get(path)  # the first answer renews the cookie
        assert kept(viewer, path) == group, path


def test_no_fragment_no_address_with_a_query_and_no_error_may_be_kept(make_game: MakeGame) -> None:
    game = make_game(deal(66, None, None, None))
    phone = game.phone()
    phone.client.get(game.path)
    assert kept(phone, game.path)
    assert kept(phone, game.path, **HTMX) is None
    assert kept(phone, f"{game.path}/live") is None
    assert kept(phone, f"{game.path}?dealer=2") is None
    assert kept(phone, f"{game.path[:-36]}{uuid.uuid4()}") is None
    assert phone.client.post(game.path).headers.get(HEADER) is None


def test_answer_that_sets_a_cookie_may_not_be_kept(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    phone.client.get(game.path)
    with phone.client.session_transaction() as session:
        session["_flashes"] = [("message", "The deal is saved.")]
    answer = phone.client.get(game.path)
    assert "Set-Cookie" in answer.headers
    assert HEADER not in answer.headers
    assert kept(phone, game.path)


def test_page_with_a_recovery_code_may_not_be_kept(group: Group) -> None:
    answer = group.owner.client.get(group.path)
    shown = answer.headers["Cache-Control"] == "no-store"
    assert (HEADER not in answer.headers) == shown
    group.owner.client.post(f"{group.path}recovery", data={})
    for path in ("recovery", "invite", "settings", "devices", "leave", "devices/transfer", "data"):
        assert kept(group.owner, f"{group.path}{path}") is None, path
    for link in group.links.values():
        assert kept(group.owner, link) is None
    assert kept(group.owner, "/") is None


def test_token_is_fresh_and_good_for_the_group_alone(make_game: MakeGame, phone: Phone) -> None:
    game = make_game()
    group = game.path.split("/")[2]
    answer = game.phone().client.get(f"/g/{group}/token")
    assert answer.get_json()["csrf_token"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert phone.client.get(f"/g/{group}/token").status_code == 404


def state(phone: Phone, path: str) -> dict[str, object] | None:
    """Read what the page gives the twin."""
    (news,) = phone.get(path).soup.select("#news")
    given = news.get("data-twin")
    return None if given is None else json.loads(str(given))


def test_sheet_gives_the_twin_what_it_needs(make_game: MakeGame) -> None:
    game = make_game(deal(66, None, None, None), deal(None, 48, None, None, jungfrauen=1))
    given = state(game.phone(), game.path)
    assert given
    sheet: Any = given["sheet"]
    assert [(row["payload"]["points"], row["payload"]["jungfrauen"]) for row in sheet["rows"]] == [
        ([66, None, None, None], 0),
        ([None, 48, None, None], 1),
    ]
    assert [row["base"] for row in sheet["rows"]] == given["keys"][-2:]
    assert [(row["dealer"], row["removed"]) for row in sheet["rows"]] == [(None, False)] * 2
    assert (sheet["first_dealer"], sheet["close"], sheet["last_round"]) == (0, None, None)
    assert [(each["seat"], each["after"]) for each in sheet["spells"]] == [(seat, None) for seat in range(4)]
    assert (given["game"], given["takes"], given["target"], given["marks_to_win"]) == ("kalter_schlag", True, 2000, 5)
    assert given["short"] == ["Anna", "Bernd", "Clara", "Dieter"]
    last = sheet["rows"][-1]
    undo: Any = given["undo"]
    assert (undo["kind"], undo["row"], undo["fresh"]) == ("add", last["id"], undo["id"])
    assert undo["rows"][last["id"]]["removed"] is True
    assert given["redo"] is None


def test_game_that_is_over_may_still_be_corrected(make_game: MakeGame) -> None:
    over = make_game(deal(63, None, None, None, jungfrauen=2, calls=4))
    given = state(over.phone(), over.path)
    assert given
    assert given["takes"] is False


def test_who_may_not_enter_gets_nothing_for_the_twin(make_game: MakeGame) -> None:
    game = make_game(deal(66, None, None, None))
    assert state(game.phone(Role.VIEWER), game.path) is None


@pytest.mark.parametrize(("seats", "forms"), [(4, [""]), (5, ["0", "1", "2", "3", "4"])])
def test_forms_are_there_for_each_player_who_may_sit_out(make_game: MakeGame, seats: int, forms: list[str]) -> None:
    game = make_game(names=("Anna", "Bernd", "Clara", "Dieter", "Eva")[:seats], seats=seats)
    phone = game.phone()
    answer = phone.get(f"{game.path}/panels")
    templates = answer.soup.select("template[data-out]")
    assert sorted(str(each["data-out"]) for each in templates) == forms
    assert kept(phone, f"{game.path}/panels")


def test_ids_follow_from_keys_so_that_a_phone_can_name_what_is_not_made_yet(make_game: MakeGame) -> None:
    game = make_game(deal(66, None, None, None))
    group, sheet = (uuid.UUID(each) for each in (game.path.split("/")[2], game.path.split("/")[4]))
    given: Any = state(game.phone(), game.path)
    assert given["undo"]["id"] == str(uuid.uuid5(group, given["keys"][-1]))
    assert given["sheet"]["rows"][0]["id"] == str(uuid.uuid5(sheet, "1"))
