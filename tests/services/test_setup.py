"""Corrections of a game's set-up: shown first, then done, and everything goes along with its person."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import select

from scorekeeper.models import Attendance, Entry, Mode, Player, Seat, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import deals, setup, sheets
from scorekeeper.services.asked import Asked
from scorekeeper.services.errors import (
    ClosedError,
    EndingMovedError,
    InvalidInputError,
    InvalidRowError,
    StaleError,
    TakenError,
)
from scorekeeper.services.preview import Preview
from tests.services.factories import Table, deal, new_key

FIRST = deal(55, 35, 20, 10)
SECOND = deal(0, 66, 34, 20, calls=2, jungfrauen=1, jungfrau_seats=[0], callers=[3, 1])
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


def seat(
    table: Table,
    sheet_id: uuid.UUID,
    numbers: list[int],
    confirm: str | None = None,
    dry_run: bool = False,
    base_version: int | None = None,
) -> Preview:
    version = table.sheet(sheet_id).version if base_version is None else base_version
    shown = setup.set_seating(
        table.session,
        table.device,
        sheet_id,
        key=new_key(),
        base_version=version,
        player_ids=[table.players[number] for number in numbers],
        confirm=confirm,
        dry_run=dry_run,
    )
    if dry_run:
        table.session.rollback()
    return shown


def choose(table: Table, sheet_id: uuid.UUID, options: dict[str, object], confirm: str | None = None) -> Preview:
    version = table.sheet(sheet_id).version
    return setup.set_options(
        table.session,
        table.device,
        sheet_id,
        key=new_key(),
        base_version=version,
        options=options,
        confirm=confirm,
    )


# seating


def test_set_seating_lets_everything_go_along_with_the_person(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, SECOND)
    ruling = {"entry": "ruling", "points": [0, 0, 120, 0], "marks": [False, False, True, False], "note": ""}
    table.record(sheet_id, ruling, dealer=3)
    seat(table, sheet_id, [3, 0, 1, 2])
    view = table.sheet(sheet_id)
    assert [person.name for person in view.people] == ["Dieter", "Anna", "Bernd", "Clara"]
    assert view.standings.totals == (0, 60, 530, 120)
    assert view.first_dealer == 1
    assert view.rows[1].payload == {
        "v": 1,
        "points": [20, 0, 66, 34],
        "jungfrauen": 1,
        "durchmarsch": None,
        "calls": 2,
        "jungfrau_seats": [1],
        "callers": [0, 2],
    }
    assert (view.rows[2].payload["points"], view.rows[2].payload["marks"]) == (
        [0, 0, 0, 120],
        [False, False, False, True],
    )
    assert (view.rows[2].dealer, view.rows[2].dealer_by_hand) == (0, True)


def test_set_seating_does_not_move_the_ending(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    seat(table, sheet_id, [1, 0, 3, 2])
    view = table.sheet(sheet_id)
    assert view.status == SheetStatus.ENDED
    assert view.ending is not None
    assert (view.ending.losers, view.ending.stakes) == ((0,), (-5, 1, 2, 2))
    seats = table.session.scalars(select(Seat).order_by(Seat.seat)).all()
    assert [(each.player_id, each.total, each.stakes) for each in seats] == [
        (table.players[1], 2020, -5),
        (table.players[0], 60, 1),
        (table.players[3], 0, 2),
        (table.players[2], 0, 2),
    ]


def test_set_seating_gives_a_wrongly_named_seat_to_another(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    with pytest.raises(EndingMovedError) as question:
        seat(table, sheet_id, [0, 5, 2, 3])
    seat(table, sheet_id, [0, 5, 2, 3], confirm=question.value.fingerprint)
    view = table.sheet(sheet_id)
    assert [person.name for person in view.people] == ["Anna", "Frank", "Clara", "Dieter"]
    assert view.standings.totals == (60, 2020, 0, 0)
    here = table.session.scalars(select(Attendance.player_id)).all()
    assert table.players[5] in here


def test_set_seating_refuses_who_sits_at_another_game(table: Table, sheet_id: uuid.UUID) -> None:
    other = table.start([4, 5, *add_players(table, "Gül", "Hans")]).id
    for dry_run in (True, False):
        with pytest.raises(TakenError) as refused:
            seat(table, sheet_id, [0, 1, 2, 4], dry_run=dry_run)
        assert refused.value.params == {"names": ("Eva",)}
        table.session.rollback()
    table.record(other, FIRST, HEAVY)
    seat(table, sheet_id, [0, 1, 2, 4])
    assert table.sheet(sheet_id).people[3].name == "Eva"


def add_players(table: Table, *names: str) -> list[int]:
    players = [
        Player(group_id=table.group_id, id=uuid.uuid4(), name=name, folded=name.casefold(), position=50 + number)
        for number, name in enumerate(names)
    ]
    table.session.add_all(players)
    table.session.commit()
    before = len(table.players)
    table.players = (*table.players, *(player.id for player in players))
    table.session.rollback()
    return list(range(before, len(table.players)))


def test_set_seating_on_an_ended_game_asks_nobody_to_be_free(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    table.start([3, 4, 5, 0])
    shown = seat(table, sheet_id, [0, 1, 2, 4], dry_run=True)
    seat(table, sheet_id, [0, 1, 2, 4], confirm=shown.fingerprint)
    assert table.sheet(sheet_id).people[3].name == "Eva"


@pytest.mark.parametrize(
    ("numbers", "code"), [([0, 1, 2], "seats"), ([0, 1, 2, 2], "player_twice"), ([0, 1, 2, 3, 4], "seats")]
)
def test_set_seating_refuses_too_few_too_many_and_the_same_twice(
    table: Table, sheet_id: uuid.UUID, numbers: list[int], code: str
) -> None:
    with pytest.raises(InvalidInputError) as refused:
        seat(table, sheet_id, numbers)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_set_seating_takes_a_retired_player_who_sits_already_but_no_new_one(table: Table, sheet_id: uuid.UUID) -> None:
    for number in (0, 4):
        table.session.get_one(Player, (table.group_id, table.players[number])).retired_at = utcnow()
    table.session.commit()
    seat(table, sheet_id, [1, 0, 2, 3])
    assert table.sheet(sheet_id).people[1].retired
    with pytest.raises(InvalidInputError) as refused:
        seat(table, sheet_id, [1, 0, 2, 4])
    assert [(p.code, p.where) for p in refused.value.problems] == [("player_retired", "player_ids.3")]


def test_set_seating_takes_removed_rows_along_even_those_that_are_forbidden_now(
    table: Table, sheet_id: uuid.UUID
) -> None:
    (only,) = table.record(sheet_id, {"penalties": [30, 30, 30, 30]})
    base = table.row(sheet_id, only.entry_id).base
    deals.remove(table.session, table.device, sheet_id, only.entry_id, key=new_key(), base=base)
    choose(table, sheet_id, {"four_way": "none_scores"})
    seat(table, sheet_id, [1, 0, 2, 3])
    assert table.row(sheet_id, only.entry_id).removed
    entry = table.session.get_one(Entry, (table.group_id, only.entry_id))
    entry.payload = {"v": 99}
    table.session.commit()
    seat(table, sheet_id, [0, 1, 2, 3])
    entry = table.session.get_one(Entry, (table.group_id, only.entry_id))
    assert (entry.payload, entry.removed) == ({"v": 99}, True)


def test_set_seating_as_it_is_writes_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    version = table.sheet(sheet_id).version
    seat(table, sheet_id, [0, 1, 2, 3])
    assert table.sheet(sheet_id).version == version


# first dealer


def test_set_first_dealer_turns_the_rotation_up_to_a_dealer_set_by_hand(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, FIRST)
    table.record(sheet_id, FIRST, dealer=0)
    version = table.sheet(sheet_id).version
    shown = setup.set_first_dealer(
        table.session, table.second, sheet_id, key=new_key(), base_version=version, first_dealer=2
    )
    assert shown.standings.dealers == (2, 3, 0)
    assert (shown.ending_moved, shown.row_index, shown.outcome) == (False, None, None)


@pytest.mark.parametrize("first_dealer", [-1, 4])
def test_set_first_dealer_refuses_who_sits_nowhere(table: Table, sheet_id: uuid.UUID, first_dealer: int) -> None:
    with pytest.raises(InvalidInputError) as refused:
        setup.set_first_dealer(
            table.session, table.device, sheet_id, key=new_key(), base_version=1, first_dealer=first_dealer
        )
    assert [problem.where for problem in refused.value.problems] == ["first_dealer"]


# stake and house rules


def test_set_stake_changes_the_money_and_not_the_ending(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    asked: Asked = {"key": new_key(), "base_version": table.sheet(sheet_id).version}
    setup.set_stake(table.session, table.device, sheet_id, stake_minor=50, currency="CHF", mode=Mode.MONEY, **asked)
    view = table.sheet(sheet_id)
    assert (view.money, view.currency) == ((50, -250, 100, 100), "CHF")
    setup.set_stake(table.session, table.device, sheet_id, stake_minor=50, currency="CHF", mode=Mode.MONEY, **asked)
    assert table.sheet(sheet_id).version == view.version
    asked = {"key": new_key(), "base_version": view.version}
    setup.set_stake(table.session, table.device, sheet_id, stake_minor=50, currency="CHF", mode=Mode.POINTS, **asked)
    assert table.sheet(sheet_id).money is None


@pytest.mark.parametrize(
    ("stake_minor", "currency", "where"),
    [
        (-1, "EUR", ["stake_minor"]),
        (10_000_001, "EUR", ["stake_minor"]),
        (100, "EURO", ["currency"]),
        (100, "eur", ["currency"]),
        (100, "", ["currency"]),
        (-1, "???", ["stake_minor", "currency"]),
    ],
)
def test_set_stake_refuses_amounts_and_currencies_that_are_none(
    table: Table, sheet_id: uuid.UUID, stake_minor: int, currency: str, where: list[str]
) -> None:
    with pytest.raises(InvalidInputError) as refused:
        setup.set_stake(
            table.session,
            table.device,
            sheet_id,
            key=new_key(),
            base_version=1,
            stake_minor=stake_minor,
            currency=currency,
            mode=Mode.MONEY,
        )
    assert [problem.where for problem in refused.value.problems] == where


def test_set_options_reckons_every_row_anew_and_asks_about_the_ending(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, SECOND, FIRST)
    version = table.sheet(sheet_id).version
    shown = setup.set_options(
        table.session,
        table.device,
        sheet_id,
        key=new_key(),
        base_version=version,
        options={"limit": 500},
        dry_run=True,
    )
    table.session.rollback()
    assert shown.ending is not None
    assert (shown.ending_moved, shown.ending.losers) == (True, (1,))
    assert table.sheet(sheet_id).version == version
    with pytest.raises(EndingMovedError) as question:
        choose(table, sheet_id, {"limit": 500})
    assert question.value.fingerprint == shown.fingerprint
    choose(table, sheet_id, {"limit": 500}, confirm=shown.fingerprint)
    view = table.sheet(sheet_id)
    assert (view.status, view.house_rules) == (SheetStatus.ENDED, (("limit", 500),))
    assert [row.after_end for row in view.rows] == [False, False, True]


def test_set_options_refuses_bad_ones_and_those_that_forbid_a_row(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(InvalidInputError) as refused:
        choose(table, sheet_id, {"limit": 1, "fifth": True})
    assert {p.where for p in refused.value.problems} == {"options.limit", "options.fifth"}
    table.record(sheet_id, FIRST, {"penalties": [30, 30, 30, 30]})
    with pytest.raises(InvalidRowError) as named:
        choose(table, sheet_id, {"four_way": "none_scores"})
    assert named.value.number == 2


# who is late


def test_set_up_from_an_old_version_is_stale(table: Table, sheet_id: uuid.UUID) -> None:
    version = table.sheet(sheet_id).version
    table.record(sheet_id, FIRST)
    for dry_run in (True, False):
        with pytest.raises(StaleError):
            seat(table, sheet_id, [1, 0, 2, 3], base_version=version, dry_run=dry_run)
        table.session.rollback()


def test_set_up_of_a_closed_sheet_is_refused_even_to_look(table: Table, sheet_id: uuid.UUID) -> None:
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    for dry_run in (True, False):
        with pytest.raises(ClosedError, match="broken_off"):
            seat(table, sheet_id, [1, 0, 2, 3], dry_run=dry_run)
        table.session.rollback()
