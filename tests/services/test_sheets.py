"""Games as a whole: started with all that is wrong named at once, broken off, taken back, discarded."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Attendance, Change, Evening, Group, Mode, Player, Seat, Sheet, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import evenings, sheets
from scorekeeper.services.errors import (
    ClosedError,
    ForbiddenError,
    InvalidInputError,
    KeyReusedError,
    NotFoundError,
    TakenError,
)
from tests.services.factories import Table, deal, make_table, new_key

FIRST = deal(55, 35, 20, 10)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


def status(table: Table, sheet_id: uuid.UUID) -> SheetStatus:
    return table.sheet(sheet_id).status


def versions(table: Table) -> tuple[int, int]:
    """Give the versions of the evening and of the group."""
    session = table.session
    evening = session.get_one(Evening, (table.group_id, table.evening_id)).version
    group = session.get_one(Group, table.group_id).version
    session.rollback()
    return evening, group


def test_start_keeps_what_was_set_up(table: Table) -> None:
    ref = table.start([3, 1, 0, 2], options={"limit": 1000}, mode=Mode.KITTY, stake_minor=0, first_dealer=2)
    view = table.sheet(ref.id)
    assert [person.name for person in view.people] == ["Dieter", "Bernd", "Anna", "Clara"]
    assert (view.number, view.mode, view.stake_minor, view.dealer) == (1, Mode.KITTY, 0, 2)
    assert view.house_rules == (("limit", 1000),)
    assert view.options_plain["marks_to_win"] == 5
    assert (view.status, view.version, view.settled) == (SheetStatus.OPEN, 1, False)
    assert len(view.closeness) == 4


def test_start_numbers_games_within_the_evening_and_never_twice(table: Table) -> None:
    first = table.start()
    sheets.discard(table.session, table.device, first.id, key=new_key())
    assert table.start().number == 2
    other = evenings.start(table.session, table.device, key=new_key()).id
    table.evening_id = other
    with pytest.raises(TakenError):
        table.start()
    assert table.start([4, 5, *new_players(table)]).number == 1


def new_players(table: Table) -> list[int]:
    players = [
        Player(group_id=table.group_id, id=uuid.uuid4(), name=name, folded=name, position=9) for name in ("x", "y")
    ]
    table.session.add_all(players)
    table.session.commit()
    table.players = (*table.players, *(player.id for player in players))
    table.session.rollback()
    return [len(table.players) - 2, len(table.players) - 1]


def test_start_twice_with_one_key_makes_one_game(table: Table) -> None:
    key = new_key()
    first, again = table.start(key=key), table.start(key=key)
    assert (again.id, again.number, again.replayed) == (first.id, first.number, True)
    with pytest.raises(KeyReusedError):
        table.start(key=key, stake_minor=1)


def test_start_names_all_that_is_wrong_at_once(table: Table) -> None:
    table.session.get_one(Player, (table.group_id, table.players[1])).retired_at = utcnow()
    table.session.commit()
    with pytest.raises(InvalidInputError) as refused:
        sheets.start(
            table.session,
            table.device,
            table.evening_id,
            key=new_key(),
            game="kalter_schlag",
            player_ids=[table.players[0], table.players[1], uuid.uuid4()],
            options={"limit": "many"},
            mode=Mode.MONEY,
            stake_minor=-5,
            currency="XYZ",
            first_dealer=3,
        )
    found = {(problem.code, problem.where) for problem in refused.value.problems}
    assert found >= {
        ("seats", "player_ids"),
        ("player_retired", "player_ids.1"),
        ("player_unknown", "player_ids.2"),
        ("stake_range", "stake_minor"),
        ("currency", "currency"),
        ("seat", "first_dealer"),
    }
    assert any(where == "options.limit" for _, where in found)


def test_start_of_a_game_that_nobody_knows_or_with_one_player_twice_is_refused(table: Table) -> None:
    with pytest.raises(InvalidInputError) as refused:
        table.start(game="bridge")
    assert [problem.where for problem in refused.value.problems] == ["game"]
    with pytest.raises(InvalidInputError) as refused:
        table.start([0, 1, 2, 2])
    assert [problem.code for problem in refused.value.problems] == ["player_twice"]


def test_start_refuses_players_of_another_group(session: Session, table: Table) -> None:
    other = make_table(session)
    table.players = (*table.players[:3], other.players[3])
    with pytest.raises(InvalidInputError) as refused:
        table.start()
    assert [problem.code for problem in refused.value.problems] == ["player_unknown"]


def test_start_refuses_who_sits_at_another_open_game_by_name(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(TakenError) as refused:
        table.start([0, 4, 5, 1])
    assert (refused.value.code, refused.value.params) == ("seated", {"names": ("Anna", "Bernd")})
    table.record(sheet_id, FIRST, HEAVY)
    assert table.start([0, 4, 5, 1]).number == 2


def test_start_counts_the_players_among_those_who_are_here(table: Table) -> None:
    key = (table.group_id, table.evening_id, table.players[0])
    table.session.get_one(Attendance, key).left_at = utcnow()
    table.session.commit()
    table.start([0, 1, 2, 5])
    rows = table.session.scalars(select(Attendance).where(Attendance.left_at.is_(None))).all()
    assert {row.player_id for row in rows} == {table.players[number] for number in (0, 1, 2, 3, 5)}


def test_start_tells_the_pages_of_evening_and_group(table: Table) -> None:
    evening, group = versions(table)
    sheet_id = table.start().id
    table.record(sheet_id, FIRST)
    assert versions(table) == (evening + 1, group + 1)
    table.record(sheet_id, HEAVY)
    assert versions(table) == (evening + 2, group + 2)


@pytest.mark.parametrize(
    ("field", "code"), [("settled_at", "settled"), ("ended_at", "ended"), ("discarded_at", "discarded")]
)
def test_start_in_an_evening_that_is_over_is_refused(table: Table, field: str, code: str) -> None:
    setattr(table.session.get_one(Evening, (table.group_id, table.evening_id)), field, utcnow())
    table.session.commit()
    with pytest.raises(ClosedError, match=code):
        table.start()


def test_start_by_a_viewer_or_in_an_unknown_evening_is_refused(table: Table) -> None:
    table.device = table.viewer
    with pytest.raises(ForbiddenError):
        table.start()
    table.device, table.evening_id = table.second, uuid.uuid4()
    with pytest.raises(NotFoundError):
        table.start()


def test_break_off_keeps_counts_alone_and_resume_takes_it_back(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    key = new_key()
    sheets.break_off(table.session, table.device, sheet_id, key=key)
    assert sheets.break_off(table.session, table.device, sheet_id, key=key).replayed
    view = table.sheet(sheet_id)
    assert (view.status, view.ending, view.money) == (SheetStatus.BROKEN_OFF, None, None)
    seat = table.session.scalars(select(Seat).order_by(Seat.seat)).first()
    assert seat is not None
    assert (seat.total, seat.marks, seat.stakes, seat.pairs) == (None, None, None, None)
    assert seat.counts is not None
    assert seat.counts["penalty"] == 60
    assert table.session.get_one(Sheet, (table.group_id, sheet_id)).ended_at is not None
    table.session.rollback()
    sheets.resume(table.session, table.device, sheet_id, key=new_key())
    assert status(table, sheet_id) == SheetStatus.OPEN
    assert set(table.session.scalars(select(Seat.counts))) == {None}
    kinds = table.session.scalars(select(Change.kind).where(Change.scope_id == sheet_id).order_by(Change.number))
    assert list(kinds) == ["start", "add", "break_off", "resume"]


def test_resume_refuses_while_a_player_sits_elsewhere(table: Table, sheet_id: uuid.UUID) -> None:
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    table.start([0, 4, 5, 1])
    with pytest.raises(TakenError, match="seated"):
        sheets.resume(table.session, table.device, sheet_id, key=new_key())


def test_turns_that_do_not_fit_are_refused(table: Table, sheet_id: uuid.UUID) -> None:
    session, device = table.session, table.device
    with pytest.raises(ClosedError, match="not_broken_off"):
        sheets.resume(session, device, sheet_id, key=new_key())
    table.record(sheet_id, FIRST, HEAVY)
    with pytest.raises(ClosedError, match="over"):
        sheets.break_off(session, device, sheet_id, key=new_key())
    with pytest.raises(ClosedError, match="not_empty"):
        sheets.discard(session, device, sheet_id, key=new_key())
    empty = table.start().id
    sheets.discard(session, device, empty, key=new_key())
    assert status(table, empty) == SheetStatus.DISCARDED
    for turn in (sheets.discard, sheets.break_off):
        with pytest.raises(ClosedError, match="discarded"):
            turn(session, device, empty, key=new_key())
    other = table.start().id
    sheets.break_off(session, device, other, key=new_key())
    with pytest.raises(ClosedError, match="broken_off"):
        sheets.break_off(session, device, other, key=new_key())


def test_turns_in_a_settled_evening_are_refused(table: Table, sheet_id: uuid.UUID) -> None:
    table.session.get_one(Evening, (table.group_id, table.evening_id)).settled_at = utcnow()
    table.session.commit()
    with pytest.raises(ClosedError, match="settled"):
        sheets.break_off(table.session, table.device, sheet_id, key=new_key())


def test_an_adjourned_sheet_takes_no_deal_until_it_goes_on(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    sheets.adjourn(table.session, table.device, sheet_id, key=new_key())
    with pytest.raises(ClosedError) as refused:
        table.record(sheet_id, HEAVY)
    assert refused.value.code == "adjourned"
    table.session.rollback()
    sheets.go_on(table.session, table.device, sheet_id, table.evening_id, key=new_key())
    table.record(sheet_id, HEAVY)
    assert status(table, sheet_id) == SheetStatus.ENDED


def test_a_sheet_that_the_table_closed_is_over_with_the_stakes_agreed(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    sheet = table.session.get_one(Sheet, (table.group_id, sheet_id))
    sheet.close = {"how": "highest"}
    table.session.commit()
    view = table.sheet(sheet_id)
    assert view.ending is not None
    assert (view.ending.reason, view.ending.stakes, view.rows[0].ends) == ("agreed", (-6, 2, 2, 2), True)


def test_a_sheet_closed_without_a_row_or_in_a_way_that_no_longer_fits(table: Table, sheet_id: uuid.UUID) -> None:
    sheet = table.session.get_one(Sheet, (table.group_id, sheet_id))
    sheet.close = {"how": "nobody"}
    table.session.commit()
    view = table.sheet(sheet_id)
    assert view.ending is not None
    assert view.ending_fingerprint != "running"
    table.session.get_one(Sheet, (table.group_id, sheet_id)).close = {"how": "highest"}
    table.session.commit()
    with pytest.raises(InvalidInputError) as refused:
        table.sheet(sheet_id)
    assert [problem.code for problem in refused.value.problems] == ["highest_tied"]


def test_start_a_game_that_another_phone_began_names_it_and_may_be_kept_apart(table: Table) -> None:
    first = table.start((0, 1, 2, 3))
    with pytest.raises(TakenError) as refused:
        table.start((1, 2, 3, 0))
    assert (refused.value.params["sheet"], refused.value.params["number"]) == (str(first.id), first.number)
    with pytest.raises(TakenError) as other:
        table.start((0, 1, 2, 4))
    assert "sheet" not in other.value.params
    second = sheets.start(
        table.session,
        table.second,
        table.evening_id,
        key=new_key(),
        apart=True,
        game="kalter_schlag",
        player_ids=table.players[:4],
        options={},
        mode=Mode.MONEY,
        stake_minor=100,
        currency="EUR",
        first_dealer=0,
    )
    assert (second.number, second.id != first.id) == (first.number + 1, True)


def test_nobody_sits_at_two_games_because_two_are_to_be_kept_apart(table: Table) -> None:
    table.start((0, 1, 2, 3))
    with pytest.raises(TakenError) as refused:
        sheets.start(
            table.session,
            table.second,
            table.evening_id,
            key=new_key(),
            apart=True,
            game="kalter_schlag",
            player_ids=[table.players[index] for index in (0, 1, 2, 4)],
            options={},
            mode=Mode.MONEY,
            stake_minor=100,
            currency="EUR",
            first_dealer=0,
        )
    assert str(refused.value) == "seated"
