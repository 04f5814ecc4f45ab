"""Ask for a deal of Kalter Schlag: one form to add and to correct it, with and without JavaScript.

The form checks only the shape of what was typed. What is possible is for the rules to say; `add_problems`
puts their answer beside the fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Unpack

from wtforms import HiddenField

from scorekeeper.core.fold import NOBODY
from scorekeeper.core.problems import Problem
from scorekeeper.core.reading import whole
from scorekeeper.forms.fields import (
    FormData,
    SeatField,
    SeatsField,
    TypedField,
    WholeNumberField,
    _,
    append_error,
)
from scorekeeper.forms.game_form import AtTable, GameDealForm
from scorekeeper.games.kalter_schlag.deal import PLAYERS
from scorekeeper.games.kalter_schlag.options_form import OptionsForm
from scorekeeper.games.kalter_schlag.panel import SHORT, Panel
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.games.kalter_schlag.ruling_form import UsualRulingForm
from scorekeeper.games.kalter_schlag.sentences import sentence

__all__ = ["DealForm", "OptionsForm", "UsualRulingForm"]

MOST_SEATS = max(KALTER_SCHLAG.seats)
DEAL, PAPER = "deal", "paper"
SEPARATORS = re.compile(r"[\s,]+")

FIELD_OF = {
    "calls": "called",
    "callers": "called",
    "jungfrauen": "no_trick",
    "jungfrau_seats": "no_trick",
    "durchmarsch": "durchmarsch",
}
"""Which field shows the problems of which part of a payload."""


class DealForm(GameDealForm):
    """Ask who has how many card points, who took no trick or all, and who called.

    Fields: ``points-0`` to ``points-4`` and ``penalties-0`` to ``penalties-4``, of the seats that play;
    `no_trick`, `called`, `call_order`, `durchmarsch`; hidden `form_kind` (``deal`` or ``paper``), and
    `unnamed_no_trick`, `unnamed_calls`: how many took no trick or called where nobody said who. `panel` is how the
    entry panel stands, as its script writes it.
    """

    form_kind = HiddenField(default=DEAL)
    no_trick = SeatsField(_("no trick"))
    called = SeatsField(_("called"))
    call_order = TypedField(_("order of calling"))
    durchmarsch = SeatField(_("all tricks"), default="")
    unnamed_no_trick = HiddenField(default="")
    unnamed_calls = HiddenField(default="")
    panel = HiddenField(default="")

    def __init__(
        self, formdata: FormData | None = None, data: Mapping[str, object] | None = None, **at: Unpack[AtTable]
    ) -> None:
        """Offer the seats that play the deal."""
        super().__init__(formdata, data, **at)
        seats, dealer, names, vacant = at["seats"], at["dealer"], at["names"], at.get("vacant", NOBODY)
        self.sits_out = KALTER_SCHLAG.sits_out(dealer, seats, vacant)
        clockwise = [(dealer + 1 + step) % seats for step in range(seats)]
        self.play_order = tuple(seat for seat in clockwise if seat != self.sits_out)
        self.players = tuple(sorted(self.play_order))
        self.points = self._row("points")
        self.penalties = self._row("penalties")
        choices = {str(seat): names[seat] for seat in self.players}
        self.no_trick.choices = choices
        self.called.choices = choices
        self.durchmarsch.choices = {"": str(_("nobody")), **choices}

    @classmethod
    def values_of(cls, payload: Mapping[str, object], at: AtTable, /) -> dict[str, object]:
        """Return the values of the fields that give this payload again."""
        return _form_values(payload, at["dealer"], at["seats"])

    def _row(self, kind: str) -> dict[int, WholeNumberField]:
        """Return one number field a player, by seat; those of the other seats are dropped."""
        for seat in set(range(MOST_SEATS)) - set(self.players):
            del self[f"{kind}-{seat}"]
        fields = {seat: self[f"{kind}-{seat}"] for seat in self.players}
        for seat, field in fields.items():
            field.label.text = self.names[seat]
        return {seat: field for seat, field in fields.items() if isinstance(field, WholeNumberField)}

    @property
    def is_paper(self) -> bool:
        """Say whether the form asks for penalties copied from paper."""
        return bool(self.form_kind.data == PAPER)

    def validate(self, extra_validators: Mapping[str, Sequence[object]] | None = None) -> bool:
        """Check the shape of every field, and what no payload could say."""
        valid = super().validate(extra_validators)
        if self._ordered() is None:
            valid = False
            append_error(self.called, _("The order of calling cannot be read. Tap the calls again in their order."))
        march = self.durchmarsch.seat
        if march is not None and march in self.no_trick.seats:
            valid = False
            append_error(
                self.durchmarsch,
                _("%(name)s cannot have taken all tricks and none. Correct one of the two.", name=self.names[march]),
            )
        return valid

    def to_payload(self) -> dict[str, object]:
        """Return what was entered as a payload; wrong values count as not entered. Raises nothing."""
        payload: dict[str, object] = {"v": 1}
        seats = range(len(self.names))
        if self.is_paper:
            payload["penalties"] = [self.penalties[s].number or 0 if s in self.players else 0 for s in seats]
        else:
            payload["points"] = [self.points[s].number if s in self.players else None for s in seats]
            payload |= self._tricks() | self._calls()
        if self.sits_out is not None:
            payload["sits_out"] = self.sits_out
        return payload

    def known(self) -> dict[str, object] | None:
        """Return what is known of the deal while it is played: a payload, with the `panel` and who is `picked`.

        Nothing known is {}; a row copied from paper is no deal that is being played: None.
        """
        if self.is_paper:
            return None
        payload, panel = self.to_payload(), Panel.read(self.panel.data, self.players)
        numbers = any(field.number is not None for field in self.points.values())
        if not (numbers or panel.written() or payload["calls"] or payload["jungfrauen"]):
            return {}
        return payload | {"panel": panel.written(), "picked": panel.picked if panel.mode == SHORT else ()}

    def _tricks(self) -> dict[str, object]:
        """Return who took all tricks, or how many took none, and who."""
        march = self.durchmarsch.seat
        if march is not None:
            return {"jungfrauen": PLAYERS - 1, "durchmarsch": march}
        named = sorted(self.no_trick.seats)
        unnamed = _count(self.unnamed_no_trick.data)
        if unnamed and not named:
            return {"jungfrauen": unnamed, "durchmarsch": None}
        return {"jungfrauen": len(named), "durchmarsch": None, "jungfrau_seats": named}

    def _calls(self) -> dict[str, object]:
        """Return how many called and who, in order of calling."""
        unnamed = _count(self.unnamed_calls.data)
        callers = [seat for seat in self._ordered() or () if seat in self.called.seats]
        callers += [seat for seat in self.play_order if seat in self.called.seats and seat not in callers]
        if unnamed and not callers:
            return {"calls": unnamed}
        return {"calls": len(callers), "callers": callers}

    def _ordered(self) -> list[int] | None:
        """Return the seats in the order that was given, if any; None if it cannot be read.

        Who called but is not in it speaks after the others, by play order.
        """
        words = [word for word in SEPARATORS.split(self.call_order.data or "") if word]
        seats = {str(seat): seat for seat in self.players}
        return [seats[word] for word in dict.fromkeys(words)] if all(word in seats for word in words) else None

    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Return every order in which those who called may have spoken, the one by play order first."""
        by_play = [seat for seat in self.play_order if seat in self.called.seats]
        return tuple(permutations(by_play))

    def worded(self, problem: Problem) -> str:
        """Return a sentence about a problem."""
        return sentence(problem, self.names)

    def field_of(self, where: str) -> str:
        """Name the field that shows the problems of a part of the payload."""
        part, _dot, seat = where.partition(".")
        return FIELD_OF.get(part, f"{part}-{seat}")


