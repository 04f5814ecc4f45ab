"""Who pays or gets for a seat that several held: the last one, or who was named."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import select

from scorekeeper.models import Seat
from scorekeeper.services import comings
from tests.services.asking import back, check_kept, do, forth, problems
from tests.services.factories import Table, deal

ANNA_70 = deal(66, 54, 0, 0)
FIRST_1060 = deal(66, 54, 0, 0, calls=4)


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    return table.start().id


def stakes(table: Table, sheet_id: uuid.UUID, player: int) -> int | None:
    table.session.rollback()
    of = (Seat.sheet_id == sheet_id, Seat.player_id == table.players[player])
    return sum(filter(None, table.session.scalars(select(Seat.stakes).where(*of)))) or None


def payer(table: Table, sheet_id: uuid.UUID) -> str:
    return table.sheet(sheet_id).payers[0].name


def sits(table: Table, sheet_id: uuid.UUID, player: int, first: uuid.UUID | None = None) -> None:
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[player], first=first)


def test_the_table_says_that_the_one_who_left_pays(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    sits(table, sheet_id, 4)
    table.record(sheet_id, FIRST_1060, FIRST_1060)
    do(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[0])
    # Nobody else has a point or a mark: two stakes to each of three.
    assert (stakes(table, sheet_id, 0), stakes(table, sheet_id, 4)) == (-6, None)
    view = table.sheet(sheet_id)
    assert (view.people[0].name, view.payers[0].name) == ("Eva", "Anna")
    check_kept(table)
    back(table, sheet_id)
    assert table.sheet(sheet_id).payers[0].name == "Eva"
    forth(table, sheet_id)
    do(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[4])
    assert table.sheet(sheet_id).payers[0].name == "Eva"


def test_who_was_named_to_pay_stays_named_whoever_sits_there_later(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    sits(table, sheet_id, 4)
    table.record(sheet_id, ANNA_70)
    do(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[0])
    # Anna returns, Frank comes after her: she was named, and nobody named another.
    sits(table, sheet_id, 0)
    assert payer(table, sheet_id) == "Anna"
    table.record(sheet_id, ANNA_70)
    sits(table, sheet_id, 5)
    assert (table.sheet(sheet_id).people[0].name, payer(table, sheet_id)) == ("Frank", "Anna")
    do(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[4])
    sits(table, sheet_id, 0)
    table.record(sheet_id, FIRST_1060, FIRST_1060)
    # 2,330 in all: two stakes to each of three, who have nothing; Eva pays though Anna lost.
    assert (table.sheet(sheet_id).standings.totals[0], table.sheet(sheet_id).people[0].name) == (2330, "Anna")
    assert stakes(table, sheet_id, 4) == -6
    check_kept(table)


def test_who_is_named_while_sitting_there_pays_for_the_next_one_too(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    sits(table, sheet_id, 4)
    table.record(sheet_id, ANNA_70)
    do(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[4])
    sits(table, sheet_id, 5)
    assert payer(table, sheet_id) == "Eva"


def test_who_was_named_but_never_sat_there_after_all_does_not_pay(table: Table, sheet_id: uuid.UUID) -> None:
    first, _second = table.record(sheet_id, ANNA_70, ANNA_70)
    sits(table, sheet_id, 4)
    do(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[0])
    # It was Frank, not Anna, from the first deal on.
    sits(table, sheet_id, 5, first=first.entry_id)
    assert (payer(table, sheet_id), len(table.sheet(sheet_id).held[0])) == ("Eva", 2)


def test_who_was_named_pays_as_long_as_any_deal_there_was_his(table: Table, sheet_id: uuid.UUID) -> None:
    first, second, _third = table.record(sheet_id, ANNA_70, ANNA_70, ANNA_70)
    sits(table, sheet_id, 4, first=second.entry_id)
    do(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[0])
    sits(table, sheet_id, 0)
    table.record(sheet_id, ANNA_70)
    sits(table, sheet_id, 4)
    # Frank had the first deal, in which Anna was named; she still had the fourth one.
    sits(table, sheet_id, 5, first=first.entry_id)
    assert [row.people[0].name for row in table.sheet(sheet_id).rows] == ["Frank", "Eva", "Eva", "Anna"]
    assert payer(table, sheet_id) == "Anna"


def test_only_who_held_the_seat_is_named(table: Table, sheet_id: uuid.UUID) -> None:
    assert problems(table, comings.set_payer, sheet_id, seat=0, player_id=table.players[4]) == [
        ("not_here", "player_id")
    ]
