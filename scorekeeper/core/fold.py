"""Fold entries into standings: the part that is the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import CommonCode, InvalidDealError, Problem
from scorekeeper.core.standings import DealAfterEndError, Ending, Standings, State

EntryT = TypeVar("EntryT")

NOBODY: frozenset[int] = frozenset()


class TableLine(StrEnum):
    """Codes of the lines that explain what is no deal of the game."""

    VOID = "void"
    RULING = "ruling"


def one_too_many(dealer: int, seats: int, players: int, vacant: frozenset[int] = NOBODY) -> int | None:
    """Return who does not play where one more sits at the table than plays: the empty seat, or else the dealer."""
    if seats == players:
        return None
    return min(vacant) if vacant else dealer


@dataclass(frozen=True, slots=True)
class Rotation:
    """Say who deals: `first_dealer`, then clockwise; `by_hand` maps an entry's index to another dealer.

    From a dealer set by hand the rotation goes on. `vacant` maps an entry's index to the seats that are empty
    from that entry on: they are passed over, and whose turn it was there is the next one's.
    """

    seats: int
    first_dealer: int
    by_hand: Mapping[int, int]
    vacant: Mapping[int, frozenset[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse seats that are not there."""
        for seat in (self.first_dealer, *self.by_hand.values(), *frozenset().union(*self.vacant.values())):
            if not 0 <= seat < self.seats:
                raise ValueError(f"no seat {seat} among {self.seats}")

    def empty(self, index: int) -> frozenset[int]:
        """Return the seats that are empty at entry `index`."""
        begun = [at for at in self.vacant if at <= index]
        return self.vacant[max(begun)] if begun else NOBODY

    def first(self) -> int:
        """Return the dealer of the first entry."""
        return self.by_hand.get(0, self._taken(self.first_dealer, 0))

    def after(self, index: int, dealer: int, passes_deal: bool) -> int:
        """Return who deals after entry `index`, which `dealer` dealt."""
        following = (dealer + 1) % self.seats if passes_deal else dealer
        return self.by_hand.get(index + 1, self._taken(following, index + 1))

    def _taken(self, seat: int, index: int) -> int:
        """Return the seat, or the next one clockwise that is not empty."""
        empty = self.empty(index)
        return next(at % self.seats for at in range(seat, seat + self.seats) if at % self.seats not in empty)


def outcome_of_table(entry: Void | Ruling, seats: int) -> Outcome:
    """Return what a void deal or a ruling gives to each seat."""
    if isinstance(entry, Void):
        line = Line(TableLine.VOID, params={"note": entry.note, "passes_deal": entry.passes_deal})
        return Outcome((0,) * seats, (False,) * seats, (line,))
    concerned = tuple(seat for seat in range(seats) if entry.points[seat] or entry.marks[seat])
    line = Line(
        TableLine.RULING,
        concerned,
        {
            "points": tuple(entry.points[seat] for seat in concerned),
            "marks": tuple(int(entry.marks[seat]) for seat in concerned),
            "note": entry.note,
        },
    )
    return Outcome(entry.points, entry.marks, (line,))


def fold(
    entries: Sequence[EntryT],
    rotation: Rotation,
    score: Callable[[EntryT], Outcome],
    judge: Callable[[tuple[int, ...], tuple[int, ...], int, frozenset[int]], State | Ending],
    problems: Callable[[EntryT, int, frozenset[int]], tuple[Problem, ...]],
) -> Standings:
    """Add up entries until one of them ends the sheet.

    `judge` gets totals, marks, the entry's dealer and the empty seats; `problems` says what contradicts
    between an entry, its dealer and the empty seats. Raises DealAfterEndError and InvalidDealError.
    """
    standings = _start(rotation)
    for index, entry in enumerate(entries):
        if standings.ending is not None:
            raise DealAfterEndError(index, standings)
        dealer, empty = standings.dealer, standings.vacant
        found = problems(entry, dealer, empty)
        if dealer in empty:
            found = (Problem(CommonCode.DEALER_EMPTY, "dealer", {"dealer": dealer}), *found)
        if found:
            raise InvalidDealError(replace(p, params={**p.params, "index": index}) for p in found)
        outcome = score(entry)
        totals = tuple(map(int.__add__, standings.totals, outcome.points))
        marks = tuple(map(int.__add__, standings.marks, outcome.marks))
        verdict = judge(totals, marks, dealer, empty)
        passes = entry.passes_deal if isinstance(entry, Void | Ruling) else True
        standings = Standings(
            outcomes=(*standings.outcomes, outcome),
            dealers=(*standings.dealers, dealer),
            running_totals=(*standings.running_totals, totals),
            running_marks=(*standings.running_marks, marks),
            totals=totals,
            marks=marks,
            dealer=rotation.after(index, dealer, passes),
            vacant=empty if isinstance(verdict, Ending) else rotation.empty(index + 1),
            state=State.OVER if isinstance(verdict, Ending) else verdict,
            ending=verdict if isinstance(verdict, Ending) else None,
        )
    return standings


def _start(rotation: Rotation) -> Standings:
    """Return the standings before the first entry."""
    nought = (0,) * rotation.seats
    return Standings((), (), (), (), nought, nought, rotation.first(), State.RUNNING, vacant=rotation.empty(0))
