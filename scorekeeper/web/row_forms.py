"""Rows that any game may hold besides its deals, as forms like a game's own: a void deal, a ruling of the table.

They keep to `game_forms.DealForm`, so that such a row is entered, corrected and put in as a deal is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Unpack

from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString
from wtforms import HiddenField, RadioField

from scorekeeper.core.entry import Ruling
from scorekeeper.core.fold import NOBODY
from scorekeeper.core.game import AnyGame
from scorekeeper.core.problems import Problem
from scorekeeper.core.reading import whole
from scorekeeper.forms.fields import FormData, PointsField, SeatsField, TypedField, _
from scorekeeper.forms.game_form import AtTable, ProblemForm
from scorekeeper.forms.game_forms import DealForm, DealForms
from scorekeeper.registry import GAMES
from scorekeeper.web.game_forms import forms_of

VOID, RULING = "void", "ruling"
KINDS: Mapping[str, LazyString] = {VOID: lazy_gettext("Void deal"), RULING: lazy_gettext("Ruling of the table")}
"""The rows that are no deals, in words."""

SUGGEST = "suggest"
"""The name of the button that fills in the game's usual ruling."""

MOST_SEATS = max(seats for game in GAMES.values() for seats in game.seats)
PASSES, STAYS = "passes", "stays"


class TableForm(ProblemForm):
    """Ask what any row that is no deal has: who deals next, and a note."""

    kind: ClassVar[str]
    of_table = True
    title: ClassVar[LazyString]

    form_kind = HiddenField()
    passes_deal = RadioField(_("Who deals next?"), validate_choice=False)
    note = TypedField(_("Note"))

    def __init__(
        self,
        formdata: FormData | None,
        data: Mapping[str, object] | None,
        *,
        rules: AnyGame,
        names: tuple[str, ...],
        vacant: frozenset[int],
    ) -> None:
        """Make the form; `names` has one name a seat, `vacant` are the empty seats."""
        super().__init__(formdata, data=data)
        self.rules, self.names = rules, names
        self.game = forms_of(rules.key)
        self.passes_deal.choices = {
            STAYS: str(_("The same player deals again")),
            PASSES: str(_("The next player deals")),
        }

    @classmethod
    def values(cls, payload: Mapping[str, object]) -> dict[str, object]:
        """Give the values of the fields that give this payload again."""
        return {"note": payload.get("note"), "passes_deal": PASSES if payload.get("passes_deal") else STAYS}

    def to_payload(self) -> dict[str, object]:
        """Give what was entered as plain data."""
        return {
            "entry": self.kind,
            "v": 1,
            "note": " ".join((self.note.data or "").split(" ")).strip(),
            "passes_deal": self.passes_deal.data == PASSES,
        }

    def known(self) -> None:
        """Say nothing of the deal that is being played."""

    def worded(self, problem: Problem) -> str:
        """Give a sentence about a problem."""
        return self.game.sentence(problem, self.names)

    def field_of(self, where: str) -> str:
        """Name the field that shows the problems of a part of the payload."""
        return where.replace(".", "-")


class VoidForm(TableForm):
    """Ask about a misdeal, or a hand thrown in."""

    kind = VOID
    title = KINDS[VOID]

    passes_deal = RadioField(_("Who deals next?"), validate_choice=False, default=STAYS)


