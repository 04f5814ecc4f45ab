"""What an entry would do, before it is saved: shown exactly, and nothing written."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import func, select

from scorekeeper.models import Change, Entry
from scorekeeper.services import deals
from scorekeeper.services.errors import EndingMovedError, InvalidInputError, NotFoundError
from scorekeeper.services.preview import Preview, preview, preview_moved, preview_removed
from tests.services.factories import Table, deal, make_table, new_key

FIRST = deal(55, 35, 20, 10)
SECOND = deal(20, 66, 34, 0, calls=1, jungfrauen=1)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


def look(table: Table, sheet_id: uuid.UUID, payload: Mapping[str, object], **more: Any) -> Preview:
    shown = preview(table.session, table.viewer, sheet_id, payload=payload, **more)
    table.session.rollback()
    return shown


def test_preview_of_the_next_deal_shows_worth_totals_and_dealer(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    shown = look(table, sheet_id, SECOND)
    assert shown.outcome is not None
    assert shown.outcome.points == (0, 260, 0, 0)
    assert shown.standings.totals == (60, 260, 0, 0)
    assert (shown.row_index, shown.ending, shown.ending_moved) == (1, None, False)
    assert look(table, sheet_id, SECOND, dealer=3).standings.dealers == (0, 3)


def test_preview_writes_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    before = [table.session.scalar(select(func.count()).select_from(model)) for model in (Entry, Change)]
    look(table, sheet_id, HEAVY)
    after = [table.session.scalar(select(func.count()).select_from(model)) for model in (Entry, Change)]
    assert after == before


def test_preview_of_the_deal_that_ends_the_game_needs_no_confirmation(table: Table, sheet_id: uuid.UUID) -> None:
    shown = look(table, sheet_id, HEAVY)
    assert shown.ending is not None
    assert (shown.ending.losers, shown.ending_moved) == ((1,), False)


def test_preview_of_a_correction_names_the_ending_that_saving_will_ask_for(table: Table, sheet_id: uuid.UUID) -> None:
    first, _ = table.record(sheet_id, FIRST, SECOND)
    shown = look(table, sheet_id, HEAVY, entry_id=first.entry_id)
    assert (shown.row_index, shown.ending_moved) == (0, True)
    base = table.row(sheet_id, first.entry_id).base
    with pytest.raises(EndingMovedError) as question:
        deals.amend(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base, payload=HEAVY)
    assert question.value.fingerprint == shown.fingerprint


def test_preview_of_an_insert_names_the_ending_that_saving_will_ask_for(table: Table, sheet_id: uuid.UUID) -> None:
    first, _ = table.record(sheet_id, FIRST, SECOND)
    shown = look(table, sheet_id, HEAVY, before=first.entry_id)
    assert (shown.row_index, shown.ending_moved) == (0, True)
    deals.insert(
        table.session,
        table.device,
        sheet_id,
        first.entry_id,
        key=new_key(),
        payload=HEAVY,
        confirm=shown.fingerprint,
    )
    assert table.sheet(sheet_id).rows[0].ends


def test_preview_of_a_removed_row_shows_what_it_would_be_worth(table: Table, sheet_id: uuid.UUID) -> None:
    first, _ = table.record(sheet_id, FIRST, SECOND)
    base = table.row(sheet_id, first.entry_id).base
    deals.remove(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base)
    shown = look(table, sheet_id, FIRST, entry_id=first.entry_id)
    assert shown.standings.totals == (60, 260, 0, 0)


def test_preview_of_taking_out_and_moving_a_row_shows_totals_and_the_ending(table: Table, sheet_id: uuid.UUID) -> None:
    first, last = table.record(sheet_id, FIRST, HEAVY)
    session, viewer = table.session, table.viewer
    without = preview_removed(session, viewer, sheet_id, last.entry_id, removed=True)
    assert (without.standings.totals, without.row_index, without.ending_moved) == ((60, 0, 0, 0), None, True)
    same = preview_removed(session, viewer, sheet_id, last.entry_id, removed=False)
    assert (same.row_index, same.ending_moved) == (1, False)
    moved = preview_moved(session, viewer, sheet_id, first.entry_id, before=None)
    assert moved.ending is not None
    assert (moved.row_index, moved.standings.totals, moved.ending_moved) == (1, (0, 2020, 0, 0), True)


def test_preview_refuses_what_cannot_be(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(InvalidInputError):
        look(table, sheet_id, deal(60, 60, 60, 60))
    table.session.rollback()
    with pytest.raises(NotFoundError):
        look(table, sheet_id, FIRST, entry_id=uuid.uuid4())
    table.session.rollback()
    with pytest.raises(NotFoundError):
        look(table, sheet_id, FIRST, before=uuid.uuid4())
    table.session.rollback()
    stranger = make_table(table.session)
    with pytest.raises(NotFoundError):
        preview(table.session, stranger.device, sheet_id, payload=FIRST)
