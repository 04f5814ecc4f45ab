"""What statistics keep of many rows: sums, what rows did not tell, the greatest, and sums by place at the table.

A tally is a flat mapping of names to whole numbers that can be stored as JSON. Its names say how two tallies
of one player go together: what ends in ``_most`` is the greater of both, anything else their sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Counts: TypeAlias = Mapping[str, int | None]
"""What statistics add up for one seat; None says that the entry does not tell."""

Tally: TypeAlias = Mapping[str, int]

UNKNOWN = "_unknown"
"""Ends the name of a count that says how many rows did not tell."""

MOST = "_most"
"""Ends the name of a number that is the greatest of its kind."""


def at_place(name: str, place: int) -> str:
    """Name a count at one place: 1 is the dealer's left.

    >>> at_place("deals_lost", 1)
    'deals_lost_at_1'
    """
    return f"{name}_at_{place}"


def places(dealer: int, seats: int, out: int | None) -> tuple[int | None, ...]:
    """Return per seat its place in the order of play from the dealer's left, None for the seat that sits out.

    >>> places(1, 4, None)
    (3, 4, 1, 2)
    >>> places(1, 5, 1)
    (4, None, 1, 2, 3)
    """
    order = [seat for step in range(1, seats + 1) if (seat := (dealer + step) % seats) != out]
    return tuple(order.index(seat) + 1 if seat in order else None for seat in range(seats))


def placed(counts: Counts, names: Iterable[str], place: int | None) -> Counts:
    """Return counts with some of them counted at their place besides."""
    if place is None:
        return counts
    return {**counts, **{at_place(name, place): counts[name] for name in names if name in counts}}


def tally(rows: Sequence[Counts], peaks: Mapping[str, int]) -> dict[str, int]:
    """Add up the counts of one seat's rows, beside the greatest of its numbers.

    >>> tally([{"penalty": 60, "jungfrau": None}, {"penalty": 0, "jungfrau": 1}], {"penalty": 60})
    {'penalty': 60, 'jungfrau_unknown': 1, 'jungfrau': 1, 'penalty_most': 60}
    """
    sums: dict[str, int] = {}
    for row in rows:
        for name, value in row.items():
            key = name if value is not None else name + UNKNOWN
            sums[key] = sums.get(key, 0) + (1 if value is None else value)
    return {**sums, **{name + MOST: value for name, value in peaks.items()}}


def combined(tallies: Iterable[Tally]) -> dict[str, int]:
    """Return one tally of several.

    >>> combined([{"penalty": 60, "penalty_most": 60}, {"penalty": 100, "penalty_most": 50}])
    {'penalty': 160, 'penalty_most': 60}
    """
    whole: dict[str, int] = {}
    for each in tallies:
        for name, value in each.items():
            so_far = whole.get(name, 0)
            whole[name] = max(so_far, value) if name.endswith(MOST) else so_far + value
    return whole