class RulingForm(TableForm):
    """Ask whom the table gives points, a mark, or both.

    Fields: ``points-0`` up to the last seat's (blank is none) and `marks`. `usual` is the game's question
    behind its usual ruling, if it has one; sent by the button SUGGEST it fills in the rest.
    """

    kind = RULING
    title = KINDS[RULING]

    passes_deal = RadioField(_("Who deals next?"), validate_choice=False, default=PASSES)
    marks = SeatsField(_("a mark"))

    def __init__(
        self,
        formdata: FormData | None,
        data: Mapping[str, object] | None,
        *,
        rules: AnyGame,
        names: tuple[str, ...],
        vacant: frozenset[int],
    ) -> None:
        """Ask for every seat that is held: anybody may get a ruling, whoever sits out."""
        super().__init__(formdata, data, rules=rules, names=names, vacant=vacant)
        held = [seat for seat in range(len(names)) if seat not in vacant]
        for seat in set(range(MOST_SEATS)).difference(held):
            del self[f"points-{seat}"]
        fields = {seat: self[f"points-{seat}"] for seat in held}
        self.points = {seat: field for seat, field in fields.items() if isinstance(field, PointsField)}
        for field in self.points.values():
            field.below_nought = rules.below_nought
        self.marks.choices = {str(seat): names[seat] for seat in held}
        self.usual = self.game.ruling.bind(formdata, names=names) if self.game.ruling else None
        if formdata is not None and SUGGEST in formdata and self.usual is not None and self.usual.validate():
            self._fill(self.usual.to_ruling())

    @classmethod
    def values(cls, payload: Mapping[str, object]) -> dict[str, object]:
        """Give the values of the fields that give this payload again."""
        points, marks = _listed(payload.get("points")), _listed(payload.get("marks"))
        return {
            **super().values(payload),
            **{f"points-{seat}": str(each) for seat, each in enumerate(points) if whole(each)},
            "marks": [str(seat) for seat, mark in enumerate(marks) if mark],
        }

    def _fill(self, ruling: Ruling) -> None:
        for seat, field in self.points.items():
            field.data = str(ruling.points[seat]) if ruling.points[seat] else ""
        self.marks.data = [str(seat) for seat, mark in enumerate(ruling.marks) if mark]
        self.passes_deal.data = PASSES if ruling.passes_deal else STAYS
        self.note.data = self.note.data or ruling.note

    def validate(self, extra_validators: Mapping[str, Sequence[object]] | None = None) -> bool:
        """Check the shape of every field, and that the table ruled anything at all."""
        valid = super().validate(extra_validators)
        said = any(field.data for field in self.points.values()) or self.marks.data or (self.note.data or "").strip()
        if not said:
            text = str(
                _("Type points, tick a mark, or write down what was ruled.")
                if self.rules.keeps_marks
                else _("Type points, or write down what was ruled.")
            )
            self.form_errors = [text]
        return valid and bool(said)

    def to_payload(self) -> dict[str, object]:
        """Give what was entered as plain data."""
        seats = range(len(self.names))
        return {
            **super().to_payload(),
            "points": [self.points[seat].number or 0 if seat in self.points else 0 for seat in seats],
            "marks": [seat in self.marks.seats for seat in seats],
        }


for _seat in range(MOST_SEATS):
    setattr(RulingForm, f"points-{_seat}", PointsField())

FORMS: Mapping[str, type[TableForm]] = {VOID: VoidForm, RULING: RulingForm}


@dataclass(frozen=True, slots=True)
class TableForms:
    """Make forms of one kind of row, in the words of a game."""

    form: type[TableForm]
    rules: AnyGame

    def bind(self, formdata: FormData | None, **at: Unpack[AtTable]) -> TableForm:
        """Make the form from what a browser sent, or an empty one."""
        return self._made(formdata, None, at)

    def from_payload(self, payload: Mapping[str, object], **at: Unpack[AtTable]) -> TableForm:
        """Make the form that shows a stored row."""
        return self._made(None, self.form.values(payload), at)

    def _made(self, formdata: FormData | None, data: dict[str, object] | None, at: AtTable) -> TableForm:
        return self.form(formdata, data, rules=self.rules, names=at["names"], vacant=at.get("vacant", NOBODY))


def row_forms(game: str, kind: str) -> DealForms:
    """Give the forms of a kind of row: a void deal, a ruling, or else the game's own deal. Raises NotFoundError."""
    own = forms_of(game).deal
    return TableForms(FORMS[kind], GAMES[game]) if kind in FORMS else own


def suggests_nothing(deal: DealForm) -> bool:
    """Tell whether the usual ruling was asked for without what it depends on."""
    return isinstance(deal, RulingForm) and deal.usual is not None and bool(deal.usual.errors)


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
