"""The open deal on the sheet's page: told by one phone, seen on every other one, and its form filled in there."""

from __future__ import annotations

import json

import pytest
from bs4 import Tag

from scorekeeper.models import Role, Sheet
from scorekeeper.services import access
from tests.services.factories import deal, new_key
from tests.web.phone import Page, Phone
from tests.web.sheet_table import Game, MakeGame, Panel, folded, parts


def tell(game: Game, phone: Phone, begun: Panel | None = None, **more: str) -> None:
    """Send what the panel holds as the page's script does, `more` fields in place of its own."""
    begun = begun or Panel.of(phone.get(game.path))
    answer = phone.client.post(
        f"{game.path}/open-deal", data=begun.data | {name: [each] for name, each in more.items()}
    )
    assert (answer.status_code, answer.data) == (204, b"")


def line(page: Page) -> str:
    """Give what the page says of the open deal, with the number of the deal."""
    found = page.soup.select_one("#open")
    assert found is not None
    return folded(found)


def ticked(page: Page) -> list[str]:
    """Give the labels of the keys that are down."""
    return [str(box["aria-label"]) for box in page.soup.select("#deal_form input[checked]")]


def kontra_and_re(phone: Phone, game: Game) -> Panel:
    """Tick two calls: Bernd leads, so Clara's is the Kontra and Anna's the Re."""
    return Panel.of(phone.get(game.path)).tick("Anna, called", "Clara, called")


def test_calls_are_seen_on_every_phone_and_fill_the_form_of_who_may_write(make_game: MakeGame) -> None:
    game = make_game()
    phone, other, viewer = game.phone(), game.phone(), game.phone(Role.VIEWER)
    tell(game, phone, kontra_and_re(phone, game))
    assert line(other.get(game.path)) == "1 So far: ×4: Kontra Clara, Re Anna"
    assert line(viewer.get(game.path)) == "1 So far: ×4: Kontra Clara, Re Anna"
    assert ticked(other.get(game.path)) == ["Anna, called", "Clara, called"]
    own = phone.get(game.path)
    assert line(own) == ""
    assert ticked(own) == ["Anna, called", "Clara, called"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"panel": json.dumps({"mode": "short", "picked": [1]})}, "most card points: Bernd"),
        ({"panel": json.dumps({"mode": "short", "picked": [1, 3]})}, "most card points: Bernd and Dieter"),
        ({"points-1": "6", "panel": json.dumps({"mode": "short", "picked": [1]})}, "most card points: Bernd"),
        ({"points-1": "66", "panel": json.dumps({"mode": "short", "picked": [1]})}, "Bernd 66"),
        (
            {"points-0": "0", "points-3": "40", "panel": json.dumps({"mode": "all", "picked": [1]})},
            "Anna 0 · Dieter 40",
        ),
        ({"no_trick": "2"}, "×2: Clara without a trick"),
        ({"no_trick": "2", "called": "0", "points-1": "66"}, "×4: Kontra Anna · Clara without a trick · Bernd 66"),
        ({"durchmarsch": "2", "called": "0"}, "×2: Kontra Anna · Clara takes all tricks"),
        ({"unnamed_calls": "2"}, "×4: Kontra, Re"),
        ({"dealer": "2", "by_hand": "1"}, "Clara deals"),
        ({"dealer": "2", "by_hand": "1", "called": "0"}, "Clara deals · ×2: Kontra Anna"),
    ],
)
def test_what_is_known_is_said_in_words(make_game: MakeGame, fields: dict[str, str], said: str) -> None:
    game = make_game()
    tell(game, game.phone(), None, **fields)
    assert line(game.phone().get(game.path)) == f"1 So far: {said}"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"points-1": "abc", "panel": "{"},
        {"panel": "[" * 10_000},
        {"panel": json.dumps({"mode": "<b>", "picked": [9, "1", None, -1]})},
        {"called": "9", "no_trick": "x", "durchmarsch": "7", "unnamed_calls": "99", "points-0": "9" * 400},
        {"form_kind": "void", "note": "spilled"},
        {"form_kind": "paper", "penalties-1": "260"},
        {"position": "", "called": "0"},
        {"position": "x", "called": "0"},
        {"position": "7", "called": "0"},
    ],
)
def test_what_makes_no_sense_is_as_if_nothing_were_told(make_game: MakeGame, fields: dict[str, str]) -> None:
    game = make_game()
    tell(game, game.phone(), None, **fields)
    page = game.phone().get(game.path)
    assert line(page) == ""
    assert ticked(page) == []
    assert page.soup.select_one("form[data-told]") is None


