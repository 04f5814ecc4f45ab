"""The group's book against the rows: after every change it holds exactly the feats that the rows give."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Evening, Feat, Seat, Sheet
from scorekeeper.services import deals, evenings, setup, sheets, undo
from scorekeeper.services.book import read_book
from scorekeeper.services.errors import ConflictError, EndingMovedError, InvalidInputError
from scorekeeper.services.feats import computed, stored
from scorekeeper.services.preview import Preview
from scorekeeper.services.rebuild import Verdict, rebuild
from tests.games.kalter_schlag.helpers import unhurried
from tests.services.corrections import amend, put_back, take_out
from tests.services.factories import Table, deal, make_table, new_key, paper

PLAIN = deal(55, 35, 20, 10)
RUINOUS = deal(0, 63, 57, 0, calls=3, jungfrauen=2, callers=[0, 2, 3])  # Bernd gets 2,020
MARCH: dict[str, object] = {"points": [None] * 4, "durchmarsch": 0, "calls": 4}
VOID: dict[str, object] = {"entry": "void", "v": 1, "note": "", "passes_deal": False}


def book(table: Table, sheet_id: uuid.UUID) -> list[tuple[int, str]]:
    """Give what the book says of a sheet: row and feat."""
    found = table.session.execute(
        select(Feat.number, Feat.code).where(Feat.group_id == table.group_id, Feat.sheet_id == sheet_id)
    )
    rows = sorted((number, code) for number, code in found)
    table.session.rollback()
    return rows


def is_right(table: Table, sheet_id: uuid.UUID) -> bool:
    """Say whether the book holds what the rows give."""
    session = table.session
    sheet = session.get_one(Sheet, (table.group_id, sheet_id))
    evening = session.get_one(Evening, (table.group_id, sheet.evening_id))
    opened = read_book(session, sheet, evening)
    same = stored(session, sheet) == computed(session, sheet, evening, opened.snapshot, opened.fold)
    session.rollback()
    return same


def only(table: Table) -> Feat:
    """Give the one feat there is."""
    return table.session.scalars(select(Feat).where(Feat.group_id == table.group_id)).one()


def test_a_feat_is_written_with_its_row_people_calls_and_day(table: Table, sheet_id: uuid.UUID) -> None:
    _, written = table.record(sheet_id, PLAIN, RUINOUS)
    row = table.row(sheet_id, written.entry_id)
    feat = only(table)
    assert (feat.sheet_id, feat.entry_id, feat.number, feat.code) == (sheet_id, written.entry_id, 2, "kalter_schlag")
    assert (feat.seats, feat.people) == ([1], [str(player) for player in table.players[:4]])
    assert feat.params == {
        "points": 2020, "before": [0], "after": [2020], "limit": 2000, "calls": 3, "callers": [0, 2, 3],
    }  # fmt: skip
    evening = table.session.get_one(Evening, (table.group_id, table.evening_id))
    assert (feat.evening_id, feat.local_date, feat.happened_at) == (evening.id, evening.local_date, row.entered_at)
    assert table.sheet(sheet_id).feats[0].index == 1


def test_a_correction_takes_a_feat_out_and_undo_and_redo_follow(table: Table, sheet_id: uuid.UUID) -> None:
    _, written = table.record(sheet_id, PLAIN, RUINOUS)
    before = only(table).id
    done = amend(table, sheet_id, written.entry_id, PLAIN, confirm="running")
    assert book(table, sheet_id) == []
    assert done.change_id is not None
    back = undo.undo(table.session, table.device, sheet_id, done.change_id, key=new_key())
    assert book(table, sheet_id) == [(2, "kalter_schlag")]
    assert only(table).id == before
    table.session.rollback()
    assert back.change_id is not None
    undo.redo(table.session, table.device, sheet_id, back.change_id, key=new_key())
    assert book(table, sheet_id) == []


def test_a_feat_moves_with_its_row_and_stops_when_it_no_longer_is_one(table: Table, sheet_id: uuid.UUID) -> None:
    first, _, third = table.record(sheet_id, PLAIN, PLAIN, RUINOUS)
    assert book(table, sheet_id) == [(3, "kalter_schlag")]
    take_out(table, sheet_id, first.entry_id)
    assert book(table, sheet_id) == [(2, "kalter_schlag")]
    put_back(table, sheet_id, first.entry_id)
    assert book(table, sheet_id) == [(3, "kalter_schlag")]
    session, device = table.session, table.device
    before = deals.insert(session, device, sheet_id, third.entry_id, key=new_key(), payload=paper(0, 1010, 0, 0))
    assert book(table, sheet_id) == []  # 1,010 is not under half of 2,000
    amend(table, sheet_id, before.entry_id, VOID)
    assert book(table, sheet_id) == [(4, "kalter_schlag")]


def test_house_rules_decide_what_is_a_feat(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, PLAIN, paper(0, 1010, 0, 0))
    assert book(table, sheet_id) == []
    correct(table, sheet_id, partial(setup.set_options, options={"limit": 1000}))
    assert book(table, sheet_id) == [(2, "kalter_schlag")]


def test_a_wrong_name_that_is_put_right_is_right_in_the_book(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, PLAIN, RUINOUS)
    people = [table.players[4], *table.players[1:4]]
    correct(table, sheet_id, partial(setup.set_seating, player_ids=people))
    assert only(table).people == [str(each) for each in people]


def correct(table: Table, sheet_id: uuid.UUID, use: Callable[..., Preview]) -> None:
    """Correct the set-up as a phone does: first to see, then for good."""
    version = table.sheet(sheet_id).version
    change = partial(use, table.session, table.device, sheet_id, base_version=version)
    shown = change(key="", dry_run=True)
    table.session.rollback()
    change(key=new_key(), confirm=shown.fingerprint)


def test_who_sat_there_in_that_row_is_named(table: Table, sheet_id: uuid.UUID) -> None:
    """Eva sat there for Anna until the row; Anna came behind it."""
    first, _ = table.record(sheet_id, PLAIN, RUINOUS)
    session = table.session
    seat = session.scalars(select(Seat).where(Seat.sheet_id == sheet_id, Seat.seat == 1)).one()
    seat.player_id = table.players[4]
    session.add(Seat(group_id=table.group_id, sheet_id=sheet_id, seat=1, from_position=2, player_id=table.players[1]))
    session.commit()
    amend(table, sheet_id, first.entry_id, deal(60, 35, 20, 5))
    assert only(table).people[1] == str(table.players[4])


def test_a_broken_off_game_keeps_its_feats(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, MARCH)
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    assert book(table, sheet_id) == [(1, "durchmarsch_hirsch")]
    sheets.resume(table.session, table.device, sheet_id, key=new_key())
    assert book(table, sheet_id) == [(1, "durchmarsch_hirsch")]


def test_the_feats_of_an_evening_follow_its_day(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, RUINOUS)
    evening = table.session.get_one(Evening, (table.group_id, table.evening_id))
    version = evening.version
    table.session.rollback()
    day = date(2025, 3, 28)
    evenings.edit(
        table.session, table.device, table.evening_id, key=new_key(), base_version=version, place="", local_date=day
    )
    assert only(table).local_date == day
    table.session.rollback()
    assert is_right(table, sheet_id)


def test_what_was_entered_before_the_game_went_on_happened_at_the_first_evening(
    table: Table, sheet_id: uuid.UUID
) -> None:
    table.record(sheet_id, MARCH)
    session, first = table.session, table.evening_id
    started = only(table).happened_at + timedelta(days=7)
    later = Evening(group_id=table.group_id, id=uuid.uuid4(), local_date=started.date(), started_at=started)
    session.add(later)
    session.flush()
    sheet = session.get_one(Sheet, (table.group_id, sheet_id))
    sheet.evening_id, sheet.begun_evening_id = later.id, first
    session.commit()
    assert is_right(table, sheet_id)
    feat = only(table)
    feat.happened_at += timedelta(days=8)
    session.commit()
    assert not is_right(table, sheet_id)


def test_rebuild_finds_and_mends_what_the_book_should_not_say(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, PLAIN, RUINOUS)
    feat = only(table)
    right = feat.params
    feat.params = {**right, "points": 7}
    table.session.commit()
    (finding,) = rebuild(table.session, apply=False)
    assert finding is not None
    assert [what[0] for what in finding.what] == ["feats"]
    (mended,) = rebuild(table.session, apply=True)
    assert mended is not None
    assert mended.verdict == Verdict.MENDED
    assert only(table).params == right
    table.session.rollback()
    assert list(rebuild(table.session, apply=False)) == [None]


CHOICE = st.integers(0, 50)
STEP = st.one_of(
    st.tuples(st.just("add"), st.integers(0, 3), st.sampled_from([60, 260, 1010, 1920, 2020, 3840, 7680])),
    st.tuples(st.just("amend"), CHOICE, st.sampled_from([60, 1010, 2020, 7680])),
    st.tuples(st.sampled_from(["remove", "restore", "undo", "redo", "break_off", "resume"]), CHOICE, CHOICE),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("limit", [500, 2000])
@settings(unhurried, max_examples=20)
@given(steps=st.lists(STEP, min_size=3, max_size=12))
def test_the_book_is_right_after_every_change(session: Session, limit: int, steps: list[tuple[str, int, int]]) -> None:
    session.rollback()
    table = make_table(session)
    sheet_id = table.start(options={"limit": limit}).id
    for name, at, value in steps:
        session.rollback()
        _try(table, sheet_id, name, at, value)
        session.rollback()
        assert is_right(table, sheet_id)


def _try(table: Table, sheet_id: uuid.UUID, name: str, at: int, value: int) -> None:
    """Make a change if it can be made now, whatever ending it brings."""
    view = table.sheet(sheet_id)
    live = [row.entry_id for row in view.rows if not row.removed]
    gone = [row.entry_id for row in view.rows if row.removed]
    on_sheet = (table.session, table.device, sheet_id)
    changes: dict[str, tuple[bool, Callable[[str | None], object]]] = {
        "add": (True, lambda _: table.record(sheet_id, _penalty(at, value))),
        "amend": (bool(live), lambda yes: amend(table, sheet_id, _one(live, at), _penalty(at, value), confirm=yes)),
        "remove": (bool(live), lambda yes: take_out(table, sheet_id, _one(live, at), yes)),
        "restore": (bool(gone), lambda yes: put_back(table, sheet_id, _one(gone, at), yes)),
        "undo": (bool(view.undo), lambda _: view.undo and undo.undo(*on_sheet, view.undo.change_id, key=new_key())),
        "redo": (bool(view.redo), lambda _: view.redo and undo.redo(*on_sheet, view.redo.change_id, key=new_key())),
        "break_off": (True, lambda _: sheets.break_off(*on_sheet, key=new_key())),
        "resume": (True, lambda _: sheets.resume(*on_sheet, key=new_key())),
    }
    possible, change = changes[name]
    try:
        if possible:
            change(None)
    except (InvalidInputError, ConflictError):
        return
    except EndingMovedError as error:
        table.session.rollback()
        change(error.fingerprint)


def _one(rows: list[uuid.UUID], at: int) -> uuid.UUID:
    return rows[at % len(rows)]


def _penalty(at: int, value: int) -> dict[str, object]:
    """Give a row from paper: 1,920 for three, anything else for one."""
    return paper(*(value if (seat == at % 4) != (value == 1920) else 0 for seat in range(4)))
