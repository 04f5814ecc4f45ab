"""People come and go at a sheet: who holds which seat at which deal, what each played, who pays."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import select

from scorekeeper.models import Player, Seat
from scorekeeper.models.base import utcnow
from scorekeeper.services import agreements, comings, deals, setup
from scorekeeper.services.errors import ClosedError, EndingMovedError, InvalidInputError, StaleError, TakenError
from tests.services.asking import back, check_kept, do, forth, problems
from tests.services.factories import Table, deal, new_key

ANNA_70 = deal(66, 54, 0, 0)
BERND_130 = deal(20, 66, 34, 0, calls=1)
FIRST_1060 = deal(66, 54, 0, 0, calls=4)
EVA_DEALS = deal(30, 24, None, 66, 0, sits_out=2)


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    return table.start().id


def names(table: Table, sheet_id: uuid.UUID) -> list[str]:
    return [person.name for person in table.sheet(sheet_id).people]


def kept(table: Table, sheet_id: uuid.UUID, player: int) -> Seat:
    table.session.rollback()
    of = (Seat.sheet_id == sheet_id, Seat.player_id == table.players[player])
    return table.session.scalars(select(Seat).where(*of)).one()


def told(table: Table, sheet_id: uuid.UUID, player: int) -> tuple[object, ...]:
    """Give deals played, deals lost and penalty of one player."""
    counts = kept(table, sheet_id, player).counts or {}
    return tuple(counts.get(name, 0) for name in ("played", "deals_lost", "penalty"))


def eva_for_anna(table: Table, sheet_id: uuid.UUID) -> None:
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[4])


# a substitute


def test_a_substitute_takes_the_seat_with_its_total_and_each_counts_the_own_deals(
    table: Table, sheet_id: uuid.UUID
) -> None:
    table.record(sheet_id, ANNA_70, BERND_130)
    eva_for_anna(table, sheet_id)
    view = table.sheet(sheet_id)
    assert ([person.name for person in view.people], view.standings.totals) == (
        ["Eva", "Bernd", "Clara", "Dieter"],
        (70, 130, 0, 0),
    )
    assert [row.people[0].name for row in view.rows] == ["Anna", "Anna"]
    table.record(sheet_id, FIRST_1060, FIRST_1060)
    view = table.sheet(sheet_id)
    # Eva has 2,190; Bernd gets one stake, Clara and Dieter with neither points nor marks two each.
    assert (view.standings.totals, view.money) == ((2190, 130, 0, 0), (-500, 100, 200, 200))
    assert [row.people[0].name for row in view.rows] == ["Anna", "Anna", "Eva", "Eva"]
    assert [[person.name for person in held] for held in view.held[:2]] == [["Anna", "Eva"], ["Bernd"]]
    assert told(table, sheet_id, 0) == (2, 1, 70)
    assert told(table, sheet_id, 4) == (2, 2, 2120)
    assert told(table, sheet_id, 1) == (4, 1, 130)
    assert (kept(table, sheet_id, 0).stakes, kept(table, sheet_id, 4).stakes) == (None, -5)
    check_kept(table)


def test_a_substitute_may_have_come_some_deals_ago(table: Table, sheet_id: uuid.UUID) -> None:
    written = table.record(sheet_id, ANNA_70, BERND_130, FIRST_1060)
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[4], first=written[1].entry_id)
    table.record(sheet_id, FIRST_1060)
    assert (told(table, sheet_id, 0), told(table, sheet_id, 4)) == ((1, 1, 70), (3, 2, 2120))
    check_kept(table)


def test_a_substitution_is_undone_and_redone(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    eva_for_anna(table, sheet_id)
    back(table, sheet_id)
    assert names(table, sheet_id)[0] == "Anna"
    forth(table, sheet_id)
    assert names(table, sheet_id)[0] == "Eva"
    table.record(sheet_id, ANNA_70)
    assert table.sheet(sheet_id).standings.totals == (140, 0, 0, 0)


def test_the_one_who_left_comes_back(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, ANNA_70)
    eva_for_anna(table, sheet_id)
    table.record(sheet_id, ANNA_70)
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[0])
    table.record(sheet_id, ANNA_70)
    assert [row.people[0].name for row in table.sheet(sheet_id).rows] == ["Anna", "Eva", "Anna"]


def sits(table: Table, sheet_id: uuid.UUID, player: int, first: uuid.UUID | None = None) -> None:
    do(table, comings.substitute, sheet_id, seat=0, player_id=table.players[player], first=first)


def test_nobody_takes_two_seats_at_one_deal(table: Table, sheet_id: uuid.UUID) -> None:
    written = table.record(sheet_id, ANNA_70, ANNA_70)
    sits(table, sheet_id, 4)
    table.record(sheet_id, ANNA_70)
    sits(table, sheet_id, 0)
    # Eva held Anna's seat at the third deal, so she cannot have held Bernd's from the second one on.
    how = {"seat": 1, "player_id": table.players[4], "first": written[1].entry_id}
    assert problems(table, comings.substitute, sheet_id, **how) == [("player_twice", "player_id")]


def test_who_cannot_take_a_seat(table: Table, sheet_id: uuid.UUID) -> None:
    retired = table.session.get_one(Player, (table.group_id, table.players[5]))
    retired.retired_at = utcnow()
    table.session.commit()
    wrong = {
        (0, table.players[1]): [("player_twice", "player_id")],
        (0, table.players[5]): [("player_retired", "player_id")],
        (0, uuid.uuid4()): [("player_unknown", "player_id")],
        (7, table.players[4]): [("seat_unknown", "seat")],
    }
    for (seat, player), expected in wrong.items():
        assert problems(table, comings.substitute, sheet_id, seat=seat, player_id=player) == expected


def test_who_plays_elsewhere_or_saw_an_old_page_is_refused(table: Table) -> None:
    sheet_id = table.start((0, 1, 2, 3)).id
    other = table.start((4, 5, *_two_more(table)), first_dealer=0).id
    base = table.sheet(sheet_id).version
    with pytest.raises(TakenError):
        comings.substitute(
            table.session, table.device, sheet_id, seat=0, player_id=table.players[4], key=new_key(), base_version=base
        )
    with pytest.raises(StaleError):
        comings.leave(table.session, table.device, other, seat=0, key=new_key(), base_version=99)


def _two_more(table: Table) -> tuple[int, int]:
    more = [
        Player(group_id=table.group_id, id=uuid.uuid4(), name=name, folded=name, position=9) for name in ("gus", "hal")
    ]
    table.session.add_all(more)
    table.session.flush()
    table.players = (*table.players, *(player.id for player in more))
    table.session.commit()
    return 6, 7


# a fifth


def fifth(table: Table, sheet_id: uuid.UUID) -> None:
    """Let Eva sit down at the left hand of Bernd after two deals."""
    table.record(sheet_id, ANNA_70, deal(20, 66, 34, 0))
    do(table, comings.join, sheet_id, player_id=table.players[4], behind=1)


def test_a_fifth_joins_after_two_deals_and_leaves_after_two_more(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    view = table.sheet(sheet_id)
    assert [person.name for person in view.people] == ["Anna", "Bernd", "Eva", "Clara", "Dieter"]
    assert (view.standings.totals, view.dealer, view.sits_out) == ((70, 70, 0, 0, 0), 2, 2)
    assert [row.vacant for row in view.rows] == [{2}, {2}]
    table.record(sheet_id, EVA_DEALS, deal(20, 34, 66, None, 0, sits_out=3))
    assert table.sheet(sheet_id).standings.totals == (70, 70, 70, 70, 0)
    do(table, comings.leave, sheet_id, seat=2)
    view = table.sheet(sheet_id)
    assert view.vacant == {2}
    assert (view.dealer, view.sits_out) == (4, 2)
    heavy = deal(66, 54, None, 0, 0, calls=4, sits_out=2)
    table.record(sheet_id, heavy, heavy)
    view = table.sheet(sheet_id)
    # Anna loses with 2,190: one stake to Bernd and Clara each, two to Dieter; Eva left and gets nothing.
    assert view.standings.totals == (2190, 70, 70, 70, 0)
    assert view.money == (-400, 100, 0, 100, 200)
    # Eva sat out the first of her two deals, which she dealt, and Clara the second.
    assert told(table, sheet_id, 4) == (1, 1, 70)
    assert told(table, sheet_id, 2) == (5, 1, 70)
    assert told(table, sheet_id, 3) == (6, 0, 0)
    assert told(table, sheet_id, 0) == (6, 3, 2190)
    assert kept(table, sheet_id, 4).stakes is None
    check_kept(table)


def test_joining_and_leaving_are_undone_and_redone(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    back(table, sheet_id)
    assert (table.sheet(sheet_id).seats, table.sheet(sheet_id).standings.totals) == (4, (70, 70, 0, 0))
    forth(table, sheet_id)
    assert table.sheet(sheet_id).standings.totals == (70, 70, 0, 0, 0)
    table.record(sheet_id, EVA_DEALS)
    do(table, comings.leave, sheet_id, seat=2)
    back(table, sheet_id)
    assert table.sheet(sheet_id).vacant == frozenset()
    forth(table, sheet_id)
    assert table.sheet(sheet_id).vacant == {2}


def test_somebody_takes_the_empty_seat(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    table.record(sheet_id, EVA_DEALS)
    do(table, comings.leave, sheet_id, seat=2)
    assert problems(table, comings.join, sheet_id, player_id=table.players[5], behind=0) == [("seat_free", "player_id")]
    assert problems(table, comings.leave, sheet_id, seat=2) == [("seat_empty", "seat")]
    assert problems(table, comings.leave, sheet_id, seat=0) == [("too_few", "seat")]
    do(table, comings.substitute, sheet_id, seat=2, player_id=table.players[5])
    view = table.sheet(sheet_id)
    assert (view.people[2].name, view.vacant, view.standings.totals[2]) == ("Frank", frozenset(), 0)


def test_who_left_takes_another_seat_over_and_all_of_it_is_undone(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    table.record(sheet_id, EVA_DEALS)
    do(table, comings.leave, sheet_id, seat=2)
    sits(table, sheet_id, 4)
    assert names(table, sheet_id) == ["Eva", "Bernd", "Eva", "Clara", "Dieter"]
    back(table, sheet_id)
    assert names(table, sheet_id) == ["Anna", "Bernd", "Eva", "Clara", "Dieter"]
    forth(table, sheet_id)
    assert table.sheet(sheet_id).standings.totals == (70, 70, 0, 70, 0)


def test_a_row_of_five_cannot_come_back_among_four_nor_with_another_fifth(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    (struck,) = table.record(sheet_id, EVA_DEALS)
    back(table, sheet_id)
    back(table, sheet_id)
    where = table.session, table.device, sheet_id, struck.entry_id

    def restore() -> list[str]:
        base = table.row(sheet_id, struck.entry_id).base
        with pytest.raises(InvalidInputError) as refused:
            deals.restore(*where, key=new_key(), base=base)
        return [problem.code for problem in refused.value.problems]

    assert restore() == ["sits_out_four", "one_total_a_seat"]
    # Frank joins at the left hand of Anna now, and the row of Eva is none of his.
    do(table, comings.join, sheet_id, player_id=table.players[5], behind=0)
    assert (names(table, sheet_id)[1], restore()) == ("Frank", ["one_total_a_seat"])
    back(table, sheet_id)
    do(table, setup.set_seating, sheet_id, player_ids=[table.players[seat] for seat in (1, 0, 2, 3)])
    assert table.sheet(sheet_id).standings.totals == (70, 70, 0, 0)


def test_a_void_deal_of_five_keeps_its_dealer_among_four(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    # Eva was to deal; Clara dealt, at the fourth of five seats, and misdealt.
    (struck,) = table.record(sheet_id, {"entry": "void"}, dealer=3)
    back(table, sheet_id)
    back(table, sheet_id)
    base = table.row(sheet_id, struck.entry_id).base
    deals.restore(table.session, table.device, sheet_id, struck.entry_id, key=new_key(), base=base)
    view = table.sheet(sheet_id)
    assert view.people[view.rows[-1].dealer].name == "Clara"


def test_the_only_row_of_who_joined_is_not_moved_before_he_came(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    (only,) = table.record(sheet_id, {"entry": "void"})
    do(table, comings.leave, sheet_id, seat=2)
    row, first = table.row(sheet_id, only.entry_id), table.sheet(sheet_id).rows[0]
    where = table.session, table.device, sheet_id, only.entry_id
    with pytest.raises(InvalidInputError) as refused:
        deals.move(*where, key=new_key(), base=row.base, before=first.entry_id)
    assert [problem.code for problem in refused.value.problems] == ["only_row"]
    assert names(table, sheet_id)[2] == "Eva"


def test_who_was_there_when_the_game_ended_pays_though_the_sheet_goes_on_without_him(
    table: Table, sheet_id: uuid.UUID
) -> None:
    fifth(table, sheet_id)
    (row,) = table.record(sheet_id, EVA_DEALS)
    do(table, comings.leave, sheet_id, seat=2)
    # The deal was Clara's 120 doubled four times, 1,920, and the house rule was 1,000.
    do(table, setup.set_options, sheet_id, options={"limit": 1000})
    base = table.row(sheet_id, row.entry_id).base
    where = table.session, table.device, sheet_id, row.entry_id
    heavy = deal(0, 0, None, 120, 0, calls=4, sits_out=2)
    with pytest.raises(EndingMovedError) as asked:
        deals.amend(*where, key=new_key(), base=base, payload=heavy)
    deals.amend(*where, key=new_key(), base=base, payload=heavy, confirm=asked.value.fingerprint)
    # Clara pays one stake to Anna and Bernd each, two to Eva and Dieter each, who have nothing.
    view = table.sheet(sheet_id)
    assert (view.vacant, view.money) == (frozenset(), (100, 100, 200, -600, 200))
    assert kept(table, sheet_id, 4).stakes == 2
    check_kept(table)


def test_an_empty_seat_deals_no_row_after_the_end_either(table: Table, sheet_id: uuid.UUID) -> None:
    _first, second = table.record(sheet_id, FIRST_1060, BERND_130)
    do(table, comings.join, sheet_id, player_id=table.players[4], behind=1)
    do(table, setup.set_options, sheet_id, options={"limit": 1000})
    assert [row.after_end for row in table.sheet(sheet_id).rows] == [False, True]
    where = table.session, table.device, sheet_id, second.entry_id
    with pytest.raises(InvalidInputError) as refused:
        deals.insert(*where, key=new_key(), payload={"entry": "void"}, dealer=2)
    assert [problem.code for problem in refused.value.problems] == ["dealer_empty"]


def test_what_cannot_be(table: Table, sheet_id: uuid.UUID) -> None:
    assert problems(table, comings.leave, sheet_id, seat=0) == [("too_few", "seat")]
    assert problems(table, comings.leave, sheet_id, seat=9) == [("seat_unknown", "seat")]
    fifth(table, sheet_id)
    assert problems(table, comings.leave, sheet_id, seat=2) == [("just_came", "seat")]
    assert problems(table, comings.join, sheet_id, player_id=table.players[5], behind=9) == [
        ("seat_unknown", "behind"),
        ("full", "player_id"),
    ]


def test_whom_the_last_round_waits_for_stays(table: Table, sheet_id: uuid.UUID) -> None:
    fifth(table, sheet_id)
    table.record(sheet_id, EVA_DEALS)
    announced = {"deals": None, "until": 2, "how": "nobody"}
    do(table, agreements.announce_last_round, sheet_id, **announced)
    assert problems(table, comings.leave, sheet_id, seat=2) == [("deals_last", "seat")]
    do(table, agreements.cancel_last_round, sheet_id)
    do(table, comings.leave, sheet_id, seat=2)
    assert table.sheet(sheet_id).vacant == {2}


def test_nobody_joins_or_leaves_a_game_that_is_over(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST_1060, FIRST_1060)
    base = table.sheet(sheet_id).version
    with pytest.raises(ClosedError, match="over"):
        comings.leave(table.session, table.device, sheet_id, seat=0, key=new_key(), base_version=base)
    with pytest.raises(ClosedError, match="over"):
        comings.join(
            table.session,
            table.device,
            sheet_id,
            player_id=table.players[4],
            behind=0,
            key=new_key(),
            base_version=base,
        )


def test_a_substitute_stays_where_he_came_when_the_row_before_is_moved(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, ANNA_70, BERND_130)
    eva_for_anna(table, sheet_id)
    table.record(sheet_id, ANNA_70)
    base = table.row(sheet_id, second.entry_id).base
    where = table.session, table.device, sheet_id, second.entry_id
    deals.move(*where, key=new_key(), base=base, before=first.entry_id)
    # Anna played both rows that now stand before the substitute's, in whatever order.
    assert [row.people[0].name for row in table.sheet(sheet_id).rows] == ["Anna", "Anna", "Eva"]
    back(table, sheet_id)
    assert [row.people[0].name for row in table.sheet(sheet_id).rows] == ["Anna", "Anna", "Eva"]
