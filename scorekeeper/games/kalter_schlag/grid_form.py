"""Ask for one deal of a grid in which several are typed at once: its penalties, the loser's points, or all points.

All ways share the cells, so that what was typed stays when another way is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Unpack

from wtforms import Form, SelectField

from scorekeeper.core.fold import NOBODY
from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import FormData, WholeNumberField, _, append_error
from scorekeeper.forms.game_form import AtTable
from scorekeeper.games.kalter_schlag.deal import PLAYERS
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.games.kalter_schlag.ruling_form import call_choices
from scorekeeper.games.kalter_schlag.sentences import sentence

MOST_SEATS = max(KALTER_SCHLAG.seats)
PAPER, SHORT, FULL = "paper", "short", "full"
WAYS: Mapping[str, str] = {PAPER: _("Penalties"), SHORT: _("Loser’s points"), FULL: _("All points")}
"""In which form the grid is typed, the usual one first, in words."""
NOBODY_CALLED, ALL_TOOK_TRICKS, MARCH = "0", "0", "march"

FIELD_OF = {"calls": "calls", "jungfrauen": "tricks", "durchmarsch": "tricks"}
"""Which field shows the problems of which part of a payload that is no cell."""
CELLS = frozenset({"points", "penalties"})


def trick_choices() -> list[tuple[str, str]]:
    """Return how many took no trick, in words."""
    words = (_("all took tricks"), _("one took none"), _("two took none"))
    return [*((str(count), str(text)) for count, text in enumerate(words)), (MARCH, str(_("all 8 for one")))]


class GridRow(Form):
    """Ask for the numbers of one deal, one cell a player, and unless they are penalties for tricks and calls.

    Fields: ``cell-0`` to ``cell-4``, of the seats that play (and of who sits out, if anything was typed there),
    `tricks` and `calls`.
    """

    tricks = SelectField(_("tricks"), choices=trick_choices, default=ALL_TOOK_TRICKS)
    calls = SelectField(_("calls"), choices=call_choices, default=NOBODY_CALLED)

    def __init__(self, formdata: FormData | None, *, prefix: str, way: str, **at: Unpack[AtTable]) -> None:
        """Make the row from what a browser sent, or an empty one; `prefix` begins its fields' names."""
        super().__init__(formdata, prefix=prefix)
        self.way, self.options, self.names = way, at["options"], at["names"]
        seats = at["seats"]
        self.sits_out = KALTER_SCHLAG.sits_out(at["dealer"], seats, at.get("vacant", NOBODY))
        self.cells: dict[int, WholeNumberField] = {}
        self.marked: set[int] = set()
        for seat in range(MOST_SEATS):
            field = self[f"cell-{seat}"]
            if seat < seats and isinstance(field, WholeNumberField) and (seat != self.sits_out or _typed(field)):
                self.cells[seat] = field
            else:
                del self[f"cell-{seat}"]

    @property
    def blank(self) -> bool:
        """Say whether nothing was entered."""
        said = (self.tricks.data, self.calls.data) != (ALL_TOOK_TRICKS, NOBODY_CALLED)
        return not (any(map(_typed, self.cells.values())) or (said and self.way != PAPER))

    @property
    def complaints(self) -> tuple[tuple[str, str], ...]:
        """Return what is wrong, each sentence once, with the names of the cells it stands at."""
        found: dict[str, list[str]] = {}
        for seat, field in self.cells.items():
            for text in field.errors:
                found.setdefault(str(text), []).append(self.names[seat])
        for text in (*self.tricks.errors, *self.calls.errors, *self.form_errors):
            found.setdefault(str(text), [])
        return tuple((", ".join(names), text) for text, names in found.items())

    def validate(self, extra_validators: Mapping[str, Sequence[object]] | None = None) -> bool:
        """Check the shape of every field, and that the row is typed in the form that was chosen."""
        valid = super().validate(extra_validators)
        if self.way != PAPER and self.tricks.data == MARCH:
            if self._march() is None:
                valid = False
                append_error(self.tricks, _("Type 120 for who took all eight tricks, and nothing for the others."))
        elif self.way == FULL:
            missing = [field for seat, field in self.cells.items() if seat != self.sits_out and not _typed(field)]
            if len(missing) > 1:
                valid = False
                for field in missing:
                    append_error(field, _("Every total is needed. Blank is not 0."))
        return valid

    def to_payload(self) -> dict[str, object]:
        """Return what was entered as a payload; wrong values count as not entered. Raises nothing."""
        payload: dict[str, object] = {"v": 1}
        numbers = [self.cells[seat].number if seat in self.cells else None for seat in range(len(self.names))]
        if self.way == PAPER:
            payload["penalties"] = [number or 0 for number in numbers]
        else:
            payload |= {"points": numbers, "calls": _count(self.calls)} | self._tricks()
        if self.sits_out is not None:
            payload["sits_out"] = self.sits_out
        return payload

    def _tricks(self) -> dict[str, object]:
        """Return how many took no trick, or who took all."""
        if self.tricks.data == MARCH:
            return {"jungfrauen": PLAYERS - 1, "durchmarsch": self._march()}
        return {"jungfrauen": _count(self.tricks), "durchmarsch": None}

    def _march(self) -> int | None:
        """Return who took all eight tricks: the only one with points."""
        seats = [seat for seat, field in self.cells.items() if field.number]
        return seats[0] if len(seats) == 1 else None

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Put a sentence beside the cell or list of each problem, or at the row with the cells it is about marked."""
        for problem in problems:
            text = sentence(problem, self.names)
            part, _dot, seat = problem.where.partition(".")
            if part in CELLS and seat.isdigit() and int(seat) in self.cells:
                append_error(self.cells[int(seat)], text)
            elif part in FIELD_OF:
                append_error(self[FIELD_OF[part]], text)
            else:
                named = problem.params.get("seats")
                self.marked |= {at for at in self.cells if not isinstance(named, tuple) or at in named}
                self.form_errors = [*self.form_errors, text]


for _seat in range(MOST_SEATS):
    setattr(GridRow, f"cell-{_seat}", WholeNumberField())


def _count(field: SelectField) -> int:
    """Return the number that was chosen, 0 for what is no choice."""
    offered = {value for value, *_rest in field.iter_choices()}
    return int(field.data) if field.data in offered else 0


def _typed(field: WholeNumberField) -> bool:
    return bool((field.data or "").strip())
