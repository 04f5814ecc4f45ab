"""The table ends a game by agreement, at once or after a last round."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import SheetStatus
from scorekeeper.services import agreements, deals, setup
from scorekeeper.services.errors import ClosedError
from tests.services.asking import back, check_kept, do, forth, problems
from tests.services.factories import Table, deal, new_key

ANNA_70 = deal(66, 54, 0, 0)
BERND_70 = deal(20, 66, 34, 0)
BOTH_60 = deal(60, 60, 0, 0)


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    return table.start().id


def announce(table: Table, sheet_id: uuid.UUID, how: str = "highest", **when: int | None) -> None:
    wish = {"deals": None, "until": None, **when}
    do(table, agreements.announce_last_round, sheet_id, how=how, **wish)


@pytest.mark.parametrize(
    ("how", "money"),
    [
        ({"how": "nobody"}, (0, 0, 0, 0)),
        # Anna has 70, the others neither a point nor a mark: two stakes to each.
        ({"how": "highest"}, (-600, 200, 200, 200)),
        ({"how": "by_hand", "stakes": [-3, 5, -1, -1]}, (-300, 500, -100, -100)),
    ],
)
def test_a_game_ends_as_the_table_agrees(
    table: Table, sheet_id: uuid.UUID, how: dict[str, object], money: tuple[int, ...]
) -> None:
    table.record(sheet_id, ANNA_70)
    do(table, agreements.agree, sheet_id, how=how)
    view = table.sheet(sheet_id)
    assert view.ending is not None
    assert (view.status, view.ending.reason, view.money) == (SheetStatus.ENDED, "agreed", money)
    check_kept(table)


def test_an_end_by_agreement_is_undone_redone_and_taken_back(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    do(table, agreements.agree, sheet_id, how={"how": "highest"})
    back(table, sheet_id)
    assert table.sheet(sheet_id).status == SheetStatus.OPEN
    forth(table, sheet_id)
    assert table.sheet(sheet_id).status == SheetStatus.ENDED
    do(table, agreements.reopen, sheet_id)
    table.record(sheet_id, BERND_70)
    assert table.sheet(sheet_id).standings.totals == (70, 70, 0, 0)
    base = table.sheet(sheet_id).version
    with pytest.raises(ClosedError, match="not_agreed"):
        agreements.reopen(table.session, table.device, sheet_id, key=new_key(), base_version=base)


def test_what_the_game_does_not_allow(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, BOTH_60)
    assert problems(table, agreements.agree, sheet_id, how={"how": "highest"}) == [("highest_tied", "how")]
    assert problems(table, agreements.agree, sheet_id, how={"how": "by_hand", "stakes": [1, 0, 0, 0]}) == [
        ("stakes_sum_0", "stakes")
    ]
    assert problems(table, agreements.agree, sheet_id, how={"how": "somehow"}) == [("close_how", "how")]


def test_a_last_round_of_two_deals_goes_on_over_a_tie(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    announce(table, sheet_id, deals=2)
    table.record(sheet_id, BERND_70)
    last = table.sheet(sheet_id).last_round
    assert last is not None
    assert (last.deals, last.tied) == (1, False)
    table.record(sheet_id, BOTH_60)
    view = table.sheet(sheet_id)
    assert view.last_round is not None
    assert (view.standings.totals, view.ending, view.last_round.tied) == ((130, 130, 0, 0), None, True)
    table.record(sheet_id, ANNA_70)
    view = table.sheet(sheet_id)
    # Anna has 200. Bernd gets one stake, Clara and Dieter two each.
    assert (view.money, view.last_round) == ((-500, 100, 200, 200), None)
    check_kept(table)
    back(table, sheet_id)
    assert table.sheet(sheet_id).ending is None


def test_a_last_round_until_somebody_has_dealt(table: Table, sheet_id: uuid.UUID) -> None:
    announce(table, sheet_id, "nobody", until=1)
    table.record(sheet_id, ANNA_70)
    assert table.sheet(sheet_id).ending is None
    table.record(sheet_id, BERND_70)
    view = table.sheet(sheet_id)
    assert view.ending is not None
    assert (view.ending.reason, view.money) == ("agreed", (0, 0, 0, 0))


def test_a_last_round_is_undone_redone_and_cancelled(table: Table, sheet_id: uuid.UUID) -> None:
    announce(table, sheet_id, deals=1)
    back(table, sheet_id)
    assert table.sheet(sheet_id).last_round is None
    forth(table, sheet_id)
    assert table.sheet(sheet_id).last_round is not None
    do(table, agreements.cancel_last_round, sheet_id)
    table.record(sheet_id, ANNA_70)
    assert (table.sheet(sheet_id).last_round, table.sheet(sheet_id).ending) == (None, None)


def test_what_is_no_last_round(table: Table, sheet_id: uuid.UUID) -> None:
    def wrong(deals: int | None, until: int | None, how: str = "nobody") -> list[tuple[str, str]]:
        return problems(table, agreements.announce_last_round, sheet_id, deals=deals, until=until, how=how)

    assert wrong(None, None) == [("last_round_until", "until")]
    assert wrong(1, 1) == [("last_round_until", "until")]
    assert wrong(0, None) == [("last_round_deals", "deals")]
    assert wrong(51, None) == [("last_round_deals", "deals")]
    assert wrong(None, 4) == [("seat_unknown", "until")]
    assert wrong(1, None, "by_hand") == [("last_round_how", "how")]


def test_nothing_is_agreed_on_a_game_that_is_over(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    do(table, agreements.agree, sheet_id, how={"how": "nobody"})
    base = table.sheet(sheet_id).version
    for use_case, wish in (
        (agreements.agree, {"how": {"how": "nobody"}}),
        (agreements.announce_last_round, {"deals": 1, "until": None, "how": "nobody"}),
        (agreements.cancel_last_round, {}),
    ):
        with pytest.raises(ClosedError, match="over"):
            use_case(table.session, table.device, sheet_id, key=new_key(), base_version=base, **wish)


def test_a_last_round_begins_where_it_was_announced_when_the_row_before_is_moved(
    table: Table, sheet_id: uuid.UUID
) -> None:
    first, second = table.record(sheet_id, ANNA_70, BERND_70)
    announce(table, sheet_id, "nobody", deals=1)
    table.record(sheet_id, BERND_70)
    base = table.row(sheet_id, second.entry_id).base
    where = table.session, table.device, sheet_id, second.entry_id
    # The ending does not move, so nothing is asked: the third row is still the last one.
    deals.move(*where, key=new_key(), base=base, before=first.entry_id)
    view = table.sheet(sheet_id)
    assert ([row.ends for row in view.rows], view.standings.totals) == ([False, False, True], (70, 140, 0, 0))
    check_kept(table)


def test_stakes_by_hand_go_along_with_their_people(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    do(table, agreements.agree, sheet_id, how={"how": "by_hand", "stakes": [-3, 5, -1, -1]})
    a, b, c, d = table.players[:4]
    do(table, setup.set_seating, sheet_id, player_ids=[b, a, c, d])
    assert table.sheet(sheet_id).money == (500, -300, -100, -100)
    check_kept(table)
    back(table, sheet_id)
    assert table.sheet(sheet_id).money == (-300, 500, -100, -100)
