"""The sheet is read and drawn once for all phones that see the same, and nobody sees what is another's or what was."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from bs4 import BeautifulSoup, Tag

from scorekeeper.models import Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import open_deal, views
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web import kept_sheets
from scorekeeper.web.kept_sheets import Kept
from tests.services.factories import deal, new_key
from tests.web.phone import HTMX, Phone
from tests.web.sheet_table import Game, MakeGame, folded

Owned = tuple[str, str, str, str]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the version of each sheet that is read."""
    seen: list[int] = []
    read = views.sheet_page

    def noted(*asked: object) -> SheetView:
        sheet: SheetView = read(*asked)  # type: ignore[arg-type]
        seen.append(sheet.version)
        return sheet

    monkeypatch.setattr(views, "sheet_page", noted)
    return seen


def owned(soup: BeautifulSoup) -> Owned:
    """Give what must be a page's own: its token, the keys of its two forms, its tag."""

    def value(found: Tag | None, name: str) -> str:
        assert isinstance(found, Tag)
        return str(found[name])

    return (
        value(soup.select_one("#deal_form input[name=csrf_token]"), "value"),
        value(soup.select_one("#deal_form input[name=key]"), "value"),
        value(soup.select_one("#row-action input[name=key]"), "value"),
        value(soup.select_one("#live"), "data-tag"),
    )


def shown(phone: Phone, game: Game, place: str = "#content") -> str:
    """Read a part of the sheet's page on a phone."""
    found = phone.get(game.path).soup.select_one(place)
    assert isinstance(found, Tag)
    return folded(found)


def without(text: str, values: Owned) -> str:
    for value in values:
        text = text.replace(value.removeprefix('W/"').removesuffix('"'), "…")
    return text


def test_two_phones_see_one_drawing_each_with_its_own_token_and_keys(make_game: MakeGame, reads: list[int]) -> None:
    game = make_game(deal(66, 54, 0, 0))
    one, other = (game.phone().get(game.path) for _phone in range(2))
    assert len(reads) == 1
    mine, theirs = owned(one.soup), owned(other.soup)
    assert all(here != there for here, there in zip(mine[:3], theirs[:3], strict=True))
    assert mine[1] != mine[2], "two forms are two entries"
    assert without(str(one.soup), mine) == without(str(other.soup), theirs)
    again = game.phone().get(game.path)
    assert not {*owned(again.soup)[:3]} & {*mine[:3], *theirs[:3]}, "no key is given twice"


