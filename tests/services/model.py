"""A sheet of paper: the simple model that the services are held against.

It keeps points by person, so that changing seats changes nothing but the order, and undoes by going back
to a copy of the whole sheet. Its reckoning is written from rules.md 1.5, not from the code.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Line:
    """One row: points by person, or None for a void deal. `dealer` is a person, set by hand or None."""

    id: uuid.UUID
    points: Mapping[uuid.UUID, int] | None
    dealer: uuid.UUID | None = None
    sits_out: uuid.UUID | None = None
    passes_deal: bool = True


@dataclass(frozen=True)
class Paper:
    """All that stands on the sheet. `removed` are struck rows with their latest content."""

    people: tuple[uuid.UUID, ...]
    first_dealer: uuid.UUID
    limit: int = 2000
    marks_to_win: int | None = 5
    four_way: str = "all_score"
    live: tuple[Line, ...] = ()
    removed: Mapping[uuid.UUID, Line] = field(default_factory=dict)

    def options(self) -> dict[str, object]:
        """Give the house rules as plain data."""
        return {"limit": self.limit, "marks_to_win": self.marks_to_win, "four_way": self.four_way}

    @property
    def possible(self) -> bool:
        """Say whether every row may stand: four equal penalties may not if such a deal scores for nobody."""
        return self.four_way == "all_score" or not any(is_four_way(line) for line in self.live)

    def reckon(self) -> Reckoning:
        """Add up, and say who has lost or won (rules.md 1.5)."""
        totals = dict.fromkeys(self.people, 0)
        marks = dict.fromkeys(self.people, 0)
        running = []
        for index, line in enumerate(self.live):
            for person, points in (line.points or {}).items():
                totals[person] += points
                marks[person] += points > 0
            running.append(tuple(totals[person] for person in self.people))
            stakes = self._stakes(totals, marks)
            if stakes is not None:
                return Reckoning(dict(totals), dict(marks), tuple(running), index, stakes)
        return Reckoning(totals, marks, tuple(running), None, None)

    def _stakes(self, totals: Mapping[uuid.UUID, int], marks: Mapping[uuid.UUID, int]) -> Stakes | None:
        need = self.marks_to_win
        winners = [p for p in self.people if need is not None and marks[p] >= need and totals[p] < self.limit]
        if winners:
            losers = [p for p in self.people if p not in winners]
            gets = {p: 2 * len(losers) if p in winners else -2 * len(winners) for p in self.people}
            return "five_marks", frozenset(), frozenset(winners), gets
        most = max(totals.values())
        top = [p for p in self.people if totals[p] == most]
        if most < self.limit or len(top) > 1:
            return None
        gets = {p: 1 if totals[p] else 2 for p in self.people if p != top[0]}
        gets[top[0]] = -sum(gets.values())
        return "limit", frozenset(top), frozenset(), gets

    def with_line(self, line: Line, at: int) -> Paper:
        """Put a row in before the live row with this index."""
        removed = {key: other for key, other in self.removed.items() if key != line.id}
        return replace(self, live=(*self.live[:at], line, *self.live[at:]), removed=removed)

    def without(self, entry_id: uuid.UUID) -> Paper:
        """Strike a row."""
        line = self.line(entry_id)
        live = tuple(other for other in self.live if other.id != entry_id)
        return replace(self, live=live, removed={**self.removed, entry_id: line})

    def line(self, entry_id: uuid.UUID) -> Line:
        """Give a live row."""
        return next(line for line in self.live if line.id == entry_id)

    def index(self, entry_id: uuid.UUID) -> int:
        """Give the index of a live row."""
        return [line.id for line in self.live].index(entry_id)

    def dealers(self) -> tuple[uuid.UUID, ...]:
        """Say who dealt each live row: clockwise from the first, and on from each one set by hand."""
        dealers = []
        following = self.first_dealer
        for line in self.live:
            dealer = line.dealer or following
            dealers.append(dealer)
            step = 1 if line.passes_deal else 0
            following = self.people[(self.people.index(dealer) + step) % len(self.people)]
        return (*dealers, following)

    def renamed(self, names: Mapping[uuid.UUID, uuid.UUID], people: Sequence[uuid.UUID]) -> Paper:
        """Write other names over those that were wrong, and sit in this order."""

        def rename(line: Line) -> Line:
            points = None if line.points is None else {names[p]: value for p, value in line.points.items()}
            dealer = None if line.dealer is None else names[line.dealer]
            sits_out = None if line.sits_out is None else names[line.sits_out]
            return replace(line, points=points, dealer=dealer, sits_out=sits_out)

        return replace(
            self,
            people=tuple(people),
            first_dealer=names[self.first_dealer],
            live=tuple(rename(line) for line in self.live),
            removed={key: rename(line) for key, line in self.removed.items()},
        )


Stakes = tuple[str, frozenset[uuid.UUID], frozenset[uuid.UUID], dict[uuid.UUID, int]]


@dataclass(frozen=True)
class Reckoning:
    """What the sheet comes to; `end` is the index of the row that ended it, `running` stops there."""

    totals: dict[uuid.UUID, int]
    marks: dict[uuid.UUID, int]
    running: tuple[tuple[int, ...], ...]
    end: int | None
    stakes: Stakes | None


def is_four_way(line: Line) -> bool:
    """Say whether a row gives the same to all four who played."""
    return line.points is not None and sum(value > 0 for value in line.points.values()) == 4
