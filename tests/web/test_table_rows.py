"""Void deals and the table's rulings: entered, suggested, corrected and put in, with and without scripts."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from werkzeug.test import TestResponse

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role, SheetStatus
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.row_forms import RulingForm, row_forms
from tests.services.factories import deal, paper
from tests.web.phone import HTMX, Page, Phone
from tests.web.sheet_table import Game, MakeGame, Panel, folded, parts

FIRST = deal(55, 35, 20, 10)
"""60 for Anna."""
REVOKE: dict[str, object] = {
    "entry": "ruling",
    "points": [0, 240, 0, 0],
    "marks": [False, True, False, False],
    "note": "revoke",
}
HEAVY = paper(0, 1920, 0, 0)


def panel_of(game: Game, kind: str, phone: Phone | None = None, **query: str) -> Panel:
    """Open the page of a new row."""
    more = "".join(f"&{name}={value}" for name, value in query.items())
    return Panel.of((phone or game.phone()).get(f"{game.path}/rows/new?kind={kind}{more}"))


def suggest(panel: Panel, *, htmx: bool = False) -> TestResponse:
    """Press Suggest."""
    button = panel.form.select_one("button[name=suggest]")
    assert button is not None
    data = panel.data | {"suggest": ["1"]}
    return panel.phone.client.post(str(button["formaction"]), data=data, headers=HTMX if htmx else {})


def shown(answer: TestResponse) -> Page:
    """Give a page that came as an answer."""
    return Page(Phone(None), answer)  # type: ignore[arg-type]  # nothing more is asked of it


def rows(game: Game) -> list[str]:
    """Give the one line of each row, as the sheet shows it."""
    return [folded(each) for each in game.phone().get(game.path).soup.select("li.deal .why")]


def test_the_panel_leads_to_the_pages_and_keeps_the_dealer_in_mind(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    page = game.phone().get(game.path)
    assert page.link("Void deal") == f"{game.path}/rows/new?kind=void"
    by_hand = game.phone().get(f"{game.path}?dealer=3")
    assert by_hand.link("Ruling of the table") == f"{game.path}/rows/new?kind=ruling&dealer=3"
    ruling = by_hand.follow("Ruling of the table")
    assert ruling.heading.startswith("Ruling of the table")
    assert "Deal 2 · Dieter deals" in folded(ruling.soup)
    assert Panel.of(ruling).change(note="x").save().status_code == 303
    assert game.view().rows[1].dealer == 3


def test_a_void_deal_is_a_row_with_its_note_and_the_same_player_deals_again(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    answer = panel_of(game, "void").change(note="  nine cards for Clara ").save()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{game.path}#deal_form")
    view = game.view()
    assert view.rows[1].payload == {
        "entry": "void",
        "v": 1,
        "note": "nine cards for Clara",
        "passes_deal": False,
    }
    assert (game.totals(), view.dealer, view.next_number) == ((60, 0, 0, 0), 1, 3)
    assert rows(game)[1] == "2 Void deal, dealt again: nine cards for Clara"


def test_after_a_void_deal_the_next_player_may_deal(make_game: MakeGame) -> None:
    game = make_game()
    assert (
        panel_of(game, "void").change(passes_deal="passes").save(htmx=True).headers["HX-Redirect"].startswith(game.path)
    )
    assert game.view().dealer == 1


def test_a_ruling_gives_points_and_marks_to_whom_the_table_says(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    panel = panel_of(game, "ruling").change(**{"points-0": "200", "points-2": "30"})
    panel.tick("Anna, a mark", "Dieter, a mark")
    assert panel.change(note="exposed card").save().status_code == 303
    view = game.view()
    assert (view.standings.totals, view.standings.marks, view.dealer) == ((260, 0, 30, 0), (2, 0, 0, 1), 2)
    assert rows(game)[1] == (
        "2 Ruling of the table: 200 for Anna, 30 for Clara without a mark, a mark for Dieter (exposed card)"
    )


def test_the_usual_ruling_for_a_revoke_fills_in_the_form(make_game: MakeGame) -> None:
    game = make_game(FIRST)
    panel = panel_of(game, "ruling").change(**{"revoke-offender": "1", "revoke-calls": "2", "points-3": "70"})
    answer = suggest(panel)
    assert answer.status_code == 200
    page = BeautifulSoup(answer.get_data(as_text=True), "html.parser")
    again = Panel(panel.phone, page)
    assert [again.data[f"points-{seat}"] for seat in range(4)] == [[""], ["480"], [""], [""]]
    assert (again.data["marks"], again.data["note"], again.data["passes_deal"]) == (["1"], ["Revoke"], ["passes"])
    text = folded(page)
    assert "Ruling of the table: 480 for Bernd (Revoke)" in text
    assert "Bernd 480 was 0 · 1 mark" in text
    assert game.view().next_number == 2
    assert again.save().status_code == 303
    assert game.totals() == (60, 480, 0, 0)


def test_with_scripts_the_suggestion_comes_as_the_form_alone(make_game: MakeGame) -> None:
    game = make_game()
    panel = panel_of(game, "ruling").change(**{"revoke-offender": "3", "revoke-calls": "0", "note": "seen by all"})
    part = parts(suggest(panel, htmx=True))["deal_form"]
    assert part.select_one("input[name=points-3]")["value"] == "120"
    assert part.select_one("input[name=note]")["value"] == "seen by all"
    assert part.select_one("input[name=key]")["value"] == panel.data["key"][0]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"revoke-offender": ""}, "Choose who revoked."),
        ({"revoke-offender": "7"}, "Choose who revoked."),
        ({"revoke-offender": "1", "revoke-calls": "9"}, "Choose how many called."),
    ],
)
def test_a_suggestion_for_nobody_says_so_at_its_field(make_game: MakeGame, fields: dict[str, str], words: str) -> None:
    answer = suggest(panel_of(make_game(), "ruling").change(**{"points-0": "90", **fields}))
    assert answer.status_code == 422
    page = shown(answer)
    assert words in page.errors
    assert page.soup.select_one("input[name=points-0]")["value"] == "90"
    assert page.soup.select_one("details.usual").has_attr("open")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Type points, tick a mark, or write down what was ruled."),
        ({"points-1": "125"}, "Totals are multiples of ten. Type a number that ends in 0."),
        ({"points-1": "much"}, "Type a whole number with the digits 0 to 9, or leave this blank."),
        ({"points-1": "9" * 5000}, "This number is too long. Type it again."),
        ({"points-1": "10", "note": "x" * 201}, "The note is too long. Use at most 200 characters."),
        ({"points-1": "10", "note": "a\nb"}, "The note holds characters that cannot be shown. Type it in one line."),
        ({"points-1": "10", "marks": "8"}, "Choose players who play this deal."),
    ],
)
def test_an_impossible_ruling_comes_back_with_all_that_was_typed(
    make_game: MakeGame, fields: dict[str, str], words: str
) -> None:
    game = make_game()
    answer = panel_of(game, "ruling").change(**fields).save()
    assert answer.status_code == 422
    page = shown(answer)
    assert words in page.errors
    for name, value in fields.items():
        if name != "marks":
            assert page.soup.select_one(f"[name={name}]")["value"].split() == value.split()
    assert game.view().next_number == 1


def test_a_preview_says_that_the_ruling_ends_the_game_and_saving_ends_it(make_game: MakeGame) -> None:
    game = make_game(FIRST, HEAVY)
    panel = panel_of(game, "ruling").change(**{"points-1": "120", "note": "revoke"}).tick("Bernd, a mark")
    text = folded(parts(panel.check(htmx=True))["sum"])
    assert "Bernd 2,040 was 1,920 · 2 marks" in text
    assert "Bernd loses the game with 2,040" in text
    assert "Save: Bernd loses the game" in folded(parts(panel.check(htmx=True))["save-label"])
    assert panel.save().status_code == 303
    view = game.view()
    assert view.status == SheetStatus.ENDED
    assert view.ending is not None
    assert view.ending.stakes == (1, -5, 2, 2)
    answer = panel.change(key="another-key-of-16-letters").save()
    assert answer.status_code == 409
    assert "takes no more deals" in folded(BeautifulSoup(answer.get_data(as_text=True), "html.parser"))


def test_the_same_ruling_sent_twice_is_one_row(make_game: MakeGame) -> None:
    game = make_game()
    panel = panel_of(game, "ruling").change(**{"points-0": "100"})
    assert [panel.save().status_code for _ in range(2)] == [303, 303]
    assert game.view().next_number == 2


@pytest.mark.parametrize("htmx", [False, True])
def test_a_taken_position_keeps_the_ruling_beside_what_was_entered(make_game: MakeGame, htmx: bool) -> None:
    game = make_game()
    panel = panel_of(game, "ruling").change(**{"points-0": "100", "note": "revoke"})
    game.table.record(game.sheet_id, FIRST)
    answer = panel.save(htmx=htmx)
    assert answer.status_code == 409
    soup = BeautifulSoup(answer.get_data(as_text=True), "html.parser")
    assert "Deal 1 was entered meanwhile on another phone: Anna 55 → 60" in folded(soup)
    again = Panel(panel.phone, soup)
    assert (again.data["points-0"], again.data["note"], again.data["position"]) == (["100"], ["revoke"], ["2"])
    assert again.data["key"] != panel.data["key"]
    assert again.save().status_code == 303
    assert game.totals() == (160, 0, 0, 0)


def test_with_five_anybody_may_get_a_ruling(make_game: MakeGame) -> None:
    game = make_game(seats=5)
    panel = panel_of(game, "ruling").change(**{"points-0": "240"}).tick("Anna, a mark")
    assert panel.save().status_code == 303
    assert game.totals() == (240, 0, 0, 0, 0)
    assert panel_of(game, "void").save().status_code == 303
    assert game.view().dealer == 1


def entry_of(game: Game, number: int) -> str:
    return f"{game.path}/entries/{game.view().rows[number - 1].entry_id}"


def test_a_ruling_is_corrected_with_its_own_form(make_game: MakeGame) -> None:
    ruling = REVOKE
    game = make_game(FIRST, ruling)
    page = game.phone().get(entry_of(game, 2))
    panel = Panel.of(page)
    assert (panel.data["points-1"], panel.data["marks"], panel.data["note"]) == (["240"], ["1"], ["revoke"])
    assert panel.data["passes_deal"] == ["passes"]
    assert panel.change(**{"points-1": "120"}).save().status_code == 303
    assert game.totals() == (60, 120, 0, 0)
    assert game.view().rows[1].payload["marks"] == [False, True, False, False]


def test_a_correction_without_a_change_writes_nothing(make_game: MakeGame) -> None:
    game = make_game({"entry": "void", "note": "misdeal", "passes_deal": True})
    before = game.view().rows[0].base
    assert Panel.of(game.phone().get(entry_of(game, 1))).save().status_code == 303
    assert game.view().rows[0].base == before


def test_a_suggestion_on_the_page_of_a_row_changes_nothing_yet(make_game: MakeGame) -> None:
    ruling = REVOKE | {"note": "x"}
    game = make_game(ruling)
    panel = Panel.of(game.phone().get(entry_of(game, 1)))
    wrong = suggest(panel.change(**{"revoke-offender": ""}))
    assert wrong.status_code == 422
    answer = suggest(panel.change(**{"revoke-offender": "0", "revoke-calls": "1"}))
    again = Panel(panel.phone, BeautifulSoup(answer.get_data(as_text=True), "html.parser"))
    assert (again.data["points-0"], again.data["note"]) == (["240"], ["x"])
    assert game.totals() == (0, 240, 0, 0)
    assert again.save().status_code == 303
    assert game.totals() == (240, 0, 0, 0)


def test_a_deal_turns_into_a_void_one_and_back(make_game: MakeGame) -> None:
    game = make_game(FIRST, FIRST)
    void = game.phone().get(entry_of(game, 1)).follow("Void deal")
    assert Panel.of(void).change(note="thrown in").save().status_code == 303
    assert game.totals() == (60, 0, 0, 0)
    back = game.phone().get(entry_of(game, 1)).follow("A deal after all")
    assert Panel.of(back).points(Bernd=70).save().status_code == 303
    assert game.totals() == (60, 70, 0, 0)


def test_a_row_that_is_no_deal_is_put_in_before_another(make_game: MakeGame) -> None:
    game = make_game(FIRST, FIRST)
    page = game.phone().get(f"{entry_of(game, 2)}/insert").follow("Void deal")
    assert "dealt again" in page.text or "deals again" in page.text
    assert Panel.of(page).change(note="misdeal").save().status_code == 303
    assert [row.kind for row in game.view().rows] == ["deal", "void", "deal"]


def test_a_ruling_put_in_that_moves_the_ending_asks(make_game: MakeGame) -> None:
    game = make_game(FIRST, HEAVY, paper(0, 0, 0, 60))
    phone = game.phone()
    panel = Panel.of(phone.get(f"{entry_of(game, 3)}/insert?kind=ruling"))
    answer = panel.change(**{"points-1": "100", "note": "revoke"}).save()
    assert answer.status_code == 422
    soup = BeautifulSoup(answer.get_data(as_text=True), "html.parser")
    assert "This changes how the game ends." in folded(soup)
    again = Panel(phone, soup)
    assert again.data["points-1"] == ["100"]
    assert again.save().status_code == 303
    assert game.view().status == SheetStatus.ENDED


def test_an_unknown_kind_is_not_found_and_none_is_a_void_deal(make_game: MakeGame) -> None:
    game = make_game()
    game.phone().get(f"{game.path}/rows/new?kind=draw", 404)
    assert game.phone().get(f"{game.path}/rows/new").heading.startswith("Void deal")


def test_a_game_that_is_over_takes_no_row(make_game: MakeGame) -> None:
    game = make_game(paper(0, 2020, 0, 0))
    page = game.phone().get(f"{game.path}/rows/new?kind=ruling")
    assert page.soup.select("form[data-entry]") == []
    assert "takes no row" in page.text
    game.phone(Role.VIEWER).get(f"{game.path}/rows/new", 403)


def test_a_problem_of_the_game_itself_has_words_here_as_well(make_game: MakeGame) -> None:
    names = ("Anna", "Bernd", "Clara", "Dieter")
    forms = row_forms("kalter_schlag", "ruling")
    form = forms.bind(None, seats=4, dealer=0, options=None, names=names, vacant=frozenset())
    assert isinstance(form, RulingForm)
    problem = Problem("highest_tied", "how", {"seats": (0, 1), "points": 60})
    form.add_problems([problem, problem])
    assert form.form_errors == [forms_of("kalter_schlag").sentence(problem, names)]
