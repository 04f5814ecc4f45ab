"""Rows taken out, put back, put in and moved; and sheets that take none of it."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Evening, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import deals, sheets
from scorekeeper.services.deals import Written
from scorekeeper.services.errors import (
    ClosedError,
    EndingMovedError,
    InvalidRowError,
    NotFoundError,
)
from tests.services.corrections import amend, put_back, take_out
from tests.services.factories import Table, deal, new_key

FIRST = deal(55, 35, 20, 10)
SECOND = deal(20, 66, 34, 0, calls=1, jungfrauen=1)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


def count(session: Session, model: type[object]) -> int:
    found = session.scalar(select(func.count()).select_from(model))
    session.rollback()
    return found or 0


def totals(table: Table, sheet_id: uuid.UUID) -> tuple[int, ...]:
    return table.sheet(sheet_id).standings.totals


def test_remove_drops_the_points_and_keeps_the_row_in_sight(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    take_out(table, sheet_id, first.entry_id)
    view = table.sheet(sheet_id)
    assert [(row.removed, row.number, row.position, row.outcome is None) for row in view.rows] == [
        (True, None, 1, True),
        (False, 1, 2, False),
    ]
    assert view.standings.totals == (0, 260, 0, 0)
    assert (view.next_number, view.next_position) == (2, 3)
    put_back(table, sheet_id, first.entry_id)
    assert [row.number for row in table.sheet(sheet_id).rows] == [1, 2]
    assert totals(table, sheet_id) == (60, 260, 0, 0)
    assert second.entry_id == table.sheet(sheet_id).rows[1].entry_id


def test_remove_twice_is_no_error(table: Table, sheet_id: uuid.UUID) -> None:
    (first,) = table.record(sheet_id, FIRST)
    base = table.row(sheet_id, first.entry_id).base
    key = new_key()
    once = deals.remove(table.session, table.device, sheet_id, first.entry_id, key=key, base=base)
    again = deals.remove(table.session, table.device, sheet_id, first.entry_id, key=key, base=base)
    assert (again.change_id, again.replayed) == (once.change_id, True)
    assert take_out(table, sheet_id, first.entry_id).change_id is None
    assert put_back(table, sheet_id, first.entry_id).change_id is not None
    assert put_back(table, sheet_id, first.entry_id).change_id is None


def test_remove_the_row_that_ended_the_game_asks_and_reopens(table: Table, sheet_id: uuid.UUID) -> None:
    _, last = table.record(sheet_id, FIRST, HEAVY)
    with pytest.raises(EndingMovedError):
        take_out(table, sheet_id, last.entry_id)
    take_out(table, sheet_id, last.entry_id, "running")
    assert table.sheet(sheet_id).status == SheetStatus.OPEN
    with pytest.raises(EndingMovedError) as question:
        put_back(table, sheet_id, last.entry_id)
    put_back(table, sheet_id, last.entry_id, question.value.fingerprint)
    assert table.sheet(sheet_id).status == SheetStatus.ENDED


def test_insert_shifts_the_later_rows_and_keeps_their_bases(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    before = [table.row(sheet_id, each.entry_id).base for each in (first, second)]
    key = new_key()
    new = deals.insert(table.session, table.second, sheet_id, first.entry_id, key=key, payload=deal(10, 20, 35, 55))
    view = table.sheet(sheet_id)
    assert [row.entry_id for row in view.rows] == [new.entry_id, first.entry_id, second.entry_id]
    assert [row.position for row in view.rows] == [1, 2, 3]
    assert [row.base for row in view.rows[1:]] == before
    assert [row.dealer for row in view.rows] == [0, 1, 2]
    assert view.rows[0].entered_by == "A tablet"
    again = deals.insert(table.session, table.second, sheet_id, first.entry_id, key=key, payload=deal(10, 20, 35, 55))
    assert (again.entry_id, again.replayed) == (new.entry_id, True)


def test_insert_before_a_row_of_another_sheet_finds_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(NotFoundError):
        deals.insert(table.session, table.device, sheet_id, uuid.uuid4(), key=new_key(), payload=FIRST)


def test_insert_that_moves_the_ending_asks(table: Table, sheet_id: uuid.UUID) -> None:
    _, last = table.record(sheet_id, FIRST, SECOND)
    with pytest.raises(EndingMovedError) as question:
        deals.insert(table.session, table.device, sheet_id, last.entry_id, key=new_key(), payload=HEAVY)
    confirm = question.value.fingerprint
    deals.insert(table.session, table.device, sheet_id, last.entry_id, key=new_key(), payload=HEAVY, confirm=confirm)
    assert [row.after_end for row in table.sheet(sheet_id).rows] == [False, False, True]


def test_move_puts_a_row_before_another_and_to_the_end(table: Table, sheet_id: uuid.UUID) -> None:
    ids = [written.entry_id for written in table.record(sheet_id, FIRST, SECOND, deal(10, 20, 35, 55))]

    def move(entry_id: uuid.UUID, before: uuid.UUID | None) -> Written:
        base = table.row(sheet_id, entry_id).base
        return deals.move(table.session, table.device, sheet_id, entry_id, key=new_key(), base=base, before=before)

    def order() -> list[int]:
        return [ids.index(row.entry_id) for row in table.sheet(sheet_id).rows]

    move(ids[2], ids[0])
    assert order() == [2, 0, 1]
    move(ids[2], None)
    assert order() == [0, 1, 2]
    move(ids[0], ids[2])
    assert order() == [1, 0, 2]
    assert move(ids[0], ids[2]).change_id is None
    assert move(ids[0], ids[0]).change_id is None
    assert totals(table, sheet_id) == (60, 260, 0, 60)


def test_move_past_removed_rows_alone_writes_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    take_out(table, sheet_id, second.entry_id)
    base = table.row(sheet_id, first.entry_id).base
    moved = deals.move(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base, before=None)
    assert moved.change_id is None


def test_a_settled_evening_refuses_every_change(table: Table, sheet_id: uuid.UUID) -> None:
    (first,) = table.record(sheet_id, FIRST)
    evening = table.session.get_one(Evening, (table.group_id, table.evening_id))
    evening.settled_at = utcnow() + timedelta(seconds=1)
    table.session.commit()
    view = table.sheet(sheet_id)
    assert (view.settled, view.undo) == (True, None)
    for change in (
        lambda: table.record(sheet_id, SECOND),
        lambda: amend(table, sheet_id, first.entry_id, SECOND),
        lambda: take_out(table, sheet_id, first.entry_id),
    ):
        with pytest.raises(ClosedError, match="settled"):
            change()


def test_a_broken_off_or_discarded_sheet_refuses_deals_but_repeats_what_was_done(
    table: Table, sheet_id: uuid.UUID
) -> None:
    key = new_key()
    first = deals.record(table.session, table.device, sheet_id, key=key, position=1, payload=FIRST)
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    with pytest.raises(ClosedError, match="broken_off"):
        table.record(sheet_id, SECOND)
    again = deals.record(table.session, table.device, sheet_id, key=key, position=1, payload=FIRST)
    assert (again.change_id, again.replayed) == (first.change_id, True)
    empty = table.start().id
    sheets.discard(table.session, table.device, empty, key=new_key())
    with pytest.raises(ClosedError, match="discarded"):
        table.record(empty, FIRST)


def test_a_correction_that_makes_another_row_impossible_names_it(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    entry = table.session.get_one(Entry, (table.group_id, second.entry_id))
    entry.payload = {"v": 99}
    table.session.commit()
    with pytest.raises(InvalidRowError) as refused:
        deals.amend(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base="x", payload=SECOND)
    assert (refused.value.number, refused.value.entry_id) == (2, second.entry_id)
    assert [problem.code for problem in refused.value.problems] == ["row"]
    assert "version" in [problem.code for problem in refused.value.causes]
