"""The kept results against the rows: differences are found, mended when asked, and never in a settled evening."""

from __future__ import annotations

import uuid

import pytest
from flask.testing import FlaskCliRunner
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Evening, Seat, Sheet, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import sheets
from scorekeeper.services.rebuild import Finding, Verdict, rebuild
from scorekeeper.web.application import Application
from scorekeeper.web.cli_rebuild import rebuild as command
from tests.services.factories import Table, deal, make_table, new_key

FIRST = deal(55, 35, 20, 10)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


@pytest.fixture
def ended(table: Table, sheet_id: uuid.UUID) -> uuid.UUID:
    table.record(sheet_id, FIRST, HEAVY)
    return sheet_id


def check(session: Session, *, apply: bool = False, group_id: uuid.UUID | None = None) -> list[Finding | None]:
    session.rollback()
    return list(rebuild(session, apply=apply, group_id=group_id))


def spoil(table: Table, sheet_id: uuid.UUID) -> None:
    """Write wrong results."""
    seat = table.session.scalars(select(Seat).where(Seat.sheet_id == sheet_id, Seat.seat == 1)).one()
    seat.total = 7
    sheet = table.session.get_one(Sheet, (table.group_id, sheet_id))
    sheet.status, sheet.ending = SheetStatus.OPEN, None
    table.session.commit()


def test_rebuild_finds_nothing_in_sheets_of_every_status(table: Table, ended: uuid.UUID) -> None:
    broken = table.start().id
    table.record(broken, FIRST)
    sheets.break_off(table.session, table.device, broken, key=new_key())
    sheets.discard(table.session, table.device, table.start().id, key=new_key())
    table.start()
    assert check(table.session) == [None] * 4


def test_rebuild_reports_without_writing_and_mends_when_asked(table: Table, ended: uuid.UUID) -> None:
    spoil(table, ended)
    (finding,) = check(table.session)
    assert finding is not None
    assert (finding.sheet_id, finding.verdict) == (ended, Verdict.DIFFERS)
    assert {field for field, _, _ in finding.what} == {"status", "ending", "seat 1.total"}
    assert ("seat 1.total", 7, 2020) in finding.what
    assert table.session.get_one(Sheet, (table.group_id, ended)).status == SheetStatus.OPEN
    (mended,) = check(table.session, apply=True)
    assert mended is not None
    assert mended.verdict == Verdict.MENDED
    assert check(table.session) == [None]
    assert table.sheet(ended).status == SheetStatus.ENDED


def test_rebuild_never_writes_in_a_settled_evening(table: Table, ended: uuid.UUID) -> None:
    spoil(table, ended)
    table.session.get_one(Evening, (table.group_id, table.evening_id)).settled_at = utcnow()
    table.session.commit()
    for apply in (False, True):
        (finding,) = check(table.session, apply=apply)
        assert finding is not None
        assert finding.verdict == Verdict.SETTLED
    assert table.session.get_one(Sheet, (table.group_id, ended)).status == SheetStatus.OPEN


def test_rebuild_names_a_sheet_whose_rows_cannot_be_reckoned(table: Table, ended: uuid.UUID) -> None:
    entry = table.session.scalars(select(Entry).where(Entry.sheet_id == ended)).first()
    assert entry is not None
    entry.payload = {"v": 99}
    table.session.commit()
    (finding,) = check(table.session, apply=True)
    assert finding is not None
    assert (finding.verdict, finding.what) == (Verdict.UNREADABLE, (("rows", "row", None),))


def test_rebuild_of_one_group_leaves_the_others(session: Session, table: Table, ended: uuid.UUID) -> None:
    other = make_table(session)
    other.start()
    spoil(table, ended)
    assert check(session, group_id=other.group_id) == [None]
    assert len(check(session)) == 2


def test_rebuild_passes_over_a_sheet_that_was_deleted_meanwhile(table: Table, ended: uuid.UUID) -> None:
    later = table.start().id
    found = rebuild(table.session, apply=False)
    assert next(found) is None
    table.session.delete(table.session.get_one(Sheet, (table.group_id, later)))
    table.session.commit()
    assert list(found) == [None]


def test_rebuild_lets_go_of_its_lock_when_it_fails(table: Table, ended: uuid.UUID) -> None:
    sheet = table.session.get_one(Sheet, (table.group_id, ended))
    sheet.game = "bridge"
    table.session.commit()
    with pytest.raises(KeyError):
        check(table.session)
    assert not table.session.in_transaction()


def test_command_tells_what_differs_and_ends_with_a_status(app: Application, table: Table, ended: uuid.UUID) -> None:
    runner: FlaskCliRunner = app.test_cli_runner()
    fine = runner.invoke(command, [])
    assert (fine.exit_code, fine.output) == (0, "1 games checked, 0 with findings.\n")
    spoil(table, ended)
    table.session.rollback()
    wrong = runner.invoke(command, ["--group", str(table.group_id)])
    assert wrong.exit_code == 1
    assert f"game {ended} of group {table.group_id} differs" in wrong.output
    assert "  seat 1.total: kept 7, should be 2020" in wrong.output
    mended = runner.invoke(command, ["--apply"])
    assert mended.exit_code == 0
    assert "was mended" in mended.output
    assert runner.invoke(command, ["--apply"]).output == "1 games checked, 0 with findings.\n"
