"""Rows corrected, put in, taken out, moved, each asked for by its page: nothing lost, nothing done unasked."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services import deals
from scorekeeper.services.errors import InvalidRowError
from scorekeeper.web.entry_forms import put_problems, rotation_dealer, sentences
from scorekeeper.web.sheet_screen import bound_deal, table_of
from tests.services.factories import deal, new_key
from tests.web.phone import HTMX, Page, Phone
from tests.web.sheet_table import Game, MakeGame, Panel, folded, parts

BIG = deal(None, 63, None, None, calls=3, jungfrauen=2, jungfrau_seats=[0, 2])
"""2,020 for Bernd: the game is over."""


def shown(answer: TestResponse) -> str:
    """Give what an answer says."""
    return folded(BeautifulSoup(answer.get_data(as_text=True), "html.parser"))


def panel_of(game: Game, phone: Phone | None = None) -> Panel:
    """Open the sheet on a phone."""
    return Panel.of((phone or game.phone()).get(game.path))


def hidden(part: Tag, name: str) -> str:
    """Give the value of a hidden field of the form of a deal."""
    field = part.select_one(f'form[data-entry] input[name="{name}"]')
    assert field is not None
    return str(field["value"])


# corrections


def entry_of(game: Game, number: int, phone: Phone | None = None, *, insert: bool = False) -> Page:
    """Open the page of a deal by its number."""
    row = next(row for row in game.view().rows if row.number == number)
    return (phone or game.phone()).get(f"{game.path}/entries/{row.entry_id}{'/insert' if insert else ''}")


def test_the_page_of_a_deal_shows_its_reckoning_its_log_and_its_values(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None, calls=1, callers=[0], jungfrauen=1, jungfrau_seats=[2]))
    page = entry_of(game, 1)
    assert page.heading.startswith("Deal 1")
    assert "Clara without a trick: × 2" in folded(page.soup)
    panel = Panel.of(page)
    assert panel.named("Bernd card points")["value"] == "66"
    assert panel.named("Clara, no trick").has_attr("checked")
    assert panel.named("Anna, called").has_attr("checked")
    assert re.search(r"\d\d:\d\d, Anna: entered", folded(page.soup))


def test_a_viewer_reads_the_page_of_a_deal_without_controls(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    page = entry_of(game, 1, game.phone(Role.VIEWER))
    assert page.soup.select("form") == []
    assert "Log" in page.text


def test_a_correction_is_saved_and_shown_in_the_log(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None), deal(50, None, None, None))
    phone = game.phone()
    panel = Panel.of(entry_of(game, 1, phone)).points(Bernd=77)
    answer = panel.save()
    assert answer.status_code == 303
    row = game.view().rows[0]
    assert answer.headers["Location"] == f"{game.path}#row-{row.entry_id}"
    assert game.totals() == (50, 80, 0, 0)
    log = folded(entry_of(game, 1, phone).soup)
    assert "corrected was: Bernd 66 → 70 · all took tricks, nobody called Bernd 77 → 80" in log
    assert "corrected" in folded(phone.get(game.path).soup.select("#rows .why")[0])


def test_a_correction_answers_htmx_with_where_to_go(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    answer = Panel.of(entry_of(game, 1)).points(Bernd=77).save(htmx=True)
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].startswith(f"{game.path}#row-")


def test_an_unchanged_deal_writes_nothing(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    before = game.view().version
    assert Panel.of(entry_of(game, 1)).save().status_code == 303
    assert game.view().version == before


@pytest.mark.parametrize("insert", [False, True])
def test_an_impossible_correction_comes_back_with_a_sentence(make_game: MakeGame, insert: bool) -> None:
    game = make_game(deal(None, 66, None, None))
    for value, said in (("20", "31 to 118"), ("x", "whole number")):
        panel = Panel.of(entry_of(game, 1, insert=insert)).points(Bernd=value)
        for answer in (panel.save(), panel.save(htmx=True), panel.check()):
            assert answer.status_code == 422
            assert said in shown(answer)


def test_a_deal_corrected_meanwhile_is_shown_beside_the_one_typed(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    mine = Panel.of(entry_of(game, 1)).points(Bernd=77)
    Panel.of(entry_of(game, 1)).points(Bernd=88).save()
    answer = mine.save(htmx=True)
    assert answer.status_code == 409
    part = parts(answer)["deal_form"]
    assert "Now it says: Bernd 88 → 90" in folded(part)
    again = Panel(mine.phone, part)
    assert again.named("Bernd card points")["value"] == "77"
    assert "Save mine instead" in folded(part)
    assert again.save().status_code == 303
    assert game.totals() == (0, 80, 0, 0)


def test_a_deal_taken_out_meanwhile_keeps_what_was_typed(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    row = game.view().rows[0]
    panel = Panel.of(entry_of(game, 1)).points(Bernd=77)
    deals.remove(game.session, game.table.device, game.sheet_id, row.entry_id, key=new_key(), base=row.base)
    answer = panel.save()
    assert answer.status_code == 409
    assert "taken out" in shown(answer)


def test_a_correction_that_moves_the_ending_shows_it_and_asks(make_game: MakeGame) -> None:
    game = make_game(deal(None, 63, None, None), deal(50, None, None, None))
    panel = Panel.of(entry_of(game, 1)).tick("Anna, no trick", "Clara, no trick")
    panel.tick("Anna, called", "Bernd, called", "Dieter, called")
    answer = panel.save(htmx=True)
    assert answer.status_code == 422
    part = parts(answer)["deal_form"]
    said = folded(part)
    assert "This changes how the game ends." in said
    assert "Bernd loses the game with 2,020" in said
    assert "Bernd 2,020 was 60" in said
    assert game.view().ending is None
    again = Panel(panel.phone, part)
    assert again.data["confirm"][0]
    assert again.save().status_code == 303
    ending = game.view().ending
    assert ending is not None
    assert ending.losers == (1,)


def test_a_correction_that_reopens_the_game_asks_as_well(make_game: MakeGame) -> None:
    game = make_game(BIG)
    panel = Panel.of(entry_of(game, 1))
    panel.data["no_trick"] = []
    answer = panel.save()
    assert answer.status_code == 422
    assert "With this the game is not over: it goes on." in shown(answer)


def test_the_preview_of_a_correction_counts_up_to_that_deal(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None), deal(None, 50, None, None))
    answer = Panel.of(entry_of(game, 1)).points(Bernd=77).check(htmx=True)
    assert "80 penalty: Bernd 80, 1st mark" in folded(parts(answer)["sum"])


def test_without_scripts_a_correction_can_be_checked_first(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    phone = game.phone()
    answer = Panel.of(entry_of(game, 1, phone)).points(Bernd=77).check()
    assert answer.status_code == 200
    assert "80 penalty: Bernd 80, 1st mark" in shown(answer)
    assert Panel.of(Page(phone, answer)).save().status_code == 303
    assert game.totals() == (0, 80, 0, 0)


def test_a_forgotten_deal_is_put_before_another(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None), deal(50, None, None, None))
    page = entry_of(game, 2, insert=True)
    assert "A forgotten deal before deal 2" in page.text
    panel = Panel.of(page).points(Clara=55)
    assert "60 penalty: Clara 60, 1st mark" in folded(parts(panel.check(htmx=True))["sum"])
    assert panel.save().status_code == 303
    assert [row.outcome.points for row in game.view().rows if row.outcome] == [
        (0, 70, 0, 0),
        (0, 0, 60, 0),
        (50, 0, 0, 0),
    ]


def test_a_forgotten_deal_sent_twice_is_there_once(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    panel = Panel.of(entry_of(game, 1, insert=True)).points(Clara=55)
    assert (panel.save().status_code, panel.save().status_code) == (303, 303)
    assert len(game.view().rows) == 2
    answer = panel.points(Clara=66).save()
    assert answer.status_code == 409
    assert "This was saved before with other values." in shown(answer)


def test_the_dealer_of_a_deal_is_set_by_hand_and_given_back(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None), deal(50, None, None, None))
    row = game.view().rows[1]
    phone = game.phone()
    address = f"{game.path}/entries/{row.entry_id}"
    assert Panel.of(phone.get(f"{address}?dealer=3")).save().status_code == 303
    row = game.view().rows[1]
    assert (row.dealer, row.dealer_by_hand) == (3, True)
    assert Panel.of(phone.get(address)).points(Anna=60).save().status_code == 303
    assert game.view().rows[1].dealer == 3
    assert Panel.of(phone.get(f"{address}?dealer=rotation")).save().status_code == 303
    row = game.view().rows[1]
    assert (row.dealer, row.dealer_by_hand) == (1, False)


def test_the_order_of_calling_is_swapped_in_the_detail(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None, calls=2, callers=[1, 3]))
    page = entry_of(game, 1)
    choice = page.soup.select_one('select[name="call_order"]')
    assert choice is not None
    orders = {folded(each): str(each["value"]) for each in choice.select("option")}
    assert list(orders) == ["Kontra: Bernd, Re: Dieter", "Kontra: Dieter, Re: Bernd"]
    panel = Panel.of(page).change(call_order=orders["Kontra: Dieter, Re: Bernd"])
    assert panel.save().status_code == 303
    assert game.view().rows[0].payload["callers"] == [3, 1]


def test_a_row_from_paper_is_corrected_as_such(make_game: MakeGame) -> None:
    game = make_game({"penalties": [0, 260, 0, 0]})
    panel = Panel.of(entry_of(game, 1))
    assert panel.named("Bernd penalty")["value"] == "260"
    assert panel.change(**{"penalties-1": "7690"}).save().status_code == 422
    assert panel.change(**{"penalties-1": "280"}).save().status_code == 303
    assert game.totals() == (0, 280, 0, 0)


def test_an_unknown_row_is_not_found(make_game: MakeGame) -> None:
    game = make_game()
    game.phone().get(f"{game.path}/entries/{game.sheet_id}", 404)


# rows


def test_a_row_is_moved_before_another_and_to_the_end(make_game: MakeGame) -> None:
    game = make_game(*[deal(*(50 if seat == place else None for seat in range(4))) for place in range(3)])
    rows = game.view().rows
    form = entry_of(game, 3).form("Move")
    form.data["before"] = [str(rows[0].entry_id)]
    assert form.answer().status_code == 303
    assert [row.outcome.points.index(50) for row in game.view().rows if row.outcome] == [2, 0, 1]
    form = entry_of(game, 1).form("Move")
    form.data["before"] = ["end"]
    assert form.answer().status_code == 303
    assert [row.outcome.points.index(50) for row in game.view().rows if row.outcome] == [0, 1, 2]


def test_taking_a_row_out_twice_is_the_same_as_once(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    form = game.phone().get(game.path).form("Take out")
    form = type(form)(form.page, form.tag, form.button)
    action = str(form.button["formaction"])
    client = form.page.phone.client
    assert [client.post(action, data=form.data, headers=HTMX).status_code for _twice in range(2)] == [200, 200]
    assert game.totals() == (0, 0, 0, 0)


def test_a_row_changed_meanwhile_is_not_taken_out(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    form = game.phone().get(game.path).form("Take out")
    Panel.of(entry_of(game, 1)).points(Bernd=77).save()
    answer = form.page.phone.client.post(form.action, data=form.data)
    assert answer.status_code == 409
    assert "Nothing was changed: this deal was changed meanwhile." in shown(answer)
    assert game.totals() == (0, 80, 0, 0)


@pytest.mark.parametrize("htmx", [True, False])
def test_taking_out_the_deal_that_ended_the_game_asks_and_then_reopens_it(make_game: MakeGame, htmx: bool) -> None:
    game = make_game(BIG)
    phone = game.phone()
    form = phone.get(game.path).form("Take out")
    answer = phone.client.post(form.action, data=form.data, headers=HTMX if htmx else {})
    assert answer.status_code == 422
    assert "Taking this deal out changes how the game ends." in shown(answer)
    assert "it goes on" in shown(answer)
    Page(phone, answer).press("Yes, take it out")
    assert game.view().ending is None
    form = phone.get(game.path).form("Bring back")
    answer = form.answer()
    assert "Bernd loses the game with 2,020" in shown(answer)
    Page(phone, answer).press("Yes, bring it back")
    assert game.view().ending is not None


def test_a_move_that_changes_the_ending_asks(make_game: MakeGame) -> None:
    half = deal(None, 63, None, None, calls=2, jungfrauen=2, jungfrau_seats=[0, 2])
    game = make_game(deal(50, None, None, None), half, half)
    assert game.view().ending is not None
    phone = game.phone()
    form = entry_of(game, 1, phone).form("Move")
    form.data["before"] = ["end"]
    answer = form.answer()
    assert answer.status_code == 422
    assert "Moving this deal changes how the game ends." in shown(answer)
    Page(phone, answer).press("Yes, move it")
    assert game.view().rows[-1].after_end


def test_a_row_is_moved_to_no_place_that_is_none(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None), deal(50, None, None, None))
    form = entry_of(game, 1).form("Move")
    form.data["before"] = ["nowhere"]
    assert form.answer().status_code == 422


def test_problems_that_no_game_knows_have_their_words_here(make_game: MakeGame) -> None:
    game = make_game()
    sheet = game.view()
    with game.app.test_request_context():
        deal_form = bound_deal(sheet, table_of(sheet, 0, 1), None)
        put_problems(deal_form, [Problem("row", "", {"number": 3}), Problem("seat", "dealer")])
        assert sentences(deal_form) == (
            "This would make deal 3 impossible. Correct that one first.",
            "Choose a dealer who plays this game.",
        )


def test_a_void_deal_lets_the_same_player_deal_again_by_the_rotation(make_game: MakeGame) -> None:
    again: dict[str, object] = {"entry": "void", "note": ""}
    passed: dict[str, object] = {"entry": "void", "note": "", "passes_deal": True}
    game = make_game(again, passed, deal(None, 66, None, None))
    rows = game.view().rows
    assert [rotation_dealer(game.view(), row) for row in rows] == [0, 0, 1]


def test_a_row_that_would_break_another_is_refused_by_its_number(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(deal(None, 66, None, None))
    form = game.phone().get(game.path).form("Take out")

    def refuse(*_all: object, **_named: object) -> None:
        raise InvalidRowError([], game.sheet_id, 2)

    monkeypatch.setattr(deals, "remove", refuse)
    answer = form.page.phone.client.post(form.action, data=form.data)
    assert answer.status_code == 409
    assert "This would make deal 2 impossible. Correct that one first." in shown(answer)
