"""The fold of a sheet's entries: totals, marks, dealer, state and ending."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.core.outcome import Line, Outcome


class State(StrEnum):
    """Say whether the sheet goes on."""

    RUNNING = "running"
    PLAY_ON_TIE = "play_on_tie"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Ending:
    """Say why a sheet is over and what it costs.

    `stakes` is one signed whole number a seat, in stakes, and sums to 0. `pairs` holds
    ``(payer seat, payee seat, stakes)`` with stakes > 0. Either `next_dealer` is a seat or
    `next_dealer_chosen_by` is the seat that chooses.
    """

    reason: str
    losers: tuple[int, ...]
    winners: tuple[int, ...]
    stakes: tuple[int, ...]
    pairs: tuple[tuple[int, int, int], ...]
    next_dealer: int | None
    next_dealer_chosen_by: int | None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """Hold the fold of a sheet's live entries.

    `outcomes`, `dealers`, `running_totals` and `running_marks` have one item an entry; `totals` and
    `marks` one a seat. `dealer` deals the next deal; `vacant` are the seats that are empty then.
    """

    outcomes: tuple[Outcome, ...]
    dealers: tuple[int, ...]
    running_totals: tuple[tuple[int, ...], ...]
    running_marks: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    marks: tuple[int, ...]
    dealer: int
    state: State
    ending: Ending | None = None
    vacant: frozenset[int] = frozenset()


class DealAfterEndError(ValueError):
    """Say that entries stand after the ending.

    `index` is the first of them, `standings` the fold up to and including the entry that ended the sheet.
    """

    def __init__(self, index: int, standings: Standings) -> None:
        """Build the message from the index."""
        self.index = index
        self.standings = standings
        super().__init__(f"entry {index} stands after the ending")
