"""An open account: it waits, somebody joins and leaves, and the table closes it."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import select

from scorekeeper.models import Seat, SheetStatus
from scorekeeper.services import agreements, comings
from scorekeeper.services.errors import InvalidInputError
from tests.services.asking import back, check_kept, do, forth
from tests.services.factories import Table

ANNA, BERND, CLARA, DIETER = range(4)


def play(chooser: int, outcome: str = "s_vodou", winner: str = "chooser", **more: object) -> dict[str, object]:
    """Make a deal of Šnapser."""
    return {"chooser": chooser, "declared": "hram", "winner": winner, "outcome": outcome, **more}


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    """Start an account of three at a euro a point, with two deals: −4 −4 8, then −12 4 8 more."""
    sheet = table.start((ANNA, BERND, CLARA), game="snapser").id
    table.record(sheet, play(CLARA, "bez_vody"), play(ANNA, "za6", "opponents"))
    return sheet


def test_each_point_is_a_stake_and_the_end_can_be_taken_back(table: Table, sheet_id: uuid.UUID) -> None:
    assert table.sheet(sheet_id).standings.totals == (-16, 2, 14)
    do(table, agreements.agree, sheet_id, how={"how": "closed"})
    view = table.sheet(sheet_id)
    assert view.ending is not None
    assert (view.status, view.ending.reason, view.money) == (SheetStatus.ENDED, "closed", (-1600, 200, 1400))
    check_kept(table)
    back(table, sheet_id)
    assert table.sheet(sheet_id).status == SheetStatus.OPEN
    forth(table, sheet_id)
    do(table, agreements.reopen, sheet_id)
    table.record(sheet_id, play(BERND))
    assert table.sheet(sheet_id).standings.totals == (-18, 6, 12)


def test_play_goes_the_other_way_round_and_the_deal_clockwise(table: Table, sheet_id: uuid.UUID) -> None:
    view = table.sheet(sheet_id)
    assert (view.dealer, view.leads) == (CLARA, BERND)
    assert [(row.dealer, row.leads, row.cuts) for row in view.rows] == [(ANNA, CLARA, BERND), (BERND, ANNA, CLARA)]


def test_who_left_pays_what_the_account_says(table: Table, sheet_id: uuid.UUID) -> None:
    do(table, comings.leave, sheet_id, seat=ANNA)
    table.record(sheet_id, play(BERND, "bez_vody", sits_out=[ANNA]))
    assert table.sheet(sheet_id).standings.totals == (-16, 6, 10)
    do(table, agreements.agree, sheet_id, how={"how": "closed"})
    assert table.sheet(sheet_id).money == (-1600, 600, 1000)
    kept = {
        seat.player_id: seat.stakes for seat in table.session.scalars(select(Seat).where(Seat.sheet_id == sheet_id))
    }
    stakes = {player: gets for player, gets in kept.items() if player is not None and gets is not None}
    assert stakes == {table.players[BERND]: 6, table.players[CLARA]: 10} | {table.players[ANNA]: -16}
    check_kept(table)


def test_one_more_joins_and_the_rows_before_are_worth_the_same(table: Table, sheet_id: uuid.UUID) -> None:
    do(table, comings.join, sheet_id, player_id=table.players[DIETER], behind=CLARA)
    view = table.sheet(sheet_id)
    assert (view.seats, view.standings.totals) == (4, (-16, 2, 14, 0))
    table.record(sheet_id, play(BERND, partner=DIETER))
    assert table.sheet(sheet_id).standings.totals == (-18, 4, 12, 2)
    check_kept(table)


def test_a_ruling_must_keep_the_balance(table: Table, sheet_id: uuid.UUID) -> None:
    marks = [False] * 3
    with pytest.raises(InvalidInputError) as error:
        table.record(sheet_id, {"entry": "ruling", "points": [-5, 0, 0], "marks": marks})
    assert [problem.code for problem in error.value.problems] == ["ruling_sum_0"]
    table.record(sheet_id, {"entry": "ruling", "points": [-5, 5, 0], "marks": marks})
    assert table.sheet(sheet_id).standings.totals == (-21, 7, 14)
