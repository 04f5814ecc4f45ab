"""The geometry of line charts: places reckoned by hand, and what holds however the lines go."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.charts import HEIGHT, LABEL_GAP, LETTER, TOP, WIDTH, Chart, Series, line_chart, spread
from scorekeeper.web.shortening import fitted, width_in_ems
from tests.games.kalter_schlag.helpers import unhurried

BOTTOM = HEIGHT - 38
VALUES = st.lists(st.sampled_from([0, 0, 0, 60, 260, 2020, 7680]), max_size=24)


def totals(*points: int) -> tuple[int, ...]:
    """Add points up, from nought on."""
    found = [0]
    for each in points:
        found.append(found[-1] + each)
    return tuple(found)


def series(name: str, *points: int) -> Series:
    """Give the line of somebody who was there all the time."""
    return Series(name, totals(*points), (True,) * len(points))


def xs(path: str) -> list[float]:
    """Give the places along the way of a path."""
    return [float(number) for number in path.removeprefix("M").split()[::2]]


def test_line_goes_from_nought_to_the_last_total_in_equal_steps() -> None:
    chart = line_chart([series("Anna", 0, 1000, 0, 1000)], 2000)
    (line,) = chart.lines
    (path,) = line.paths
    step = (chart.right - chart.left) / 4
    assert xs(path) == pytest.approx([chart.left + step * number for number in range(5)], abs=0.1)
    middle = (TOP + BOTTOM) / 2
    assert [float(y) for y in path.split()[1::2]] == [BOTTOM, BOTTOM, middle, middle, TOP]
    assert [spot.y for spot in line.markers] == [middle, TOP]  # where points came


def test_line_is_broken_where_nobody_sits_and_ends_where_the_last_one_left() -> None:
    there = (True, True, False, False, True, False)
    chart = line_chart([Series("Anna", totals(60, 0, 0, 0, 60, 0), there), series("Bernd", *[60] * 6)], 2000)
    left, bernd = chart.lines
    step = (chart.right - chart.left) / 6
    assert [len(xs(path)) for path in left.paths] == [3, 2]
    assert xs(left.paths[1]) == pytest.approx([chart.left + 4 * step, chart.left + 5 * step], abs=0.1)
    assert left.markers[-1].x == pytest.approx(chart.left + 5 * step, abs=0.1)
    assert left.label.leader.startswith(f"M{left.markers[-1].x:g} ")
    assert bernd.label.at.x == left.label.at.x


def test_who_never_sat_has_no_line_and_the_others_keep_their_style() -> None:
    nobody = Series("Anna", totals(0, 0), (False, False))
    chart = line_chart([nobody, series("Bernd", 60, 0)], 2000)
    assert [(line.label.text, line.style) for line in chart.lines] == [("Bernd", 1)]


@pytest.mark.parametrize(
    ("highest", "limit", "levels"),
    [
        (0, 2000, [0, 1000]),  # the limit stands there itself
        (2070, 2000, [0, 1000]),
        (2500, 1500, [0, 1000, 2000]),
        (1200, 1050, [0]),  # 1,000 would stand upon 1,050
        (9700, 2000, [0, 4000, 6000, 8000]),
        (40, None, [0, 10, 20, 30, 40]),
        (300, None, [0, 100, 200, 300]),
        (90, None, [0, 20, 40, 60, 80]),
        (0, None, [0]),
    ],
)
def test_levels_are_round_and_whole_thousands_from_a_thousand_on(
    highest: int, limit: int | None, levels: list[int]
) -> None:
    chart = line_chart([series("Anna", highest)], limit)
    assert [tick.value for tick in chart.levels] == levels
    assert (chart.limit.value if chart.limit else None) == limit


def test_totals_below_nought_have_their_room() -> None:
    chart = line_chart([series("Anna", -1000, 500)], 1000)
    assert [tick.value for tick in chart.levels] == [-1000, 0]
    assert chart.levels[0].at == BOTTOM


@pytest.mark.parametrize(
    ("deals", "steps"),
    [
        (0, []),
        (1, [1]),
        (7, [1, 2, 3, 4, 5, 6, 7]),
        (21, [5, 10, 15, 20]),
        (90, [20, 40, 60, 80]),
        (900, [200, 400, 600, 800]),
    ],
)
def test_as_many_numbers_stand_below_as_have_room(deals: int, steps: list[int]) -> None:
    chart = line_chart([series("Anna", *[0] * deals)], 2000)
    assert [tick.value for tick in chart.steps] == steps


def test_nothing_played_is_an_empty_plot() -> None:
    chart = line_chart([series("Anna"), series("Bernd")], 2000)
    assert chart.lines == ()
    assert chart.limit is not None


@unhurried
@given(st.lists(VALUES, min_size=1, max_size=5), st.text(max_size=40))
def test_labels_never_collide_and_all_stays_inside(points: list[list[int]], name: str) -> None:
    longest = max(map(len, points))
    lines = [series(name, *each, *[0] * (longest - len(each))) for each in points]
    chart = line_chart(lines, 2000)
    check_labels(chart)
    for line in chart.lines:
        assert all(chart.left - 0.1 <= x <= chart.right + 0.1 for path in line.paths for x in xs(path))
        assert all(TOP <= spot.y <= BOTTOM for spot in line.markers)
    heights = sorted([*(tick.at for tick in chart.levels), *([chart.limit.at] if chart.limit else [])])
    assert all(after - before >= LETTER for before, after in pairwise(heights))


def check_labels(chart: Chart) -> None:
    """Hold labels to standing apart, in the order of their lines' ends, within the picture."""
    middles = sorted(line.label.at.y for line in chart.lines)
    assert all(after - before >= LABEL_GAP - 0.01 for before, after in pairwise(middles))
    by_end = sorted(chart.lines, key=lambda line: (line.markers[-1].y, line.label.at.y))
    assert [line.label.at.y for line in by_end] == middles
    for line in chart.lines:
        assert TOP <= line.label.at.y <= BOTTOM
        assert line.label.at.x + 14 + width_in_ems(line.label.text) * LETTER <= WIDTH + 0.1


@unhurried
@given(st.lists(st.floats(0, 100), max_size=6))
def test_spread_keeps_order_and_distance_and_moves_nothing_without_need(wanted: list[float]) -> None:
    found = spread(wanted, 15, 0, 100)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [found[index] for index in order]
    assert all(after - before >= 15 - 1e-9 for before, after in pairwise(placed))
    assert all(-1e-9 <= place <= 100 + 1e-9 for place in placed)
    if all(abs(a - b) >= 15 for i, a in enumerate(wanted) for b in wanted[:i]):
        assert found == wanted


@pytest.mark.parametrize(
    ("name", "ems", "shown"),
    [
        ("Anna", 6.5, "Anna"),
        ("Maximiliane-Theodora", 6.5, "Maximili…"),
        ("麻雀太郎様御一行", 6.5, "麻雀太郎様…"),
        ("e\u0301" * 9, 5.3, "e\u0301" * 7 + "…"),
        ("W", 0.1, "…"),
    ],
)
def test_a_name_is_cut_to_what_has_room(name: str, ems: float, shown: str) -> None:
    assert fitted(name, ems) == shown
