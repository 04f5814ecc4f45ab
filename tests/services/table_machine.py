"""A table lives: people come and go, protest, agree on an end, announce a last round, and wait for another evening."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scorekeeper.services import agreements, comings, disputes, evenings, sheets
from scorekeeper.services.asked import Asked
from scorekeeper.services.disputes import Decision
from scorekeeper.services.errors import ClosedError, InvalidInputError
from scorekeeper.services.preview import Preview
from tests.services.factories import new_key
from tests.services.machine import CHOICE, CONTENT, VOID
from tests.services.model import Line, Paper
from tests.services.sheet_machine import SheetMachine

HOW = st.sampled_from(["highest", "nobody"])


class TableLifeMachine(SheetMachine):
    """Play one sheet with all that happens at a table."""

    # who sits where

    @rule(at=CHOICE, who=CHOICE, first=st.none() | CHOICE)
    def substitute(self, at: int, who: int, first: int | None) -> None:
        """Let somebody take a column, from now on or from an earlier row on."""
        column = self.paper.people[at % self.seats]
        elsewhere = {person for other, person in self.paper.held.items() if other != column}
        free = [person for person in self.table.players if person not in elsewhere]
        person = free[who % len(free)]
        rows = self.view.rows
        row = None if first is None or not rows else rows[first % len(rows)]
        after = self.held_from(column, person, None if row is None else row.position - 1)
        self.correct(
            lambda asked: comings.substitute(
                *self.on_sheet(),
                **asked,
                seat=self.paper.people.index(column),
                player_id=person,
                first=None if row is None else row.entry_id,
            ),
            after,
        )

    def held_from(self, column: uuid.UUID, person: uuid.UUID | None, first: int | None) -> Paper:
        """Let a person hold a column from a row on (None: now), until somebody else took it."""
        lines = [self.paper.line(row.entry_id) for row in self.view.rows]
        first = len(lines) if first is None else first
        was = [line.held.get(column) for line in lines] + [self.paper.held.get(column)]
        end = next((at for at in range(first, len(was)) if was[at] != was[first]), len(was))
        lines = [replace(line, held={**line.held, column: person}) for line in lines[first:end]]
        held = {**self.paper.held, column: person} if end == len(was) else self.paper.held
        return replace(self.paper.with_lines({line.id: line for line in lines}), held=held)

    @rule(behind=CHOICE, who=CHOICE)
    def join(self, behind: int, who: int) -> None:
        """Let one more sit down, where the game has a seat more and none is empty."""
        person = self.table.players[who % len(self.table.players)]
        seat = behind % self.seats
        paper = self.paper

        def use(asked: Asked) -> Preview:
            return comings.join(*self.on_sheet(), **asked, player_id=person, behind=seat)

        if self.is_over(use):
            return
        if self.seats == 5 or paper.empty or person in paper.held.values():
            self.is_refused(use)
            return
        self.correct(use, paper.joined(uuid.uuid4(), seat, person))

    @rule(at=CHOICE)
    def leave(self, at: int) -> None:
        """Let somebody leave, where four are left."""
        column = self.paper.people[at % self.seats]
        seat = self.paper.people.index(column)
        there = self.seats - len(self.paper.empty)

        def use(asked: Asked) -> Preview:
            return comings.leave(*self.on_sheet(), **asked, seat=seat)

        if self.is_over(use):
            return
        waits_for = self.paper.last is not None and self.paper.last[1] == column and not self.paper.final()
        if column in self.paper.empty or there == 4 or waits_for:
            self.is_refused(use)
            return
        self.correct(use, replace(self.paper, held={**self.paper.held, column: None}))

    def is_over(self, use: Callable[[Asked], Preview]) -> bool:
        """Say whether the game is over; then nobody comes or goes."""
        if self.paper.reckon().stakes is None:
            return False
        with pytest.raises(ClosedError, match="over"):
            use({"key": new_key(), "base_version": self.view.version})
        return True

    def is_refused(self, use: Callable[[Asked], Preview]) -> None:
        with pytest.raises(InvalidInputError):
            use({"key": new_key(), "base_version": self.view.version})

    @rule(at=CHOICE, who=CHOICE)
    def set_payer(self, at: int, who: int) -> None:
        column = self.paper.people[at % self.seats]
        ever = self.paper.ever(column)
        person = ever[who % len(ever)]
        payers = {**self.paper.payers, column: person}
        seat = self.paper.people.index(column)
        self.correct(
            lambda asked: comings.set_payer(*self.on_sheet(), **asked, seat=seat, player_id=person),
            replace(self.paper, payers=payers),
        )

    # how it ends

    @rule(how=HOW | st.just("by_hand"), stakes=st.permutations([-3, 1, 2, 0, 0]))
    def agree(self, how: str, stakes: list[int]) -> None:
        there = [column for column in self.paper.people if column not in self.paper.empty]
        by_hand = dict(zip(there, [value for value in stakes if value], strict=False)) if how == "by_hand" else {}
        wish: dict[str, object] = {"how": how}
        if by_hand:
            wish["stakes"] = [by_hand.get(column, 0) for column in self.paper.people]
        if self.paper.reckon().stakes is not None:
            with pytest.raises(ClosedError, match="over"):
                agreements.agree(*self.on_sheet(), key=new_key(), base_version=self.view.version, how=wish)
            return
        after = replace(self.paper, close=(how, by_hand), last=None)
        self.correct(lambda asked: agreements.agree(*self.on_sheet(), **asked, how=wish), after, asks=False)

    @rule()
    def reopen(self) -> None:
        right = self.paper.reckon()
        if right.stakes is None or right.stakes[0] != "agreed":
            with pytest.raises(ClosedError, match="not_agreed"):
                agreements.reopen(*self.on_sheet(), key=new_key(), base_version=self.view.version)
            return
        after = replace(self.paper, close=None, last=None)
        self.correct(lambda asked: agreements.reopen(*self.on_sheet(), **asked), after, asks=False)

    @precondition(lambda self: self.paper.reckon().stakes is None)
    @rule(deals=st.none() | st.integers(1, 3), until=CHOICE, how=HOW)
    def announce_last_round(self, deals: int | None, until: int, how: str) -> None:
        there = [column for column in self.paper.people if column not in self.paper.empty]
        column = there[until % len(there)] if deals is None else None
        on_time = {line.id: replace(line, late=False) for line in self.paper.lines}
        after = replace(self.paper.with_lines(on_time), last=(deals, column, how))
        seat = None if column is None else self.paper.people.index(column)
        self.correct(
            lambda asked: agreements.announce_last_round(*self.on_sheet(), **asked, deals=deals, until=seat, how=how),
            after,
        )

    @precondition(lambda self: self.paper.last is not None and self.paper.reckon().stakes is None)
    @rule()
    def cancel_last_round(self) -> None:
        after = replace(self.paper, last=None)
        self.correct(lambda asked: agreements.cancel_last_round(*self.on_sheet(), **asked), after)

    @rule(later=VOID)
    def wait_or_go_on(self, later: bool) -> None:
        """Let the game wait for another evening, or for later tonight; or go on."""
        where = self.session, self.table.second, self.sheet_id
        if self.waits:
            if later:
                self.table.evening_id = evenings.start(self.session, self.table.device, key=new_key()).id
            sheets.go_on(*where, self.table.evening_id, key=new_key())
        elif self.paper.reckon().stakes is not None:
            with pytest.raises(ClosedError, match="over"):
                sheets.adjourn(*where, key=new_key())
            return
        else:
            sheets.adjourn(*where, key=new_key())
        self.waits = not self.waits
        self.told = None
        self.look()

    # two versions of a row

    @precondition(lambda self: self.paper.live)
    @rule(content=CONTENT, at=CHOICE, second=VOID)
    def protest(self, content: object, at: int, second: bool) -> None:
        row, old = self.picked(at)
        other, payload = self.claimed(content, old)
        device = self.device(second)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            return disputes.protest(
                self.session, device, self.sheet_id, row.entry_id, key=key, base=row.base, payload=payload
            ).change_id

        if other.content == old.content:
            with pytest.raises(InvalidInputError):
                call(new_key(), None)
            return
        if old.other is not None and old.other.content == other.content:
            other = old.other
        self.attempt(call, self.paper.with_lines({old.id: replace(old, other=other)}))

    def claimed(self, content: object, old: Line) -> tuple[Line, dict[str, object]]:
        """Give what a protest says of a row."""
        dealer = self.paper.people.index(self.paper.dealt(old) or self.paper.people[0]) if self.seats == 5 else None
        line, payload, _ = self.entered(content, dealer, self.paper.index(old.id), old.id)
        return line, payload

    @precondition(lambda self: any(line.other is not None for line in self.paper.live))
    @rule(at=CHOICE, stands=st.sampled_from(Decision), second=VOID)
    def decide(self, at: int, stands: Decision, second: bool) -> None:
        disputed = [line for line in self.paper.live if line.other is not None]
        line = disputed[at % len(disputed)]
        row = next(row for row in self.view.rows if row.entry_id == line.id)
        after = line.decided() if stands == Decision.OTHER else replace(line, other=None)
        device = self.device(second)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            return disputes.decide(
                self.session,
                device,
                self.sheet_id,
                line.id,
                key=key,
                base=row.base,
                stands=stands,
                confirm=confirm,
            ).change_id

        self.attempt(call, self.paper.with_lines({line.id: after}))
