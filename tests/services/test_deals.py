"""Rows of a sheet on a real database: each change once, none lost, nothing destroyed."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Device, Entry, Role, Seat, Sheet, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import deals
from scorekeeper.services.actor import Actor
from scorekeeper.services.deals import Written
from scorekeeper.services.errors import (
    ClosedError,
    ForbiddenError,
    InvalidInputError,
    KeyReusedError,
    NotFoundError,
    TakenError,
)
from tests.services.factories import Table, deal, make_table, new_key, paper

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "games_kalter_schlag.json").read_text(encoding="utf-8")
)
FIRST = deal(55, 35, 20, 10)
SECOND = deal(20, 66, 34, 0, calls=1, jungfrauen=1)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


def count(session: Session, model: type[object]) -> int:
    found = session.scalar(select(func.count()).select_from(model))
    session.rollback()
    return found or 0


def test_record_deals_run_up_totals_and_marks(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, SECOND)
    view = table.sheet(sheet_id)
    assert [row.totals for row in view.rows] == [(60, 0, 0, 0), (60, 260, 0, 0)]
    assert view.standings.marks == (1, 1, 0, 0)
    assert [row.entered_by for row in view.rows] == ["Anna", "Anna"]
    assert (view.next_number, view.next_position, view.dealer, view.leads) == (3, 3, 2, 3)


def test_record_stores_no_points_while_the_sheet_runs(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    assert {seat.total for seat in table.session.scalars(select(Seat))} == {None}


def test_record_with_the_same_key_and_input_gives_the_first_result(table: Table, sheet_id: uuid.UUID) -> None:
    key = new_key()
    first = deals.record(table.session, table.device, sheet_id, key=key, position=1, payload=FIRST)
    again = deals.record(table.session, table.device, sheet_id, key=key, position=1, payload=FIRST)
    assert not first.replayed
    assert again == Written(first.change_id, first.entry_id, first.version, replayed=True)
    assert count(table.session, Entry) == 1


def test_record_with_the_same_key_and_other_input_is_refused(table: Table, sheet_id: uuid.UUID) -> None:
    key = new_key()
    deals.record(table.session, table.device, sheet_id, key=key, position=1, payload=FIRST)
    with pytest.raises(KeyReusedError):
        deals.record(table.session, table.device, sheet_id, key=key, position=2, payload=SECOND)
    assert count(table.session, Entry) == 1


@pytest.mark.parametrize("key", ["", "short", "with spaces in between", "x" * 65])
def test_record_without_a_proper_key_is_refused(table: Table, sheet_id: uuid.UUID, key: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        deals.record(table.session, table.device, sheet_id, key=key, position=1, payload=FIRST)
    assert [problem.code for problem in refused.value.problems] == ["key"]


@pytest.mark.parametrize("position", [0, 1, 3, -1])
def test_record_at_a_position_that_is_not_the_next_is_refused(table: Table, sheet_id: uuid.UUID, position: int) -> None:
    table.record(sheet_id, FIRST)
    with pytest.raises(TakenError):
        deals.record(table.session, table.second, sheet_id, key=new_key(), position=position, payload=SECOND)


def test_record_names_every_problem_of_the_deal_and_of_the_dealer(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(InvalidInputError) as refused:
        deals.record(
            table.session,
            table.device,
            sheet_id,
            key=new_key(),
            position=1,
            payload=deal(1, 119, 0, 0, calls=7),
            dealer=4,
        )
    assert {problem.where for problem in refused.value.problems} >= {"calls", "dealer"}
    assert count(table.session, Entry) == 0
    with pytest.raises(InvalidInputError, match="invalid"):
        deals.record(table.session, table.device, sheet_id, key=new_key(), position=1, payload=FIRST, dealer=-1)


def test_record_by_a_viewer_or_a_removed_device_is_refused(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(ForbiddenError):
        deals.record(table.session, table.viewer, sheet_id, key=new_key(), position=1, payload=FIRST)
    boast = Actor(table.group_id, table.viewer.device_id, Role.OWNER)
    with pytest.raises(ForbiddenError):
        deals.record(table.session, boast, sheet_id, key=new_key(), position=1, payload=FIRST)
    device = table.session.get_one(Device, (table.group_id, table.second.device_id))
    device.removed_at = utcnow()
    table.session.commit()
    with pytest.raises(NotFoundError):
        deals.record(table.session, table.second, sheet_id, key=new_key(), position=1, payload=FIRST)


def test_record_from_another_group_finds_nothing(session: Session, table: Table, sheet_id: uuid.UUID) -> None:
    stranger = make_table(session).device
    with pytest.raises(NotFoundError):
        deals.record(session, stranger, sheet_id, key=new_key(), position=1, payload=FIRST)


def test_record_while_another_transaction_is_open_is_an_error(table: Table, sheet_id: uuid.UUID) -> None:
    table.session.execute(select(Sheet.id)).all()
    with pytest.raises(RuntimeError, match="transaction is open"):
        deals.record(table.session, table.device, sheet_id, key=new_key(), position=1, payload=FIRST)


def test_record_logs_how_the_row_looks_removed_and_who_entered_it(table: Table, sheet_id: uuid.UUID) -> None:
    (written,) = table.record(sheet_id, FIRST)
    change = table.session.get_one(Change, (table.group_id, written.change_id))
    assert change.before is not None
    assert change.after is not None
    rows = (change.before["entries"], change.after["entries"])
    assert [row[str(written.entry_id)]["removed"] for row in rows if isinstance(row, dict)] == [True, False]
    assert (change.device_id, change.player_id) == (table.device.device_id, table.players[0])


def test_record_of_a_void_and_a_ruling_passes_the_deal_as_said(table: Table, sheet_id: uuid.UUID) -> None:
    ruling = {"entry": "ruling", "points": [0, 0, 120, 0], "marks": [False, False, True, False], "note": "revoke"}
    table.record(sheet_id, {"entry": "void", "note": "misdeal"}, ruling, FIRST)
    view = table.sheet(sheet_id)
    assert [(row.kind, row.dealer, row.note) for row in view.rows] == [
        ("void", 0, "misdeal"),
        ("ruling", 0, "revoke"),
        ("deal", 1, ""),
    ]
    assert view.standings.totals == (60, 0, 120, 0)


def test_record_with_a_dealer_by_hand_turns_the_rotation(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    table.record(sheet_id, FIRST, dealer=3)
    view = table.sheet(sheet_id)
    assert [(row.dealer, row.dealer_by_hand) for row in view.rows] == [(0, False), (3, True)]
    assert view.dealer == 0


@pytest.mark.parametrize("game", VECTORS, ids=lambda game: str(game["id"]))
def test_record_of_a_whole_game_keeps_its_ending(table: Table, game: dict[str, Any]) -> None:
    sheet_id = table.start(options=game["options"], first_dealer=game["first_dealer"]).id
    parts = ("points", "jungfrauen", "durchmarsch", "calls")
    table.record(sheet_id, *[{part: each[part] for part in parts} for each in game["deals"]])
    view = table.sheet(sheet_id)
    assert [list(row.totals or ()) for row in view.rows] == [each["totals"] for each in game["deals"]]
    sheet = table.session.get_one(Sheet, (table.group_id, sheet_id))
    seats = table.session.scalars(select(Seat).order_by(Seat.seat)).all()
    if game["end"] is None:
        assert (sheet.status, sheet.ending) == (SheetStatus.OPEN, None)
        return
    assert sheet.status == SheetStatus.ENDED
    assert sheet.ending is not None
    assert {name: sheet.ending[name] for name in game["end"]} == game["end"]
    assert [seat.stakes for seat in seats] == game["end"]["stakes"]
    assert [seat.total for seat in seats] == game["deals"][-1]["totals"]
    assert [seat.marks for seat in seats] == game["deals"][-1]["marks"]


def test_record_of_the_deal_that_ends_the_game_keeps_results_and_closes_it(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    view = table.sheet(sheet_id)
    assert view.status == SheetStatus.ENDED
    assert view.money == (100, -500, 200, 200)
    seats = table.session.scalars(select(Seat).order_by(Seat.seat)).all()
    assert [(seat.total, seat.marks, seat.stakes) for seat in seats] == [
        (60, 1, 1),
        (2020, 1, -5),
        (0, 0, 2),
        (0, 0, 2),
    ]
    assert seats[1].pairs == {"0": -1, "2": -2, "3": -2}
    assert seats[0].pairs == {"1": 1}
    assert seats[0].counts is not None
    assert seats[0].counts["jungfrau"] == 1
    assert seats[0].counts["called_unknown"] == 1
    table.session.rollback()
    with pytest.raises(ClosedError, match="over"):
        table.record(sheet_id, FIRST)


def test_record_of_a_row_copied_from_paper_is_a_row_like_any_other(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, paper(0, 260, 0, 0), paper(120, 0, 120, 120))
    assert table.sheet(sheet_id).standings.totals == (120, 260, 120, 120)
