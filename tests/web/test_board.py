"""The big board: what stands on it, which way it faces, and how it ends."""

from __future__ import annotations

import pytest
from bs4 import Tag

from scorekeeper.models import Role
from tests.services.factories import deal
from tests.web.phone import Page
from tests.web.sheet_table import MakeGame, folded


def one(page: Page, selector: str) -> Tag:
    """Find what there is once."""
    (found,) = page.soup.select(selector)
    return found


def test_it_shows_totals_marks_the_dealer_and_the_newest_deal(make_game: MakeGame) -> None:
    game = make_game(deal(66, None, None, None), deal(None, 48, None, None, jungfrauen=1))
    page = game.phone(Role.VIEWER).get(f"{game.path}/board")
    assert folded(one(page, "h1")) == "Deal 3: Clara deals"
    seats = [folded(each) for each in page.soup.select(".board-seats > li")]
    assert [each.split(" to ")[0] for each in seats] == [
        "Anna 70 1 mark 1,930",
        "Bernd 100 1 mark 1,900",
        "◆ Clara 0 no mark paid double",
        "Dieter 0 no mark paid double",
    ]
    assert folded(one(page, ".board-last")).startswith("Deal 2: Bernd 48 × 2 (one without a trick) = 96 → 100")
    assert one(page, ".board-seats").has_attr("data-open")


def test_before_the_first_deal_it_says_so(make_game: MakeGame) -> None:
    game = make_game()
    assert folded(one(game.phone().get(f"{game.path}/board"), ".board-last")) == "No deal yet."


@pytest.mark.parametrize(
    ("asked", "turned", "following"), [("", 0, 1), ("?turn=3", 3, 0), ("?turn=6", 2, 3), ("?turn=x", 0, 1)]
)
def test_a_tap_turns_it_to_the_next_side(make_game: MakeGame, asked: str, turned: int, following: int) -> None:
    game = make_game()
    page = game.phone().get(f"{game.path}/board{asked}")
    assert f"turn-{turned}" in one(page, "main")["class"]
    assert str(one(page, ".board-head a:last-child")["href"]).endswith(f"turn={following}")


def test_at_the_end_it_says_who_lost_and_lets_the_screen_sleep(make_game: MakeGame) -> None:
    game = make_game(deal(63, None, None, None, jungfrauen=2, calls=4))
    page = game.phone().get(f"{game.path}/board")
    assert folded(one(page, "h1")) == "Anna loses the game with 4,030: alone at the top, at or over 2,000"
    assert not one(page, ".board-seats").has_attr("data-open")
    assert page.soup.select(".deals") == []
