"""Five at the table: the dealer sits out, and no correction changes who sat out of another deal."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.services import deals, setup, undo
from scorekeeper.services.errors import EndingMovedError, InvalidInputError
from tests.services.factories import Table, deal, new_key


def five(sits_out: int, loser: int | None = None) -> dict[str, object]:
    """Give a deal of five: the loser (the next after the dealer by default) has 66."""
    loser = (sits_out + 1) % 5 if loser is None else loser
    points: list[int | None] = [18] * 5
    points[loser] = 66
    points[sits_out] = None
    return deal(*points, sits_out=sits_out)


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    return table.start(range(5)).id


def dealers(table: Table, sheet_id: uuid.UUID) -> list[int]:
    return [row.dealer for row in table.sheet(sheet_id).rows if not row.removed]


def by_hand(table: Table, sheet_id: uuid.UUID) -> list[bool]:
    return [row.dealer_by_hand for row in table.sheet(sheet_id).rows]


def test_record_refuses_a_deal_that_contradicts_its_dealer_at_its_field(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, five(0))
    with pytest.raises(InvalidInputError) as refused:
        table.record(sheet_id, five(3))
    assert [(p.code, p.where) for p in refused.value.problems] == [("sits_out_is_dealer", "sits_out")]
    table.record(sheet_id, five(3), dealer=3)
    view = table.sheet(sheet_id)
    assert (view.dealer, view.sits_out, view.leads) == (4, 4, 0)
    assert [row.sits_out for row in view.rows] == [0, 3]


def test_insert_of_a_forgotten_deal_leaves_the_later_dealers_as_they_were(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, five(0))
    third, _ = table.record(sheet_id, five(1), five(2))
    deals.insert(table.session, table.device, sheet_id, third.entry_id, key=new_key(), payload=five(4), dealer=4)
    assert dealers(table, sheet_id) == [0, 4, 1, 2]
    assert by_hand(table, sheet_id) == [False, True, True, False]


def test_insert_by_rotation_puts_the_next_row_right_by_hand(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, five(0), five(1))
    inserted = deals.insert(table.session, table.device, sheet_id, second.entry_id, key=new_key(), payload=five(1))
    assert dealers(table, sheet_id) == [0, 1, 1]
    step = table.sheet(sheet_id).undo
    assert step is not None
    undo.undo(table.session, table.second, sheet_id, step.change_id, key=new_key())
    assert dealers(table, sheet_id) == [0, 1]
    assert by_hand(table, sheet_id) == [False, True, False]
    base = table.row(sheet_id, inserted.entry_id).base
    deals.restore(table.session, table.second, sheet_id, inserted.entry_id, key=new_key(), base=base)
    assert dealers(table, sheet_id) == [0, 1, 1]
    assert first.entry_id == table.sheet(sheet_id).rows[0].entry_id


def test_remove_move_and_restore_change_nobodys_dealer(table: Table, sheet_id: uuid.UUID) -> None:
    ids = [written.entry_id for written in table.record(sheet_id, *(five(seat) for seat in range(4)))]

    def base(entry_id: uuid.UUID) -> str:
        return table.row(sheet_id, entry_id).base

    session, device = table.session, table.device
    deals.remove(session, device, sheet_id, ids[1], key=new_key(), base=base(ids[1]))
    assert dealers(table, sheet_id) == [0, 2, 3]
    deals.remove(session, device, sheet_id, ids[0], key=new_key(), base=base(ids[0]))
    assert dealers(table, sheet_id) == [2, 3]
    deals.restore(session, device, sheet_id, ids[1], key=new_key(), base=base(ids[1]))
    assert dealers(table, sheet_id) == [1, 2, 3]
    deals.move(session, device, sheet_id, ids[3], key=new_key(), base=base(ids[3]), before=ids[1])
    assert dealers(table, sheet_id) == [3, 1, 2]
    for _ in range(4):
        step = table.sheet(sheet_id).undo
        assert step is not None
        undo.undo(session, device, sheet_id, step.change_id, key=new_key())
    assert dealers(table, sheet_id) == [0, 1, 2, 3]
    assert by_hand(table, sheet_id) == [False] * 4


def test_amend_of_a_dealer_leaves_the_later_rows_alone(table: Table, sheet_id: uuid.UUID) -> None:
    first, _ = table.record(sheet_id, five(0), five(1))
    base = table.row(sheet_id, first.entry_id).base
    with pytest.raises(InvalidInputError):
        deals.amend(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base, payload=five(4))
    deals.amend(
        table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base, payload=five(4), dealer=4
    )
    assert dealers(table, sheet_id) == [4, 1]


def test_another_first_dealer_changes_no_deal_that_was_entered(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, five(0), five(1))
    version = table.sheet(sheet_id).version
    setup.set_first_dealer(table.session, table.device, sheet_id, key=new_key(), base_version=version, first_dealer=3)
    assert dealers(table, sheet_id) == [0, 1]
    assert table.sheet(sheet_id).first_dealer == 3


def test_seating_takes_dealers_and_who_sat_out_along(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, five(0), five(1), {"entry": "void", "note": "", "passes_deal": True}, five(3))
    version = table.sheet(sheet_id).version
    numbers = [4, 0, 2, 1, 3]
    setup.set_seating(
        table.session,
        table.device,
        sheet_id,
        key=new_key(),
        base_version=version,
        player_ids=[table.players[number] for number in numbers],
    )
    view = table.sheet(sheet_id)
    assert [view.people[row.dealer].id for row in view.rows] == [table.players[n] for n in (0, 1, 2, 3)]
    assert [row.sits_out for row in view.rows] == [row.dealer for row in view.rows]
    assert dict(zip([p.name for p in view.people], view.standings.totals, strict=True)) == {
        "Eva": 70,
        "Anna": 0,
        "Clara": 70,
        "Bernd": 70,
        "Dieter": 0,
    }


def test_rows_after_the_end_keep_their_dealers_too(table: Table, sheet_id: uuid.UUID) -> None:
    ids = [written.entry_id for written in table.record(sheet_id, five(0), five(1), five(2))]
    heavy = {"penalties": [0, 0, 2020, 0, 0], "sits_out": 1}

    def amend(entry_id: uuid.UUID, payload: dict[str, object], confirm: str | None = None) -> None:
        base = table.row(sheet_id, entry_id).base
        deals.amend(
            table.session,
            table.device,
            sheet_id,
            entry_id,
            key=new_key(),
            base=base,
            payload=payload,
            confirm=confirm,
        )

    with pytest.raises(EndingMovedError) as question:
        amend(ids[1], heavy)
    amend(ids[1], heavy, question.value.fingerprint)
    assert [row.after_end for row in table.sheet(sheet_id).rows] == [False, False, True]
    deals.insert(
        table.session, table.device, sheet_id, ids[2], key=new_key(), payload={"entry": "void", "passes_deal": True}
    )
    assert dealers(table, sheet_id) == [0, 1, 2, 2]
    with pytest.raises(InvalidInputError) as refused:
        amend(ids[2], five(4))
    assert [problem.code for problem in refused.value.problems] == ["sits_out_is_dealer"]
