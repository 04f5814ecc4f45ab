"""A sheet of paper: the simple model that the services are held against.

It keeps points by column, and on each line who sat at which column then: a line that is put before another one
was played by those who played that one. So changing places changes nothing but the order of the columns. Undo goes
back to a copy of the whole sheet. Its reckoning is written from rules.md 1.5 and 1.9, not from the code.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

Held = Mapping[uuid.UUID, "uuid.UUID | None"]
"""Who sits at each column, None where nobody does."""


@dataclass(frozen=True)
class Line:
    """One row: points by column, or None for a void deal. `dealer` is a column, set by hand or None.

    `marks` are the columns that a ruling gives one; of a deal it is None. `other` is what a protest claims, `late`
    says that the row came after the last round was announced. `columns` are those of the sheet when it was
    written, None of a void deal, which has none: it fits no sheet with others.
    """

    id: uuid.UUID
    points: Mapping[uuid.UUID, int] | None
    dealer: uuid.UUID | None = None
    sits_out: uuid.UUID | None = None
    passes_deal: bool = True
    marks: frozenset[uuid.UUID] | None = None
    held: Held = field(default_factory=dict)
    late: bool = False
    other: Line | None = None
    columns: frozenset[uuid.UUID] | None = None

    def fits(self, people: Iterable[uuid.UUID]) -> bool:
        """Say whether a row has just these columns."""
        return self.columns is None or self.columns == frozenset(people)

    def widened(self, people: Iterable[uuid.UUID], column: uuid.UUID) -> Line:
        """Add a column at which nobody sat, if the row has those that were there so far."""
        other = None if self.other is None else self.other.widened(people, column)
        wide = replace(self, held={**self.held, column: None}, other=other)
        if self.columns is None or not self.fits(people):
            return wide
        points = self.points if self.is_deal else {**(self.points or {}), column: 0}
        return replace(
            wide,
            points=points,
            sits_out=column if self.is_deal else None,
            columns=self.columns | {column},
        )

    @property
    def marked(self) -> frozenset[uuid.UUID]:
        """Say who has a mark by this row."""
        if self.marks is not None:
            return self.marks
        return frozenset(column for column, value in (self.points or {}).items() if value)

    @property
    def is_deal(self) -> bool:
        return self.points is not None and self.marks is None

    @property
    def is_four_way(self) -> bool:
        """Say whether a deal gives the same to all four who played."""
        return self.is_deal and len(self.marked) == 4

    @property
    def content(self) -> tuple[object, ...]:
        """Say what is written in this row."""
        return self.points, self.sits_out, self.passes_deal, self.marks

    def saying(self, said: Line) -> Line:
        """Write other content into this row; what a protest claimed is settled if that is written now."""
        other = None if self.other is not None and self.other.content == said.content else self.other
        return replace(said, id=self.id, held=self.held, late=self.late, other=other)

    def decided(self) -> Line:
        """Let the other version stand."""
        return self if self.other is None else replace(self.saying(self.other), dealer=self.dealer)


@dataclass(frozen=True)
class Paper:
    """All that stands on the sheet. `removed` are struck rows with their latest content.

    `people` are the columns, `held` says who sits there now; `order` has all rows, struck ones in their place.
    `payers` are those who were named to pay for a column. `close` is how the table ended
    the game; `last` is the last round: deals, until whom, how it ends.
    """

    people: tuple[uuid.UUID, ...]
    first_dealer: uuid.UUID
    held: Held
    limit: int = 2000
    marks_to_win: int | None = 5
    four_way: str = "all_score"
    live: tuple[Line, ...] = ()
    removed: Mapping[uuid.UUID, Line] = field(default_factory=dict)
    payers: Mapping[uuid.UUID, uuid.UUID] = field(default_factory=dict)
    close: tuple[str, Mapping[uuid.UUID, int]] | None = None
    last: tuple[int | None, uuid.UUID | None, str] | None = None
    order: tuple[uuid.UUID, ...] = ()

    def options(self) -> dict[str, object]:
        """Give the house rules as plain data."""
        return {"limit": self.limit, "marks_to_win": self.marks_to_win, "four_way": self.four_way}

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.live, *self.removed.values())

    @property
    def empty(self) -> frozenset[uuid.UUID]:
        """Give the columns that nobody holds now."""
        return frozenset(column for column in self.people if self.held.get(column) is None)

    @property
    def sitting(self) -> tuple[uuid.UUID, ...]:
        """Give who holds each column, or held it last."""
        return tuple(self.ever(column)[-1] for column in self.people)

    @property
    def paying(self) -> dict[uuid.UUID, uuid.UUID]:
        """Say who pays or gets for each column."""
        return dict(zip(self.people, self.sitting, strict=True)) | dict(self.payers)

    def ever(self, column: uuid.UUID) -> list[uuid.UUID]:
        """Give who held a column, the present or last holder last."""
        lines = {line.id: line for line in self.lines}
        held = [*(lines[each].held.get(column) for each in self.order), self.held.get(column)]
        return [person for person in held if person is not None]

    @property
    def playable(self) -> bool:
        """Say whether each column has or had somebody, and nobody sits at two at the same time."""
        held = [self.held, *(line.held for line in self.lines)]
        sitting = [[person for person in each.values() if person is not None] for each in held]
        alone = all(len(people) == len(set(people)) for people in sitting)
        return alone and all(self.ever(column) for column in self.people)

    @property
    def possible(self) -> bool:
        """Say whether every row may stand, and every row under protest as it is claimed."""
        return self.playable and all(paper.stands for paper in (self, *self.disputed()))

    @property
    def takes_deals(self) -> bool:
        """Say whether the game goes on, or would if one protest holds."""
        return self.open_deal() is not None

    def open_deal(self) -> tuple[object, ...] | None:
        """Say which deal is played now: its place, who sits where, who deals. None if the game takes none.

        Over as entered, a game under protest goes on with the dealer who is next if the first such protest holds.
        """
        going = next((paper for paper in (self, *self.disputed()) if paper.reckon().stakes is None), None)
        if going is None:
            return None
        return len(self.order) + 1, tuple(self.held.get(column) for column in self.people), going.dealers()[-1]

    def disputed(self) -> list[Paper]:
        """Give the sheet as it would be if one protest holds, for each of them."""
        return [self.with_lines({line.id: line.decided()}) for line in self.live if line.other is not None]

    @property
    def stands(self) -> bool:
        """Say whether the rows fit the house rules and the dealers, and the agreement the totals.

        Four equal penalties may not stand if such a deal scores for nobody. The highest cannot pay while it is tied.
        """
        if not all(line.fits(self.people) for line in self.live):
            return False
        if self.four_way != "all_score" and any(line.is_four_way for line in self.live):
            return False
        for line, dealer in zip(self.live, self.dealers(), strict=False):
            empty = {column for column in self.people if line.held.get(column) is None}
            if dealer in empty:
                return False
            if len(self.people) == 5 and line.is_deal and line.sits_out not in (empty or {dealer}):
                return False
        return self.close is None or self.reckon().stakes is not None

    def reckon(self) -> Reckoning:
        """Add up, and say who has lost or won (rules.md 1.5), or how the table ended it (1.9)."""
        totals = dict.fromkeys(self.people, 0)
        marks = dict.fromkeys(self.people, 0)
        played: Counter[uuid.UUID] = Counter()
        running: list[tuple[int, ...]] = []
        final = self.final()
        for index, line in enumerate(self.live):
            for column, points in (line.points or {}).items():
                totals[column] += points
            for column in line.marked:
                marks[column] += 1
            played.update(p for c, p in line.held.items() if p is not None and line.is_deal and c != line.sits_out)
            running.append(tuple(totals[column] for column in self.people))
            there = [column for column in self.people if line.held.get(column) is not None]
            stakes = self._stakes(totals, marks, there)
            if stakes is None and index in final and self.last is not None:
                stakes = agreed((self.last[2], {}), totals, marks, there)
            if stakes is not None:
                return Reckoning(totals, marks, tuple(running), index, stakes, played, frozenset(there))
        there = [column for column in self.people if column not in self.empty]
        stakes = None if self.close is None else agreed(self.close, totals, marks, there)
        end = len(self.live) - 1 if stakes is not None and self.live else None
        return Reckoning(totals, marks, tuple(running), end, stakes, played, frozenset(there))

    def left(self) -> int | None:
        """Count the deals to go of the last round."""
        if self.last is None or self.last[0] is None:
            return None
        return max(0, self.last[0] - sum(line.late and line.passes_deal for line in self.live))

    def final(self) -> set[int]:
        """Give the rows with which the last round may be over."""
        if self.last is None:
            return set()
        deals, until, _how = self.last
        dealers = self.dealers()
        late = [index for index, line in enumerate(self.live) if line.late and line.passes_deal]
        if deals is not None:
            return set(late[deals - 1 :])
        first = next((index for index in late if dealers[index] == until), len(self.live))
        return {index for index in late if index >= first}

    def _stakes(
        self, totals: Mapping[uuid.UUID, int], marks: Mapping[uuid.UUID, int], there: Sequence[uuid.UUID]
    ) -> Stakes | None:
        need = self.marks_to_win
        winners = [p for p in there if need is not None and marks[p] >= need and totals[p] < self.limit]
        if winners:
            losers = [p for p in there if p not in winners]
            gets = {p: 2 * len(losers) if p in winners else -2 * len(winners) for p in there}
            return "five_marks", frozenset(), frozenset(winners), gets
        top = highest(totals, there)
        return None if totals[top[0]] < self.limit or len(top) > 1 else lost("limit", top[0], totals, marks, there)

    def with_lines(self, lines: Mapping[uuid.UUID, Line]) -> Paper:
        """Write some rows anew, struck ones too."""
        return replace(
            self,
            live=tuple(lines.get(line.id, line) for line in self.live),
            removed={key: lines.get(key, line) for key, line in self.removed.items()},
        )

    def with_line(self, line: Line, at: int, before: uuid.UUID | None = None) -> Paper:
        """Put a row in before the live row with this index, on the sheet before another one or at the end."""
        removed = {key: other for key, other in self.removed.items() if key != line.id}
        order = [each for each in self.order if each != line.id]
        order.insert(len(order) if before is None else order.index(before), line.id)
        return replace(self, live=(*self.live[:at], line, *self.live[at:]), removed=removed, order=tuple(order))

    def restored(self, entry_id: uuid.UUID, at: int) -> Paper:
        """Take a struck row back, as the live row with this index; with five it is dealt by whose turn it is then."""
        line = self.removed[entry_id]
        back = replace(self.with_line(line, at), order=self.order)
        if len(self.people) == 5 and self.dealt(line) is None:
            back = back.with_lines({line.id: replace(line, dealer=back.dealers()[at])})
        return back

    def turn(self, index: int, before: uuid.UUID | None) -> uuid.UUID:
        """Say whose turn to deal it is at the live index, for a row that is put before another one or at the end."""
        row = self.played_as(Line(uuid.uuid4(), None), before)
        return replace(self, live=(*self.live[:index], row)).dealers()[index]

    def dealt(self, line: Line) -> uuid.UUID | None:
        """Give who dealt a row by hand, if there still is such a column."""
        return line.dealer if line.dealer in self.people else None

    def joined(self, column: uuid.UUID, behind: int, person: uuid.UUID) -> Paper:
        """Add a column; from now on each row keeps its dealer."""
        dealers = {line.id: dealer for line, dealer in zip(self.live, self.dealers(), strict=False)}
        wide = {line.id: line.widened(self.people, column) for line in self.lines}
        lines = {key: replace(line, dealer=dealers.get(key, self.dealt(line))) for key, line in wide.items()}
        people = (*self.people[: behind + 1], column, *self.people[behind + 1 :])
        return replace(self.with_lines(lines), people=people, held={**self.held, column: person})

    def without(self, entry_id: uuid.UUID) -> Paper:
        """Strike a row."""
        line = self.line(entry_id)
        live = tuple(other for other in self.live if other.id != entry_id)
        return replace(self, live=live, removed={**self.removed, entry_id: line})

    def line(self, entry_id: uuid.UUID) -> Line:
        """Give a row, struck or not."""
        return next(line for line in self.lines if line.id == entry_id)

    def index(self, entry_id: uuid.UUID) -> int:
        """Give the index of a live row."""
        return [line.id for line in self.live].index(entry_id)

    def played_as(self, line: Line, before: uuid.UUID | None) -> Line:
        """Give a row as it is played before another one (None: now): by the same people, in the last round or not."""
        if before is None:
            return replace(line, held=self.held, late=self.last is not None)
        there = self.line(before)
        return replace(line, held=there.held, late=there.late)

    def dealers(self) -> tuple[uuid.UUID, ...]:
        """Say who dealt each live row: clockwise from the first, on from each one set by hand, past empty seats."""
        dealers = []
        following = self.people.index(self.first_dealer)
        for line in (*self.live, None):
            held = self.held if line is None else line.held
            while held.get(self.people[following % len(self.people)]) is None:
                following += 1
            dealer = self.people[following % len(self.people)]
            if line is not None:
                dealer = self.dealt(line) or dealer
                following = self.people.index(dealer) + (1 if line.passes_deal else 0)
            dealers.append(dealer)
        return tuple(dealers)

    def settled_payers(self) -> Paper:
        """Forget who was to pay for a column that he no longer held."""
        return replace(self, payers={c: p for c, p in self.payers.items() if p in self.ever(c)})

    def renamed(self, names: Mapping[uuid.UUID, uuid.UUID], people: Iterable[uuid.UUID]) -> Paper:
        """Write other names over those that were wrong, and let the columns stand in this order."""

        def rename(held: Held) -> Held:
            return {column: None if p is None else names.get(p, p) for column, p in held.items()}

        renamed = self.with_lines({line.id: replace(line, held=rename(line.held)) for line in self.lines})
        payers = {column: names.get(p, p) for column, p in self.payers.items()}
        return replace(renamed, people=tuple(people), held=rename(self.held), payers=payers)


Stakes = tuple[str, frozenset[uuid.UUID], frozenset[uuid.UUID], dict[uuid.UUID, int]]


@dataclass(frozen=True)
class Reckoning:
    """What the sheet comes to; `end` is the index of the row that ended it, `running` stops there.

    `stakes` is None while the game goes on. `played` counts by person. `there` are the columns at which somebody
    sits, at the ending if there is one.
    """

    totals: dict[uuid.UUID, int]
    marks: dict[uuid.UUID, int]
    running: tuple[tuple[int, ...], ...]
    end: int | None
    stakes: Stakes | None
    played: Counter[uuid.UUID]
    there: frozenset[uuid.UUID]


def highest(totals: Mapping[uuid.UUID, int], there: Sequence[uuid.UUID]) -> list[uuid.UUID]:
    """Give who has the most points of those who are there."""
    return [p for p in there if totals[p] == max(totals[q] for q in there)]


def agreed(
    close: tuple[str, Mapping[uuid.UUID, int]],
    totals: Mapping[uuid.UUID, int],
    marks: Mapping[uuid.UUID, int],
    there: Sequence[uuid.UUID],
) -> Stakes | None:
    """Give what the table agreed on; None while the highest is tied."""
    how, by_hand = close
    if how != "highest":
        return "agreed", frozenset(), frozenset(), {p: by_hand.get(p, 0) for p in there}
    top = highest(totals, there)
    return None if len(top) > 1 else lost("agreed", top[0], totals, marks, there)


def lost(
    reason: str,
    loser: uuid.UUID,
    totals: Mapping[uuid.UUID, int],
    marks: Mapping[uuid.UUID, int],
    there: Sequence[uuid.UUID],
) -> Stakes:
    """Let the loser pay: double to a clean column."""
    gets = {p: 1 if totals[p] or marks[p] else 2 for p in there if p != loser}
    gets[loser] = -sum(gets.values())
    return reason, frozenset([loser]), frozenset(), gets
