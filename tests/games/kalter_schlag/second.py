"""The rule stated a second time, by tables alone, so that two independent statements can be compared.

Nothing here comes from the app; docs/rules/kalter_schlag.md §4-§9 is the common source.
"""

from __future__ import annotations

from collections.abc import Iterator

Split = tuple[int, int, int, int]

TO_NEAREST_TEN = {0: 0, 1: -1, 2: -2, 3: -3, 4: -4, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1}
"""What is added to a number by its last digit."""

FACTORS = {0: 1, 1: 2, 2: 4, 3: 8, 4: 16}
"""By the number of calls; by the number of players without a trick the first three."""

DURCHMARSCH = {0: 120, 1: 240, 2: 480, 3: 960, 4: 1920}

ALONE_TIED = {
    # (without a trick, losers): what they can have
    (0, 1): "31-118 120",
    (0, 2): "31-60",
    (0, 3): "31-40",
    (0, 4): "30",
    (1, 1): "41-118 120",
    (1, 2): "41-60",
    (1, 3): "40",
    (1, 4): "",
    (2, 1): "61-118 120",
    (2, 2): "60",
    (2, 3): "",
    (2, 4): "",
}


def totals_of(text: str) -> set[int]:
    """Read ``31-118 120``."""
    totals: set[int] = set()
    for part in text.split():
        first, _, last = part.partition("-")
        totals.update(range(int(first), int(last or first) + 1))
    return totals


TOTALS = {key: totals_of(text) for key, text in ALONE_TIED.items()}

PENALTIES = {
    (calls, jungfrauen): [
        points * FACTORS[calls] * FACTORS[jungfrauen]
        + TO_NEAREST_TEN[points * FACTORS[calls] * FACTORS[jungfrauen] % 10]
        for points in range(121)
    ]
    for calls in FACTORS
    for jungfrauen in (0, 1, 2)
}


def splits(first: int) -> Iterator[Split]:
    """Yield all ways to share 120 card points among four seats in which the first has `first`."""
    for second in range(121 - first):
        for third in range(121 - first - second):
            yield first, second, third, 120 - first - second - third


def all_splits() -> Iterator[Split]:
    """Yield all 302,621 ways to share 120 card points among four seats."""
    for first in range(121):
        yield from splits(first)


def possible(split: Split, jungfrauen: int) -> bool:
    """Say whether cards and tricks can fall so: no cards add up to 1, and a Jungfrau has nothing."""
    return 1 not in split and jungfrauen <= split.count(0) and jungfrauen < 3


def penalties(split: Split, jungfrauen: int, calls: int) -> tuple[int, ...]:
    """Return what each seat gets."""
    value = PENALTIES[calls, jungfrauen][max(split)]
    return tuple(value if points == max(split) else 0 for points in split)
