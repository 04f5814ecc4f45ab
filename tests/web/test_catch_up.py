"""Catch up from a beer mat: several deals typed at once, in three forms, looked at as a whole, saved once."""

from __future__ import annotations

import pytest

from scorekeeper.models import Role, SheetStatus
from scorekeeper.services import sheets
from tests.services.factories import deal, new_key, paper
from tests.web.phone import HTMX, Form, Page
from tests.web.sheet_table import Game, MakeGame, folded, parts

FIRST = deal(55, 35, 20, 10)
"""60 for Anna."""
CHECK, AGAIN = "Check the totals", "Check"


def opened(game: Game, query: str = "") -> Form:
    """Open the grid on a member's phone."""
    return game.phone().get(f"{game.path}/catch-up{query}").form(CHECK)


def typed(form: Form, way: str, *rows: str) -> Form:
    """Type rows, a word a seat, "-" for nothing; after them "tricks=…" and "calls=…"."""
    form.data["way"] = [way]
    for index, row in enumerate(rows):
        for seat, word in enumerate(row.split()):
            name, _is, value = word.rpartition("=")
            form.data[f"rows-{index}-{name or f'cell-{seat}'}"] = ["" if value == "-" else value]
    return form


def checked(form: Form, status: int = 200) -> Page:
    """Press Check."""
    return form.send(status)


def shown_totals(page: Page) -> list[tuple[int, ...]]:
    """Give the totals that the page shows after each row."""
    cells = [after.find_all("span", recursive=False) for after in page.soup.select(".line .after")]
    return [tuple(int(str(cell.contents[-1]).strip().replace(",", "")) for cell in row) for row in cells]


def complaints(page: Page) -> dict[int, list[str]]:
    """Give what is wrong, by row."""
    return {
        int(str(line["id"]).removeprefix("line-")): [folded(each) for each in line.select(".error p")]
        for line in page.soup.select(".line")
        if line.select(".error p")
    }


def marked(page: Page) -> set[str]:
    """Give the names of the fields that are marked as wrong; each is described by a sentence."""
    found = page.soup.select(".line [aria-invalid]")
    assert all(page.soup.find(id=str(each["aria-describedby"])) for each in found)
    return {str(each["name"]) for each in found}


def saving(page: Page, count: int) -> Form:
    """Give the form behind the button that saves."""
    return page.form(f"Save {count} deals" if count > 1 else "Save 1 deal")


def rows(game: Game) -> int:
    return len(game.view().rows)


