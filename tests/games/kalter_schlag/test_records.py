"""What a player's record says of Kalter Schlag: each figure from a tally that was made up for it."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.core.figures import Better
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG

TALLY = {
    "played": 100,
    "deals_lost": 28,
    "penalty": 4200,
    "penalty_most": 2020,
    "clean_run_most": 9,
    "jungfrau": 12,
    "jungfrau_unknown": 20,
    "durchmarsch": 1,
    "durchmarsch_unknown": 2,
    "durchmarsch_suffered": 3,
    "durchmarsch_suffered_unknown": 2,
    "called": 10,
    "called_unknown": 40,
    "called_and_scored": 4,
    "called_and_scored_unknown": 40,
    "called_and_spared": 6,
    "called_and_spared_unknown": 40,
    "played_at_1": 25,
    "deals_lost_at_1": 5,
    "ruled": 120,
    "ruled_marks": 1,
}


def test_each_figure_is_what_the_rules_say() -> None:
    found = {each.code: (each.value, each.base, each.unknown) for each in KALTER_SCHLAG.figures(TALLY)}
    assert found == {
        "clean": (Fraction(72, 100), 100, 0),
        "a_deal": (42, 100, 0),
        "a_lost_deal": (150, 28, 0),
        "greatest": (2020, 28, 0),
        "clean_run": (9, 100, 0),
        "jungfrau": (Fraction(12, 80), 80, 20),
        "durchmarsch": (Fraction(1, 98), 98, 2),
        "durchmarsch_suffered": (Fraction(3, 98), 98, 2),
        "called": (Fraction(1, 6), 60, 40),
        "spared": (Fraction(6, 10), 10, 0),
        "scored": (Fraction(4, 10), 10, 0),
        "lost_at_1": (Fraction(1, 5), 25, 0),
        "lost_at_2": (None, 0, 0),
        "lost_at_3": (None, 0, 0),
        "lost_at_4": (None, 0, 0),
    }


def test_each_figure_has_its_good_end() -> None:
    low = {"a_deal", "a_lost_deal", "greatest", "durchmarsch_suffered", "scored"}
    ends: dict[Better, set[str]] = {}
    for each in KALTER_SCHLAG.figures(TALLY):
        ends.setdefault(each.better, set()).add(each.code)
    assert ends[Better.LOW] == low
    assert ends[Better.NEITHER] == {"called", "lost_at_1", "lost_at_2", "lost_at_3", "lost_at_4"}
