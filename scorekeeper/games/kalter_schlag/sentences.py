"""What each problem is called in the user's words: what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import _
from scorekeeper.forms.sentences import COMMON, worded
from scorekeeper.games.kalter_schlag.codes import Code

SENTENCES: Mapping[str, str] = {
    **COMMON,
    Code.ONE_TOTAL_A_SEAT: _("Give one value for each player."),
    Code.OVER_120: _("There are only 120 card points in a deal. Type 0 to 120."),
    Code.SUM_120: _("The totals add up to %(sum)s, but a deal has 120 card points. Count one pile again."),
    Code.ONE_POINT: _("No cards add up to 1 point. Count %(seat)s’s pile again."),
    Code.NO_TOTAL: _("Enter the card points of the player who has the most, or all totals."),
    Code.SHORT_FORM_UNEQUAL: _(
        "%(seats)s have different totals, and others are missing. Enter only the most, or one more total."
    ),
    Code.JUNGFRAUEN_0_3: _("At most three players can take no trick. Correct who took none."),
    Code.JUNGFRAU_SEAT: _("Choose players who played this deal."),
    Code.JUNGFRAU_SEATS_COUNT: _("%(count)s took no trick, but %(named)s are named. Name all of them."),
    Code.THREE_JUNGFRAUEN_IS_DURCHMARSCH: _(
        "If three take no trick, the fourth took all eight. Say who took all tricks, or correct who took none."
    ),
    Code.DURCHMARSCH_SEAT: _("Choose a player who played this deal."),
    Code.DURCHMARSCH_THREE_JUNGFRAUEN: _(
        "If one player took all tricks, the three others took none. Correct who took no trick."
    ),
    Code.DURCHMARSCH_POINTS: _(
        "After all eight tricks for one player this total is %(points)s. Leave the totals blank, or correct it."
    ),
    Code.CALLS_0_4: _("There are at most four calls, one a player. Correct who called."),
    Code.CALLER_SEAT: _("Only who plays this deal can call. Correct who called."),
    Code.CALLERS_COUNT: _("There are %(count)s calls, but %(named)s players named. Correct who called."),
    Code.SITS_OUT_FOUR: _("With four players nobody sits out. Reload the page and enter the deal again."),
    Code.SITS_OUT_MISSING: _("With five players one sits out. Reload the page and enter the deal again."),
    Code.SITS_OUT_SEAT: _("Who sits out must be one of the five. Reload the page and enter the deal again."),
    Code.SITS_OUT_POINTS: _("%(seat)s sits out and has no points. Leave this blank."),
    Code.SITS_OUT_IS_DEALER: _(
        "%(dealer)s deals this one and sits out, but it was entered with %(seat)s sitting out. "
        "Correct the dealer, or enter the deal again."
    ),
    Code.SITS_OUT_IS_EMPTY: _(
        "%(empty)s had left at this deal, so that seat sat out, but it was entered with %(seat)s sitting out. "
        "Enter the deal again."
    ),
    Code.PAPER_RANGE: _("A penalty is 0 to 7680. Type it again."),
    Code.PAPER_UNEQUAL: _("%(seats)s have different penalties, but in one deal all penalties are equal."),
    Code.PAPER_EMPTY: _("In every deal somebody gets a penalty. Enter it, or enter a void deal."),
    Code.PAPER_FOUR: _("By the house rules nobody scores when all four have 30. Leave all penalties blank."),
    Code.LIMIT_RANGE: _("The limit is 100 to 100000. Type it again."),
    Code.MARKS_RANGE: _("The winning mark is 2 to 20. Type it again."),
    Code.HIGHEST_TIED: _("%(seats)s are tied for the highest total. Play one more deal, or choose another way to end."),
    # what is said besides decides between several sentences
    Code.IMPOSSIBLE_TOTAL: _("Who has the most has 31 to 118 or 120 points. Correct this, or enter all totals."),
    "impossible_total.jungfrauen": _(
        "Who has the most has %(least)s to 118 or 120 points when so many take no trick. "
        "Correct this, or who took no trick."
    ),
    "impossible_total.tied": _(
        "Tied for the most, %(seats)s can have %(least)s to %(most)s here. Correct this, or who is tied."
    ),
    "impossible_total.tied_two": _(
        "Tied for the most with two players without a trick, both have %(most)s. Correct this."
    ),
    Code.JUNGFRAU_WITH_POINTS: _(
        "%(count)s took no trick, but only %(zeros)s have no points. Correct the totals or who took no trick."
    ),
    "jungfrau_with_points.seat": _(
        "%(seat)s has %(points)s points, so cannot be without a trick. Correct one of the two."
    ),
    Code.PAPER_VALUE: _("No deal gives a penalty of %(points)s. Correct it."),
    "paper_value.several": _("No deal gives %(points)s to each of %(seats)s. Correct the penalties."),
}
"""The sentences by problem code; where a code has several, the others stand at ``code.variant``."""


def sentence(problem: Problem, names: tuple[str, ...]) -> str:
    """Return one sentence, plain text, about a problem; `names` has one name a seat."""
    variant = VARIANTS.get(problem.code)
    return worded(problem, SENTENCES[variant(problem) if variant else problem.code], names)


def _impossible_total(problem: Problem) -> str:
    """Choose the sentence for a loser's total that cannot be."""
    seats = problem.params["seats"]
    if isinstance(seats, tuple) and len(seats) > 1:
        same = problem.params["least"] == problem.params["most"]
        return "impossible_total.tied_two" if same else "impossible_total.tied"
    return "impossible_total.jungfrauen" if problem.params["jungfrauen"] else Code.IMPOSSIBLE_TOTAL


def _jungfrau_with_points(problem: Problem) -> str:
    """Choose the sentence for a player without a trick who has points, or for too many of them."""
    return "jungfrau_with_points.seat" if "seat" in problem.params else Code.JUNGFRAU_WITH_POINTS


def _paper_value(problem: Problem) -> str:
    """Choose the sentence for a penalty that no deal gives to so many players."""
    seats = problem.params["seats"]
    return "paper_value.several" if isinstance(seats, tuple) and len(seats) > 1 else Code.PAPER_VALUE


VARIANTS: Mapping[str, Callable[[Problem], str]] = {
    Code.IMPOSSIBLE_TOTAL: _impossible_total,
    Code.JUNGFRAU_WITH_POINTS: _jungfrau_with_points,
    Code.PAPER_VALUE: _paper_value,
}
