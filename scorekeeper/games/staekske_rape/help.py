"""What the help of Staekske Rape works out, and which paragraph each line of an explanation follows."""

from __future__ import annotations

from types import MappingProxyType

from flask_babel import lazy_gettext as _

from scorekeeper.forms.game_forms import Example, Help
from scorekeeper.games.staekske_rape.endings import EndingLine
from scorekeeper.games.staekske_rape.scoring import DealLine


def _deal(bid: int | None, card_points: int | None = None, *melds: str, **said: object) -> Example:
    """Give a deal that Anna declares."""
    return Example(({"declarer": 0, "bid": bid, "card_points": card_points, "melds": [*melds], **said},))


HELP = Help(
    template="games/staekske_rape/help.html",
    examples=MappingProxyType(
        {
            "short": _deal(4, 127),
            "over": _deal(3, 138),
            "all_tricks": _deal(3, event="all_tricks"),
            "melds": _deal(4, 84, "run3", "stoek"),
            "stock": _deal(5, 93, "four_nines", without_stock=True),
            "no_trick": _deal(4, event="no_tricks"),
            "refused": Example(({"declarer": 0, "bid": None, "event": "refused"},)),
            "unplayed": _deal(3, None, "four_jacks", event="four_jacks_unplayed"),
        }
    ),
    paragraphs=MappingProxyType(
        {
            DealLine.NEEDED: "reckoning",
            DealLine.MADE: "reckoning",
            DealLine.BEYOND_REACH: "reckoning",
            DealLine.RESULT: "reckoning",
            DealLine.NO_TRICKS: "exceptions",
            DealLine.REFUSED: "exceptions",
            EndingLine.WON_TARGET: "end",
            EndingLine.AGREED_HIGHEST: "agreed",
            EndingLine.PAYS_WINNER: "stakes",
        }
    ),
    sources=MappingProxyType(
        {
            "target": _("The sources play to 100."),
            "five_rounds": _("Down is how we read a garbled remark of the Russian text; no example tests it."),
            "double_losses": _("The Russian text doubles the declarer’s points; its only example is a gain."),
            "double_no_tricks": _("The same sentence of the Russian text."),
            "four_jacks_unplayed": _("The Russian text says so."),
            "winner_paid": _("The sources know no stakes."),
        }
    ),
)
