"""Correcting what a row holds: nobody is overwritten, and a moved ending is asked about."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Entry, Seat, Sheet, SheetStatus
from scorekeeper.services.errors import (
    ConflictError,
    EndingMovedError,
    NotFoundError,
    StaleError,
)
from tests.services.corrections import amend, take_out
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


def test_amend_keeps_id_order_and_time_and_reckons_anew(table: Table, sheet_id: uuid.UUID) -> None:
    first, _ = table.record(sheet_id, FIRST, SECOND)
    before = table.row(sheet_id, first.entry_id)
    amend(table, sheet_id, first.entry_id, deal(10, 20, 35, 55))
    row = table.row(sheet_id, first.entry_id)
    assert (row.position, row.entered_at, row.entered_by) == (1, before.entered_at, "Anna")
    assert (row.corrected, before.corrected) == (True, False)
    assert row.base != before.base
    assert totals(table, sheet_id) == (0, 260, 0, 60)


def test_amend_with_an_old_base_changes_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    (first,) = table.record(sheet_id, FIRST)
    base = table.row(sheet_id, first.entry_id).base
    amend(table, sheet_id, first.entry_id, deal(10, 20, 35, 55), base=base)
    with pytest.raises(StaleError):
        amend(table, sheet_id, first.entry_id, deal(35, 55, 20, 10), base=base)
    assert totals(table, sheet_id) == (0, 0, 0, 60)


def test_amend_that_says_the_same_writes_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    (first,) = table.record(sheet_id, FIRST)
    changes = count(table.session, Change)
    same = amend(table, sheet_id, first.entry_id, {"points": [55, 35, 20, None], "calls": 0})
    assert (same.change_id, same.entry_id, same.replayed) == (None, first.entry_id, False)
    assert count(table.session, Change) == changes
    assert table.sheet(sheet_id).version == first.version


def test_amend_reads_a_row_of_an_older_form_as_unchanged(table: Table, sheet_id: uuid.UUID) -> None:
    (first,) = table.record(sheet_id, FIRST)
    entry = table.session.get_one(Entry, (table.group_id, first.entry_id))
    entry.payload = {"points": [55, 35, 20, 10]}
    table.session.commit()
    assert amend(table, sheet_id, first.entry_id, FIRST).change_id is None
    assert table.row(sheet_id, first.entry_id).payload == {"points": [55, 35, 20, 10]}


def test_amend_sets_the_dealer_by_hand_and_hands_it_back(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    amend(table, sheet_id, first.entry_id, FIRST, dealer=2)
    assert [row.dealer for row in table.sheet(sheet_id).rows] == [2, 3]
    amend(table, sheet_id, first.entry_id, SECOND)
    assert [row.dealer for row in table.sheet(sheet_id).rows] == [2, 3]
    amend(table, sheet_id, first.entry_id, SECOND, dealer=None)
    assert [row.dealer for row in table.sheet(sheet_id).rows] == [0, 1]
    assert table.row(sheet_id, second.entry_id).dealer_by_hand is False


def test_amend_that_ends_the_game_asks_first(table: Table, sheet_id: uuid.UUID) -> None:
    first, second, third = table.record(sheet_id, FIRST, SECOND, FIRST)
    base = table.row(sheet_id, second.entry_id).base
    key = new_key()
    with pytest.raises(EndingMovedError) as question:
        amend(table, sheet_id, second.entry_id, HEAVY, base=base, key=key)
    assert table.sheet(sheet_id).status == SheetStatus.OPEN
    with pytest.raises(EndingMovedError):
        amend(table, sheet_id, second.entry_id, HEAVY, base=base, key=key, confirm="another")
    amend(table, sheet_id, second.entry_id, HEAVY, base=base, key=key, confirm=question.value.fingerprint)
    view = table.sheet(sheet_id)
    assert view.status == SheetStatus.ENDED
    assert [(row.number, row.ends, row.after_end) for row in view.rows] == [
        (1, False, False),
        (2, True, False),
        (3, False, True),
    ]
    assert view.rows[2].outcome is not None
    assert view.rows[2].totals is None
    assert view.ending_fingerprint == question.value.fingerprint
    assert third.entry_id == view.rows[2].entry_id
    assert first.entry_id == view.rows[0].entry_id


def test_amend_that_takes_the_ending_back_reopens_and_leaves_later_games_alone(
    table: Table, sheet_id: uuid.UUID
) -> None:
    _, last = table.record(sheet_id, FIRST, HEAVY)
    later = table.start()
    table.record(later.id, SECOND)
    with pytest.raises(EndingMovedError) as question:
        amend(table, sheet_id, last.entry_id, SECOND)
    assert question.value.fingerprint == "running"
    amend(table, sheet_id, last.entry_id, SECOND, confirm="running")
    sheet = table.session.get_one(Sheet, (table.group_id, sheet_id))
    assert (sheet.status, sheet.ending, sheet.ended_at) == (SheetStatus.OPEN, None, None)
    seats = table.session.scalars(select(Seat).where(Seat.sheet_id == sheet_id)).all()
    assert {(s.total, s.marks, s.stakes) for s in seats} == {(None, None, None)}
    assert all(seat.counts is None and seat.pairs is None for seat in seats)
    assert table.sheet(later.id).status == SheetStatus.OPEN
    assert totals(table, later.id) == (0, 260, 0, 0)


def test_amend_that_only_changes_totals_of_an_ended_game_asks_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    first, _ = table.record(sheet_id, FIRST, HEAVY)
    ended = table.session.get_one(Sheet, (table.group_id, sheet_id)).ended_at
    table.session.rollback()
    amend(table, sheet_id, first.entry_id, deal(48, 35, 27, 10))
    assert totals(table, sheet_id) == (50, 2020, 0, 0)
    seats = table.session.scalars(select(Seat).order_by(Seat.seat)).all()
    assert [seat.total for seat in seats] == [50, 2020, 0, 0]
    assert table.session.get_one(Sheet, (table.group_id, sheet_id)).ended_at == ended


def test_amend_a_row_that_is_not_there_or_removed_is_refused(table: Table, sheet_id: uuid.UUID) -> None:
    (first,) = table.record(sheet_id, FIRST)
    with pytest.raises(NotFoundError):
        amend(table, sheet_id, uuid.uuid4(), SECOND, base="whatever")
    take_out(table, sheet_id, first.entry_id)
    with pytest.raises(ConflictError, match="removed"):
        amend(table, sheet_id, first.entry_id, SECOND)
