"""What each problem is called in the user's words: what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import _
from scorekeeper.forms.sentences import COMMON, worded
from scorekeeper.games.staekske_rape.codes import Code

SENTENCES: Mapping[str, str] = {
    **COMMON,
    Code.DECLARER_MISSING: _("Tap who declares."),
    Code.DECLARER_SEAT: _("Choose a player who plays this deal."),
    Code.DECLARER_SITS_OUT: _("%(seat)s sits out this deal and cannot declare. Correct who declares, or who dealt."),
    Code.BID_MISSING: _("Enter the bid."),
    Code.BID_WHOLE: _("A bid is a whole number, such as 4 for 140. Type it again."),
    Code.BID_AT_LEAST_1: _("A bid is 1 or more. Type it again."),
    Code.BID_AT_MOST: _("No hand can make such a bid. Type at most %(most)s."),
    Code.CARD_POINTS_MISSING: _("Enter the declarer’s card points, or say how the deal went."),
    Code.CARD_POINTS_0_146: _("There are 146 card points in a deal, the last trick included. Type 0 to 146."),
    Code.CARD_POINTS_NOT_ASKED: _("The card points do not count here. Leave them blank, or choose “points”."),
    Code.REFUSED_ALONE: _("Who refuses to play has no bid, no melds and no stock. Take them away."),
    Code.FOUR_JACKS_NEEDED: _("Only four jacks can be shown instead of playing. Add them to the melds."),
    Code.UNPLAYED_NOT_OFFERED: _("By the house rules four jacks must be played. Enter the card points."),
    Code.MELDS_LIST: _("Choose the melds from the list."),
    Code.MELD_UNKNOWN: _("Choose the melds from the list."),
    Code.MELD_TWICE: _("Only runs can be there twice. Take one of the melds away."),
    Code.MORE_THAN_SEVEN_CARDS: _("Seven cards cannot hold all these melds. Correct them."),
    Code.TARGET_RANGE: _("The target is 10 to 10000. Type it again."),
    Code.HIGHEST_TIED: _("%(seats)s are tied for the highest total. Play one more deal, or choose another way to end."),
}
"""The sentences by problem code."""


def sentence(problem: Problem, names: tuple[str, ...]) -> str:
    """Return one sentence, plain text, about a problem; `names` has one name a seat."""
    return worded(problem, SENTENCES[problem.code], names)
