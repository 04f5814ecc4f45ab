"""Say what the open deal is worth, as far as it is known (docs/rules/snapser.md §22)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.core.outcome import Line
from scorekeeper.core.reading import whole
from scorekeeper.games.snapser.deal import RAISES, Declared, Side
from scorekeeper.games.snapser.loading import outcomes
from scorekeeper.games.snapser.options import Options
from scorekeeper.games.snapser.scoring import value_of


class WorthLine(StrEnum):
    """Codes of the lines about the open deal."""

    WORTH = "worth"


def outlook(payload: Mapping[str, object], options: Options) -> tuple[Line, ...]:
    """Return one line with what each outcome would be worth, once red trumps or raises are known.

    `outcomes` and `amounts` go together. What cannot be read counts as not known.
    """
    data = payload if isinstance(payload, Mapping) else {}
    raises = whole(data.get("raises"))
    raises = raises if raises in RAISES else 0
    red = data.get("red") is True
    declared = next((word for word in Declared if word.value == data.get("declared")), Declared.HRAM)
    if declared == Declared.NEHRAM or not (raises or red or declared != Declared.HRAM):
        return ()
    can_be = outcomes(declared, Side.OPPONENTS, options)
    values = tuple(value_of(declared, outcome, red, raises or 0, options) for outcome in can_be)
    names = tuple(outcome.value for outcome in can_be)
    return (Line(WorthLine.WORTH, (), {"declared": declared.value, "outcomes": names, "amounts": values}),)
