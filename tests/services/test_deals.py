"""Rows of a sheet on a real database: each change once, none lost, nothing destroyed."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Device, Entry, Evening, Role, Seat, Sheet, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import deals, sheets
from scorekeeper.services.actor import Actor
from scorekeeper.services.deals import Written
from scorekeeper.services.errors import (
    ClosedError,
    ConflictError,
    EndingMovedError,
    ForbiddenError,
    InvalidInputError,
    InvalidRowError,
    KeyReusedError,
    NotFoundError,
    StaleError,
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


def totals(table: Table, sheet_id: uuid.UUID) -> tuple[int, ...]:
    return table.sheet(sheet_id).standings.totals


# record


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
def test_record_at_a_position_that_is_not_the_next_is_refused(
    table: Table, sheet_id: uuid.UUID, position: int
) -> None:
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


# amend


def amend(table: Table, sheet_id: uuid.UUID, entry_id: uuid.UUID, payload: dict[str, object], **more: Any) -> Written:
    base = more.pop("base", None) or table.row(sheet_id, entry_id).base
    key = more.pop("key", None) or new_key()
    return deals.amend(table.session, table.second, sheet_id, entry_id, key=key, base=base, payload=payload, **more)


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


# remove, restore


def take_out(table: Table, sheet_id: uuid.UUID, entry_id: uuid.UUID, confirm: str | None = None) -> Written:
    base = table.row(sheet_id, entry_id).base
    return deals.remove(table.session, table.device, sheet_id, entry_id, key=new_key(), base=base, confirm=confirm)


def put_back(table: Table, sheet_id: uuid.UUID, entry_id: uuid.UUID, confirm: str | None = None) -> Written:
    base = table.row(sheet_id, entry_id).base
    return deals.restore(table.session, table.device, sheet_id, entry_id, key=new_key(), base=base, confirm=confirm)


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


# insert, move


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
    deals.insert(
        table.session, table.device, sheet_id, last.entry_id, key=new_key(), payload=HEAVY, confirm=confirm
    )
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
    moved = deals.move(
        table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base, before=None
    )
    assert moved.change_id is None


# closed


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
        deals.amend(
            table.session, table.device, sheet_id, first.entry_id, key=new_key(), base="x", payload=SECOND
        )
    assert (refused.value.number, refused.value.entry_id) == (2, second.entry_id)
    assert [problem.code for problem in refused.value.problems] == ["row"]
    assert "version" in [problem.code for problem in refused.value.causes]


def test_a_paper_row_is_a_row_like_any_other(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, paper(0, 260, 0, 0), paper(120, 0, 120, 120))
    assert totals(table, sheet_id) == (120, 260, 120, 120)