def test_what_a_phone_got_from_the_kept_page_it_can_send(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    game.phone().get(game.path)
    phone = game.phone()
    token, key, _row, _tag = owned(phone.get(game.path).soup)
    form = {"csrf_token": token, "key": key, "position": "2", "dealer": "1", "points-1": "70", "form_kind": "deal"}
    assert phone.client.post(f"{game.path}/deals", data=form, headers=HTMX).status_code == 200
    assert game.totals() == (70, 70, 0, 0)


def test_the_parts_and_the_panel_are_drawn_once_too(make_game: MakeGame, reads: list[int]) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phones = [game.phone() for _phone in range(2)]
    parts = {phone.client.get(f"{game.path}/live", headers=HTMX).get_data() for phone in phones}
    panels = {phone.client.get(game.path, headers=HTMX).get_data() for phone in phones}
    assert len(parts) == 1
    assert len(panels) == 2, "the panel has a token and a key"
    assert len(reads) == 1


def rename(game: Game) -> None:
    page = game.phone(Role.OWNER).get(f"/g/{game.table.group_id}/players/{game.table.players[0]}/edit")
    page.form("Save the name").fill("Name", "Annegret").send()


def record(game: Game) -> None:
    game.table.record(game.sheet_id, deal(0, 0, 48, 72))


def tell(game: Game) -> None:
    known = {"panel": "points", "jungfrauen": 1}
    table = game.table
    open_deal.note(game.session, table.device, game.sheet_id, position=2, payload=known, dealer=2, key=new_key())


@pytest.mark.parametrize(("change", "sign"), [(rename, "Annegret"), (record, "72"), (tell, "Clara deals")])
def test_whatever_changes_shows_at_once(make_game: MakeGame, change: Callable[[Game], None], sign: str) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    assert sign not in shown(phone, game)
    change(game)
    for each in (phone, game.phone()):
        assert sign in shown(each, game)
        parts = each.client.get(f"{game.path}/live", headers=HTMX).get_data(as_text=True)
        assert sign in folded(BeautifulSoup(parts, "html.parser"))


def test_who_told_of_the_open_deal_is_not_told_of_it(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    teller, other = game.phone(), game.phone()
    token, key, _row, _tag = owned(teller.get(game.path).soup)
    form = {"csrf_token": token, "key": key, "position": "2", "dealer": "2", "by_hand": "1", "form_kind": "deal"}
    assert teller.client.post(f"{game.path}/open-deal", data=form, headers=HTMX).status_code == 204
    for phone, told in ((other, True), (teller, False), (other, True)):
        assert ("Clara deals" in shown(phone, game, "#open")) is told
    keys = {owned(phone.get(game.path).soup)[1] for phone in (teller, other, other)}
    assert keys == {key}, "whoever saves the deal that was told saves the same entry"


def test_an_open_deal_that_nobody_plays_any_more_is_dropped_from_what_is_kept(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    tell(game)
    assert "Clara deals" in shown(phone, game)
    later = utcnow() + open_deal.LASTS + timedelta(minutes=1)
    monkeypatch.setattr(open_deal, "utcnow", lambda: later)
    assert "Clara deals" not in shown(phone, game)


def test_what_was_done_is_told_to_the_phone_that_did_it_alone(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone, other = game.phone(), game.phone()
    other.get(game.path)
    token, key, _row, _tag = owned(phone.get(game.path).soup)
    form = {"csrf_token": token, "key": key, "position": "2", "dealer": "1", "points-1": "70", "form_kind": "deal"}
    phone.client.post(f"{game.path}/deals", data=form)
    for each, told in ((other, False), (phone, True), (phone, False), (other, False)):
        assert ("The deal is saved." in shown(each, game, "#messages")) is told


def test_roles_languages_and_chosen_forms_see_their_own(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    member, viewer = game.phone(), game.phone(Role.VIEWER)
    assert member.get(game.path).soup.select_one("#deal_form form")
    assert not viewer.get(game.path).soup.select_one("form")
    german = member.get(game.path, Accept_Language="de").soup
    assert german.html is not None
    assert german.html["lang"] == "de"
    assert "Clara deals" in folded(member.get(f"{game.path}?dealer=2").soup)
    assert "Bernd deals" in shown(member, game, "#deal_form")


def while_it_is_read(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Let something happen between the guard and the next reading of a sheet, once."""
    read, late = views.sheet_page, [act]

    def meanwhile(*asked: object) -> SheetView:
        if late:
            late.pop()()
        sheet: SheetView = read(*asked)  # type: ignore[arg-type]
        return sheet

    monkeypatch.setattr(views, "sheet_page", meanwhile)


def test_a_sheet_that_changed_while_it_was_read_is_not_kept_for_the_state_before(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch, reads: list[int]
) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    while_it_is_read(monkeypatch, lambda: record(game))
    assert "72" in shown(phone, game, "#rows")
    before = len(reads)
    phone.get(game.path)
    assert len(reads) == before + 1, "read anew"
    phone.get(game.path)
    assert len(reads) == before + 1


def test_values_are_taken_out_and_put_in_by_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(("K1", "K2", "K3", "K4"))
    monkeypatch.setattr(kept_sheets, "OWN", {"key": lambda: next(made), "tag": lambda: "T"})
    kept = Kept.of("a[abc]b[xyz]c[abc]d(t) é", {"key 0": "abc", "key 1": "xyz", "tag": "t)"})
    assert kept.filled().decode() == "a[K1]b[K2]c[K1]d(T é"
    assert kept.filled().decode() == "a[K3]b[K4]c[K3]d(T é"
    assert Kept.of("as it is", {}).filled() == b"as it is"


def test_what_was_told_while_the_sheet_was_read_is_not_kept_for_the_time_after_it(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    while_it_is_read(monkeypatch, lambda: tell(game))
    assert "Clara deals" in shown(phone, game)
    open_deal.note(game.session, game.table.device, game.sheet_id, position=2, payload={})
    assert "Clara deals" not in shown(phone, game)