def test_a_row_from_paper_or_a_void_deal_takes_nothing_back(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    tell(game, phone, kontra_and_re(phone, game))
    for kind in ("paper", "void"):
        tell(game, phone, Panel.of(phone.get(game.path)), form_kind=kind)
    assert line(game.phone().get(game.path)).startswith("1 So far: ×4")


def test_an_empty_form_takes_it_back(make_game: MakeGame) -> None:
    game = make_game()
    phone, other = game.phone(), game.phone()
    blank = Panel.of(phone.get(game.path))
    tell(game, phone, kontra_and_re(phone, game))
    tell(game, phone, blank)
    assert line(other.get(game.path)) == ""
    assert ticked(other.get(game.path)) == []


def test_who_takes_over_saves_the_entry_that_was_begun(make_game: MakeGame) -> None:
    game = make_game()
    phone, other = game.phone(), game.phone()
    begun = kontra_and_re(phone, game)
    tell(game, phone, begun)
    taken = Panel.of(other.get(game.path))
    assert taken.data["key"] == begun.data["key"]
    answer = taken.points(Bernd=66).save(htmx=True)
    assert answer.status_code == 200
    assert game.totals() == (0, 260, 0, 0)
    row = game.view().rows[0]
    assert row.base == begun.data["key"][0], "the phone that began it sees that it was saved"
    assert line(phone.get(game.path)) == ""
    assert Panel.of(phone.get(game.path)).data["key"] != begun.data["key"]


def test_a_dealer_set_by_hand_is_the_dealer_on_every_phone_until_another_is_chosen(make_game: MakeGame) -> None:
    game = make_game()
    phone, other = game.phone(), game.phone()
    tell(game, phone, Panel.of(phone.get(f"{game.path}?dealer=2")).tick("Anna, called"))
    page = other.get(game.path)
    panel = Panel.of(page)
    assert (panel.data["dealer"], panel.data["by_hand"]) == (["2"], ["1"])
    assert "Clara deals · Dieter leads" in folded(page.soup)
    assert Panel.of(other.get(f"{game.path}?dealer=3")).data["dealer"] == ["3"]
    by_rotation = Panel.of(other.get(f"{game.path}?dealer=rotation"))
    assert (by_rotation.data["dealer"], "by_hand" in by_rotation.data) == (["0"], False)
    assert ticked(other.get(f"{game.path}?dealer=rotation")) == ["Anna, called"]


def test_the_threat_counts_what_was_told(make_game: MakeGame) -> None:
    game = make_game(deal(60, 60, 0, 0, calls=2), deal(60, 60, 0, 0, calls=3), deal(66, 30, 24, 0, calls=3))
    phone, other = game.phone(), game.phone()
    before = folded(tag_of(other.get(game.path), "#sum"))
    tell(game, phone, kontra_and_re(phone, game))
    assert folded(tag_of(other.get(game.path), "#sum")).startswith("×4: Anna loses")
    assert not before.startswith("×4")


def tag_of(page: Page, selector: str) -> Tag:
    """Give one element."""
    found = page.soup.select_one(selector)
    assert found is not None
    return found


def test_a_note_needs_a_token_and_a_role_and_its_own_group(make_game: MakeGame) -> None:
    game, elsewhere = make_game(), make_game()
    phone, viewer = game.phone(), game.phone(Role.VIEWER)
    begun = kontra_and_re(phone, game)
    token = viewer.get("/open").form("Open").data["csrf_token"]
    here, there = f"{game.path}/open-deal", f"/g/{game.table.group_id}/sheets/{elsewhere.sheet_id}/open-deal"
    assert phone.client.post(here, data=begun.data | {"csrf_token": ["wrong"]}).status_code == 400
    assert viewer.client.post(here, data=begun.data | {"csrf_token": token}).status_code == 403
    assert phone.client.post(there, data=begun.data).status_code == 404
    assert phone.client.post(here, data="{", content_type="application/json").status_code == 400
    for each in (game, elsewhere):
        each.session.rollback()
        assert each.session.get_one(Sheet, (each.table.group_id, each.sheet_id)).open_deal is None


def test_without_scripts_a_button_keeps_it_for_later(make_game: MakeGame) -> None:
    game = make_game()
    phone, other = game.phone(), game.phone()
    panel = kontra_and_re(phone, game)
    button = panel.form.find("button", string="Keep for later")
    assert isinstance(button, Tag)
    answer = phone.client.post(str(button["formaction"]), data=panel.data | {"plain": ["1"]})
    page = phone.shown(answer, 200)
    assert "Kept for later" in page.text
    assert ticked(page) == ["Anna, called", "Clara, called"]
    assert line(other.get(game.path)) == "1 So far: ×4: Kontra Clara, Re Anna"


def test_pages_of_other_rows_do_not_tell(make_game: MakeGame) -> None:
    game = make_game(deal(66, 30, 24, 0))
    phone = game.phone()
    tell(game, phone, kontra_and_re(phone, game))
    entry = f"{game.path}/entries/{game.view().rows[0].entry_id}"
    for path in (f"{game.path}?kind=paper", f"{game.path}/rows/new?kind=void", entry, f"{entry}/insert"):
        page = game.phone().get(path)
        assert page.soup.select_one("form[data-note]") is None, path
        assert page.soup.select_one("form[data-told]") is None, path


def test_with_five_who_sits_out_is_who_deals(make_game: MakeGame) -> None:
    game = make_game(seats=5)
    tell(game, game.phone(), called="1", panel=json.dumps({"mode": "short", "picked": [0, 4]}))
    page = game.phone().get(game.path)
    assert line(page) == "1 So far: ×2: Kontra Bernd · most card points: Eva"
    assert ticked(page) == ["Bernd, called"]


def test_the_big_board_shows_it_as_well(make_game: MakeGame) -> None:
    game = make_game(deal(66, 30, 24, 0))
    phone = game.phone()
    assert "Deal 2 ·" not in phone.get(f"{game.path}/board").text
    tell(game, phone, kontra_and_re(phone, game))
    assert "Deal 2 · ×4: Kontra Clara, Re Anna" in folded(phone.get(f"{game.path}/board").soup)


def test_names_are_shown_as_names(make_game: MakeGame) -> None:
    game = make_game(names=("<b>Anna</b>", "Bernd", "Clara", "Dieter", "Eva", "Frank"))
    tell(game, game.phone(), called="0", key=new_key())
    page = game.phone().get(game.path)
    assert line(page) == "1 So far: ×2: Kontra <b>Anna</b>"
    assert "<b>Anna" not in page.html


def test_the_only_phone_that_writes_is_reminded_of_a_second_one(make_game: MakeGame) -> None:
    words = "Only this phone has the score. Show the QR code"
    game = make_game(deal(66, 30, 24, 0))
    phone, viewer = game.phone(), game.phone(Role.VIEWER)
    assert not phone.get(game.path).has_link(words), "the phones of the table can write"
    for device in (game.table.device, game.table.second):
        access.leave(game.session, device, key=new_key(), confirmed=True)
    page = phone.get(game.path)
    assert page.link(words) == f"/g/{game.table.group_id}/invite"
    answer = Panel.of(page).points(Bernd=66).save(htmx=True)
    assert words in folded(parts(answer)["rows"])
    assert not viewer.get(game.path).has_link(words)
    assert "Only this phone has the score" in phone.get(f"/g/{game.table.group_id}/").text
