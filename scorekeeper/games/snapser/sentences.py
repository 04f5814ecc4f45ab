"""What each problem is called in the user's words: what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import _
from scorekeeper.forms.sentences import COMMON, worded
from scorekeeper.games.snapser.codes import Code

SENTENCES: Mapping[str, str] = {
    **COMMON,
    Code.PLAYERS_2_4: _("Two to four play a deal. Reload the page and enter the deal again."),
    Code.CHOOSER_SEAT: _("The chooser must be somebody who plays this deal. Choose again."),
    Code.PARTNER: _("Only among four, and not with Durch, can another player be the partner. Correct the partner."),
    Code.SITS_OUT_SEAT: _("Who does not play must sit at this table. Reload the page and enter the deal again."),
    Code.SITS_OUT_IS_EMPTY: _(
        "The empty seats at this deal are others than when it was entered. Enter the deal again."
    ),
    Code.DECLARED: _("Choose what was declared."),
    Code.WINNER: _("Tap who won and how."),
    Code.OUTCOME: _("Tap how the deal came out."),
    Code.OUTCOME_NOT_OF_DECLARATION: _("What was declared cannot come out like this. Correct one of the two."),
    Code.NEHRAM_ALWAYS_LOST: _("A game given up is lost by the chooser. Correct what was declared."),
    Code.NEHRAM_NO_RAISE: _("A game given up is not raised. Take the raises back, or correct what was declared."),
    Code.RAISES_0_4: _("There are at most four raises: Kontra, Re, Tuti, Boty."),
    Code.ENDED: _("Choose how the deal ended: somebody said “dosť”, or the last trick was taken."),
    Code.ENDED_BY: _("Choose who said “dosť” or took the last trick."),
    Code.COUNT_NOT_ASKED: _("A game given up has no points. Leave them blank, or correct what was declared."),
    Code.COUNT_TWO: _("Type the points of both sides."),
    Code.COUNT_RANGE: _("A side has 0 to 220 points with its marriages. Type it again."),
    Code.COUNT_SUM: _("Both sides together have at most %(most)s points with all marriages, not %(sum)s. Count again."),
    Code.COUNT_ALL: _(
        "After the last trick both sides together have 120 and 20 for each marriage, not %(sum)s. Count again."
    ),
    Code.COUNT_TRICKLESS: _("A side without a trick cannot have %(points)s points. Correct one of the two."),
    Code.COUNT_MARRIAGES: _("The marriages are worth 20 to 100, and no more than the points they are part of."),
    Code.COUNT_DIFFERS: _("The points say something else than what is tapped. Correct one, or take one back."),
    Code.BASE_RANGE: _("The base is 1 to 1000. Type it again."),
    Code.RULING_SUM_0: _("Points only change hands: together they must be 0, not %(sum)s."),
    Code.ACCOUNT_UNEVEN: _("The account does not come out at 0: %(sum)s are left over. Correct a row first."),
}
"""The sentences by problem code."""


def sentence(problem: Problem, names: tuple[str, ...]) -> str:
    """Return one sentence, plain text, about a problem; `names` has one name a seat."""
    return worded(problem, SENTENCES[problem.code], names)
