"""A row under protest: two versions of it, what each would come to, and whether that makes a difference."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.core.outcome import Outcome
from scorekeeper.services.dealers import keep_dealers
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.standings import Fold, fold


@dataclass(frozen=True, slots=True)
class Protest:
    """Show a row under protest: `outcome` is what it would be worth, `fold` what would stand if the protest holds.

    `no_difference` says that totals, marks and ending are the same either way.
    """

    entry_id: uuid.UUID
    outcome: Outcome
    fold: Fold
    no_difference: bool


def protests(snapshot: Snapshot, entered: Fold) -> tuple[Protest, ...]:
    """Show the rows under protest, each as if it alone were decided the other way.

    Raises InvalidRowError when such a version cannot be.
    """
    found = []
    for index, row in enumerate(entered.live):
        if row.other is None:
            continue
        other = fold(granted(snapshot, entered, [row]))
        same = (other.fingerprint, other.standings.totals, other.standings.marks) == (
            entered.fingerprint,
            entered.standings.totals,
            entered.standings.marks,
        )
        found.append(Protest(row.id, other.outcomes[index], other, same))
    return tuple(found)


def granted(snapshot: Snapshot, entered: Fold, rows: Iterable[Row]) -> Snapshot:
    """Let the protests about some rows hold; who sat out of the other deals stays as it was."""
    decided = {row.id: replace(row, payload=row.other or row.payload, other=None) for row in rows}
    return keep_dealers(entered, snapshot.with_rows(decided), None)


def goes_on(snapshot: Snapshot, entered: Fold) -> bool:
    """Say whether the sheet takes deals: it is not over, or would not be if a protest holds."""
    return entered.ending is None or running(entered, protests(snapshot, entered)) is not None


def running(entered: Fold, disputed: Iterable[Protest]) -> Fold | None:
    """Give the fold that takes deals: as entered, else by the first protest that would let the game go on."""
    return next((each for each in (entered, *(one.fold for one in disputed)) if each.ending is None), None)
