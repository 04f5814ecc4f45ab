"""Several rows at once: all or none, one change for all of them, problems named by their rows."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Entry, SheetStatus
from scorekeeper.services import deals, disputes, undo
from scorekeeper.services.catch_up import preview_rows
from scorekeeper.services.deals import Written
from scorekeeper.services.errors import (
    ClosedError,
    ForbiddenError,
    InvalidInputError,
    KeyReusedError,
    TakenError,
)
from scorekeeper.services.sheet_log import entry_log, sheet_log
from tests.services.factories import Table, deal, make_table, new_key, paper

FIRST = deal(55, 35, 20, 10)
"""60 for Anna."""
SECOND = deal(None, 66, None, None, calls=1, jungfrauen=1)
"""66 × 2 × 2 = 264: 260 for Bernd."""
MARCH = paper(120, 120, 0, 120)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)
"""63 × 8 × 4 = 2,016: 2,020 for Bernd, who loses."""


def count(session: Session, model: type[object]) -> int:
    found = session.scalar(select(func.count()).select_from(model))
    session.rollback()
    return found or 0


def test_rows_are_saved_in_order_by_one_change(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    key = new_key()
    written = deals.record_many(
        table.session, table.second, sheet_id, key=key, position=2, payloads=[SECOND, MARCH, FIRST]
    )
    view = table.sheet(sheet_id)
    assert [row.totals for row in view.rows] == [
        (60, 0, 0, 0),
        (60, 260, 0, 0),
        (180, 380, 0, 120),
        (240, 380, 0, 120),
    ]
    assert [row.entry_id for row in view.rows[1:]] == [each.entry_id for each in written]
    assert [row.base for row in view.rows[1:]] == [key] * 3
    assert view.undo is not None
    assert {each.change_id for each in written} == {view.undo.change_id}
    assert {each.version for each in written} == {view.version}
    assert [row.dealer for row in view.rows] == [0, 1, 2, 3]
    assert {row.entered_by for row in view.rows[1:]} == {"A tablet"}


def test_one_undo_takes_all_of_them_back_and_one_redo_brings_them_again(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, MARCH)
    deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=2, payloads=[FIRST, SECOND])
    before = table.sheet(sheet_id)
    assert before.undo is not None
    assert (before.undo.kind, before.undo.number, before.undo.last) == ("add_many", 2, 3)
    undo.undo(table.session, table.device, sheet_id, before.undo.change_id, key=new_key())
    back = table.sheet(sheet_id)
    assert [row.removed for row in back.rows] == [False, True, True]
    assert back.standings.totals == (120, 120, 0, 120)
    assert back.redo is not None
    assert (back.redo.kind, back.redo.number, back.redo.last) == ("add_many", 2, 3)
    undo.redo(table.session, table.second, sheet_id, back.redo.change_id, key=new_key())
    assert [(row.entry_id, row.totals) for row in table.sheet(sheet_id).rows] == [
        (row.entry_id, row.totals) for row in before.rows
    ]


def test_one_of_them_that_is_corrected_is_undone_by_itself_first(table: Table, sheet_id: uuid.UUID) -> None:
    deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=1, payloads=[FIRST, SECOND])
    row = table.sheet(sheet_id).rows[0]
    deals.remove(table.session, table.device, sheet_id, row.entry_id, key=new_key(), base=row.base)
    for removed in ([False, False], [True, True]):
        step = table.sheet(sheet_id).undo
        assert step is not None
        undo.undo(table.session, table.device, sheet_id, step.change_id, key=new_key())
        assert [row.removed for row in table.sheet(sheet_id).rows] == removed


def test_the_log_tells_of_all_of_them_in_one_line_and_of_each_in_its_own(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = deals.record_many(
        table.session, table.second, sheet_id, key=new_key(), position=1, payloads=[FIRST, SECOND]
    )
    step = table.sheet(sheet_id).undo
    assert step is not None
    undo.undo(table.session, table.device, sheet_id, step.change_id, key=new_key())
    undone, entered, _start = sheet_log(table.session, table.device, sheet_id)
    table.session.rollback()
    assert (entered.kind, entered.entry_id, entered.taken_back) == ("add_many", None, True)
    assert [(number, row and row.outcome and row.outcome.points) for number, row in entered.rows] == [
        (None, (60, 0, 0, 0)),
        (None, (0, 260, 0, 0)),
    ]
    assert (undone.kind, undone.of, [row and row.removed for _, row in undone.rows]) == ("undo", "add_many", [True] * 2)
    for each, points in ((first, (60, 0, 0, 0)), (second, (0, 260, 0, 0))):
        _undone, line = entry_log(table.session, table.device, sheet_id, each.entry_id)
        table.session.rollback()
        assert line.after is not None
        assert line.after.outcome is not None
        assert (line.kind, line.by, line.after.outcome.points) == ("add_many", "A tablet", points)


def test_one_row_is_entered_like_any_other(table: Table, sheet_id: uuid.UUID) -> None:
    (written,) = deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=1, payloads=[SECOND])
    view = table.sheet(sheet_id)
    assert view.undo is not None
    assert (view.undo.kind, view.undo.number, view.undo.points, view.undo.last) == ("add", 1, (260,), None)
    assert view.undo.change_id == written.change_id
    assert view.rows[0].entry_id == written.entry_id


def test_the_same_key_and_rows_give_the_first_result(table: Table, sheet_id: uuid.UUID) -> None:
    def send() -> tuple[Written, ...]:
        return deals.record_many(table.session, table.device, sheet_id, key=key, position=1, payloads=[FIRST, SECOND])

    key = new_key()
    first = send()
    table.record(sheet_id, MARCH)
    again = send()
    assert [each.replayed for each in (*first, *again)] == [False, False, True, True]
    assert [(each.change_id, each.entry_id) for each in first] == [(each.change_id, each.entry_id) for each in again]
    assert count(table.session, Entry) == 3


@pytest.mark.parametrize("payloads", [[FIRST], [FIRST, FIRST], [FIRST, SECOND, MARCH]])
def test_the_same_key_and_other_rows_are_refused(
    table: Table, sheet_id: uuid.UUID, payloads: list[dict[str, object]]
) -> None:
    key = new_key()
    deals.record_many(table.session, table.device, sheet_id, key=key, position=1, payloads=[FIRST, SECOND])
    with pytest.raises(KeyReusedError):
        deals.record_many(table.session, table.device, sheet_id, key=key, position=1, payloads=payloads)
    assert count(table.session, Entry) == 2


def test_a_taken_position_saves_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    with pytest.raises(TakenError):
        deals.record_many(table.session, table.second, sheet_id, key=new_key(), position=1, payloads=[SECOND, MARCH])
    assert count(table.session, Entry) == 1


def test_all_problems_of_all_rows_are_named_and_nothing_is_saved(table: Table, sheet_id: uuid.UUID) -> None:
    changes = count(table.session, Change)
    payloads = [FIRST, paper(0, 100, 100, 100), SECOND, deal(1, 119, 0, 0, calls=7)]
    with pytest.raises(InvalidInputError) as refused:
        deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=1, payloads=payloads)
    found = [(problem.code, problem.where) for problem in refused.value.problems]
    assert ("paper_value", "rows.1.penalties.1") in found
    assert ("calls_0_4", "rows.3.calls") in found
    assert {where.split(".")[1] for _, where in found} == {"1", "3"}
    assert (count(table.session, Entry), count(table.session, Change)) == (0, changes)


def test_a_row_after_the_ending_is_a_problem_of_that_row(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(InvalidInputError) as refused:
        deals.record_many(
            table.session, table.device, sheet_id, key=new_key(), position=1, payloads=[FIRST, HEAVY, FIRST, SECOND]
        )
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [("after_end", "rows.2")]
    assert count(table.session, Entry) == 0


def test_a_row_after_the_ending_of_the_version_that_is_claimed_is_a_problem_as_well(
    table: Table, sheet_id: uuid.UUID
) -> None:
    """Over as entered, the game goes on by a protest: but only until it is over by that version too."""
    (heavy,) = table.record(sheet_id, HEAVY)
    row = table.row(sheet_id, heavy.entry_id)
    disputes.protest(
        table.session, table.device, sheet_id, row.entry_id, key=new_key(), base=row.base, payload=paper(0, 260, 0, 0)
    )
    for payloads in ([FIRST, HEAVY, SECOND, FIRST], [FIRST, HEAVY, SECOND]):
        with pytest.raises(InvalidInputError) as refused:
            deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=2, payloads=payloads)
        assert [(problem.code, problem.where) for problem in refused.value.problems] == [("after_end", "rows.2")]
    deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=2, payloads=[FIRST, HEAVY])
    assert not table.sheet(sheet_id).goes_on


def test_the_last_row_may_end_the_game(table: Table, sheet_id: uuid.UUID) -> None:
    deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=1, payloads=[FIRST, HEAVY])
    view = table.sheet(sheet_id)
    assert view.status == SheetStatus.ENDED
    # Anna has a mark, Clara and Dieter have none
    assert view.ending is not None
    assert view.ending.stakes == (1, -5, 2, 2)
    with pytest.raises(ClosedError):
        deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=3, payloads=[FIRST])


def test_nothing_at_all_is_a_problem(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(InvalidInputError) as refused:
        preview_rows(table.session, table.device, sheet_id, payloads=[])
    assert [problem.code for problem in refused.value.problems] == ["nothing"]
    table.session.rollback()
    with pytest.raises(InvalidInputError):
        deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=1, payloads=[])


def test_a_viewer_may_not(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(ForbiddenError):
        deals.record_many(table.session, table.viewer, sheet_id, key=new_key(), position=1, payloads=[FIRST])


def test_with_five_the_dealer_of_each_row_sits_out(table: Table) -> None:
    sheet_id = table.start(range(5)).id
    rows = [paper(0, 0, 70, 0, 0, sits_out=0), paper(0, 0, 0, 70, 0, sits_out=1), paper(60, 0, 0, 0, 0, sits_out=2)]
    deals.record_many(table.session, table.device, sheet_id, key=new_key(), position=1, payloads=rows)
    assert table.sheet(sheet_id).standings.totals == (60, 0, 70, 70, 0)
    with pytest.raises(InvalidInputError) as refused:
        deals.record_many(
            table.session,
            table.device,
            sheet_id,
            key=new_key(),
            position=4,
            payloads=[paper(0, 0, 70, 0, 0, sits_out=3), paper(0, 0, 70, 0, 0, sits_out=0)],
        )
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [
        ("sits_out_is_dealer", "rows.1.sits_out")
    ]
    assert len(table.sheet(sheet_id).rows) == 3


PENALTY = st.tuples(st.integers(0, 3), st.sampled_from([40, 60, 70, 260]))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hits=st.lists(PENALTY, min_size=1, max_size=8))
def test_rows_at_once_give_what_they_give_one_by_one(session: Session, hits: list[tuple[int, int]]) -> None:
    payloads = [paper(*(points if seat == hit else 0 for seat in range(4))) for hit, points in hits]
    one, other = make_table(session), make_table(session)
    at_once, one_by_one = (each.start(options={"limit": 100_000, "marks_to_win": None}).id for each in (one, other))
    seen = preview_rows(session, one.device, at_once, payloads=payloads)
    session.rollback()
    deals.record_many(session, one.device, at_once, key=new_key(), position=1, payloads=payloads)
    other.record(one_by_one, *payloads)
    left, right = one.sheet(at_once), other.sheet(one_by_one)
    assert left.standings == right.standings == seen.standings
    assert seen.totals == tuple(row.totals for row in left.rows)
    assert seen.marks == tuple(row.marks for row in left.rows)
    assert seen.outcomes == tuple(row.outcome for row in left.rows)