def test_penalties_are_checked_with_their_totals_and_saved_at_once(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    page = checked(typed(opened(game), "paper", "- 260 - -", "0 0 60 0", "- - - -"))
    assert shown_totals(page) == [(60, 260, 0, 0), (60, 260, 60, 0)]
    assert rows(game) == 1
    answer = saving(page, 2).answer()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{game.path}#deal_form")
    view = game.view()
    assert [row.payload for row in view.rows[1:]] == [
        {"v": 1, "penalties": [0, 260, 0, 0]},
        {"v": 1, "penalties": [0, 0, 60, 0]},
    ]
    assert (view.standings.totals, view.standings.marks) == ((60, 260, 60, 0), (1, 1, 1, 0))
    assert "2 deals are saved." in page.phone.get(game.path).text


def test_the_losers_points_tell_ties_players_without_a_trick_calls_and_a_durchmarsch(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = typed(
        opened(game),
        "short",
        "- 66 - - tricks=1 calls=1",  # 66 × 2 × 2 = 264: 260
        "- - 49 49",  # 50 each
        "120 - - - tricks=march calls=2",  # 120 × 4 = 480 for each of the others
    )
    page = checked(form)
    assert shown_totals(page) == [(60, 260, 0, 0), (60, 260, 50, 50), (60, 740, 530, 530)]
    assert "Bernd 66 × 2 (Kontra) × 2 (one without a trick) = 264 → 260" in folded(page.soup)
    assert saving(page, 3).answer().status_code == 303
    view = game.view()
    assert (view.standings.totals, view.standings.marks) == ((60, 740, 530, 530), (1, 2, 2, 2))
    assert view.rows[3].payload["durchmarsch"] == 0


def test_all_points_fill_the_last_one_and_say_who_took_no_trick(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = typed(
        opened(game),
        "full",
        "11 66 43 - tricks=1",  # Dieter 0: 66 × 2 = 132: 130
        "40 40 40 0 tricks=1",  # 40 × 2 = 80 each
    )
    page = checked(form)
    assert shown_totals(page) == [(60, 130, 0, 0), (140, 210, 80, 0)]
    assert "Dieter without a trick" in folded(page.soup)
    assert saving(page, 2).answer().status_code == 303
    assert game.totals() == (140, 210, 80, 0)


def test_all_problems_stand_at_their_cells_and_everything_typed_is_kept(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    page = checked(typed(opened(game), "paper", "35 - - -", "100 260 - -", "- - 60 -", "- - x -"), 422)
    assert complaints(page) == {
        0: ["Anna: No deal gives a penalty of 35. Correct it."],
        1: ["\u2068Anna\u2069, \u2068Bernd\u2069 have different penalties, but in one deal all penalties are equal."],
        3: ["Clara: Type a whole number with the digits 0 to 9, or leave this blank."],
    }
    assert marked(page) == {"rows-0-cell-0", "rows-1-cell-0", "rows-1-cell-1", "rows-3-cell-2"}
    form = page.form(AGAIN)
    assert [form.data[f"rows-{row}-cell-{seat}"] for row, seat in ((0, 0), (1, 1), (2, 2), (3, 2))] == [
        ["35"],
        ["260"],
        ["60"],
        ["x"],
    ]
    assert "Not possible yet: deal 2 deal 3 deal 5" in page.text
    assert not [name for name in page.buttons() if name.startswith("Save")]


@pytest.mark.parametrize(
    ("way", "row", "where", "words"),
    [
        ("short", "- 25 - -", "cell-1", "Bernd: Who has the most has 31 to 118 or 120 points."),
        ("short", "- 40 - - tricks=1", "cell-1", "Bernd: Who has the most has 41 to 118 or 120 points"),
        ("short", "40 50 - -", "cell-0 cell-1", "have different totals, and others are missing."),
        ("short", "- - - - calls=2", "cell-0 cell-1 cell-2 cell-3", "Enter the card points of the player"),
        ("short", "- 100 - - tricks=march", "cell-1", "After all eight tricks for one player this total is 120."),
        ("short", "- - - - tricks=march", "tricks", "Type 120 for who took all eight tricks"),
        ("full", "- 66 54 -", "cell-0 cell-3", "Anna, Dieter: Every total is needed. Blank is not 0."),
        ("full", "10 66 54 0", "cell-0 cell-1 cell-2 cell-3", "The totals add up to 130"),
        ("full", "1 66 53 0", "cell-0", "Anna: No cards add up to 1 point."),
        ("full", "10 56 54 0 tricks=2", "tricks", "2 took no trick, but only 1 have no points."),
        ("full", "10 56 54 0 calls=9", "calls", "Not a valid choice"),
        ("paper", "7690 - - -", "cell-0", "Anna: A penalty is 0 to 7680."),
        ("paper", "0 0 0 0", "cell-0 cell-1 cell-2 cell-3", "In every deal somebody gets a penalty."),
    ],
)
def test_a_row_says_what_is_wrong_in_each_form(make_game: MakeGame, way: str, row: str, where: str, words: str) -> None:
    page = checked(typed(opened(make_game(FIRST)), way, row), 422)
    assert words in " ".join(complaints(page)[0])
    assert marked(page) == {f"rows-0-{name}" for name in where.split()}


def test_another_way_keeps_what_was_typed(make_game: MakeGame) -> None:
    page = checked(typed(opened(make_game(FIRST)), "short", "- 60 - - calls=1"))
    form = page.form(AGAIN)
    assert form.data["way"] == ["short"]
    form.data["way"] = ["paper"]
    again = checked(form)
    assert shown_totals(again) == [(60, 60, 0, 0)]  # a penalty of 60 now
    assert again.form(AGAIN).data["rows-0-calls"] == ["1"]


def test_an_unknown_way_or_dealer_is_no_error_of_the_server(make_game: MakeGame) -> None:
    form = typed(opened(make_game(FIRST)), "sideways", "60 - - -")
    assert shown_totals(checked(form)) == [(120, 0, 0, 0)]
    form.data["first"] = ["9"]
    assert "Choose a dealer who plays this game." in checked(form, 422).errors


def test_nothing_typed_is_said(make_game: MakeGame) -> None:
    page = checked(opened(make_game(FIRST)), 422)
    assert "Nothing is typed yet. Begin with the first deal that is missing." in page.errors
    assert complaints(page) == {}


def test_a_blank_row_in_between_is_pointed_out_and_can_be_taken_out(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    page = checked(typed(opened(game), "paper", "60 - - -", "- - - -", "- 70 - -"), 422)
    assert complaints(page) == {1: ["Nothing stands here, but a later deal follows. Fill it in, or take it out."]}
    closed_up = page.press("Take deal 3 out")
    form = closed_up.form(AGAIN)
    assert form.data["rows-1-cell-1"] == ["70"]
    assert form.data["rows-2-cell-1"] == [""]
    assert shown_totals(checked(form)) == [(120, 0, 0, 0), (120, 70, 0, 0)]


@pytest.mark.parametrize("number", ["", "x", "²", "-1", "99", "9" * 5000])
def test_taking_out_what_is_no_row_leaves_all_as_it_is(make_game: MakeGame, number: str) -> None:
    form = typed(opened(make_game(FIRST)), "paper", "60 - - -", "- 70 - -")
    form.data |= {"drop": [number], "rows-²-cell-0": ["1"]}
    page = form.send()
    assert [page.form(AGAIN).data[name] for name in ("rows-0-cell-0", "rows-1-cell-1")] == [["60"], ["70"]]


def test_a_row_after_the_end_of_the_game_is_named(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    page = checked(typed(opened(game), "paper", "- 1920 - -", "- 80 - -", "50 - - -"), 422)
    assert complaints(page) == {2: ["The game is over before this deal. Clear it, or correct the deals above."]}


def test_the_button_says_that_the_game_ends(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    page = checked(typed(opened(game), "paper", "- 1920 - -", "- 80 - -"))
    assert "Bernd loses the game with 2,000" in folded(page.soup)
    assert page.form("Save: Bernd loses the game").answer().status_code == 303
    view = game.view()
    assert view.status == SheetStatus.ENDED
    assert view.ending is not None
    assert view.ending.stakes == (1, -5, 2, 2)  # Anna has a mark, Clara and Dieter have none


def test_what_changed_after_the_check_is_shown_before_it_is_saved(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = saving(checked(typed(opened(game), "paper", "60 - - -")), 1)
    form.data["rows-0-cell-0"] = ["70"]
    page = form.send(422)
    assert "Something was changed after the check. Look again, then save." in page.errors
    assert (shown_totals(page), rows(game)) == ([(130, 0, 0, 0)], 1)
    form = saving(page, 1)
    form.data["rows-0-cell-0"] = ["75"]
    assert complaints(form.send(422)) == {0: ["Anna: No deal gives a penalty of 75. Correct it."]}
    assert saving(page, 1).answer().status_code == 303
    assert game.totals() == (130, 0, 0, 0)


def test_saving_without_a_check_shows_the_totals_first(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = typed(opened(game), "paper", "60 - - -")
    del form.data["check"]
    page = Page(form.page.phone, form.answer())
    assert page.response.status_code == 200
    assert (shown_totals(page), rows(game)) == ([(120, 0, 0, 0)], 1)


@pytest.mark.parametrize("seats", [4, 5])
def test_the_same_key_saves_once(make_game: MakeGame, seats: int) -> None:
    game = make_game(seats=seats)
    form = saving(checked(typed(opened(game), "paper", "- 60 - -", "70 - - -")), 2)
    assert [form.answer().status_code for _ in range(3)] == [303, 303, 303]
    assert (rows(game), game.totals()[:2]) == (2, (70, 60))


def test_without_a_key_nothing_is_saved(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = saving(checked(typed(opened(game), "paper", "- 60 - -")), 1)
    form.data["key"] = [""]
    assert form.answer().status_code == 422
    assert rows(game) == 1


@pytest.mark.parametrize("step", ["check", "save"])
def test_a_taken_position_keeps_the_rows_beside_what_was_entered(make_game: MakeGame, step: str) -> None:
    game = make_game(FIRST)
    form = saving(checked(typed(opened(game), "paper", "- 260 - -", "60 - - -")), 2)
    key = form.data["key"]
    game.table.record(game.sheet_id, paper(0, 260, 0, 0))
    page = form.send(409) if step == "save" else form.page.form(AGAIN).send(409)
    assert "Deal 2 was entered meanwhile on another phone: Copied from paper: 260 for Bernd." in folded(page.soup)
    assert "Yours are kept below, from deal 3 on." in page.text
    again = page.form(AGAIN)
    assert again.data["rows-0-cell-1"] == ["260"]
    assert again.data["key"] != key
    assert game.totals() == (60, 260, 0, 0)
    done = checked(typed(again, "paper", "60 - - -", "- - - -"))
    assert shown_totals(done) == [(120, 260, 0, 0)]
    assert saving(done, 1).answer().status_code == 303
    assert game.totals() == (120, 260, 0, 0)


def test_a_game_that_ended_meanwhile_keeps_what_was_typed(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = saving(checked(typed(opened(game), "paper", "- 260 - -")), 1)
    game.table.record(game.sheet_id, paper(7680, 0, 0, 0))
    page = form.send(409)
    assert page.form(AGAIN).data["rows-0-cell-1"] == ["260"]
    late = page.form(AGAIN).send(422)
    assert complaints(late) == {0: ["The game is over before this deal. Clear it, or correct the deals above."]}
    assert "This game takes no deal now." in game.phone().get(f"{game.path}/catch-up").text


def test_a_game_that_waits_takes_no_deals(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = saving(checked(typed(opened(game), "paper", "- 260 - -")), 1)
    sheets.adjourn(game.session, game.table.device, game.sheet_id, key=new_key())
    assert "Nothing was saved: this game takes no more deals." in form.send(409).text
    assert rows(game) == 1


def test_with_five_each_dealer_sits_out_and_the_first_may_be_chosen(make_game: MakeGame) -> None:
    game = make_game(seats=5)
    page = game.phone().get(f"{game.path}/catch-up")
    assert {folded(each) for each in page.soup.select(".line .out")} == {"sits out"}
    form = typed(page.form(CHECK), "paper", "- - 70", "60 - -")
    assert "rows-0-cell-0" not in page.form(CHECK).data
    assert "rows-1-cell-1" not in page.form(CHECK).data
    assert shown_totals(checked(form)) == [(0, 0, 70, 0, 0), (60, 0, 70, 0, 0)]
    form.data["first"] = ["2"]
    wrong = checked(form, 422)
    assert complaints(wrong) == {0: ["Clara: \u2068Clara\u2069 sits out and has no points. Leave this blank."]}
    form = typed(wrong.form(AGAIN), "paper", "- 70 -")
    done = checked(form)
    assert shown_totals(done) == [(0, 70, 0, 0, 0), (60, 70, 0, 0, 0)]
    assert saving(done, 2).answer().status_code == 303
    view = game.view()
    assert [(row.dealer, row.sits_out) for row in view.rows] == [(2, 2), (3, 3)]
    assert view.dealer == 4


def test_the_short_form_knows_who_sits_out(make_game: MakeGame) -> None:
    game = make_game(seats=5)
    page = checked(typed(opened(game), "short", "- 66 - - - calls=1", "40 - 40 40 - tricks=1"))
    # 66 × 2 = 132: 130; 40 × 2 = 80 each
    assert shown_totals(page) == [(0, 130, 0, 0, 0), (80, 130, 80, 80, 0)]


def test_the_panel_and_the_set_up_lead_here(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    phone = game.phone()
    assert phone.get(game.path).link("Catch up: several deals at once") == f"{game.path}/catch-up"
    link = phone.get(f"{game.path}?dealer=3").link("Catch up: several deals at once")
    assert phone.get(link).form(CHECK).data["first"] == ["3"]
    assert phone.get(f"{game.path}/setup").has_link("Catch up")
    game.table.record(game.sheet_id, paper(7680, 0, 0, 0))
    assert not phone.get(f"{game.path}/setup").has_link("Catch up")


def test_with_scripts_the_grid_comes_alone_and_saving_leads_to_the_sheet(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    form = typed(opened(game), "paper", "- 260 - -")
    client = form.page.phone.client
    answer = client.post(form.action, data=form.data, headers=HTMX)
    assert (answer.status_code, list(parts(answer))) == (200, ["deal_form"])
    save = saving(Page(form.page.phone, answer), 1)
    done = client.post(save.action, data=save.data, headers=HTMX)
    assert done.headers["HX-Redirect"] == f"{game.path}#deal_form"
    assert game.totals() == (60, 260, 0, 0)


def test_a_viewer_may_not(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    game.phone(Role.VIEWER).get(f"{game.path}/catch-up", 403)


def test_one_tap_takes_back_all_that_was_saved_at_once_and_the_log_shows_each(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    saving(checked(typed(opened(game), "paper", "- 260 - -", "0 0 60 0")), 2).send()
    page = game.phone().get(game.path).press("Undo: deals 2 to 3")
    assert game.view().standings.totals == (60, 0, 0, 0)
    page = page.phone.get(game.path).press("Redo: deals 2 to 3")
    assert game.view().standings.totals == (60, 260, 60, 0)
    again, undone, entered, *_older = page.phone.get(f"{game.path}/log").soup.select(".log > li")
    assert "Done again: 2 deals entered at once" in folded(again)
    assert "Undone: 2 deals entered at once" in folded(undone)
    assert "2 deals entered at once" in folded(entered)
    assert "Deal 2: Copied from paper: 260 for Bernd" in folded(entered)
    assert "Deal 3: Copied from paper: 60 for Clara" in folded(entered)
