"""Ask for a deal of Šnapser: one form to add and to correct it, with and without JavaScript.

The form checks only the shape of what was typed. What is possible is for the rules to say; `add_problems`
puts their answer beside the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Unpack

from wtforms import BooleanField, SelectMultipleField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from scorekeeper.core.fold import NOBODY
from scorekeeper.core.problems import Problem
from scorekeeper.core.reading import whole
from scorekeeper.forms.fields import ChoiceField, FormData, SeatField, WholeNumberField, _
from scorekeeper.forms.game_form import AtTable, GameDealForm
from scorekeeper.games.snapser.deal import RAISES, Declared, Ended, Reached, Side, usual_chooser
from scorekeeper.games.snapser.sentences import sentence

FOUR = 4
RESULTS = tuple(f"{side}-{outcome}" for side in Side for outcome in Reached if outcome != Reached.NEHRAM)
ENDS = tuple(f"{ended}-{side}" for ended in Ended for side in Side)
FIELD_OF = {
    "winner": "result",
    "outcome": "result",
    "ended_by": "ended",
    "points": "count_chooser",
    "points.0": "count_chooser",
    "points.1": "count_opponents",
}
"""Which field shows the problems of which part of a payload."""


class RaisesField(SelectMultipleField):
    """Ask how often it was raised: a box a raise, of which the last one ticked counts."""

    @property
    def number(self) -> int:
        """Return the number of raises; what is none is left out."""
        return max((int(each) for each in self.data or () if each in dict(self._offered())), default=0)

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what is no raise."""
        if any(each not in dict(self._offered()) for each in self.data or ()):
            raise ValidationError(_("Choose one of the answers."))

    def _offered(self) -> Iterable[tuple[str, str]]:
        return ((value, label) for value, label, *_rest in self.iter_choices())


class DealForm(GameDealForm):
    """Ask who chose, what was declared, who won and how, and how it was raised.

    `result` is ``<side>-<outcome>``, or the points of both sides say it: `ended` (``<how>-<side>``), `count_chooser`,
    `count_opponents`, `trickless`, `marriages`. A blank `chooser` is the usual one.
    """

    chooser = SeatField(_("chooses"), default="")
    partner = SeatField(_("partner"), default="")
    declared = ChoiceField(_("Declared"), choices=lambda: {each.value: each.value for each in Declared}, default="hram")
    result = ChoiceField(_("Result"), choices=lambda: {each: each for each in ("", *RESULTS)}, default="")
    red = BooleanField(_("red trumps"))
    raises = RaisesField(_("Raises"), choices=lambda: {str(each): str(each) for each in RAISES[1:]})
    ended = ChoiceField(_("How it ended"), choices=lambda: {each: each for each in ("", *ENDS)}, default="")
    count_chooser = WholeNumberField(_("Chooser’s points"))
    count_opponents = WholeNumberField(_("Opponents’ points"))
    trickless = BooleanField(_("the other side has no trick"))
    marriages = WholeNumberField(_("of these by marriages"))

    def __init__(
        self, formdata: FormData | None = None, data: Mapping[str, object] | None = None, **at: Unpack[AtTable]
    ) -> None:
        """Offer the seats that play the deal."""
        super().__init__(formdata, data, **at)
        seats, dealer, names, vacant = at["seats"], at["dealer"], at["names"], at.get("vacant", NOBODY)
        self.vacant = tuple(sorted(vacant))
        self.players = tuple(seat for seat in range(seats) if seat not in vacant)
        self.usual_chooser = usual_chooser(dealer, seats, vacant)
        choices = {str(seat): names[seat] for seat in self.players}
        self.chooser.choices = {"": "", **choices}
        self.partner.choices = {"": str(_("alone")), **choices}
        if len(self.players) < FOUR:
            del self.partner

    @classmethod
    def values_of(cls, payload: Mapping[str, object], _at: AtTable, /) -> dict[str, object]:
        """Return the values of the fields that give this payload again."""
        return _form_values(payload)

    @property
    def chosen(self) -> int:
        """Return who chooses: as tapped, or the usual one."""
        seat = self.chooser.seat
        return self.usual_chooser if seat is None else seat

    @property
    def counted(self) -> bool:
        """Say whether points were entered."""
        typed = any((field.data or "").strip() for field in (self.count_chooser, self.count_opponents, self.marriages))
        return bool(typed or self.ended.data or self.trickless.data)

    def to_payload(self) -> dict[str, object]:
        """Return what was entered as a payload; wrong values count as not entered. Raises nothing."""
        payload: dict[str, object] = {"v": 1, "chooser": self.chosen, "declared": self.declared.data}
        payload |= {"red": self.red.data, "raises": self.raises.number}
        if "partner" in self and self.partner.seat is not None:
            payload["partner"] = self.partner.seat
        if self.vacant:
            payload["sits_out"] = list(self.vacant)
        if self.result.data in RESULTS:
            payload["winner"], _dash, payload["outcome"] = self.result.data.partition("-")
        return payload | (self._count() if self.counted else {})

    def _count(self) -> dict[str, object]:
        """Return the points of both sides."""
        ended, _dash, side = (self.ended.data or "").partition("-")
        count: dict[str, object] = {
            "ended": ended or None,
            "ended_by": side or None,
            "points": [self.count_chooser.number, self.count_opponents.number],
            "trickless": self.trickless.data,
        }
        return count | ({} if self.marriages.number is None else {"marriages": self.marriages.number})

    def known(self) -> dict[str, object] | None:
        """Return what is known of the deal while it is played: a payload; nothing known is {}."""
        payload = self.to_payload()
        nothing = {"v": 1, "chooser": self.usual_chooser, "declared": "hram", "red": False, "raises": 0}
        if self.vacant:
            nothing["sits_out"] = list(self.vacant)
        return {} if payload == nothing else payload

    def worded(self, problem: Problem) -> str:
        """Return a sentence about a problem."""
        return sentence(problem, self.names)

    def field_of(self, where: str) -> str:
        """Name the field that shows the problems of a part of the payload."""
        return FIELD_OF.get(where, where)


def _form_values(payload: Mapping[str, object]) -> dict[str, object]:
    """Return the values of the fields that give this payload again."""
    values: dict[str, object] = {"declared": payload.get("declared", "hram"), "red": payload.get("red") is True}
    values |= {name: _text(payload.get(name)) for name in ("chooser", "partner", "marriages")}
    values["raises"] = [str(each) for each in range(1, (whole(payload.get("raises")) or 0) + 1)]
    if payload.get("winner") and payload.get("outcome"):
        values["result"] = f"{payload['winner']}-{payload['outcome']}"
    if payload.get("ended"):
        values["ended"] = f"{payload['ended']}-{payload.get('ended_by')}"
    values["trickless"] = payload.get("trickless") is True
    points = payload.get("points")
    if isinstance(points, list | tuple) and len(points) == len(Side):
        values |= {"count_chooser": _text(points[0]), "count_opponents": _text(points[1])}
    return values


def _text(value: object) -> str:
    """Return a number as it is typed, "" for none."""
    number = whole(value)
    return "" if number is None else str(number)
