"""The same values within seconds: asked about, with both answers one tap away, and nothing lost."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import update

from scorekeeper.models import Entry
from scorekeeper.models.base import utcnow
from scorekeeper.services import deals
from tests.services.factories import deal
from tests.web.sheet_table import Game, MakeGame, Panel, folded, parts

BERND = deal(30, 66, 24, 0)
"""70 for Bernd."""


def panel_of(game: Game) -> Panel:
    """Open the sheet on another phone and type what was just saved."""
    return Panel.of(game.phone().get(game.path)).points(Anna=30, Bernd=66, Clara=24)


def older(game: Game, age: timedelta) -> None:
    """Let the rows of a game have been entered longer ago."""
    game.session.execute(update(Entry).values(created_at=utcnow() - age))
    game.session.commit()


def test_the_same_a_moment_later_is_asked_about_and_saved_by_one_tap(make_game: MakeGame) -> None:
    game = make_game(BERND)
    panel = panel_of(game)
    answer = panel.save(htmx=True)
    assert answer.status_code == 409
    form = parts(answer)["deal_form"]
    assert "Entered twice? The same was saved a moment ago, as deal 1: Bernd 66" in folded(form)
    assert [folded(each) for each in form.select("[data-clash] .btn")] == ["Save as deal 2", "Drop mine"]
    assert game.totals() == (0, 70, 0, 0)
    assert Panel(panel.phone, form).save(htmx=True).status_code == 200
    assert game.totals() == (0, 140, 0, 0)


def test_both_answers_work_without_scripts(make_game: MakeGame) -> None:
    game = make_game(BERND)
    phone = game.phone()
    asked = Panel.of(phone.get(game.path)).points(Anna=30, Bernd=66, Clara=24).save()
    page = phone.shown(asked, 409)
    assert page.link("Drop mine") == game.path
    page.press("Save as deal 2")
    assert game.totals() == (0, 140, 0, 0)


def test_other_values_or_the_same_later_are_not_asked_about(make_game: MakeGame) -> None:
    game = make_game(BERND)
    assert Panel.of(game.phone().get(game.path)).points(Anna=30, Bernd=67, Clara=23).save().status_code == 303
    assert panel_of(game).save().status_code == 303
    older(game, deals.TWICE_WITHIN)
    assert panel_of(game).save().status_code == 303
    assert len(game.view().rows) == 4


def test_what_was_taken_out_again_is_no_reason_to_ask(make_game: MakeGame) -> None:
    game = make_game(BERND)
    game.phone().get(game.path).press("Undo: deal 1, Bernd 70")
    assert panel_of(game).save().status_code == 303
    assert game.totals() == (0, 70, 0, 0)


def test_the_form_that_came_back_with_a_problem_does_not_ask_again(make_game: MakeGame) -> None:
    game = make_game(BERND)
    phone = game.phone()
    page = phone.shown(Panel.of(phone.get(game.path)).points(Anna=30, Bernd=66, Clara=24).save(), 409)
    wrong = phone.shown(Panel.of(page).points(Anna=90).save(), 422)
    assert Panel.of(wrong).points(Anna=30).save().status_code == 303
