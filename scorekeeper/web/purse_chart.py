"""Money over the evenings as geometry: one line in steps, with nought and round amounts. Pure.

Lengths are in the units of the picture's view box, as in `web.charts`. y grows downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.web.charts import LETTER, WIDTH, Spot
from scorekeeper.web.shortening import width_in_ems

HEIGHT = 190
TOP, BELOW = 12, 24
RIGHT = WIDTH - 8
MOST_LEVELS = 5
FACTORS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Level:
    """Hold a round amount: its words and how high it stands."""

    words: str
    at: float


@dataclass(frozen=True, slots=True)
class PurseChart:
    """Hold a whole picture; the plot lies between `left` and `right`, `top` and `bottom`.

    `path` is the line and `end` its last place. `zero` is the height of nought.
    """

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    zero: float
    levels: tuple[Level, ...]
    path: str
    end: Spot


def purse_chart(totals: Sequence[int], words: Callable[[int], str]) -> PurseChart:
    """Lay out what a purse held after each evening, beginning at nought; `words` writes an amount."""
    low, high = min([0, *totals]), max([0, *totals])
    if low == high:
        high = low + 1
    amounts = round_amounts(low, high)
    labels = [words(amount) for amount in amounts]
    left = round(max(width_in_ems(label) for label in labels) * LETTER + 6, 1)
    bottom = HEIGHT - BELOW

    def x(evening: int) -> float:
        return round(left + (RIGHT - left) * evening / max(len(totals), 1), 1)

    def y(amount: int) -> float:
        return round(bottom - (bottom - TOP) * (amount - low) / (high - low), 1)

    steps = "".join(f"H{x(number):g}V{y(total):g}" for number, total in enumerate(totals, 1))
    return PurseChart(
        width=WIDTH,
        height=HEIGHT,
        left=left,
        right=RIGHT,
        top=TOP,
        bottom=bottom,
        zero=y(0),
        levels=tuple(Level(label, y(amount)) for label, amount in zip(labels, amounts, strict=True)),
        path=f"M{left:g} {y(0):g}{steps}",
        end=Spot(x(len(totals)), y(totals[-1] if totals else 0)),
    )


def round_amounts(low: int, high: int) -> list[int]:
    """Give up to MOST_LEVELS round amounts between two, nought among them.

    >>> round_amounts(-730, 1250)
    [-500, 0, 500, 1000]
    >>> round_amounts(0, 1)
    [0, 1]
    """
    number = 0
    while True:
        step = FACTORS[number % 3] * 10 ** (number // 3)
        first, last = -(-low // step), high // step
        if last - first < MOST_LEVELS:
            return [step * times for times in range(first, last + 1)]
        number += 1
