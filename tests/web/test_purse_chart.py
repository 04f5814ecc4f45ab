"""Money over the evenings as a line: where it goes, and which amounts are written beside it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.charts import WIDTH
from scorekeeper.web.purse_chart import MOST_LEVELS, PurseChart, purse_chart, round_amounts


def laid_out(*totals: int) -> PurseChart:
    return purse_chart(totals, str)


def heights(chart: PurseChart) -> list[float]:
    """Give the height of each step."""
    return [float(found) for found in re.findall(r"V([0-9.]+)", chart.path)]


def test_line_begins_at_nought_and_goes_in_steps_to_each_total() -> None:
    chart = laid_out(100, -100, 0)
    assert chart.path.startswith(f"M{chart.left:g} {chart.zero:g}H")
    assert heights(chart) == [chart.top, chart.bottom, chart.zero]
    assert chart.zero == (chart.top + chart.bottom) / 2
    assert (chart.end.x, chart.end.y) == (chart.right, chart.zero)
    assert [(level.words, level.at) for level in chart.levels] == [
        ("-100", chart.bottom),
        ("-50", chart.zero + (chart.bottom - chart.zero) / 2),
        ("0", chart.zero),
        ("50", chart.zero - (chart.zero - chart.top) / 2),
        ("100", chart.top),
    ]


@pytest.mark.parametrize("totals", [(), (0,), (0, 0, 0)])
def test_a_purse_that_nothing_came_into_is_a_line_at_nought(totals: tuple[int, ...]) -> None:
    chart = laid_out(*totals)
    assert set(heights(chart)) <= {chart.zero}
    assert (chart.zero, chart.end.y) == (chart.bottom, chart.bottom)


def test_longer_amounts_get_more_room() -> None:
    assert laid_out(1_000_000).left > laid_out(1_000).left


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=300))
def test_everything_stays_inside_the_picture(totals: list[int]) -> None:
    chart = laid_out(*totals)
    assert len(heights(chart)) == len(totals)
    for height in (*heights(chart), chart.zero, *(level.at for level in chart.levels)):
        assert chart.top <= height <= chart.bottom
    assert 0 < chart.left < chart.right <= WIDTH


@given(st.integers(-(10**12), 0), st.integers(1, 10**12))
def test_amounts_are_round_few_and_hold_nought(low: int, high: int) -> None:
    amounts = round_amounts(low, high)
    assert 0 in amounts
    assert 1 <= len(amounts) <= MOST_LEVELS
    assert low <= amounts[0]
    assert amounts[-1] <= high
    steps = {later - amount for amount, later in pairwise(amounts)}
    assert len(steps) <= 1
    assert all(re.fullmatch("[125]0*", str(step)) for step in steps)