for _seat in range(MOST_SEATS):
    setattr(DealForm, f"points-{_seat}", WholeNumberField())
    setattr(DealForm, f"penalties-{_seat}", WholeNumberField())


def _count(text: object) -> int:
    """Return a small number from a hidden field, 0 for anything else."""
    return int(text) if isinstance(text, str) and text in tuple("1234") else 0


def _form_values(payload: Mapping[str, object], dealer: int, seats: int) -> dict[str, object]:
    """Return the values of the fields that give this payload again."""
    values: dict[str, object] = {"form_kind": PAPER if "penalties" in payload else DEAL}
    march = whole(payload.get("durchmarsch"))
    named = [] if march is not None else _numbers(payload.get("jungfrau_seats"))
    callers = [seat for seat in _numbers(payload.get("callers")) if seat is not None]
    values["panel"] = payload.get("panel", "")
    values["durchmarsch"] = "" if march is None else str(march)
    values["no_trick"] = [str(seat) for seat in named]
    values["called"] = [str(seat) for seat in callers]
    # by play order an order needs no words, and a caller added later finds the right place by itself
    if callers != sorted(callers, key=lambda seat: (seat - dealer - 1) % seats):
        values["call_order"] = ",".join(map(str, callers))
    if march is None and payload.get("jungfrau_seats") is None:
        values["unnamed_no_trick"] = str(payload.get("jungfrauen", ""))
    if payload.get("callers") is None:
        values["unnamed_calls"] = str(payload.get("calls", ""))
    for kind in ("points", "penalties"):
        numbers = () if march is not None else _numbers(payload.get(kind))
        values |= {f"{kind}-{seat}": str(number) for seat, number in enumerate(numbers) if number is not None}
    return values


def _numbers(value: object) -> list[int | None]:
    """Return the whole numbers of a list, None for what is none."""
    return [whole(item) for item in value] if isinstance(value, list | tuple) else []
