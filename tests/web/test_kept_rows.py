"""Rows that are kept as markup: drawn once, and anew for whatever they are drawn from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask, g

from scorekeeper.core.outcome import Line
from scorekeeper.models import Role
from scorekeeper.services.entering import GroupRef
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web import kept_rows
from scorekeeper.web.kept_rows import row_markup
from tests.services.factories import deal
from tests.web.sheet_table import Game, MakeGame, folded


@dataclass
class Desk:
    """A sheet of two deals, drawn for whoever asks; `drawn` counts how often the template was used."""

    game: Game
    sheet: SheetView
    drawn: list[str]

    def text(self, sheet: SheetView | None = None, *, may_edit: bool = True, language: str = "en") -> str:
        """Draw the second row."""
        shown = sheet or self.sheet
        with self.game.app.test_request_context(headers={"Accept-Language": language}):
            g.group_id = self.game.table.group_id
            g.group = GroupRef(g.group_id, "Thursday table", "Europe/Berlin", "EUR", 1)
            return str(row_markup(shown, {}, may_edit=may_edit)(shown.rows[1], None))


@pytest.fixture
def desk(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> Desk:
    game = make_game(deal(66, 54, 0, 0), deal(0, 30, 70, 20, calls=1))
    drawn: list[str] = []
    environment = game.app.jinja_env
    get = environment.get_template

    def counted(name: str, *more: Any) -> object:
        drawn.append(name)
        return get(name, *more)

    monkeypatch.setattr(environment, "get_template", counted)
    kept_rows._kept.cache_clear()
    return Desk(game, game.view(), drawn)


def test_a_row_is_drawn_once_for_all_phones_that_see_the_same(desk: Desk) -> None:
    first = desk.text()
    assert "70 × 2" in folded(BeautifulSoup(first, "html.parser"))
    assert desk.drawn.count(kept_rows.TEMPLATE) == 1
    assert desk.text(desk.game.view()) == first
    assert desk.drawn.count(kept_rows.TEMPLATE) == 1


def test_who_may_not_edit_sees_another_row(desk: Desk) -> None:
    assert "Take out" in desk.text()
    assert "Take out" not in desk.text(may_edit=False)


def test_another_language_is_another_row(desk: Desk) -> None:
    assert "Take out" in desk.text()
    assert "Take out" not in desk.text(language="de")


def test_whatever_a_row_shows_makes_it_another_one(desk: Desk) -> None:
    """The lines of a reckoning differ in their numbers alone; they are compared even where they are not hashed."""
    row, seen = desk.sheet.rows[1], {desk.text()}
    assert row.outcome is not None
    assert row.totals is not None
    last = row.outcome.lines[-1]
    other = Line(last.code, last.seats, {**last.params, "raw": 156})
    changes = (
        {"totals": tuple(total + 10 for total in row.totals)},
        {"corrected": True},
        {"base": "another-key-of-the-row"},
        {"number": 7},
        {"people": tuple(replace(person, name=f"{person.name}s") for person in row.people)},
        {"outcome": replace(row.outcome, lines=(*row.outcome.lines[:-1], other))},
    )
    for change in changes:
        seen.add(desk.text(replace(desk.sheet, rows=(desk.sheet.rows[0], replace(row, **change)))))
    assert len(seen) == len(changes) + 1


def test_a_name_that_changes_is_drawn_anew_on_every_phone(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone, watcher = game.phone(), game.phone(Role.VIEWER)
    assert "Anna" in phone.get(game.path).soup.select_one("#rows").get_text()
    page = game.phone(Role.OWNER).get(f"/g/{game.table.group_id}/players/{game.table.players[0]}/edit")
    form = page.form("Save the name")
    form.fill("Name", "Annegret").send()
    for each in (phone, watcher):
        assert "Annegret" in each.get(game.path).soup.select_one("#rows").get_text()


def test_an_edit_shows_at_once_while_the_app_is_developed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flask, "debug", True)
    desk.text()
    desk.text()
    assert desk.drawn.count(kept_rows.TEMPLATE) == 2


def test_a_row_that_has_just_arrived_is_marked_and_is_the_kept_one_otherwise(desk: Desk) -> None:
    with desk.game.app.test_request_context():
        g.group_id = desk.game.table.group_id
        g.group = GroupRef(g.group_id, "Thursday table", "Europe/Berlin", "EUR", 1)
        draw, row = row_markup(desk.sheet, {}, may_edit=True), desk.sheet.rows[1]
        marked, plain = (BeautifulSoup(draw(row, arrived), "html.parser").li for arrived in (row.entry_id, None))
    assert marked is not None
    assert plain is not None
    assert (marked["class"], marked.attrs.pop("data-arrived")) == (["deal", "new"], "")
    marked["class"] = plain["class"] = "deal"
    assert str(marked) == str(plain)
    assert desk.drawn.count(kept_rows.TEMPLATE) == 1
