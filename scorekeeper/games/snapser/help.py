"""What the help of Šnapser works out, and which paragraph each line of an explanation follows."""

from __future__ import annotations

from types import MappingProxyType

from flask_babel import lazy_gettext as _

from scorekeeper.forms.game_forms import Example, Help, rule_id
from scorekeeper.games.snapser.account import EndingLine
from scorekeeper.games.snapser.scoring import DealLine


def _deal(seats: int = 3, **said: object) -> Example:
    """Give a deal that Anna chose and won with water, changed in what is said."""
    return Example(({"chooser": 0, "declared": "hram", "winner": "chooser", "outcome": "s_vodou", **said},), seats)


def _counted(by: str, *points: int) -> Example:
    """Give a deal that Anna chose and in which one side said "dosť", with the points of both."""
    return Example(({"chooser": 0, "declared": "hram", "ended": "dost", "ended_by": by, "points": [*points]},), 3)


HELP = Help(
    template="games/snapser/help.html",
    examples=MappingProxyType(
        {
            "s_vodou": _deal(),
            "bez_vody": _deal(outcome="bez_vody"),
            "za6": _deal(outcome="za6"),
            "za12": _deal(declared="za12", outcome="za12"),
            "tichy_durch": _deal(outcome="tichy_durch"),
            "durch": _deal(declared="durch", outcome="durch"),
            "nehram": _deal(declared="nehram", winner="opponents", outcome="nehram"),
            "raised": _deal(2, outcome="bez_vody", red=True, raises=2),
            "lost": _deal(winner="opponents", outcome="bez_vody"),
            "enough": _counted("chooser", 70, 30),
            "too_few": _counted("chooser", 64, 30),
        }
    ),
    paragraphs=MappingProxyType(
        {
            DealLine.DECLARED: "chooser",
            DealLine.COUNTED: "points",
            DealLine.REACHED: "outcomes",
            DealLine.RED: "red",
            DealLine.NOT_RED: "red",
            DealLine.RED_NOT_NEHRAM: rule_id("nehram_red_doubles"),
            DealLine.RAISES: "raises",
            DealLine.NO_RAISE: "raises",
            DealLine.NEHRAM_UNRAISED: "raises",
            DealLine.RAISES_DECLARED: rule_id("raises_apply_to"),
            DealLine.VALUE: "pays",
            EndingLine.CLOSED: "account",
            EndingLine.CLOSED_EVEN: "account",
            EndingLine.PAYS: "account",
        }
    ),
    sources=MappingProxyType(
        {
            "base": _("No source says it. The smallest payment is twice the base."),
            "nehram_red_doubles": _("The Slovak text doubles all games, and this is one of them."),
            "za12_all_tricks": _("The Slovak text lets any game become a silent Durch."),
            "false_dost_value": _("The Slovak text says only who wins."),
            "durch_lost_all": _("No source says it. One deal has one outcome."),
            "marriages_33": _("The Slovak text adds marriages to the points, but says “in his tricks” of the 33."),
            "raises_apply_to": _("The Slovak text doubles “the value of the game”."),
        }
    ),
)
