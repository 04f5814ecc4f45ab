"""How counts of rows become a tally, and tallies one."""

from __future__ import annotations

from scorekeeper.core.figures import Figure, Kind
from scorekeeper.core.tally import Counts, combined, placed, places, tally


def test_who_sits_out_has_no_place() -> None:
    assert places(0, 4, None) == (4, 1, 2, 3)
    assert places(2, 5, 2) == (3, 4, None, 1, 2)
    assert places(2, 5, 0) == (None, 3, 4, 1, 2)


def test_counts_by_place_stand_beside_the_counts() -> None:
    counts = {"played": 1, "lost": None}
    assert placed(counts, ("played", "lost"), 3) == {**counts, "played_at_3": 1, "lost_at_3": None}
    assert placed(counts, ("played", "ruled"), 1) == {**counts, "played_at_1": 1}
    assert placed(counts, ("played",), None) == counts


def test_a_tally_of_no_rows_has_its_peaks_alone() -> None:
    assert tally([], {"run": 0}) == {"run_most": 0}


def test_what_is_not_told_is_counted_apart() -> None:
    rows: list[Counts] = [{"called": None}, {"called": 1}, {"called": None}]
    assert tally(rows, {}) == {"called_unknown": 2, "called": 1}


def test_of_many_tallies_peaks_are_the_greatest_and_all_else_the_sum() -> None:
    one, other = {"lost": 2, "run_most": 7, "called_unknown": 1}, {"lost": 1, "run_most": 3, "won": 1}
    whole = {"lost": 3, "run_most": 7, "called_unknown": 1, "won": 1}
    assert combined([one, other]) == combined([other, one]) == whole
    assert combined([]) == {}


def test_a_figure_with_nothing_behind_it_has_no_value() -> None:
    assert Figure("s", "c", Kind.SHARE, 0, 0).value is None
    assert Figure("s", "c", Kind.NUMBER, 3, 7).value == 3
    assert Figure("s", "c", Kind.AVERAGE, 3, 4).value == Figure("s", "c", Kind.SHARE, 3, 4).value
