"""Rows of a sheet on a real database: each change once, none lost, nothing destroyed."""

from __future__ import annotations

import uuid

from tests.services.factories import Table, deal


def test_record_deals_run_up_totals_and_marks(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, deal(55, 35, 20, 10), deal(20, 66, 34, 0, calls=1, jungfrauen=1))
    view = table.sheet(sheet_id)
    assert [row.totals for row in view.rows] == [(60, 0, 0, 0), (60, 260, 0, 0)]
    assert view.standings.marks == (1, 1, 0, 0)
    assert [row.entered_by for row in view.rows] == ["Anna", "Anna"]
    assert (view.next_number, view.next_position, view.dealer, view.leads) == (3, 3, 2, 3)
    assert view.undo is not None
    assert (view.undo.kind, view.undo.number, view.undo.seats, view.undo.points) == ("add", 2, (1,), (260,))
