"""Line charts as geometry: where lines, markers, ticks and labels stand. Pure; `macros/charts.html` draws it.

Lengths are in the units of the picture's view box, in which letters are LETTER high: at 320 px wide one unit
is about one pixel. y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby

from scorekeeper.web.shortening import fitted, width_in_ems

WIDTH, HEIGHT = 304, 300
LETTER = 12
TOP, BELOW = 18, 38
LABEL_GAP = 16
"""Between the middles of two labels: no lower than a line of text."""
LEADER = 12
KEY = 14
"""Room of the marker before a label."""
WIDEST_LABEL = 78
MOST_TICKS = 6
TICK_GAP = 24
STYLES = 5
"""How many lines are told apart by marker and dashes."""


@dataclass(frozen=True, slots=True)
class Series:
    """Hold what one line shows: `values` has one more item than `held`, the first is where it begins.

    `held[i]` says whether the line goes on from value `i` to value `i + 1`: where not, it is broken.
    """

    name: str
    values: tuple[int, ...]
    held: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Hold a place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Label:
    """Hold the text at a line's end: its left edge and its middle; `leader` leads there from the line's end."""

    text: str
    at: Spot
    leader: str


@dataclass(frozen=True, slots=True)
class Line:
    """Hold one drawn line: `style` chooses dashes and marker, `paths` are its unbroken stretches.

    Markers stand where the value changed, and at the line's end.
    """

    style: int
    paths: tuple[str, ...]
    markers: tuple[Spot, ...]
    label: Label


@dataclass(frozen=True, slots=True)
class Tick:
    """Hold a value of an axis and where it stands along it."""

    value: int
    at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Hold a whole picture; the plot lies between `left` and `right`, `top` and `bottom`."""

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    lines: tuple[Line, ...]
    steps: tuple[Tick, ...]
    levels: tuple[Tick, ...]
    limit: Tick | None


@dataclass(frozen=True, slots=True)
class _Scale:
    """Turn steps and values into places."""

    left: float
    right: float
    bottom: float
    steps: int
    low: int
    high: int

    def x(self, step: int) -> float:
        return round(self.left + (self.right - self.left) * step / max(self.steps, 1), 1)

    def y(self, value: int) -> float:
        return round(self.bottom - (self.bottom - TOP) * (value - self.low) / (self.high - self.low), 1)


def line_chart(series: Sequence[Series], limit: int | None) -> Chart:
    """Lay out lines over equal steps, with the limit if there is one."""
    places = [place for place, each in enumerate(series) if any(each.held)]
    shown = [series[place] for place in places]
    values = [value for each in shown for value in each.values] + ([limit] if limit else [])
    low, high = min([0, *values]), max([1, *values])
    levels = _levels(low, high)
    texts = [fitted(each.name, WIDEST_LABEL / LETTER) for each in shown]
    scale = _Scale(
        left=_widest(f"{value:,}" for value in [*levels, limit or 0]) + 6,
        right=WIDTH - LEADER - KEY - _widest(texts),
        bottom=HEIGHT - BELOW,
        steps=max((len(each.held) for each in shown), default=0),
        low=low,
        high=high,
    )
    line_of = None if not limit else Tick(limit, scale.y(limit))
    ticks = (Tick(value, scale.y(value)) for value in levels)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=scale.left,
        right=scale.right,
        top=TOP,
        bottom=scale.bottom,
        lines=tuple(_lines(shown, places, texts, scale)),
        steps=tuple(Tick(step, scale.x(step)) for step in _steps(scale)),
        levels=tuple(tick for tick in ticks if line_of is None or abs(tick.at - line_of.at) >= LETTER + 2),
        limit=line_of,
    )


def _widest(texts: Iterator[str] | Sequence[str]) -> float:
    return round(max((width_in_ems(text) for text in texts), default=0) * LETTER, 1)


def _lines(series: Sequence[Series], places: Sequence[int], texts: Sequence[str], scale: _Scale) -> Iterator[Line]:
    stretches = [list(_stretches(each)) for each in series]
    ends = [
        Spot(scale.x(parts[-1][-1]), scale.y(each.values[parts[-1][-1]]))
        for each, parts in zip(series, stretches, strict=True)
    ]
    middles = spread([end.y for end in ends], LABEL_GAP, TOP, scale.bottom)
    for each, place, text, parts, end, middle in zip(series, places, texts, stretches, ends, middles, strict=True):
        changed = [step for part in parts for step in part[1:] if each.values[step] != each.values[step - 1]]
        spots = [Spot(scale.x(step), scale.y(each.values[step])) for step in changed]
        label = Spot(scale.right + LEADER, middle)
        yield Line(
            style=place % STYLES,
            paths=tuple(_path(Spot(scale.x(step), scale.y(each.values[step])) for step in part) for part in parts),
            markers=tuple(dict.fromkeys([*spots, end])),
            label=Label(text, label, _path([end, label])),
        )


def _stretches(series: Series) -> Iterator[list[int]]:
    """Give the steps of each unbroken stretch, from where it begins."""
    for held, steps in groupby(range(len(series.held)), key=lambda step: series.held[step]):
        if held:
            first, *others = steps
            yield [first, first + 1, *(step + 1 for step in others)]


def _path(spots: Iterator[Spot] | Sequence[Spot]) -> str:
    """Write a line through places."""
    return "M" + " ".join(f"{spot.x:g} {spot.y:g}" for spot in spots)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Give places near the wanted ones, in the same order, at least a gap apart and within bounds.

    If there is not room for all they stand a gap apart, upwards from `high`.

    >>> spread([50, 50, 10], 10, 0, 100)
    [50, 60, 10]
    >>> spread([95, 99], 10, 0, 100)
    [90, 100]
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = list(wanted)
    floor = low
    for index in order:
        found[index] = max(wanted[index], floor)
        floor = found[index] + gap
    ceiling = high
    for index in reversed(order):
        found[index] = min(found[index], ceiling)
        ceiling = found[index] - gap
    return found


def _levels(low: int, high: int) -> list[int]:
    """Give round values of the upright axis; from a thousand on they are whole thousands."""
    step = _round_step(1000 if high - low >= 1000 else 10, (high - low) / MOST_TICKS)
    return list(range(-(-low // step) * step, high + 1, step))


def _steps(scale: _Scale) -> list[int]:
    """Give the numbers that stand below the plot: as many as have room."""
    every = _round_step(1, TICK_GAP * scale.steps / (scale.right - scale.left))
    return list(range(every, scale.steps + 1, every))


def _round_step(first: int, least: float) -> int:
    """Give 1, 2, 5, 10, 20 … times the first step, as soon as it is large enough."""
    steps = (first * each * int(10**power) for power in count() for each in (1, 2, 5))
    return next(step for step in steps if step > least)
