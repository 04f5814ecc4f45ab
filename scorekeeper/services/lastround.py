"""The last round: announced with some deals to go, or until somebody has dealt; then the game ends by agreement.

Stored as ``{"after": row or None, "deals": number or None, "until": seat or None, "how": word}``: it begins behind
that row, and ends as ``how`` says (see `CardGame.close`). A row counts if it passes the deal on; a misdeal that is
dealt again does not.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from scorekeeper.services.snapshot import Snapshot

MOST_DEALS = 50


@dataclass(frozen=True, slots=True)
class LastRound:
    """Say what is left: `deals` to go (None: until somebody has dealt), or `until` seat has dealt.

    `ends` counts after how many live rows the sheet may be over: the first at which it can be ended as `close`
    says does end it. `tied` says that it would be over but for a tie.
    """

    deals: int | None
    until: int | None
    close: Mapping[str, object]
    ends: tuple[int, ...]

    @property
    def tied(self) -> bool:
        """Say that one more deal must break a tie, given that the sheet is not over."""
        return bool(self.ends)


def last_round(snapshot: Snapshot, passes: Sequence[bool], dealers: Sequence[int]) -> LastRound | None:
    """Work out what is left of the last round; `passes` and `dealers` have one item a live row."""
    announced = snapshot.last_round
    if announced is None:
        return None
    after, deals, until = announced["after"], cast("int | None", announced["deals"]), announced["until"]
    places = snapshot.places()
    start = places[None if after is None else uuid.UUID(str(after))]
    counted = [index for index, row in enumerate(snapshot.live) if places[row.id] > start and passes[index]]
    if deals is not None:
        ends = counted[deals - 1 :]
    else:
        dealt = [at for at, index in enumerate(counted) if dealers[index] == until]
        ends = counted[dealt[0] :] if dealt else []
    return LastRound(
        deals=None if deals is None else max(0, deals - len(counted)),
        until=cast("int | None", until),
        close={"how": announced["how"]},
        ends=tuple(index + 1 for index in ends),
    )
