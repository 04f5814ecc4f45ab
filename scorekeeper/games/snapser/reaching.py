"""Find how a deal came out from the points of both sides: the "dosť" helper (docs/rules/snapser.md §10, §11)."""

from __future__ import annotations

from scorekeeper.core.problems import Problem
from scorekeeper.games.snapser.codes import Code
from scorekeeper.games.snapser.deal import CARD_POINTS, Count, Declared, Ended, Reached, Side
from scorekeeper.games.snapser.options import DurchLostAll, FalseDost, Options, Za12AllTricks

ENOUGH, WATER = 66, 33
MARRIAGES = 100
"""What all four marriages are worth: one of 40 and three of 20."""
STEP = 20
LED_MARRIAGE = (0, STEP, 2 * STEP)
"""What a side can have without a trick: who leads first may announce a marriage and lose the trick."""
MOST = CARD_POINTS + MARRIAGES


def reached(declared: Declared, count: Count, options: Options) -> tuple[Side, Reached]:
    """Return who won and how. Source: docs/rules/snapser.md §10.

    >>> reached(Declared.HRAM, Count(Ended.DOST, Side.CHOOSER, 66, 32), Options())
    (<Side.CHOOSER: 'chooser'>, <Reached.BEZ_VODY: 'bez_vody'>)
    """
    if declared == Declared.NEHRAM:
        return Side.OPPONENTS, Reached.NEHRAM
    all_tricks = count.ended == Ended.LAST_TRICK and not count.other_tricks
    if declared == Declared.DURCH:
        return _durch(count.side, all_tricks, options)
    if all_tricks:
        single = declared == Declared.ZA12 and options.za12_all_tricks == Za12AllTricks.ZA12
        return count.side, Reached.ZA12 if single else Reached.TICHY_DURCH
    if declared == Declared.ZA12:
        return _za12(count), Reached.ZA12
    return _hram(count, options)


def _durch(side: Side, all_tricks: bool, options: Options) -> tuple[Side, Reached]:
    """Return how Durch came out: points do not matter (§5, §19)."""
    if all_tricks and side == Side.CHOOSER:
        return Side.CHOOSER, Reached.DURCH
    both = all_tricks and options.durch_lost_all == DurchLostAll.BOTH
    return Side.OPPONENTS, Reached.TICHY_DURCH if both else Reached.DURCH


def _za12(count: Count) -> Side:
    """Return who wins za 12: the chooser only with 66 and "dosť" before the others have a trick (§5)."""
    if count.ended == Ended.DOST and count.points < ENOUGH:
        return _other(count.side)
    made = count.ended == Ended.DOST and count.side == Side.CHOOSER and not count.other_tricks
    return Side.CHOOSER if made else Side.OPPONENTS


def _hram(count: Count, options: Options) -> tuple[Side, Reached]:
    """Return how an ordinary game came out."""
    if count.ended == Ended.DOST and count.points < ENOUGH:
        if options.false_dost_value == FalseDost.BY_POINTS:
            return _other(count.side), _by_water(count.points)
        return _other(count.side), Reached(options.false_dost_value.value)
    if not count.other_tricks:
        return count.side, Reached.ZA6
    counted = count.other_points - (0 if options.marriages_33 else count.other_marriages)
    return count.side, _by_water(counted)


def _by_water(points: int) -> Reached:
    """Return whether the loser has the 33 points that save half (§5)."""
    return Reached.S_VODOU if points >= WATER else Reached.BEZ_VODY


def _other(side: Side) -> Side:
    """Return the other side."""
    return Side.OPPONENTS if side == Side.CHOOSER else Side.CHOOSER


def count_problems(count: Count, players: int) -> tuple[Problem, ...]:
    """Return why no deal can end with these points, each within its range (§11)."""
    added = count.points + count.other_points
    if added > MOST:
        return (Problem(Code.COUNT_SUM, "points", {"sum": added, "most": MOST}),)
    found = []
    if not count.other_tricks and count.other_points not in LED_MARRIAGE:
        found.append(Problem(Code.COUNT_TRICKLESS, "trickless", {"points": count.other_points}))
    if players > 2 and count.ended == Ended.LAST_TRICK and (added < CARD_POINTS or (added - CARD_POINTS) % STEP):
        found.append(Problem(Code.COUNT_ALL, "points", {"sum": added}))
    if count.other_marriages > count.other_points:
        found.append(Problem(Code.COUNT_MARRIAGES, "marriages", {"points": count.other_points}))
    return tuple(found)
