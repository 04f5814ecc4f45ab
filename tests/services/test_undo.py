"""Undo and redo: the newest change that stands, by its id, and never another."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Change, Entry, SheetStatus
from scorekeeper.services import deals, setup, sheets, undo
from scorekeeper.services.corrections import Receipt
from scorekeeper.services.errors import ClosedError, ConflictError, EndingMovedError, StaleError
from tests.services.factories import Table, deal, new_key

FIRST = deal(55, 35, 20, 10)
SECOND = deal(20, 66, 34, 0, calls=1, jungfrauen=1)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


def back(table: Table, sheet_id: uuid.UUID) -> Receipt:
    step = table.sheet(sheet_id).undo
    assert step is not None
    return undo.undo(table.session, table.second, sheet_id, step.change_id, key=new_key())


def forth(table: Table, sheet_id: uuid.UUID) -> Receipt:
    step = table.sheet(sheet_id).redo
    assert step is not None
    return undo.redo(table.session, table.second, sheet_id, step.change_id, key=new_key())


def test_undo_names_the_deal_and_whom_it_hit(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, SECOND)
    step = table.sheet(sheet_id).undo
    assert step is not None
    assert (step.kind, step.number, step.seats, step.points) == ("add", 2, (1,), (260,))
    back(table, sheet_id)
    step = table.sheet(sheet_id).redo
    assert step is not None
    assert (step.kind, step.number, step.seats, step.points) == ("add", 2, (1,), (260,))


def test_undo_of_an_added_deal_keeps_the_row_removed(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, SECOND)
    receipt = back(table, sheet_id)
    view = table.sheet(sheet_id)
    assert [row.removed for row in view.rows] == [False, True]
    assert (view.next_number, view.next_position) == (2, 3)
    change = table.session.get_one(Change, (table.group_id, receipt.change_id))
    assert change.undoes is not None
    table.session.rollback()
    forth(table, sheet_id)
    assert table.sheet(sheet_id).standings.totals == (60, 260, 0, 0)


def test_undo_posted_by_an_id_that_is_no_longer_the_newest_is_refused(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    assert first.change_id is not None
    assert second.change_id is not None
    with pytest.raises(ConflictError, match="undo"):
        undo.undo(table.session, table.second, sheet_id, first.change_id, key=new_key())
    with pytest.raises(ConflictError, match="redo"):
        undo.redo(table.session, table.second, sheet_id, second.change_id, key=new_key())
    undo.undo(table.session, table.second, sheet_id, second.change_id, key=new_key())
    with pytest.raises(ConflictError):
        undo.undo(table.session, table.device, sheet_id, second.change_id, key=new_key())


def test_undo_sent_twice_happens_once(table: Table, sheet_id: uuid.UUID) -> None:
    _, second = table.record(sheet_id, FIRST, SECOND)
    assert second.change_id is not None
    key = new_key()
    once = undo.undo(table.session, table.device, sheet_id, second.change_id, key=key)
    again = undo.undo(table.session, table.device, sheet_id, second.change_id, key=key)
    assert (again.change_id, again.replayed) == (once.change_id, True)
    assert table.sheet(sheet_id).standings.totals == (60, 0, 0, 0)


def test_undo_goes_back_to_the_start_and_redo_forth_to_the_end(table: Table, sheet_id: uuid.UUID) -> None:
    first, second, third = table.record(sheet_id, FIRST, SECOND, deal(10, 20, 35, 55))
    session, device = table.session, table.device

    def base(entry_id: uuid.UUID) -> str:
        return table.row(sheet_id, entry_id).base

    deals.amend(session, device, sheet_id, first.entry_id, key=new_key(), base=base(first.entry_id), payload=SECOND)
    deals.remove(session, device, sheet_id, second.entry_id, key=new_key(), base=base(second.entry_id))
    deals.move(
        session,
        device,
        sheet_id,
        third.entry_id,
        key=new_key(),
        base=base(third.entry_id),
        before=first.entry_id,
    )
    deals.insert(session, device, sheet_id, first.entry_id, key=new_key(), payload=FIRST)
    version = table.sheet(sheet_id).version
    order = [0, 3, 2, 1, 4, 5]
    setup.set_seating(
        session,
        device,
        sheet_id,
        key=new_key(),
        base_version=version,
        player_ids=[table.players[number] for number in order[:4]],
    )
    states = []
    while table.sheet(sheet_id).undo is not None:
        states.append(look(table, sheet_id))
        back(table, sheet_id)
    assert len(states) == 8
    assert look(table, sheet_id) == ([], table.players[:4])
    while states:
        forth(table, sheet_id)
        assert look(table, sheet_id) == states.pop()
    assert table.sheet(sheet_id).redo is None


def look(table: Table, sheet_id: uuid.UUID) -> tuple[list[object], tuple[uuid.UUID, ...]]:
    view = table.sheet(sheet_id)
    return [(r.entry_id, r.payload, r.dealer) for r in view.rows if not r.removed], tuple(p.id for p in view.people)


def test_redo_of_a_deal_finds_its_place_behind_a_row_that_moved(table: Table, sheet_id: uuid.UUID) -> None:
    ids = [written.entry_id for written in table.record(sheet_id, FIRST, SECOND, deal(10, 20, 35, 55))]
    base = table.row(sheet_id, ids[0]).base
    deals.move(table.session, table.device, sheet_id, ids[0], key=new_key(), base=base, before=None)
    (last,) = table.record(sheet_id, FIRST)
    back(table, sheet_id)
    back(table, sheet_id)
    assert [row.entry_id for row in table.sheet(sheet_id).rows if not row.removed] == ids
    forth(table, sheet_id)
    forth(table, sheet_id)
    assert [row.entry_id for row in table.sheet(sheet_id).rows] == [ids[1], ids[2], ids[0], last.entry_id]


def test_redo_of_a_move_leaves_a_struck_row_where_it_stood(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    base = table.row(sheet_id, first.entry_id).base
    deals.move(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base, before=None)
    new = deals.insert(table.session, table.device, sheet_id, first.entry_id, key=new_key(), payload=FIRST)
    back(table, sheet_id)
    base = table.row(sheet_id, new.entry_id).base
    deals.restore(table.session, table.device, sheet_id, new.entry_id, key=new_key(), base=base)
    back(table, sheet_id)
    back(table, sheet_id)
    forth(table, sheet_id)
    forth(table, sheet_id)
    order = [row.entry_id for row in table.sheet(sheet_id).rows]
    assert order == [second.entry_id, new.entry_id, first.entry_id]


def test_undo_of_a_change_of_seats_takes_later_rows_along_even_struck_ones(table: Table, sheet_id: uuid.UUID) -> None:
    version = table.sheet(sheet_id).version
    setup.set_seating(
        table.session,
        table.device,
        sheet_id,
        key=new_key(),
        base_version=version,
        player_ids=[table.players[number] for number in (1, 0, 2, 3)],
    )
    (deal_of_bernd,) = table.record(sheet_id, FIRST)
    back(table, sheet_id)
    back(table, sheet_id)
    base = table.row(sheet_id, deal_of_bernd.entry_id).base
    deals.restore(table.session, table.device, sheet_id, deal_of_bernd.entry_id, key=new_key(), base=base)
    view = table.sheet(sheet_id)
    assert [person.name for person in view.people] == ["Anna", "Bernd", "Clara", "Dieter"]
    assert view.standings.totals == (0, 60, 0, 0)


def test_a_fresh_change_after_an_undo_ends_redo(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, SECOND)
    back(table, sheet_id)
    table.record(sheet_id, FIRST)
    view = table.sheet(sheet_id)
    assert view.redo is None
    assert view.undo is not None
    assert view.undo.number == 2


def test_undo_after_a_redo_steps_over_the_same_change_again(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, SECOND)
    for _ in range(3):
        back(table, sheet_id)
        assert table.sheet(sheet_id).standings.totals == (60, 0, 0, 0)
        forth(table, sheet_id)
        assert table.sheet(sheet_id).standings.totals == (60, 260, 0, 0)


def test_undo_needs_no_word_about_the_ending_and_reopens_the_game(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    later = table.start().id
    table.record(later, SECOND)
    assert table.sheet(sheet_id).status == SheetStatus.ENDED
    back(table, sheet_id)
    assert table.sheet(sheet_id).status == SheetStatus.OPEN
    assert table.sheet(later).standings.totals == (0, 260, 0, 0)
    forth(table, sheet_id)
    assert table.sheet(sheet_id).status == SheetStatus.ENDED


def test_undo_makes_an_open_correction_stale(table: Table, sheet_id: uuid.UUID) -> None:
    first, _ = table.record(sheet_id, FIRST, SECOND)
    base = table.row(sheet_id, first.entry_id).base
    deals.amend(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=base, payload=SECOND)
    seen = table.row(sheet_id, first.entry_id).base
    back(table, sheet_id)
    with pytest.raises(StaleError):
        deals.remove(table.session, table.device, sheet_id, first.entry_id, key=new_key(), base=seen)


def test_undo_of_options_stake_and_first_dealer_brings_them_back(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    session, device = table.session, table.device

    def version() -> int:
        return table.sheet(sheet_id).version

    setup.set_first_dealer(session, device, sheet_id, key=new_key(), base_version=version(), first_dealer=2)
    setup.set_options(session, device, sheet_id, key=new_key(), base_version=version(), options={"limit": 500})
    view = table.sheet(sheet_id)
    setup.set_stake(
        session,
        device,
        sheet_id,
        key=new_key(),
        base_version=view.version,
        stake_minor=5,
        currency="JPY",
        mode=type(view.mode)("kitty"),
    )
    after = table.sheet(sheet_id)
    assert after.undo is not None
    assert (after.undo.kind, after.undo.number, after.undo.seats) == ("stake", None, ())
    for _ in range(3):
        back(table, sheet_id)
    view = table.sheet(sheet_id)
    assert (view.first_dealer, view.house_rules, view.stake_minor, view.currency, view.mode) == (
        0,
        (),
        100,
        "EUR",
        "money",
    )
    for _ in range(3):
        forth(table, sheet_id)
    view = table.sheet(sheet_id)
    assert (view.first_dealer, view.house_rules, view.stake_minor, view.currency, view.mode) == (
        2,
        (("limit", 500),),
        5,
        "JPY",
        "kitty",
    )


def test_undo_steps_over_a_break_off_that_was_taken_back(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    step = table.sheet(sheet_id).undo
    assert step is not None
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    assert table.sheet(sheet_id).undo is None
    with pytest.raises(ClosedError, match="broken_off"):
        undo.undo(table.session, table.device, sheet_id, step.change_id, key=new_key())
    sheets.resume(table.session, table.device, sheet_id, key=new_key())
    assert table.sheet(sheet_id).undo == step
    back(table, sheet_id)


def test_undo_of_nothing_is_refused(table: Table, sheet_id: uuid.UUID) -> None:
    view = table.sheet(sheet_id)
    assert (view.undo, view.redo) == (None, None)
    with pytest.raises(ConflictError):
        undo.undo(table.session, table.device, sheet_id, uuid.uuid4(), key=new_key())


def test_undo_of_an_insert_leaves_the_later_rows_their_order(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    deals.insert(table.session, table.device, sheet_id, second.entry_id, key=new_key(), payload=deal(10, 20, 35, 55))
    back(table, sheet_id)
    live = [row.entry_id for row in table.sheet(sheet_id).rows if not row.removed]
    assert live == [first.entry_id, second.entry_id]


def test_undone_deal_can_be_restored_as_a_fresh_change(table: Table, sheet_id: uuid.UUID) -> None:
    _, second = table.record(sheet_id, FIRST, HEAVY)
    back(table, sheet_id)
    base = table.row(sheet_id, second.entry_id).base
    with pytest.raises(EndingMovedError) as question:
        deals.restore(table.session, table.device, sheet_id, second.entry_id, key=new_key(), base=base)
    confirm = question.value.fingerprint
    deals.restore(table.session, table.device, sheet_id, second.entry_id, key=new_key(), base=base, confirm=confirm)
    view = table.sheet(sheet_id)
    assert view.undo is not None
    assert view.undo.kind == "restore"
    assert view.redo is None


def test_undo_names_no_points_of_a_removed_row_that_cannot_be_read(table: Table, sheet_id: uuid.UUID) -> None:
    (only,) = table.record(sheet_id, FIRST)
    base = table.row(sheet_id, only.entry_id).base
    deals.remove(table.session, table.device, sheet_id, only.entry_id, key=new_key(), base=base)
    table.session.get_one(Entry, (table.group_id, only.entry_id)).payload = {"v": 99}
    table.session.commit()
    step = table.sheet(sheet_id).undo
    assert step is not None
    assert (step.kind, step.number, step.points) == ("remove", 1, ())
