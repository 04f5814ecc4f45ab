"""A sheet of paper beside the one in the database: how a change is tried on both, and what must hold."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
)
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Seat, SheetStatus
from scorekeeper.services import deals
from scorekeeper.services.actor import Actor
from scorekeeper.services.asked import Asked
from scorekeeper.services.errors import (
    EndingMovedError,
    InvalidInputError,
)
from scorekeeper.services.preview import Preview
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.views import Row, SheetView
from tests.services.factories import NAMES, make_table, new_key
from tests.services.model import Line, Paper


@dataclass(frozen=True)
class Ruled:
    """A ruling of the table: so many points to some seats, marks to some."""

    to: frozenset[int]
    points: int
    marks: frozenset[int]
    passes_deal: bool


PENALTIES = {1: (60, 260, 410, 2020), 2: (60, 240), 3: (120, 480), 4: (30,)}
CHOICE = st.integers(0, 10_000)
PLAYED = st.tuples(st.sampled_from([1, 1, 1, 1, 2, 3, 4]), CHOICE, st.permutations(range(4)))
VOID = st.booleans()
RULED = st.builds(
    Ruled,
    st.frozensets(st.integers(0, 3), max_size=2),
    st.sampled_from([0, 10, 120, 480]),
    st.frozensets(st.integers(0, 3), max_size=2),
    st.booleans(),
)
CONTENT = st.one_of(PLAYED, PLAYED, PLAYED, PLAYED, VOID, RULED)
STEPS = st.integers(1, 5)
LIMIT = st.sampled_from([500, 1000, 2000])
DEALER = st.one_of(st.none(), st.none(), st.integers(0, 3))
Call = Callable[[str, "str | None"], "uuid.UUID | None"]


@dataclass(frozen=True)
class Step:
    """One change that may be undone: the sheet before and after."""

    change_id: uuid.UUID
    before: Paper
    after: Paper


@dataclass(frozen=True)
class Told:
    """What the table told of the open deal: of which one, by which device."""

    deal: tuple[object, ...]
    payload: Mapping[str, object]
    dealer: int | None
    key: str
    device_id: uuid.UUID


class SheetOnPaper(RuleBasedStateMachine):
    """Keep one sheet on paper and in the database."""

    session: ClassVar[Session]
    begins_with: ClassVar[int] = 4

    def __init__(self) -> None:
        """Begin a game in a group of its own."""
        super().__init__()
        self.session.rollback()
        self.table = make_table(self.session, [*NAMES, "Gül"])
        people = self.table.players[: self.begins_with]
        self.paper = Paper(people, people[0], dict(zip(people, people, strict=True)))
        self.waits = False
        self.sheet_id = self.table.start(range(self.begins_with)).id
        self.view: SheetView = self.table.sheet(self.sheet_id)
        self.undos: list[Step] = []
        self.redos: list[Step] = []
        self.calls: list[tuple[Call, str, uuid.UUID | None]] = []
        self.stale: dict[uuid.UUID, list[str]] = {}
        self.told: Told | None = None

    @property
    def seats(self) -> int:
        """Count the columns."""
        return len(self.paper.people)

    # what holds at any time

    @invariant()
    def view_equals_the_paper(self) -> None:
        view, paper = self.view, self.paper
        right = paper.reckon()
        self.waits = self.waits and right.stakes is None
        live = [row for row in view.rows if not row.removed]
        assert [row.entry_id for row in live] == [line.id for line in paper.live]
        assert {row.entry_id for row in view.rows if row.removed} == set(paper.removed)
        assert [row.number for row in live] == list(range(1, len(live) + 1))
        assert [row.position for row in view.rows] == list(range(1, len(view.rows) + 1))
        assert tuple(person.id for person in view.people) == paper.sitting
        assert tuple(person.id for person in view.payers) == tuple(paper.paying[column] for column in paper.people)
        assert view.vacant == {seat for seat, column in enumerate(paper.people) if column not in right.there}
        assert [row.totals for row in live] == [*right.running, *[None] * (len(live) - len(right.running))]
        assert view.standings.totals == tuple(right.totals[p] for p in paper.people)
        assert view.standings.marks == tuple(right.marks[p] for p in paper.people)
        assert [row.ends for row in live] == [index == right.end for index in range(len(live))]
        assert [row.after_end for row in live] == [right.end is not None and i > right.end for i in range(len(live))]
        for row, line in zip(live, paper.live, strict=True):
            assert self.points(row) == line.points
            held = {c: row.people[seat].id for seat, c in enumerate(paper.people) if seat not in row.vacant}
            assert held == {column: person for column, person in line.held.items() if person is not None}
        assert (view.last_round and view.last_round.deals) == (paper.left() if right.stakes is None else None)
        self.dealers_are_right(live)
        self.steps_are_right()

    @invariant()
    def told_is_what_every_device_reads(self) -> None:
        found, told = self.view.open_deal, self.told
        shown = None if found is None else (found.payload, found.dealer, found.key, found.device_id)
        assert shown == (told and (told.payload, told.dealer, told.key, str(told.device_id)))

    @invariant()
    def results_are_those_of_the_paper(self) -> None:
        """Each total stands once, at who held the column last; each stake at who pays; each deal counts once."""
        right, paper = self.paper.reckon(), self.paper
        query = select(Seat).where(Seat.group_id == self.table.group_id, Seat.sheet_id == self.sheet_id)
        seats = self.session.scalars(query).all()
        totals = {(paper.people[s.seat], s.player_id): (s.total, s.marks) for s in seats if s.total is not None}
        stakes = {(paper.people[s.seat], s.player_id): s.stakes for s in seats if s.stakes is not None}
        played: Counter[uuid.UUID | None] = Counter()
        for seat in seats:
            played[seat.player_id] += cast("dict[str, int]", seat.counts or {}).get("played", 0)
        status = self.view.status
        self.session.rollback()
        if right.stakes is None:
            assert status == (SheetStatus.ADJOURNED if self.waits else SheetStatus.OPEN)
            assert (totals, stakes, +played) == ({}, {}, Counter())
        else:
            assert status == SheetStatus.ENDED
            last = dict(zip(paper.people, paper.sitting, strict=True))
            assert totals == {(c, last[c]): (right.totals[c], right.marks[c]) for c in paper.people}
            assert stakes == {(column, paper.paying[column]): gets for column, gets in right.stakes[3].items()}
            assert +played == right.played

    def teardown(self) -> None:
        """Work the results out anew."""
        self.session.rollback()
        assert list(rebuild(self.session, apply=False, group_id=self.table.group_id)) == [None]

    # helpers

    def device(self, second: bool) -> Actor:
        return self.table.second if second else self.table.device

    def entered(
        self, content: object, dealer: int | None, index: int, before: uuid.UUID | None, paper: Paper | None = None
    ) -> tuple[Line, dict[str, object], int | None]:
        """Give a row for the paper, and the payload and dealer that the phone sends.

        It is put before another row (or stands in its place), or at the end. With five it always has a dealer: the
        one whose turn it is, or the one set by hand. `paper` is the sheet if there are rows that are only typed.
        """
        people = self.paper.people
        by_hand = None if dealer is None else people[dealer]
        if self.seats == 5:
            by_hand = by_hand or (paper or self.paper).turn(index, before)
        payload: dict[str, object]
        if isinstance(content, tuple):
            line, payload = self.played(content, by_hand, before)
            return line, payload, dealer
        if isinstance(content, Ruled):
            points = dict.fromkeys((people[seat] for seat in content.to), content.points)
            given = frozenset(people[seat] for seat in content.marks)
            payload = {
                "entry": "ruling",
                "points": [points.get(column, 0) for column in people],
                "marks": [column in given for column in people],
                "passes_deal": content.passes_deal,
            }
            line = Line(uuid.uuid4(), {p: points.get(p, 0) for p in people}, by_hand, None, content.passes_deal, given)
            return replace(line, columns=frozenset(people)), payload, dealer
        passes = content is True
        payload = {"entry": "void", "note": "", "passes_deal": passes}
        return Line(uuid.uuid4(), None, by_hand, passes_deal=passes), payload, dealer

    def played(
        self, content: tuple[int, int, list[int]], dealer: uuid.UUID | None, before: uuid.UUID | None
    ) -> tuple[Line, dict[str, object]]:
        """Give a deal: of five columns the empty one sits out, or else the dealer."""
        losers, choice, order = content
        people = self.paper.people
        value = PENALTIES[losers][choice % len(PENALTIES[losers])]
        held = self.paper.held if before is None else self.paper.line(before).held
        out = next((column for column in people if held.get(column) is None), dealer) if self.seats == 5 else None
        playing = [column for column in people if column != out]
        points = {column: value if seat in order[:losers] else 0 for seat, column in enumerate(playing)}
        payload: dict[str, object] = {"penalties": [points.get(column, 0) for column in people]}
        if out is not None:
            payload["sits_out"] = people.index(out)
        return Line(uuid.uuid4(), points, dealer, out, columns=frozenset(people)), payload

    def picked(self, at: int) -> tuple[Row, Line]:
        live = [row for row in self.view.rows if not row.removed]
        row = live[at % len(live)]
        return row, self.paper.line(row.entry_id)

    def live_before(self, row: Row, but: Row | None = None) -> int:
        """Count the live rows that stand before a row."""
        return sum(
            not other.removed and (but is None or other.entry_id != but.entry_id)
            for other in self.view.rows[: row.position - 1]
        )

    def points(self, row: Row) -> Mapping[uuid.UUID, int] | None:
        if row.kind == "void" or row.outcome is None:
            return None
        points = dict(zip(self.paper.people, row.outcome.points, strict=True))
        if row.sits_out is not None and row.kind == "deal":
            del points[self.paper.people[row.sits_out]]
        return points

    def on_row(self, use: Callable[..., deals.Written], row: Row, second: bool) -> Call:
        device = self.device(second)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            return use(
                self.session, device, self.sheet_id, row.entry_id, key=key, base=row.base, confirm=confirm
            ).change_id

        return call

    def on_sheet(self) -> tuple[Session, Actor, uuid.UUID]:
        return self.session, self.table.device, self.sheet_id

    def correct(self, use: Callable[[Asked], Preview], after: Paper, asks: bool = True) -> None:
        """Try a correction of the set-up: first to see, then for good."""
        after, version = after.settled_payers(), self.view.version

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            use({"key": key, "base_version": version, "confirm": confirm})
            return None

        if after.possible:
            shown = use({"key": "", "base_version": version, "dry_run": True})
            self.session.rollback()
            right = after.reckon()
            assert shown.standings.totals == tuple(right.totals[p] for p in after.people)
            assert shown.ending_moved == (asks and self.ending(self.paper) != self.ending(after))
        self.attempt(call, after, asks=asks)

    def attempt(
        self, call: Call, after: Paper, fresh: Sequence[uuid.UUID] = (), asks: bool = True, key: str = ""
    ) -> None:
        """Write a change as the paper says it must go: refused, asked about, written, or nothing to write.

        `fresh` are the made-up ids of new rows. `key` is that of the deal that was begun, else a new one.
        """
        before, key = self.paper, key or new_key()
        after = after.settled_payers()
        if not after.possible and after != before:
            with pytest.raises(InvalidInputError):
                call(key, None)
            return
        confirm = None
        if asks and self.ending(before) != self.ending(after):
            with pytest.raises(EndingMovedError) as question:
                call(key, "another ending")
            confirm = question.value.fingerprint
        change_id = call(key, confirm)
        known = {row.entry_id for row in self.view.rows}
        version = self.view.version
        self.look()
        if after == before:
            assert change_id is None
            assert self.view.version == version
            return
        assert self.view.version == version + 1
        assert self.view.undo is not None
        came = [row.entry_id for row in self.view.rows if row.entry_id not in known]
        ids = dict(zip(fresh, came, strict=True))
        live = tuple(replace(line, id=ids.get(line.id, line.id)) for line in after.live)
        after = replace(after, live=live, order=tuple(ids.get(each, each) for each in after.order))
        self.write_down(after)
        self.undos.append(Step(self.view.undo.change_id, before, after))
        self.redos.clear()
        if change_id is not None:
            assert change_id == self.view.undo.change_id
        self.remember(call, key, change_id)

    def remember(self, call: Call, key: str, change_id: uuid.UUID | None) -> None:
        self.calls.append((call, key, change_id))

    def go_back_to(self, paper: Paper) -> None:
        """Take an older copy of the sheet; rows that came later are struck, played as the next older row was."""
        known = {line.id for line in paper.lines}
        later = [line for line in self.paper.lines if line.id not in known]
        self.look()
        order = [row.entry_id for row in self.view.rows]
        for line in later:
            following = [entry_id for entry_id in order[order.index(line.id) :] if entry_id in known]
            struck = paper.played_as(line, following[0] if following else None)
            paper = replace(paper, removed={**paper.removed, line.id: struck})
        self.write_down(replace(paper, order=tuple(order)))

    def write_down(self, paper: Paper) -> None:
        """Let this be the sheet; what was told of the open deal is forgotten if another one is played now."""
        self.paper = paper
        if self.told is not None and paper.open_deal() != self.told.deal:
            self.told = None

    def look(self) -> None:
        """Look at the sheet anew, and remember which bases are no longer those of their rows."""
        old = {row.entry_id: row.base for row in self.view.rows}
        self.view = self.table.sheet(self.sheet_id)
        for row in self.view.rows:
            if row.entry_id in old and old[row.entry_id] != row.base:
                self.stale.setdefault(row.entry_id, []).append(old[row.entry_id])

    def ending(self, paper: Paper) -> object:
        right = paper.reckon()
        if right.stakes is None:
            return None
        reason, losers, winners, gets = right.stakes
        pays = paper.paying
        return (
            None if right.end is None else paper.live[right.end].id,
            reason,
            sorted(pays[column] for column in losers),
            sorted(pays[column] for column in winners),
            sorted((pays[column], gets.get(column, 0)) for column in paper.people),
        )

    def dealers_are_right(self, live: list[Row]) -> None:
        dealers = self.paper.dealers()
        assert [self.paper.people[row.dealer] for row in live] == list(dealers[:-1])
        if self.paper.reckon().stakes is None:
            assert self.paper.people[self.view.dealer] == dealers[-1]

    def steps_are_right(self) -> None:
        shown = (self.view.undo and self.view.undo.change_id, self.view.redo and self.view.redo.change_id)
        assert shown == (
            self.undos[-1].change_id if self.undos else None,
            self.redos[-1].change_id if self.redos else None,
        )
