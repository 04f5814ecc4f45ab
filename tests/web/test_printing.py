"""A game as on paper: columns by player, totals running down, the result below."""

from __future__ import annotations

from scorekeeper.models import Mode, Role
from tests.services.factories import deal
from tests.web.sheet_table import MakeGame, folded

HEAVY = deal(0, 120, 0, 0, calls=4, jungfrauen=2)


def test_a_game_is_printed_with_running_totals_and_its_result(make_game: MakeGame) -> None:
    game = make_game(deal(66, 30, 24, 0), deal(51, 49, 20, 0), HEAVY)
    page = game.phone(Role.VIEWER).get(game.path + "/print")
    rows = [[folded(cell) for cell in row.select("td")] for row in page.soup.select("tbody tr")]
    assert [row[0] for row in rows] == ["70: 70 +70", "50: 120 +50", "–"]
    assert rows[2][1] == "7,680: 7,680 +7,680"
    assert [folded(each) for each in page.soup.select("thead th bdi")] == ["Anna", "Bernd", "Clara", "Dieter"]
    foot = [folded(each) for each in page.soup.select("tfoot td")]
    assert foot == ["120 2 marks", "7,680 1 mark", "0 no mark", "0 no mark", "+€1.00", "−€5.00", "+€2.00", "+€2.00"]
    assert "Bernd loses the game with 7,680" in page.text
    assert "Bernd pays Clara €2.00, double: Clara has no marks" in page.text


def test_a_game_for_the_kitty_says_where_it_goes(make_game: MakeGame) -> None:
    game = make_game(HEAVY, mode=Mode.KITTY)
    page = game.phone().get(game.path + "/print")
    assert "What the losers pay goes into the kitty." in page.text
    assert "pays Anna" not in page.text


def test_a_long_game_is_set_closer_and_a_running_one_has_no_result(make_game: MakeGame) -> None:
    points = [deal(*([31, 30, 30, 29] * 2)[4 - number % 4 : 8 - number % 4]) for number in range(33)]
    options = {"limit": 20000, "marks_to_win": None}
    game = make_game(*points, options=options)
    page = game.phone().get(game.path + "/setup").follow("Print it as on paper")
    assert page.soup.select_one("table.close") is not None
    assert page.soup.select_one(".lead") is None
