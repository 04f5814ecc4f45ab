"""Deals entered, previewed, undone: once, never over another's, nothing lost."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from scorekeeper.services import sheets
from scorekeeper.web.sheets import BLOCKS
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


# the next deal


def test_a_deal_is_saved_and_the_parts_come_back_with_an_empty_form(make_game: MakeGame) -> None:
    game = make_game()
    panel = panel_of(game).points(Bernd=66).tick("Anna, called", "Clara, no trick")
    answer = panel.save(htmx=True)
    assert answer.status_code == 200
    assert game.totals() == (0, 260, 0, 0)
    found = parts(answer)
    assert set(found) == {*BLOCKS, "say", "moment"}
    assert "Saved: deal 1, Bernd 260" in folded(found["deal_form"])
    assert "Deal 2 · Bernd deals · Clara leads" in folded(found["deal_form"])
    assert hidden(found["deal_form"], "key") != panel.data["key"][0]
    assert found["rows"].select_one("[data-arrived]") is not None
    assert folded(found["say"]) == "The deal is saved."


def test_without_scripts_a_saved_deal_leads_back_to_the_sheet(make_game: MakeGame) -> None:
    game = make_game()
    answer = panel_of(game).points(Bernd=66).save()
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{game.path}#deal_form"
    assert game.totals() == (0, 70, 0, 0)


def test_all_totals_and_the_last_one_left_blank(make_game: MakeGame) -> None:
    game = make_game()
    assert panel_of(game).points(Anna=30, Bernd=50, Clara=19).save().status_code == 303
    assert game.view().rows[0].payload["points"] == [30, 50, 19, 21]


def test_all_eight_tricks_give_the_others_120_times_the_calls(make_game: MakeGame) -> None:
    game = make_game()
    assert panel_of(game).march("Bernd").tick("Anna, called").save().status_code == 303
    assert game.totals() == (240, 0, 240, 240)


def test_calls_are_named_by_play_order_whatever_was_tapped_first(make_game: MakeGame) -> None:
    game = make_game(first_dealer=1)
    panel_of(game).points(Bernd=66).tick("Anna, called", "Dieter, called", "Clara, called").save()
    assert game.view().rows[0].payload["callers"] == [2, 3, 0]


@pytest.mark.parametrize(
    ("points", "ticks", "said"),
    [
        ({}, (), "Enter the card points of the player who has the most, or all totals."),
        ({"Bernd": 20}, (), "Who has the most has 31 to 118 or 120 points."),
        ({"Bernd": "1e9"}, (), "Type a whole number with the digits 0 to 9, or leave this blank."),
        ({"Bernd": "9" * 5000}, (), "This number is too long."),
        ({"Bernd": "-1"}, (), "Type a whole number"),
        ({"Anna": 60, "Bernd": 70, "Clara": 1, "Dieter": 5}, (), "but a deal has 120 card points"),
        ({"Bernd": 66}, ("Bernd, no trick",), "cannot be without a trick"),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_what_cannot_be_comes_back_with_a_sentence_and_what_was_typed(
    make_game: MakeGame, points: dict[str, int | str], ticks: tuple[str, ...], said: str, htmx: bool
) -> None:
    game = make_game()
    panel = panel_of(game).points(**points).tick(*ticks)
    answer = panel.save(htmx=htmx)
    assert answer.status_code == 422
    assert said in shown(answer)
    again = Panel(panel.phone, parts(answer)["deal_form"] if htmx else BeautifulSoup(answer.data, "html.parser"))
    assert again.data["key"] == panel.data["key"]
    for name, value in points.items():
        assert again.named(f"{name} card points")["value"] == str(value)[:6] or len(str(value)) > 6
    for tick in ticks:
        assert again.named(tick).has_attr("checked")
    assert game.view().rows == ()


def test_a_wrong_field_is_marked_and_points_to_the_sentence(make_game: MakeGame) -> None:
    game = make_game()
    answer = panel_of(game).points(Bernd="x").save()
    page = BeautifulSoup(answer.data, "html.parser")
    field = page.select_one('[name="points-1"]')
    assert field is not None
    assert field["aria-invalid"] == "true"
    described = page.find(id=str(field["aria-describedby"]))
    assert described is not None
    assert "whole number" in folded(described)


def test_the_same_request_again_answers_the_same_and_stores_nothing_more(make_game: MakeGame) -> None:
    game = make_game()
    panel = panel_of(game).points(Bernd=66)
    first, second = panel.save(htmx=True), panel.save(htmx=True)
    assert (first.status_code, second.status_code) == (200, 200)
    assert len(game.view().rows) == 1


def test_two_phones_enter_the_same_deal_and_nothing_is_lost(make_game: MakeGame) -> None:
    game = make_game()
    one, other = panel_of(game).points(Bernd=66), panel_of(game).points(Clara=55)
    assert one.save(htmx=True).status_code == 200
    answer = other.save(htmx=True)
    assert answer.status_code == 409
    found = parts(answer)
    assert {"rows", "deal_form", "scores"} <= set(found)
    said = folded(found["deal_form"])
    assert "Deal 1 was entered meanwhile on another phone: Bernd 66 → 70 · all took tricks, nobody called." in said
    assert "Yours is kept below. Save it as deal 2?" in said
    assert "That is the same as yours." not in said
    again = Panel(other.phone, found["deal_form"])
    assert again.named("Clara card points")["value"] == "55"
    assert again.data["key"] != other.data["key"]
    assert again.save(htmx=True).status_code == 200
    assert game.totals() == (0, 70, 60, 0)


def test_the_same_deal_from_two_phones_is_said_to_be_the_same(make_game: MakeGame) -> None:
    game = make_game()
    one, other = panel_of(game).points(Bernd=66), panel_of(game).points(Bernd=66)
    one.save()
    assert "That is the same as yours." in shown(other.save())


def test_a_key_that_comes_again_with_other_values_saves_nothing_and_keeps_them(make_game: MakeGame) -> None:
    game = make_game()
    panel = panel_of(game).points(Bernd=66)
    panel.save(htmx=True)
    answer = panel.points(Bernd=77).save(htmx=True)
    assert answer.status_code == 409
    said = folded(parts(answer)["deal_form"])
    assert "This entry was saved before, as deal 1: Bernd 66 → 70" in said
    again = Panel(panel.phone, parts(answer)["deal_form"])
    assert again.named("Bernd card points")["value"] == "77"
    assert game.totals() == (0, 70, 0, 0)


def test_a_position_that_makes_no_sense_is_a_conflict_in_words(make_game: MakeGame) -> None:
    game = make_game()
    answer = panel_of(game).points(Bernd=66).change(position="99").save()
    assert answer.status_code == 409
    assert "The game was changed meanwhile on another phone." in shown(answer)


@pytest.mark.parametrize("over", ["ended", "broken off"])
def test_a_game_that_is_over_meanwhile_takes_no_deal_and_says_so(make_game: MakeGame, over: str) -> None:
    game = make_game()
    panel = panel_of(game).points(Bernd=66)
    if over == "ended":
        game.table.record(game.sheet_id, BIG)
    else:
        sheets.break_off(game.session, game.table.device, game.sheet_id, key=new_key())
    answer = panel.save(htmx=True)
    assert answer.status_code == 409
    assert "Nothing was saved: this game takes no more deals." in shown(answer)


def test_a_malformed_key_is_refused(make_game: MakeGame) -> None:
    game = make_game()
    assert panel_of(game).points(Bernd=66).change(key="x").save().status_code == 422
    assert game.view().rows == ()


def test_five_seats_leave_the_dealer_out(make_game: MakeGame) -> None:
    game = make_game(seats=5)
    assert panel_of(game).points(Bernd=66).tick("Eva, no trick").save().status_code == 303
    assert game.view().rows[0].payload["sits_out"] == 0
    assert game.totals() == (0, 130, 0, 0, 0)


def test_a_repeated_deal_is_read_with_the_dealer_its_phone_showed(make_game: MakeGame) -> None:
    game = make_game(seats=5)
    panel = panel_of(game).points(Bernd=66).tick("Clara, called", "Eva, called")
    assert (panel.save().status_code, panel.save().status_code) == (303, 303)
    assert len(game.view().rows) == 1


# the preview


def test_the_preview_says_the_arithmetic_and_the_consequence_and_changes_nothing(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None))
    answer = panel_of(game).points(Bernd=66).tick("Anna, called", "Clara, no trick").check(htmx=True)
    found = parts(answer)
    assert set(found) == {"sum", "save-label"}
    assert folded(found["sum"]) == (
        "Bernd 66 × 2 (Kontra: Anna) × 2 (Clara without a trick) = 264 → 260 260 penalty: Bernd 310, 2nd mark"
    )
    assert folded(found["save-label"]) == "Save"
    assert len(game.view().rows) == 1


def test_the_preview_of_a_tie_names_both(make_game: MakeGame) -> None:
    game = make_game()
    answer = panel_of(game).points(Anna=34, Dieter=34).check(htmx=True)
    assert "30 penalty: Anna 30, 1st mark; Dieter 30, 1st mark" in folded(parts(answer)["sum"])


def test_a_deal_that_ends_the_game_says_so_on_the_button(make_game: MakeGame) -> None:
    game = make_game()
    panel = panel_of(game).points(Bernd=63).tick("Anna, no trick", "Clara, no trick")
    panel.tick("Anna, called", "Bernd, called", "Dieter, called")
    found = parts(panel.check(htmx=True))
    assert folded(found["save-label"]) == "Save: Bernd loses the game"
    assert "alone at the top, at or over 2,000" in folded(found["sum"])


@pytest.mark.parametrize(
    ("march", "label"), [(None, "Save: Anna wins the game"), ("Bernd", "Save: Anna wins the game")]
)
def test_a_fifth_mark_says_who_wins(make_game: MakeGame, march: str | None, label: str) -> None:
    game = make_game(*[deal(40, None, None, None)] * 4)
    panel = panel_of(game)
    panel = panel.march(march) if march else panel.points(Anna=40)
    assert folded(parts(panel.check(htmx=True))["save-label"]) == label


def test_several_winners_share_one_button(make_game: MakeGame) -> None:
    game = make_game(*[deal(40, 40, None, None)] * 4)
    found = parts(panel_of(game).points(Anna=40, Bernd=40).check(htmx=True))
    assert folded(found["save-label"]) == "Save: the game ends"


def test_after_the_calls_the_preview_says_what_the_deal_may_decide(make_game: MakeGame) -> None:
    game = make_game(deal(None, 93, None, None, calls=2, jungfrauen=2, jungfrau_seats=[0, 2]))
    answer = panel_of(game).tick("Anna, called", "Clara, called").check(htmx=True)
    assert folded(parts(answer)["sum"]).startswith("×4: Bernd loses with ")


def test_an_entry_that_has_only_begun_is_nothing_to_complain_about(make_game: MakeGame) -> None:
    game = make_game()
    assert folded(parts(panel_of(game).tick("Anna, called").check(htmx=True))["sum"]) == ""


@pytest.mark.parametrize(("value", "said"), [("6", "31 to 118 or 120"), ("x", "whole number")])
def test_while_typing_a_problem_is_said_gently(make_game: MakeGame, value: str, said: str) -> None:
    game = make_game()
    answer = panel_of(game).points(Bernd=value).check(htmx=True)
    assert answer.status_code == 200
    assert said in folded(parts(answer)["sum"])


def test_without_scripts_check_shows_what_save_would_do(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    page = phone.get(game.path)
    assert "Check" in page.buttons()
    answer = Panel.of(page).points(Bernd=66).tick("Clara, no trick").check()
    assert answer.status_code == 200
    seen = Page(phone, answer)
    assert "130 penalty: Bernd 130, 1st mark" in seen.text
    assert game.view().rows == ()
    assert Panel.of(seen).save().status_code == 303
    assert game.totals() == (0, 130, 0, 0)


def test_without_scripts_check_says_what_is_wrong(make_game: MakeGame) -> None:
    game = make_game()
    answer = panel_of(game).points(Bernd=20).check()
    assert answer.status_code == 422
    assert "31 to 118 or 120" in shown(answer)


# undo and redo


def test_undo_names_the_deal_and_redo_brings_it_back(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    page = game.phone().get(game.path).press("Undo: deal 1, Bernd 70")
    assert game.totals() == (0, 0, 0, 0)
    redo = next(name for name in page.buttons() if name.startswith("Redo"))
    assert "Bernd 70" in redo
    page.press(redo)
    assert game.totals() == (0, 70, 0, 0)


def test_undo_answers_with_a_message_that_offers_redo(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    form = game.phone().get(game.path).form("Undo: deal 1, Bernd 70")
    answer = form.page.phone.client.post(form.action, data=form.data, headers=HTMX)
    said = folded(parts(answer)["deal_form"])
    assert said.startswith("No answer came.")  # the words that wait for a failure, hidden
    assert "Taken back:" in said
    assert folded(parts(answer)["say"]) == "Taken back."


@pytest.mark.parametrize("htmx", [True, False])
def test_undoing_what_is_no_longer_the_newest_does_nothing_and_says_so(make_game: MakeGame, htmx: bool) -> None:
    game = make_game(deal(None, 66, None, None))
    form = game.phone().get(game.path).form("Undo: deal 1, Bernd 70")
    game.table.record(game.sheet_id, deal(55, None, None, None))
    answer = form.page.phone.client.post(form.action, data=form.data, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    assert "Nothing was undone: the game was changed meanwhile." in shown(answer)
    assert game.totals() == (60, 70, 0, 0)


def test_redo_after_a_fresh_change_does_nothing_and_says_so(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    page = game.phone().get(game.path).press("Undo: deal 1, Bernd 70")
    form = page.form(next(name for name in page.buttons() if name.startswith("Redo")))
    game.table.record(game.sheet_id, deal(55, None, None, None))
    answer = form.answer()
    assert answer.status_code == 409
    assert "Nothing was brought back" in shown(answer)


def test_undo_of_nothing_is_refused(make_game: MakeGame) -> None:
    game = make_game(deal(None, 66, None, None))
    form = game.phone().get(game.path).form("Undo: deal 1, Bernd 70")
    form.data["change_id"] = ["x"]
    assert form.answer().status_code == 422
