"""Deals entered, previewed, corrected, taken out, moved, undone: once, never over another's, nothing lost."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services import deals, sheets
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


# the next deal


def test_a_deal_is_saved_and_the_parts_come_back_with_an_empty_form(make_game: MakeGame) -> None:
    game = make_game()
    panel = panel_of(game).points(Bernd=66).tick("Anna, called", "Clara, no trick")
    answer = panel.save(htmx=True)
    assert answer.status_code == 200
    assert game.totals() == (0, 260, 0, 0)
    found = parts(answer)
    assert set(found) == {"bar_actions", "scores", "rows", "deal_form", "say", "moment"}
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
    assert "The sheet was changed meanwhile on another phone." in shown(answer)


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
    assert "Nothing was undone: the sheet was changed meanwhile." in shown(answer)
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
