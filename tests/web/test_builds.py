"""An old page against a newer server: no part of another build, and nothing done that it would not see."""

from __future__ import annotations

import pytest

from scorekeeper.web.builds import HEADER, digest
from tests.services.factories import deal
from tests.web.phone import HTMX, Phone
from tests.web.sheet_table import Game, MakeGame

OLD = {**HTMX, HEADER: "0123456789ab"}


def build_of(phone: Phone, path: str) -> str:
    (meta,) = phone.get(path).soup.select("meta[name=build]")
    return str(meta["content"])


def entry(game: Game, phone: Phone) -> dict[str, str]:
    """Fill the form of the next deal as a phone would."""
    (form,) = phone.get(game.path).soup.select("#deal_form form[data-entry]")
    fields = {str(each["name"]): str(each.get("value", "")) for each in form.select("input[type=hidden]")}
    return fields | {"points-0": "66", "points-1": "54", "points-2": "0", "points-3": "0"}


@pytest.mark.parametrize("part", ["", "/live"])
def test_page_of_another_build_gets_no_parts(make_game: MakeGame, part: str) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    own = build_of(phone, game.path)
    address = game.path + part
    assert phone.client.get(address, headers={**HTMX, HEADER: own}).status_code == 200
    assert phone.client.get(address, headers=HTMX).status_code == 200
    answer = phone.client.get(address, headers=OLD)
    assert answer.status_code == 412
    assert answer.headers["HX-Reswap"] == "none"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.get_data(as_text=True) == "A new version of the scorekeeper is here. Load the page again."
    assert phone.client.get(game.path, headers={HEADER: OLD[HEADER]}).status_code == 412  # it would be morphed in


def test_deal_of_another_build_is_saved_by_the_plain_form_alone(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    fields = entry(game, phone)
    assert phone.client.post(f"{game.path}/deals", data=fields, headers=OLD).status_code == 412
    assert "Anna" not in " ".join(row.text for row in phone.get(game.path).soup.select("#rows li.deal"))
    for _ in range(2):
        page = phone.post(f"{game.path}/deals", fields)
        assert len(page.soup.select("#rows li.deal")) == 1


def test_delivery_names_no_build_and_is_taken(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    answer = phone.client.post(f"{game.path}/deals", data=entry(game, phone), headers=HTMX)
    assert answer.status_code == 200
    assert "<hx-partial" in answer.get_data(as_text=True)


def test_who_is_not_in_the_group_hears_that_first(make_game: MakeGame, phone: Phone) -> None:
    assert phone.client.get(f"{make_game().path}/live", headers=OLD).status_code == 404


def test_whatever_makes_up_a_page_makes_another_build() -> None:
    told = [("0.1.0", "/static/abc/", "def"), ("0.1.1", "/static/abc/", "def"), ("0.1.0", "/static/abd/", "def")]
    assert len({digest(*each) for each in [*told, ("0.1.0", "/static/abc/", "dee")]}) == 4
