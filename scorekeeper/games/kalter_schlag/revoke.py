"""What a table usually rules when somebody has revoked (docs/rules/kalter_schlag.md §19)."""

from __future__ import annotations

from scorekeeper.core.entry import Ruling
from scorekeeper.games.kalter_schlag.deal import durchmarsch_penalty


def revoke(offender: int, calls: int, seats: int) -> Ruling:
    """Return the usual ruling: 120, doubled by each call, and one mark for the offender alone.

    >>> revoke(1, 2, 4).points
    (0, 480, 0, 0)
    """
    return Ruling(
        points=tuple(durchmarsch_penalty(calls) if seat == offender else 0 for seat in range(seats)),
        marks=tuple(seat == offender for seat in range(seats)),
    )
