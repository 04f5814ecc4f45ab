"""What the help of Kalter Schlag works out, and which paragraph each line of an explanation follows."""

from __future__ import annotations

from types import MappingProxyType

from flask_babel import lazy_gettext as _

from scorekeeper.forms.game_forms import Example, Help, rule_id
from scorekeeper.games.kalter_schlag.endings import EndingLine
from scorekeeper.games.kalter_schlag.scoring import DealLine

UNKNOWN = [None] * 4

HELP = Help(
    template="games/kalter_schlag/help.html",
    examples=MappingProxyType(
        {
            "doubled": Example(({"points": [20, 66, 34, 0], "calls": 1, "jungfrauen": 1},)),
            "close": Example(({"points": [49, 48, 16, 7]},)),
            "tied": Example(({"points": [40, 40, 40, 0], "jungfrauen": 1},)),
            "march": Example(({"points": UNKNOWN, "durchmarsch": 2, "calls": 2},)),
            "everything": Example(({"points": [120, 0, 0, 0], "jungfrauen": 2},)),
            # Bernd loses; Clara and Dieter have marks, Anna has none.
            "lost": Example(
                (
                    {"points": [0, 120, 0, 0], "jungfrauen": 1, "calls": 3},
                    {"points": [20, 30, 60, 10]},
                    {"points": [20, 10, 30, 60]},
                    {"points": [30, 58, 12, 20], "calls": 1},
                )
            ),
            "fifth": Example(({"points": [20, 30, 60, 10]}, *({"points": [48, 40, 20, 12]},) * 5)),
        }
    ),
    paragraphs=MappingProxyType(
        {
            DealLine.MOST: "penalty",
            DealLine.CALLS: "calls",
            DealLine.NOBODY_CALLED: "calls",
            DealLine.JUNGFRAUEN: "no-trick",
            DealLine.ALL_TOOK_TRICKS: "no-trick",
            DealLine.PENALTY: "penalty",
            DealLine.DURCHMARSCH: "durchmarsch",
            DealLine.NOBODY_SCORES: rule_id("four_way"),
            DealLine.PAPER: "paper",
            EndingLine.LOST_LIMIT: "end",
            EndingLine.WON_MARKS: "end",
            EndingLine.AGREED_HIGHEST: "agreed",
            EndingLine.PAYS_SINGLE: "stakes",
            EndingLine.PAYS_DOUBLE: "stakes",
            EndingLine.PAYS_WINNER: "stakes",
            EndingLine.NOBODY_PAYS: "stakes",
        }
    ),
    sources=MappingProxyType(
        {
            "limit": _("All sources play to 2000."),
            "marks_on": _("Both pages of pagat.com say so; the Ukrainian and the Russian text do not know it."),
            "marks_to_win": _("Five, say both pages of pagat.com."),
            "fifth_vs_limit": _("No source says it. The English page calls the fifth mark an exception to the limit."),
            "joint_five": _("No source says it. The English page’s sentence fits each of them."),
            "four_way": _("No source says it. “Whoever has the most” fits all four."),
        }
    ),
)
