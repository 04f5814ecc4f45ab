"""The page that looks back within a game: lines without inline style, and a table with the same totals."""

from __future__ import annotations

from scorekeeper.models import Role, Seat
from tests.services.factories import NAMES, deal, paper
from tests.web.sheet_table import MakeGame, folded

VOID = {"entry": "void", "v": 1, "note": "misdeal", "passes_deal": False}


def test_the_table_has_the_running_totals_of_every_deal(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None), VOID, paper(0, 1010, 0, 0, v=1), deal(60, 60, None, None))
    page = game.phone(Role.VIEWER).get(f"{game.path}/chart")
    table = page.soup.select_one("table.totals")
    assert table is not None
    assert [folded(cell) for cell in table.select("thead th")] == ["Deal", *NAMES[:4]]
    assert [[folded(cell) for cell in row.select("th, td")] for row in table.select("tbody tr")] == [
        ["1", "0", "50", "0", "0"],
        ["2", "0", "50", "0", "0"],
        ["3", "0", "1,060", "0", "0"],
        ["4", "60", "1,120", "0", "0"],
    ]
    assert [folded(cell) for cell in table.select("b")] == ["50", "1,060", "60", "1,120"]
    assert table.select_one("caption") is not None
    assert {str(cell["scope"]) for cell in table.select("th")} == {"col", "row"}


def test_the_picture_is_named_and_its_lines_need_no_colour(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None), deal(None, None, 60, None))
    page = game.phone().get(f"{game.path}/chart")
    assert page.soup.select("[style]") == []
    (picture,) = page.soup.select("svg.chart")
    title, desc = (page.soup.find(id=name) for name in str(picture["aria-labelledby"]).split())
    assert title is not None
    assert desc is not None
    assert (folded(title), folded(desc)) == (
        "Totals after each deal",
        "A line for each player over 2 deals, and a line for the limit. The table below has the same numbers.",
    )
    assert [" ".join(line["class"]) for line in picture.select(".line")] == [f"line l{seat}" for seat in range(4)]
    assert [folded(label) for label in picture.select(".end")] == list(NAMES[:4])
    assert [folded(text) for text in picture.select(".level")] == ["0", "1,000", "2,000"]
    assert [folded(text) for text in picture.select(".limit-words")] == ["Limit"]
    legend = [folded(each) for each in page.soup.select(".legend li")]
    assert legend == ["Anna 0", "Bernd 50", "Clara 60", "Dieter 0"]
    assert picture.select(".legend") == []


def test_names_in_the_picture_are_text(make_game: MakeGame) -> None:
    names = ("<svg onload=alert(1)>", "{{7*7}}", "ثريا", "Dieter", "Eva", "Frank")
    game = make_game(deal(None, 48, None, None), names=names)
    page = game.phone().get(f"{game.path}/chart")
    assert page.soup.select("[onload]") == []
    assert folded(page.soup.select(".legend li")[1]) == "{{7*7}} 50"


def test_the_chart_is_linked_where_a_game_is_looked_at(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    assert not phone.get(f"{game.path}/setup").has_link("Chart")
    assert "No deal yet." in phone.get(f"{game.path}/chart").text
    game.table.record(game.sheet_id, *[deal(40, None, None, None)] * 5)
    assert phone.get(f"{game.path}/setup").link("Chart: the totals after each deal") == f"{game.path}/chart"
    viewer = game.phone(Role.VIEWER).get(game.path)
    assert viewer.follow("Chart").heading.startswith("How game 1 went Kalter Schlag · ")


def test_who_came_and_went_is_named_and_an_empty_seat_breaks_its_line(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None, None, sits_out=0), seats=5)
    game.table.record(game.sheet_id, deal(60, None, None, None, None, sits_out=1))
    session, table = game.session, game.table
    session.add(Seat(group_id=table.group_id, sheet_id=game.sheet_id, seat=4, from_position=2, player_id=None))
    session.add(
        Seat(group_id=table.group_id, sheet_id=game.sheet_id, seat=0, from_position=2, player_id=table.players[5])
    )
    session.commit()
    table.record(game.sheet_id, deal(None, None, None, 48, None, sits_out=4))
    page = game.phone().get(f"{game.path}/chart")
    assert [folded(cell) for cell in page.soup.select("tbody tr")[2].select("td")] == [
        "60",
        "50",
        "0",
        "50",
        "– nobody",
    ]
    assert folded(page.soup.select(".legend li")[0]) == "Frank 60 Anna: deals 1 to 2 Frank: deal 3"
    assert folded(page.soup.select(".legend li")[4]) == "Eva 0 Eva: deals 1 to 2"
    steps = [len(str(line["d"]).split()) // 2 for line in page.soup.select("svg.chart .line")]
    assert steps == [4, 4, 4, 4, 3]
    rows = game.phone().get(game.path).soup.select("#rows .detail .note")
    assert [folded(row).split(" Entered")[0] for row in rows] == [
        "Anna dealt, Eva cut, Bernd led.",
        "Bernd dealt, Anna cut, Clara led.",
        "Clara dealt, Bernd cut, Dieter led.",
    ]
