"""A phone that shows a sheet gets the rows that changed since, and shows then what a page fetched anew would show."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from scorekeeper.models import Role
from scorekeeper.services import deals, undo, views
from scorekeeper.services.errors import ServiceError
from scorekeeper.services.sheet_view import SheetView
from tests.services.factories import deal, new_key
from tests.web.phone import HTMX
from tests.web.sheet_table import Game, MakeGame, Panel, parts

LIST = "rows ol"
ENDLESS = {"limit": 100_000, "marks_to_win": None}
DEALS = (deal(66, 54, 0, 0), deal(0, 0, 48, 72), deal(30, 30, 30, 30), deal(0, 120, 0, 0))


class Screen:
    """A phone with the sheet open: it puts the parts that come where htmx puts them."""

    def __init__(self, game: Game, role: Role = Role.MEMBER) -> None:
        """Open the page."""
        self.game, self.phone = game, game.phone(role)
        self.soup = self.phone.get(game.path).soup
        self.tag = str(self.found("#live")["data-tag"])

    def found(self, place: str) -> Tag:
        """Give the one element of a place."""
        found = self.soup.select(place)
        assert len(found) == 1, (place, len(found))
        return found[0]

    def asks(self, **headers: str) -> TestResponse:
        """Ask for what is new."""
        return self.phone.client.get(f"{self.game.path}/live", headers={**HTMX, "If-None-Match": self.tag} | headers)

    def takes(self, answer: TestResponse, tag: str) -> set[str]:
        """Put the parts of an answer in their places; give which came."""
        assert answer.status_code == 200
        soup = BeautifulSoup(answer.get_data(as_text=True), "html.parser")
        for part in soup.select("hx-partial"):
            target = self.found(str(part["hx-target"]))
            children = [each.extract() for each in part.find_all(recursive=False)]
            if part["hx-swap"] == "beforeend":
                target.extend(children)
            elif part["hx-swap"] != "innerHTML":
                target.replace_with(*children)
        self.tag = answer.headers[tag]
        return set(parts(answer))

    def catches_up(self) -> set[str]:
        """Ask as the page does every few seconds."""
        answer = self.asks()
        return self.takes(answer, "ETag") if answer.status_code != 304 else set()

    def shows_the_truth(self) -> bool:
        """Say whether the rows are those of the page as it is now; what has just arrived is marked for a moment."""
        fresh = self.game.phone(Role.MEMBER).get(self.game.path).soup
        assert _plain(self.found("#rows")) == _plain(fresh.select_one("#rows"))
        return True


def _plain(rows: Tag | None) -> list[str]:
    """Give the tags and words of the rows, without the mark of what has just arrived."""
    assert rows is not None
    for row in rows.select("li.deal"):
        del row["data-arrived"]
        marks = " ".join(row.get_attribute_list("class")).split()
        row["class"] = " ".join(each for each in marks if each != "new")
    return [each for each in re.split(r"\s*(<[^>]*>)\s*", str(rows)) if each]


def entered(screen: Screen, given: dict[str, int], **headers: str) -> TestResponse:
    """Fill the panel in and save it as the page does."""
    panel = Panel(screen.phone, screen.soup).points(**given)
    return screen.phone.client.post(panel.action, data=panel.data, headers={**HTMX, "X-Seen": screen.tag} | headers)


def test_who_saves_gets_the_new_row_alone_and_then_the_next_one(make_game: MakeGame) -> None:
    game = make_game(*DEALS[:3])
    screen = Screen(game)
    for given in ({"Anna": 70}, {"Clara": 120}):
        came = screen.takes(entered(screen, given), "X-Seen")
        assert LIST in came
        assert "rows" not in came
        assert not [each for each in came if each.startswith("row-")]
        assert screen.shows_the_truth()
    assert len(screen.found("#rows ol").select("li")) == 5
    assert screen.asks().status_code == 304


@pytest.mark.parametrize("known", ["", 'W/"a.b"', "nonsense"])
def test_who_shows_something_unknown_gets_the_whole_list(make_game: MakeGame, known: str) -> None:
    game = make_game(*DEALS[:3])
    screen = Screen(game)
    assert "rows" in parts(entered(screen, {"Anna": 70}, **{"X-Seen": known}))
    assert "rows" in parts(screen.asks(**{"If-None-Match": known}))


def test_a_list_that_was_empty_comes_whole(make_game: MakeGame) -> None:
    screen = Screen(make_game())
    assert "rows" in screen.takes(entered(screen, {"Anna": 70}), "X-Seen")
    assert screen.shows_the_truth()


def amend(game: Game, index: int, payload: dict[str, object]) -> None:
    row = game.view().rows[index]
    actor = game.table.device
    deals.amend(game.session, actor, game.sheet_id, row.entry_id, key=new_key(), base=row.base, payload=payload)


def test_a_correction_sends_its_row_and_those_whose_totals_moved(make_game: MakeGame) -> None:
    game = make_game(*DEALS)
    screen = Screen(game)
    amend(game, 2, deal(0, 0, 60, 60))
    assert {each for each in screen.catches_up() if "row" in each} == {
        f"row-{row.entry_id}" for row in game.view().rows[2:]
    }
    assert screen.shows_the_truth()


def test_a_correction_that_moves_many_rows_sends_the_list(make_game: MakeGame) -> None:
    game = make_game(*DEALS, *DEALS, options=ENDLESS)
    screen = Screen(game)
    amend(game, 0, deal(0, 0, 60, 60))
    assert "rows" in screen.catches_up()
    assert screen.shows_the_truth()


def test_a_game_that_ends_or_a_viewer_who_may_enter_now_sees_the_whole_list(make_game: MakeGame) -> None:
    game = make_game(*DEALS, options={"limit": 240, "marks_to_win": None})
    screen = Screen(game)
    assert "rows" in screen.takes(entered(screen, {"Bernd": 120}), "X-Seen")
    assert screen.shows_the_truth()
    assert not screen.soup.select("form[data-entry]"), "the game is over"


def test_another_language_is_no_reason_for_half_a_list(make_game: MakeGame) -> None:
    game = make_game(*DEALS)
    screen = Screen(game)
    game.table.record(game.sheet_id, DEALS[0])
    assert "rows" in parts(screen.asks(**{"Accept-Language": "de"}))
    assert LIST in parts(screen.asks())


def test_two_games_of_the_same_versions_are_two_sheets(make_game: MakeGame) -> None:
    one, other = make_game(*DEALS), make_game(*DEALS)
    screen = Screen(one)
    Screen(other)
    assert one.sheet_id != other.sheet_id
    one.table.record(one.sheet_id, DEALS[0])
    assert LIST in screen.catches_up()
    assert screen.shows_the_truth()


def test_who_saw_a_change_that_was_undone_since_gets_the_whole_list(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was read after the guard had read its versions: nobody knows by them what it shows."""
    game = make_game(*DEALS)
    read, late = views.sheet_page, [DEALS[0]]

    def meanwhile(*asked: object) -> SheetView:
        if late:
            game.table.record(game.sheet_id, late.pop())
        sheet: SheetView = read(*asked)  # type: ignore[arg-type]
        return sheet

    monkeypatch.setattr(views, "sheet_page", meanwhile)
    screen = Screen(game)
    assert len(screen.found("#rows ol").select("li")) == 5
    step = game.view().undo
    assert step is not None
    undo.undo(game.session, game.table.device, game.sheet_id, step.change_id, key=new_key())
    assert "rows" in screen.catches_up()
    assert screen.shows_the_truth()


