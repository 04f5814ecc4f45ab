"""A game waits for another evening: where it is numbered, listed and settled then."""

from __future__ import annotations

import uuid
from datetime import date, timedelta

import pytest

from scorekeeper.models import Evening, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import evenings, sheets, views
from scorekeeper.services.errors import ClosedError, NotFoundError, TakenError
from scorekeeper.services.views import EveningPage
from tests.services.factories import Table, deal, new_key


def evening(table: Table, days: int = 7) -> uuid.UUID:
    """Start an evening some days later."""
    now = utcnow() + timedelta(days=days)
    return evenings.start(table.session, table.device, key=new_key(), now=now).id


def page(table: Table, evening_id: uuid.UUID) -> EveningPage:
    table.session.rollback()
    found = views.evening_page(table.session, table.device, evening_id)
    table.session.rollback()
    return found


def adjourn(table: Table, sheet_id: uuid.UUID) -> None:
    sheets.adjourn(table.session, table.device, sheet_id, key=new_key())


def go_on(table: Table, sheet_id: uuid.UUID, evening_id: uuid.UUID, key: str | None = None) -> sheets.SheetRef:
    return sheets.go_on(table.session, table.device, sheet_id, evening_id, key=key or new_key())


def day(table: Table, evening_id: uuid.UUID) -> date:
    return table.session.get_one(Evening, (table.group_id, evening_id)).local_date


def test_a_game_goes_on_as_the_next_game_of_the_later_evening_and_ends_there(table: Table) -> None:
    first = table.evening_id
    table.start()
    sheets.break_off(table.session, table.device, page(table, first).sheets[0].id, key=new_key())
    sheet_id = table.start().id
    # Bernd: 66 doubled four times is 1,056, rounded 1,060.
    table.record(sheet_id, deal(34, 66, 20, 0, calls=4))
    adjourn(table, sheet_id)
    assert table.sheet(sheet_id).status == SheetStatus.ADJOURNED
    later = evening(table)
    assert [sheet.id for sheet in page(table, later).waiting] == [sheet_id]
    ref = go_on(table, sheet_id, later)
    assert ref.number == 1
    view = table.sheet(sheet_id)
    assert (view.status, view.evening_id, view.number, view.dealer) == (SheetStatus.OPEN, later, 1, 1)
    table.record(sheet_id, deal(34, 66, 20, 0, calls=4))
    # 2,120: Bernd pays Anna, Clara and Dieter two stakes each, for they have neither a point nor a mark.
    assert table.sheet(sheet_id).money == (200, -600, 200, 200)
    assert [sheet.id for sheet in page(table, later).sheets] == [sheet_id]
    assert page(table, later).waiting == ()
    begun = page(table, first)
    assert [sheet.number for sheet in begun.sheets] == [1]
    assert [(each.sheet.id, each.local_date) for each in begun.moved] == [(sheet_id, day(table, later))]


def test_the_number_of_a_game_that_went_on_elsewhere_is_not_given_to_another(table: Table) -> None:
    first = table.evening_id
    sheet_id = table.start().id
    adjourn(table, sheet_id)
    second = evening(table)
    go_on(table, sheet_id, second)
    adjourn(table, sheet_id)
    assert go_on(table, sheet_id, evening(table, days=14)).number == 1
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    # Game 1 of either evening was this one; the next ones there are game 2.
    numbers = []
    for table.evening_id in (first, second):
        ref = table.start()
        numbers.append(ref.number)
        sheets.break_off(table.session, table.device, ref.id, key=new_key())
    assert numbers == [2, 2]


def test_a_game_may_go_on_at_the_same_evening(table: Table) -> None:
    sheet_id = table.start().id
    adjourn(table, sheet_id)
    assert go_on(table, sheet_id, table.evening_id).number == 1
    shown = page(table, table.evening_id)
    assert (shown.waiting, shown.moved, len(shown.sheets)) == ((), (), 1)


def test_going_on_twice_with_one_key_is_once(table: Table) -> None:
    sheet_id, key = table.start().id, new_key()
    adjourn(table, sheet_id)
    later = evening(table)
    assert go_on(table, sheet_id, later, key).replayed is False
    assert go_on(table, sheet_id, later, key).replayed is True


def test_a_game_that_waits_again_shows_as_waiting_where_it_began(table: Table) -> None:
    sheet_id = table.start().id
    adjourn(table, sheet_id)
    later = evening(table)
    go_on(table, sheet_id, later)
    adjourn(table, sheet_id)
    begun = page(table, table.evening_id)
    assert ([sheet.id for sheet in begun.waiting], begun.moved) == ([sheet_id], ())


def test_it_goes_on_only_once_and_only_with_people_who_are_free(table: Table) -> None:
    sheet_id = table.start().id
    with pytest.raises(ClosedError, match="not_adjourned"):
        go_on(table, sheet_id, table.evening_id)
    adjourn(table, sheet_id)
    with pytest.raises(ClosedError, match="adjourned"):
        adjourn(table, sheet_id)
    with pytest.raises(ClosedError, match="adjourned"):
        table.record(sheet_id, deal(66, 30, 24, 0))
    table.start()
    with pytest.raises(TakenError):
        go_on(table, sheet_id, evening(table))
    with pytest.raises(NotFoundError):
        go_on(table, sheet_id, uuid.uuid4())


def test_an_evening_whose_game_waits_is_not_tonight(table: Table) -> None:
    sheet_id = table.start().id
    adjourn(table, sheet_id)
    table.session.rollback()
    later = views.group_page(table.session, table.device, utcnow() + timedelta(days=7))
    assert [sheet.id for sheet in later.adjourned] == [sheet_id]
    assert (later.tonight, [each.id for each in later.past]) == ((), [table.evening_id])
