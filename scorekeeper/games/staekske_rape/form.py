"""Ask for a deal of Staekske Rape: one form to add and to correct it, with and without JavaScript.

The form checks only the shape of what was typed. What is possible is for the rules to say; `add_problems` puts their
answer beside the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from wtforms import BooleanField, SelectMultipleField

from scorekeeper.core.fold import NOBODY
from scorekeeper.core.problems import Problem
from scorekeeper.core.reading import whole
from scorekeeper.forms.fields import ChoiceField, FormData, SeatField, WholeNumberField, _
from scorekeeper.forms.game_form import AtTable, GameDealForm
from scorekeeper.games.staekske_rape.deal import Event
from scorekeeper.games.staekske_rape.melds import WORTH, Meld
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE
from scorekeeper.games.staekske_rape.sentences import sentence

AGAIN = "_again"
"""Ends the value of a second run of three: a box can be ticked only once."""
MELD_BOXES: tuple[tuple[str, Meld], ...] = (
    (Meld.RUN3.value, Meld.RUN3),
    (Meld.RUN3.value + AGAIN, Meld.RUN3),
    *((meld.value, meld) for meld in Meld if meld is not Meld.RUN3),
)


class DealForm(GameDealForm):
    """Ask who declares, what was bid, which melds were shown, and how the deal went."""

    declarer = SeatField(_("Who declares?"), default="", validate_choice=False)
    bid = WholeNumberField(_("Bid"))
    event = ChoiceField(
        _("How did it go?"),
        choices=lambda: {
            Event.PLAYED.value: str(_("points")),
            Event.ALL_TRICKS.value: str(_("all tricks")),
            Event.NO_TRICKS.value: str(_("no trick")),
            Event.FOUR_JACKS_UNPLAYED.value: str(_("4 jacks shown")),
            Event.REFUSED.value: str(_("refuses")),
        },
        default=Event.PLAYED.value,
    )
    card_points = WholeNumberField(_("The declarer’s card points"))
    melds = SelectMultipleField(_("Melds"), validate_choice=False)
    without_stock = BooleanField(_("without the stock"))

    def __init__(
        self, formdata: FormData | None = None, data: Mapping[str, object] | None = None, **at: Unpack[AtTable]
    ) -> None:
        """Offer the seats that play the deal."""
        super().__init__(formdata, data, **at)
        seats, dealer, names, vacant = at["seats"], at["dealer"], at["names"], at.get("vacant", NOBODY)
        self.sits_out = STAEKSKE_RAPE.sits_out(dealer, seats, vacant)
        self.players = tuple(seat for seat in range(seats) if seat != self.sits_out and seat not in vacant)
        self.declarer.choices = {"": str(_("nobody")), **{str(seat): names[seat] for seat in self.players}}
        self.melds.choices = [(value, value) for value, _meld in MELD_BOXES]

    @classmethod
    def values_of(cls, payload: Mapping[str, object], _at: AtTable, /) -> dict[str, object]:
        """Return the values of the fields that give this payload again."""
        return _form_values(payload)

    @property
    def boxes(self) -> tuple[tuple[str, Meld, int, bool], ...]:
        """Give value, meld, worth and tick of each box of a meld."""
        ticked = set(self.melds.data or ())
        return tuple((value, meld, WORTH[meld], value in ticked) for value, meld in MELD_BOXES)

    def to_payload(self) -> dict[str, object]:
        """Return what was entered as a payload; wrong values count as not entered. Raises nothing."""
        event = self.event.data
        played = event == Event.PLAYED.value
        return {
            "v": 1,
            "declarer": self.declarer.seat,
            "bid": self.bid.number,
            "event": event,
            "card_points": self.card_points.number if played else None,
            "melds": [meld.value for _value, meld, _worth, ticked in self.boxes if ticked],
            "without_stock": bool(self.without_stock.data),
        }

    def known(self) -> dict[str, object]:
        """Return what is known of the deal while it is played: the payload; {} if nothing is."""
        payload = self.to_payload()
        told = self.declarer.seat is not None or self.bid.number is not None or payload["melds"]
        return payload if told or payload["without_stock"] else {}

    def worded(self, problem: Problem) -> str:
        """Return a sentence about a problem."""
        return sentence(problem, self.names)


def _form_values(payload: Mapping[str, object]) -> dict[str, object]:
    """Return the values of the fields that give this payload again."""
    melds = payload.get("melds")
    values: list[str] = []
    for meld in melds if isinstance(melds, list | tuple) else ():
        values.append(f"{meld}{AGAIN}" if meld in values else str(meld))
    numbers = {name: whole(payload.get(name)) for name in ("declarer", "bid", "card_points")}
    return {
        **{name: "" if number is None else str(number) for name, number in numbers.items()},
        "event": payload.get("event", Event.PLAYED.value),
        "melds": values,
        "without_stock": payload.get("without_stock") is True,
    }