def record(game: Game, dice: random.Random) -> None:
    game.table.record(game.sheet_id, dice.choice(DEALS))


def correct(game: Game, dice: random.Random) -> None:
    amend(game, dice.randrange(len(game.view().rows)), dice.choice(DEALS))


def take_out(game: Game, dice: random.Random) -> None:
    row = dice.choice(game.view().rows)
    act = deals.restore if row.removed else deals.remove
    act(game.session, game.table.device, game.sheet_id, row.entry_id, key=new_key(), base=row.base)


def move(game: Game, dice: random.Random) -> None:
    rows = game.view().rows
    row, before = dice.choice(rows), dice.choice([*(each.entry_id for each in rows), None])
    actor = game.table.device
    deals.move(game.session, actor, game.sheet_id, row.entry_id, key=new_key(), base=row.base, before=before)


def insert(game: Game, dice: random.Random) -> None:
    before = dice.choice(game.view().rows).entry_id
    actor = game.table.device
    deals.insert(game.session, actor, game.sheet_id, before, key=new_key(), payload=dice.choice(DEALS))


def take_back(game: Game, _dice: random.Random) -> None:
    step = game.view().undo
    if step is not None:
        undo.undo(game.session, game.table.device, game.sheet_id, step.change_id, key=new_key())


CHANGES: tuple[Callable[[Game, random.Random], None], ...] = (
    record,
    record,
    correct,
    take_out,
    move,
    insert,
    take_back,
)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_phones_that_catch_up_now_and_then_show_the_truth(make_game: MakeGame, seed: int) -> None:
    dice = random.Random(seed)
    game = make_game(*DEALS, options=ENDLESS)
    screens = [Screen(game) for _phone in range(2)]
    came: set[str] = set()
    for _step in range(25):
        try:
            dice.choice(CHANGES)(game, dice)
        except ServiceError:
            game.session.rollback()
        screen = dice.choice(screens)
        came |= screen.catches_up()
        assert screen.shows_the_truth()
    assert {"rows", LIST} <= came
    assert any(each.startswith("row-") for each in came)
