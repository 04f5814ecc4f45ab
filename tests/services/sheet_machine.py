"""Two phones write on one sheet: its rows, its set-up, undo and redo."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
)

from scorekeeper.services import deals, setup, undo
from scorekeeper.services.errors import (
    ConflictError,
    InvalidInputError,
    KeyReusedError,
    StaleError,
)
from tests.services.entering_machine import EnteringMachine
from tests.services.factories import new_key
from tests.services.machine import CHOICE, CONTENT, DEALER, LIMIT, STEPS, VOID


class SheetMachine(EnteringMachine):
    """Play one sheet of four."""

    @initialize(contents=st.lists(CONTENT, min_size=1, max_size=7), limit=LIMIT)
    def begin(self, contents: list[object], limit: int) -> None:
        """Play some deals first, as far as the game goes."""
        self.set_options(limit, 5, "all_score")
        for content in contents:
            if self.paper.reckon().stakes is None:
                self.record(content, None, second=False)

    # rows

    @precondition(lambda self: self.view.rows)
    @rule(content=CONTENT, dealer=DEALER, at=CHOICE, second=VOID)
    def insert(self, content: object, dealer: int | None, at: int, second: bool) -> None:
        before = self.view.rows[at % len(self.view.rows)]
        index = self.live_before(before)
        line, payload, seat = self.entered(content, dealer, index, before.entry_id)
        line = self.paper.played_as(line, before.entry_id)
        device = self.device(second)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            return deals.insert(
                self.session,
                device,
                self.sheet_id,
                before.entry_id,
                key=key,
                payload=payload,
                dealer=seat,
                confirm=confirm,
            ).change_id

        self.attempt(call, self.paper.with_line(line, index, before.entry_id), fresh=[line.id])

    @precondition(lambda self: self.paper.live)
    @rule(content=st.one_of(st.none(), CONTENT), dealer=DEALER, at=CHOICE, second=VOID)
    def amend(self, content: object, dealer: int | None, at: int, second: bool) -> None:
        row, old = self.picked(at)
        line, payload, seat = self.entered(content, dealer, self.paper.index(old.id), old.id)
        if content is None:
            line, payload = replace(old, dealer=line.dealer, other=None), dict(row.payload)
            if self.seats == 5:
                line, seat = old, self.paper.people.index(old.dealer or old.id)
        line = old.saying(line)
        device = self.device(second)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            return deals.amend(
                self.session,
                device,
                self.sheet_id,
                row.entry_id,
                key=key,
                base=row.base,
                payload=payload,
                dealer=seat,
                confirm=confirm,
            ).change_id

        live = tuple(line if other.id == line.id else other for other in self.paper.live)
        if self.seats == 5 and line == old:
            # handing the dealer over by hand is a change of its own, which the model of five does not see
            return
        self.attempt(call, replace(self.paper, live=live))

    @precondition(lambda self: self.paper.live)
    @rule(at=CHOICE, second=VOID)
    def remove(self, at: int, second: bool) -> None:
        row, _line = self.picked(at)
        self.attempt(self.on_row(deals.remove, row, second), self.paper.without(row.entry_id))

    @precondition(lambda self: self.paper.removed)
    @rule(at=CHOICE, second=VOID)
    def restore(self, at: int, second: bool) -> None:
        removed = [row for row in self.view.rows if row.removed]
        row = removed[at % len(removed)]
        after = self.paper.restored(row.entry_id, self.live_before(row))
        self.attempt(self.on_row(deals.restore, row, second), after)

    @precondition(lambda self: self.paper.live)
    @rule(at=CHOICE, to=CHOICE, second=VOID)
    def move(self, at: int, to: int, second: bool) -> None:
        row, line = self.picked(at)
        targets = [*(other for other in self.view.rows if other.entry_id != row.entry_id), None]
        before = targets[to % len(targets)]
        without = replace(self.paper, live=tuple(other for other in self.paper.live if other.id != line.id))
        index = len(without.live) if before is None else self.live_before(before, but=row)
        after = self.paper
        if index != self.paper.index(line.id):
            target = before.entry_id if before is not None else None
            after = without.with_line(self.paper.played_as(line, target), index, target)
        device = self.device(second)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            return deals.move(
                self.session,
                device,
                self.sheet_id,
                row.entry_id,
                key=key,
                base=row.base,
                before=before.entry_id if before is not None else None,
                confirm=confirm,
            ).change_id

        self.attempt(call, after)

    def touch_what_has_changed(self, at: int, which: int) -> None:
        if not self.stale:
            return
        entry_id, bases = list(self.stale.items())[at % len(self.stale)]
        with pytest.raises(StaleError):
            deals.remove(
                self.session,
                self.table.second,
                self.sheet_id,
                entry_id,
                key=new_key(),
                base=bases[which % len(bases)],
            )

    # the set-up

    @rule(
        first=st.none() | CHOICE,
        order=st.permutations(range(5)),
        wrong=st.none() | VOID,
        limit=LIMIT,
        marks=st.sampled_from([None, 3, 5]),
        four=st.sampled_from(["all_score", "all_score", "none_scores"]),
    )
    def set_up(
        self, first: int | None, order: list[int], wrong: bool | None, limit: int, marks: int | None, four: str
    ) -> None:
        if first is not None:
            self.set_first_dealer(first)
        elif wrong is not None:
            self.set_seating(order, wrong)
        else:
            self.set_options(limit, marks, four)

    def set_first_dealer(self, seat: int) -> None:
        first = seat % self.seats
        after = replace(self.paper, first_dealer=self.paper.people[first])
        self.correct(lambda asked: setup.set_first_dealer(*self.on_sheet(), **asked, first_dealer=first), after)

    def set_seating(self, order: list[int], wrong: bool) -> None:
        old = self.paper.sitting
        names = {person: person for person in old}
        order = [seat for seat in order if seat < self.seats]
        if wrong:
            # one wrong name at a time, and nobody moves: then it is certain who is meant
            ever = {person for column in self.paper.people for person in self.paper.ever(column)}
            strangers = [person for person in self.table.players if person not in ever]
            if not strangers:
                return
            names[old[order[0]]] = strangers[0]
            order = list(range(self.seats))
        people = [names[old[seat]] for seat in order]
        if len(set(people)) < len(people):
            # who left a seat and took over another one stands at both
            with pytest.raises(InvalidInputError):
                setup.set_seating(*self.on_sheet(), key=new_key(), base_version=self.view.version, player_ids=people)
            return
        after = self.paper.renamed(names, [self.paper.people[seat] for seat in order])
        self.correct(lambda asked: setup.set_seating(*self.on_sheet(), **asked, player_ids=people), after)

    def set_options(self, limit: int, marks: int | None, four: str) -> None:
        after = replace(self.paper, limit=limit, marks_to_win=marks, four_way=four)
        self.correct(lambda asked: setup.set_options(*self.on_sheet(), **asked, options=after.options()), after)

    def set_up_from_an_old_page(self) -> None:
        for dry_run in (True, False):
            with pytest.raises(StaleError):
                setup.set_first_dealer(
                    self.session,
                    self.table.second,
                    self.sheet_id,
                    key=new_key(),
                    base_version=self.view.version - 1,
                    first_dealer=0,
                    dry_run=dry_run,
                )
            self.session.rollback()

    # back and forth

    @precondition(lambda self: self.undos)
    @rule(back=STEPS, forth=st.integers(0, 4), second=VOID)
    def go_back_and_forth(self, back: int, forth: int, second: bool) -> None:
        for _ in range(min(back, len(self.undos))):
            self.undo(second)
            self.view_equals_the_paper()
        for _ in range(min(forth, len(self.redos))):
            self.redo(not second)
            self.view_equals_the_paper()

    def undo(self, second: bool) -> None:
        step = self.undos.pop()
        key = new_key()
        done = undo.undo(self.session, self.device(second), self.sheet_id, step.change_id, key=key)
        assert done.change_id is not None
        self.go_back_to(step.before)
        self.redos.append(replace(step, change_id=done.change_id))
        self.remember(
            lambda key, _: (
                undo.undo(self.session, self.device(second), self.sheet_id, step.change_id, key=key).change_id
            ),
            key,
            done.change_id,
        )

    @precondition(lambda self: self.redos)
    @rule(forth=STEPS, second=VOID)
    def go_forth(self, forth: int, second: bool) -> None:
        for _ in range(min(forth, len(self.redos))):
            self.redo(second)
            self.view_equals_the_paper()

    def redo(self, second: bool) -> None:
        step = self.redos.pop()
        undo.redo(self.session, self.device(second), self.sheet_id, step.change_id, key=new_key())
        self.go_back_to(step.after)
        self.look()
        assert self.view.undo is not None
        self.undos.append(replace(step, change_id=self.view.undo.change_id))

    def step_that_is_not_next(self, at: int) -> None:
        for wanted, steps, use in ((self.view.undo, self.redos, undo.undo), (self.view.redo, self.undos, undo.redo)):
            ids = [step.change_id for step in [*self.undos[:-1], *steps]]
            for change_id in ids[at % len(ids) :][:1] if ids else []:
                assert wanted is None or wanted.change_id != change_id
                with pytest.raises(ConflictError):
                    use(self.session, self.table.second, self.sheet_id, change_id, key=new_key())

    # twice

    @precondition(lambda self: self.calls)
    @rule(at=CHOICE, which=CHOICE, content=CONTENT, offset=st.sampled_from([-2, -1, 1, 2]))
    def come_too_late_or_twice(self, at: int, which: int, content: object, offset: int) -> None:
        """Send what was sent before, and what no longer fits: nothing changes."""
        call, key, change_id = self.calls[at % len(self.calls)]
        assert call(key, None) == change_id
        with pytest.raises(KeyReusedError):
            deals.record(self.session, self.table.device, self.sheet_id, key=key, position=-1, payload={})
        self.record_elsewhere(content, offset)
        self.touch_what_has_changed(at, which)
        self.step_that_is_not_next(at)
        self.set_up_from_an_old_page()
        self.look()


class FiveSeatMachine(SheetMachine):
    """Play one sheet of five: the dealer sits out, and no correction may change who sat out of another row."""

    begins_with = 5
