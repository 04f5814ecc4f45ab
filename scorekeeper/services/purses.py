"""A player's money over time: step by step for each evening, or where there are very many, each month or year."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from scorekeeper.services.months import Kept, first_after
from scorekeeper.services.stints import Stint

MOST_MONTHS = 60
"""Beyond so many months a step is a year."""


class Unit(StrEnum):
    """Say what a step of a purse stands for."""

    EVENING = "evening"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Step:
    """Say what an evening changed, or all between two days: `amount` got (or paid, below nought), `total` by then.

    Minor units; `evening_id` is None where the step is more than one evening.
    """

    evening_id: uuid.UUID | None
    day: date
    until: date
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class Purse:
    """Hold the money of one currency over the evenings, the oldest first."""

    currency: str
    steps: tuple[Step, ...]
    unit: Unit = Unit.EVENING

    @property
    def total(self) -> int:
        """Give what is left of it all."""
        return self.steps[-1].total if self.steps else 0


Span = tuple[uuid.UUID | None, date, date]


def by_evening(stints: Iterable[Stint]) -> tuple[Purse, ...]:
    """Add up the money by currency and evening; `stints` stand in the order in which they were played."""
    gained: defaultdict[str, dict[Span, int]] = defaultdict(dict)
    for stint in stints:
        if stint.amount is not None:
            evening, sums = (stint.evening_id, stint.day, stint.day), gained[stint.currency]
            sums[evening] = sums.get(evening, 0) + stint.amount
    return _purses(gained, Unit.EVENING)


def by_month(kept: Sequence[Kept], stints: Iterable[Stint]) -> tuple[Purse, ...]:
    """Add up the money by currency and month or year, from what is kept and what stands out on both sides."""
    earned = [(each.month, currency, amount) for each in kept for currency, amount in each.sum.money.items()]
    earned += [(stint.day, stint.currency, stint.amount) for stint in stints if stint.amount is not None]
    unit = Unit.MONTH if len({(day.year, day.month) for day, _, _ in earned}) <= MOST_MONTHS else Unit.YEAR
    gained: defaultdict[str, dict[Span, int]] = defaultdict(dict)
    for day, currency, amount in sorted(earned):
        span, sums = _span(day, unit), gained[currency]
        sums[span] = sums.get(span, 0) + amount
    return _purses(gained, unit)


def _span(day: date, unit: Unit) -> Span:
    """Give the month or the year of a day."""
    if unit == Unit.YEAR:
        return None, date(day.year, 1, 1), date(day.year, 12, 31)
    return None, day.replace(day=1), first_after(day) - timedelta(days=1)


def _purses(gained: Mapping[str, Mapping[Span, int]], unit: Unit) -> tuple[Purse, ...]:
    return tuple(Purse(currency, tuple(_steps(sums)), unit) for currency, sums in sorted(gained.items()))


def _steps(sums: Mapping[Span, int]) -> Iterator[Step]:
    total = 0
    for (evening_id, day, until), amount in sums.items():
        total += amount
        yield Step(evening_id, day, until, amount, total)
