"""The history: the newest evening first, page by page without a gap, for everybody or one player, for any period."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest

from scorekeeper.models import Evening, Mode, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import evenings, sheets
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.past import Past, past
from scorekeeper.services.stints import Period
from tests.services.factories import Table, deal, make_table, new_key

FIRST = deal(55, 35, 20, 10)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)
MONTH = timedelta(days=30)
ALWAYS = Period()


def read(
    table: Table,
    period: Period = ALWAYS,
    player_id: uuid.UUID | None = None,
    after: uuid.UUID | None = None,
    page: int = 20,
) -> Past:
    table.session.rollback()
    found = past(table.session, table.viewer, period, player_id, after, page)
    table.session.rollback()
    return found


def evening(table: Table, moment: datetime) -> uuid.UUID:
    """Start an evening; the next games are played there."""
    table.evening_id = evenings.start(table.session, table.device, key=new_key(), now=moment).id
    return table.evening_id


def ended(table: Table, people: tuple[int, ...] = (0, 1, 2, 3)) -> uuid.UUID:
    """Play a game that the second one loses."""
    sheet_id = table.start(people).id
    table.record(sheet_id, FIRST, HEAVY)
    return sheet_id


def test_a_game_is_told_by_who_had_what(table: Table) -> None:
    sheet_id = ended(table)
    (shown,) = read(table).evenings
    (game,) = shown.games
    assert (game.id, game.number, game.game, game.status) == (sheet_id, 1, "kalter_schlag", SheetStatus.ENDED)
    assert [share.person.name for share in game.shares] == ["Anna", "Bernd", "Clara", "Dieter"]
    assert [share.total for share in game.shares] == [60, 2020, 0, 0]
    assert [share.money for share in game.shares] == [100, -500, 200, 200]
    assert (game.losers, game.winners, game.reason) == (("Bernd",), (), "limit")


def test_a_game_won_by_marks_names_the_winner(table: Table) -> None:
    sheet_id = table.start(mode=Mode.POINTS).id
    table.record(sheet_id, *[FIRST] * 5)
    (game,) = read(table).evenings[0].games
    assert game.id == sheet_id
    assert (game.losers, game.winners) == ((), ("Anna",))
    assert {share.money for share in game.shares} == {None}


def test_a_game_that_is_not_over_shows_neither_points_nor_money(table: Table) -> None:
    broken = table.start().id
    table.record(broken, FIRST)
    sheets.break_off(table.session, table.device, broken, key=new_key())
    sheets.discard(table.session, table.device, table.start().id, key=new_key())
    table.record(table.start().id, FIRST)
    games = read(table).evenings[0].games
    assert [game.status for game in games] == [SheetStatus.BROKEN_OFF, SheetStatus.OPEN]
    for game in games:
        assert (game.reason, game.losers, game.winners) == (None, (), ())
        assert {(share.total, share.money) for share in game.shares} == {(None, None)}


@pytest.fixture
def year(table: Table) -> list[uuid.UUID]:
    """Give the evenings of a year, the newest first; three of them begin at the same moment."""
    start = datetime(2025, 1, 15, 19, tzinfo=UTC)
    moments = [start + MONTH * number for number in range(9)]
    made = [evening(table, moment) for moment in (*moments, moments[4], moments[4])]
    found = [table.session.get_one(Evening, (table.group_id, each)) for each in made]
    order = sorted(found, key=lambda each: (each.local_date, each.started_at, each.id), reverse=True)
    ids = [each.id for each in order]
    table.session.rollback()
    return ids


@pytest.mark.parametrize("size", [1, 2, 3, 20])
def test_pages_follow_each_other_without_gap_or_double(table: Table, year: list[uuid.UUID], size: int) -> None:
    tonight = read(table).evenings[0].id
    seen: list[uuid.UUID] = []
    page = read(table, page=size)
    while True:
        seen += [each.id for each in page.evenings]
        if page.older is None:
            break
        assert page.older == seen[-1]
        page = read(table, after=page.older, page=size)
    assert seen == [tonight, *year]


def test_an_evening_started_meanwhile_does_not_move_the_next_page(table: Table, year: list[uuid.UUID]) -> None:
    first = read(table, page=4)
    evening(table, utcnow() + timedelta(hours=1))
    second = read(table, after=first.older, page=4)
    assert [each.id for each in second.evenings] == year[3:7]


def test_a_period_holds_its_first_and_its_last_day(table: Table, year: list[uuid.UUID]) -> None:
    whole = read(table)
    days = sorted(each.local_date for each in whole.evenings)
    assert whole.first == days[0] == date(2025, 1, 15)
    assert whole.last == days[-1]
    found = read(table, Period(since=days[2], until=days[4]))
    assert {each.local_date for each in found.evenings} == {days[2], days[3], days[4]}
    assert [each.local_date for each in read(table, Period(until=days[0])).evenings] == [days[0]]
    assert read(table, Period(until=days[0] - timedelta(days=1))).evenings == ()
    only_2025 = read(table, Period(since=date(2025, 1, 1), until=date(2025, 12, 31)))
    assert len(only_2025.evenings) == 11


def test_a_player_has_the_evenings_and_games_where_the_player_sat(table: Table, year: list[uuid.UUID]) -> None:
    evening(table, datetime(2025, 3, 1, 19, tzinfo=UTC))
    without = ended(table, (1, 2, 3, 4))
    with_anna = ended(table, (0, 1, 2, 3))
    anna = read(table, player_id=table.players[0])
    assert [[game.id for game in each.games] for each in anna.evenings] == [[with_anna]]
    bernd = read(table, player_id=table.players[1])
    assert [[game.id for game in each.games] for each in bernd.evenings] == [[without, with_anna]]
    frank = read(table, player_id=table.players[5])
    assert (frank.evenings, frank.older) == ((), None)
    assert [person.name for person in frank.players] == ["Anna", "Bernd", "Clara", "Dieter", "Eva", "Frank"]


def test_a_discarded_evening_is_left_out(table: Table, year: list[uuid.UUID]) -> None:
    evenings.discard(table.session, table.device, year[0], key=new_key())
    evenings.discard(table.session, table.device, year[-1], key=new_key())
    found = read(table)
    assert {year[0], year[-1]}.isdisjoint(each.id for each in found.evenings)
    assert found.first == min(each.local_date for each in found.evenings)


def test_what_is_not_the_groups_does_not_exist(table: Table) -> None:
    other = make_table(table.session)
    with pytest.raises(NotFoundError):
        read(table, after=other.evening_id)
    with pytest.raises(NotFoundError):
        read(table, player_id=other.players[0])
    assert read(other).evenings[0].games == ()


def test_a_group_that_never_played_has_no_days(table: Table) -> None:
    evenings.discard(table.session, table.device, table.evening_id, key=new_key())
    found = read(table)
    assert (found.evenings, found.older, found.first, found.last) == ((), None, None, None)
