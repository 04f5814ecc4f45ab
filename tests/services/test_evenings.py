"""Evenings: their day by the group's zone, who is here, and nothing dropped that holds a game."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Attendance, Change, Evening
from scorekeeper.models.base import utcnow
from scorekeeper.services import evenings, sheets
from scorekeeper.services.errors import (
    ClosedError,
    ForbiddenError,
    InvalidInputError,
    KeyReusedError,
    NotFoundError,
    StaleError,
)
from scorekeeper.services.views import evening_page
from tests.services.factories import Table, deal, make_table, new_key


def evening_of(table: Table, evening_id: uuid.UUID | None = None) -> Evening:
    table.session.rollback()
    found = table.session.get_one(Evening, (table.group_id, evening_id or table.evening_id))
    table.session.refresh(found)
    table.session.expunge(found)
    table.session.rollback()
    return found


def here(table: Table) -> set[uuid.UUID]:
    query = select(Attendance.player_id).where(Attendance.evening_id == table.evening_id, Attendance.left_at.is_(None))
    found = set(table.session.scalars(query))
    table.session.rollback()
    return found


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Europe/Berlin", datetime(2026, 1, 10, 3, 59, tzinfo=UTC), date(2026, 1, 9)),
        ("Europe/Berlin", datetime(2026, 1, 10, 4, 0, tzinfo=UTC), date(2026, 1, 10)),
        ("Europe/Berlin", datetime(2026, 7, 10, 3, 0, tzinfo=UTC), date(2026, 7, 10)),
        ("Europe/Berlin", datetime(2026, 10, 25, 3, 59, tzinfo=UTC), date(2026, 10, 24)),
        ("Pacific/Auckland", datetime(2026, 1, 9, 20, 0, tzinfo=UTC), date(2026, 1, 10)),
        ("America/Los_Angeles", datetime(2026, 1, 10, 7, 0, tzinfo=UTC), date(2026, 1, 9)),
    ],
)
def test_start_before_five_in_the_morning_belongs_to_the_day_before(
    session: Session, zone: str, moment: datetime, day: date
) -> None:
    table = make_table(session, zone=zone)
    ref = evenings.start(session, table.device, key=new_key(), now=moment)
    evening = evening_of(table, ref.id)
    assert (evening.local_date, evening.started_at) == (day, moment)


def test_start_twice_with_one_key_makes_one_evening(table: Table) -> None:
    key = new_key()
    first = evenings.start(table.session, table.device, key=key, place="Anna's kitchen")
    again = evenings.start(table.session, table.device, key=key, place="Anna's kitchen")
    assert (again.id, again.replayed, first.replayed) == (first.id, True, False)
    with pytest.raises(KeyReusedError):
        evenings.start(table.session, table.device, key=key, place="elsewhere")
    assert table.session.scalar(select(func.count()).select_from(Evening)) == 2


def test_start_trims_the_place_and_names_what_is_wrong(table: Table) -> None:
    ref = evenings.start(table.session, table.device, key=new_key(), place="  Zum  Löwen ")
    assert evening_of(table, ref.id).place == "Zum Löwen"
    with pytest.raises(InvalidInputError) as refused:
        evenings.start(
            table.session, table.device, key=new_key(), place="x" * 61, player_ids=[table.players[0], uuid.uuid4()]
        )
    assert [(p.code, p.where) for p in refused.value.problems] == [
        ("name_too_long", "place"),
        ("player_unknown", "player_ids.1"),
    ]


def test_start_by_a_viewer_is_refused(table: Table) -> None:
    with pytest.raises(ForbiddenError):
        evenings.start(table.session, table.viewer, key=new_key())


def test_edit_changes_place_and_day_once(table: Table) -> None:
    base = evening_of(table).version
    key = new_key()

    def edit(key: str, base: int, place: str = "Club") -> evenings.EveningRef:
        return evenings.edit(
            table.session,
            table.device,
            table.evening_id,
            key=key,
            base_version=base,
            place=place,
            local_date=date(2026, 2, 3),
        )

    assert not edit(key, base).replayed
    assert edit(key, base).replayed
    evening = evening_of(table)
    assert (evening.place, evening.local_date, evening.version) == ("Club", date(2026, 2, 3), base + 1)
    with pytest.raises(StaleError):
        edit(new_key(), base, "Elsewhere")
    edit(new_key(), base + 1)
    assert evening_of(table).version == base + 1


def test_attendance_says_who_is_here_and_who_has_left(table: Table) -> None:
    def attend(numbers: list[int], key: str | None = None, base: int | None = None) -> evenings.EveningRef:
        return evenings.set_attendance(
            table.session,
            table.second,
            table.evening_id,
            key=key or new_key(),
            base_version=evening_of(table).version if base is None else base,
            player_ids=[table.players[number] for number in numbers],
        )

    key, base = new_key(), evening_of(table).version
    attend([0, 1, 4, 4], key, base)
    assert here(table) == {table.players[number] for number in (0, 1, 4)}
    assert attend([0, 1, 4, 4], key, base).replayed
    with pytest.raises(StaleError):
        attend([0], base=base)
    attend([0, 1, 2, 4])
    assert here(table) == {table.players[number] for number in (0, 1, 2, 4)}
    before = evening_of(table).version
    attend([4, 2, 1, 0])
    assert evening_of(table).version == before
    kinds = table.session.scalars(select(Change.kind).where(Change.scope_id == table.evening_id))
    assert list(kinds).count("evening.attendance") == 2


def test_discard_drops_an_evening_without_games_only(table: Table) -> None:
    sheet_id = table.start().id

    def discard(key: str) -> evenings.EveningRef:
        return evenings.discard(table.session, table.device, table.evening_id, key=key)

    with pytest.raises(ClosedError, match="not_empty"):
        discard(new_key())
    sheets.discard(table.session, table.device, sheet_id, key=new_key())
    key = new_key()
    discard(key)
    assert discard(key).replayed
    assert evening_of(table).discarded_at is not None
    with pytest.raises(ClosedError, match="discarded"):
        discard(new_key())


def test_a_settled_evening_takes_no_change(table: Table) -> None:
    table.session.get_one(Evening, (table.group_id, table.evening_id)).settled_at = utcnow()
    table.session.commit()
    base = evening_of(table).version
    session, device = table.session, table.device
    with pytest.raises(ClosedError, match="settled"):
        evenings.set_attendance(session, device, table.evening_id, key=new_key(), base_version=base, player_ids=[])
    with pytest.raises(ClosedError, match="settled"):
        evenings.discard(session, device, table.evening_id, key=new_key())


def test_an_evening_of_another_group_does_not_exist(session: Session, table: Table) -> None:
    stranger = make_table(session).device
    with pytest.raises(NotFoundError):
        evenings.discard(session, stranger, table.evening_id, key=new_key())


def test_a_game_is_never_started_in_an_evening_that_was_discarded(table: Table) -> None:
    evenings.discard(table.session, table.device, table.evening_id, key=new_key())
    with pytest.raises(ClosedError, match="discarded"):
        table.record(table.start().id, deal(55, 35, 20, 10))


def test_start_by_a_second_phone_at_once_is_the_same_evening_for_both(table: Table) -> None:
    now = utcnow() + timedelta(days=1)
    players = table.players
    first = evenings.start(table.session, table.device, key=new_key(), now=now, player_ids=players[:3])
    asked: dict[str, Any] = {
        "key": new_key(),
        "now": now + timedelta(minutes=4),
        "place": "Krone",
        "player_ids": players[2:5],
    }
    second = evenings.start(table.session, table.second, **asked)
    assert (second.id, second.joined) == (first.id, True)
    assert evenings.start(table.session, table.second, **asked).id == first.id
    page = evening_page(table.session, table.device, first.id)
    assert page.place == "Krone"
    assert {person.id for person in page.free} == set(players[:5])


@pytest.mark.parametrize("reason", ["later", "same phone", "played", "discarded"])
def test_start_is_another_evening_when_the_last_one_is_not_just_begun(table: Table, reason: str) -> None:
    now = utcnow() + timedelta(days=1)
    first = evenings.start(table.session, table.device, key=new_key(), now=now, player_ids=table.players[:4])
    who = table.device if reason == "same phone" else table.second
    if reason == "played":
        table.evening_id = first.id
        table.start()
    elif reason == "discarded":
        evenings.discard(table.session, table.device, first.id, key=new_key())
    later = now + timedelta(minutes=6 if reason == "later" else 1)
    second = evenings.start(table.session, who, key=new_key(), now=later)
    assert (second.id != first.id, second.joined) == (True, False)
