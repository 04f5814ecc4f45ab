"""What a measurement says: figures by rounds, their ratio, and whether it reaches its goal."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum


class Side(StrEnum):
    """Say on which side of its bound a figure should be."""

    LEAST = "≥"
    MOST = "≤"


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted of a ratio, or of the figure itself where it is compared with nothing."""

    side: Side
    bound: float

    def reached(self, value: float) -> bool:
        """Say whether a value is on the right side.

        >>> Goal(Side.MOST, 1.5).reached(1.5), Goal(Side.LEAST, 0.7).reached(0.69)
        (True, False)
        """
        return value >= self.bound if self.side is Side.LEAST else value <= self.bound

    def __str__(self) -> str:
        return f"{self.side} {self.bound:g}"


def at_least(bound: float) -> Goal:
    """Want no less."""
    return Goal(Side.LEAST, bound)


def at_most(bound: float) -> Goal:
    """Want no more."""
    return Goal(Side.MOST, bound)


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of the table: the app's figure by rounds and, by the same rounds, the one it is compared with.

    `others` is empty where a figure stands for itself. A row without a goal only shows.
    """

    part: str
    what: str
    unit: str
    ours: tuple[float, ...]
    against: str = ""
    others: tuple[float, ...] = ()
    goal: Goal | None = None

    @property
    def ratios(self) -> tuple[float, ...]:
        """Give the ratios round by round, the least first.

        >>> Figure("", "", "", (20.0, 30.0), "", (10.0, 20.0)).ratios
        (1.5, 2.0)
        """
        pairs = zip(self.ours, self.others, strict=True) if self.others else ()
        return tuple(sorted(mine / other for mine, other in pairs if other))

    @property
    def mine(self) -> float:
        """Give the median of the app's figures."""
        return statistics.median(self.ours)

    @property
    def other(self) -> float | None:
        """Give the median of what it is compared with."""
        return statistics.median(self.others) if self.others else None

    @property
    def value(self) -> float:
        """Give what the goal is about: the median of the ratios, or of the figures themselves."""
        return statistics.median(self.ratios) if self.ratios else self.mine

    @property
    def spread(self) -> tuple[float, float]:
        """Give the least and the most of what `value` is the median of."""
        values = self.ratios or tuple(sorted(self.ours))
        return values[0], values[-1]

    @property
    def verdict(self) -> str:
        """Say whether the goal is reached."""
        if self.goal is None:
            return ""
        return "yes" if self.goal.reached(self.value) else "no"


HEAD = ("what", "unit", "app", "compared with", "figure", "ratio", "spread", "goal", "reached")


def table(figures: Sequence[Figure]) -> str:
    """Write the figures as a table in Markdown, padded to be read as text too."""
    rows = [HEAD, *(_row(each) for each in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([lines[0], rule, *lines[1:]]) + "\n"


def _row(each: Figure) -> tuple[str, ...]:
    least, most = each.spread
    return (
        each.what,
        each.unit,
        short(each.mine),
        each.against,
        "" if each.other is None else short(each.other),
        short(each.value) if each.ratios else "",
        f"{short(least)} to {short(most)}" if len(each.ours) > 1 else "",
        "" if each.goal is None else str(each.goal),
        each.verdict,
    )


def short(value: float) -> str:
    """Write a number with about three figures.

    >>> short(1234.5), short(12.34), short(0.1234), short(0.0)
    ('1,234', '12.3', '0.12', '0')
    """
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def plain(figures: Sequence[Figure]) -> list[dict[str, object]]:
    """Give the figures as plain data, with what follows from them."""
    found = []
    for each in figures:
        told: dict[str, object] = asdict(each) | {"goal": "" if each.goal is None else str(each.goal)}
        found.append(told | {"value": each.value, "reached": each.verdict})
    return found
