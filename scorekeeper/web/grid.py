"""Several deals in one form, as after a phone died: rows of a grid, checked as a whole before they are saved."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, RadioField, SelectField

from scorekeeper.core.problems import Problem
from scorekeeper.forms.game_forms import Grid, GridRow
from scorekeeper.services.errors import InvalidInputError, NotFoundError
from scorekeeper.services.sheet_view import SheetView, next_taken
from scorekeeper.web.entry_forms import EntryForm
from scorekeeper.web.forms_base import _l
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.sheet_screen import Table, table_of

MOST_ROWS = 18
"""One more than the longest usual game has deals."""
STAND_IN: Mapping[str, object] = {"entry": "void", "v": 1, "note": "", "passes_deal": True}
"""What a row that cannot be read counts as while the others are checked: nobody scores, the deal passes."""


class GridForm(EntryForm):
    """What the form of the grid has besides its rows.

    `dealer` deals the first row by the rotation, as the device saw it, `first` is one chosen by hand instead;
    `checked` stands for the rows whose totals were shown.
    """

    way = RadioField(_l("What is on the paper?"), validate_choice=False)
    first = SelectField(validate_choice=False)
    checked = HiddenField()


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the grid: who plays the deal, and the game's form of it."""

    table: Table
    row: GridRow


@dataclass(frozen=True, slots=True)
class CatchUp:
    """The grid as it was posted, or a blank one; it has a `sheet` and as many `lines` as there can be."""

    sheet: SheetView
    form: GridForm
    lines: tuple[Line, ...]

    @property
    def filled(self) -> tuple[Line, ...]:
        """Give the lines up to the last one in which something was entered, blank ones in between too."""
        count = max((index for index, line in enumerate(self.lines, 1) if not line.row.blank), default=0)
        return self.lines[:count]

    @property
    def dealer(self) -> int | None:
        """Give the dealer of the first row if the table set him by hand, None for the rotation."""
        first = self.lines[0].table.dealer
        return None if first == self.form.dealer_of(self.sheet, self.sheet.dealer) else first

    @property
    def payloads(self) -> list[dict[str, object]]:
        """Give what was entered as plain data, a deal each."""
        return [line.row.to_payload() for line in self.filled]

    @property
    def digest(self) -> str:
        """Give a short text that changes with whatever would be saved."""
        return hashlib.sha256(json.dumps([self.dealer, self.payloads]).encode()).hexdigest()[:32]

    def is_sound(self) -> bool:
        """Check the shape of everything, and leave sentences where it is wrong."""
        rows = [self._row_is_sound(line) for line in self.filled]
        if not rows:
            self.form.form_errors.append(_("Nothing is typed yet. Begin with the first deal that is missing."))
        by_hand = self.form.first.data or ""
        if by_hand not in {value for value, *_rest in self.form.first.iter_choices()}:
            self.form.first.errors = [_("Choose a dealer who plays this game.")]
        return all(rows) and bool(rows) and not self.form.first.errors

    def _row_is_sound(self, line: Line) -> bool:
        if not line.row.blank:
            return line.row.validate()
        line.row.form_errors = [_("Nothing stands here, but a later deal follows. Fill it in, or take it out.")]
        return False

    def readable(self) -> list[Mapping[str, object]]:
        """Give the payloads, with a stand-in for each row that has something wrong already."""
        return [STAND_IN if line.row.complaints else line.row.to_payload() for line in self.filled]

    def put_problems(self, error: InvalidInputError) -> None:
        """Put a sentence at the cell, or the row, of each problem."""
        for problem in error.problems:
            _rows, index, where = (*problem.where.split(".", 2), "", "")[:3]
            if index.isdigit() and int(index) < len(self.lines):
                _complain(self.lines[int(index)].row, Problem(problem.code, where, problem.params))
            else:
                self.form.form_errors.append(_("This game takes no deal now. Look at it."))


def _complain(row: GridRow, problem: Problem) -> None:
    if problem.code == "after_end":
        row.form_errors = [_("The game is over before this deal. Clear it, or correct the deals above.")]
    else:
        row.add_problems([problem])


def grid_of(sheet: SheetView) -> Grid:
    """Give the grid of a sheet's game. Raises NotFoundError."""
    grid = forms_of(sheet.game).grid
    if grid is None:
        raise NotFoundError
    return grid


def blank_grid(sheet: SheetView, dealer: int | None = None) -> CatchUp:
    """Make the blank grid; `dealer` is the first row's, chosen by hand."""
    form = GridForm(formdata=None, way=next(iter(grid_of(sheet).ways)), first="" if dealer is None else str(dealer))
    return _grid(sheet, form, None)


def posted_grid(sheet: SheetView, formdata: MultiDict[str, str], *, fresh: bool = False) -> CatchUp:
    """Make the grid of what was posted: of the place that the device saw, or `fresh` of the next one now."""
    form = GridForm(formdata)
    if fresh:
        form.dealer.data = ""
        form.position.data = str(sheet.next_position)
    if form.way.data not in grid_of(sheet).ways:
        form.way.data = next(iter(grid_of(sheet).ways))
    return _grid(sheet, form, formdata)


def without_row(formdata: MultiDict[str, str], place: str) -> MultiDict[str, str]:
    """Take the row at a place out of what was posted; the later ones move up. Leave it alone if there is none."""
    places = {str(index): index for index in range(MOST_ROWS)}
    gone = places.get(place, MOST_ROWS)
    kept: MultiDict[str, str] = MultiDict()
    for name, value in formdata.items(multi=True):
        head, number, field = (*name.split("-", 2), "", "")[:3]
        index = places.get(number, -1) if head == "rows" else -1
        if index != gone:
            kept.add(f"rows-{index - 1}-{field}" if index > gone else name, value)
    return kept


def _grid(sheet: SheetView, form: GridForm, formdata: MultiDict[str, str] | None) -> CatchUp:
    grid = grid_of(sheet)
    dealer = seen = form.dealer_of(sheet, sheet.dealer)
    form.way.choices = list(grid.ways.items())
    form.first.choices = [
        ("", _("%(name)s, in turn", name=sheet.people[seen].name)),
        *((str(at), each.name) for at, each in enumerate(sheet.people) if at not in sheet.vacant and at != seen),
    ]
    by_hand = form.first.data or ""
    if by_hand in {value for value, *_rest in form.first.iter_choices()} - {""}:
        dealer = int(by_hand)
    lines = []
    for index in range(MOST_ROWS):
        table = table_of(sheet, dealer, sheet.next_number + index)
        row = grid.rows(
            formdata,
            prefix=f"rows-{index}-",
            way=form.way.data,
            seats=sheet.seats,
            dealer=dealer,
            options=sheet.options,
            names=table.names,
            vacant=table.vacant,
        )
        lines.append(Line(table, row))
        dealer = next_taken(dealer, sheet.seats, sheet.vacant)
    form.dealer.data = str(seen)
    form.position.data = form.position.data or str(sheet.next_position)
    return CatchUp(sheet, form, tuple(lines))
