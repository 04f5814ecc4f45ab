"""What the pages show, with few queries however much there is to show."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Evening, Group, Mode, Player, Sheet, SheetStatus
from scorekeeper.models.base import utcnow
from scorekeeper.services import deals, evenings, setup, sheets, undo
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import InvalidInputError, NotFoundError
from scorekeeper.services.views import (
    EveningPage,
    GroupPage,
    LogLine,
    entry_log,
    evening_page,
    group_page,
    sheet_log,
    sheet_page,
)
from tests.services.factories import Table, deal, make_table, new_key

FIRST = deal(55, 35, 20, 10)
SECOND = deal(20, 66, 34, 0, calls=1, jungfrauen=1)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)
MOST_QUERIES = 8


@contextmanager
def counted(engine: Engine) -> Iterator[list[str]]:
    """Collect the statements that are sent."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not statement.startswith(("BEGIN", "SET", "PRAGMA")):
            sent.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def group(table: Table) -> GroupPage:
    table.session.rollback()
    page = group_page(table.session, table.viewer)
    table.session.rollback()
    return page


def evening(table: Table) -> EveningPage:
    table.session.rollback()
    page = evening_page(table.session, table.viewer, table.evening_id)
    table.session.rollback()
    return page


def lines(table: Table, sheet_id: uuid.UUID, entry_id: uuid.UUID | None = None) -> tuple[LogLine, ...]:
    table.session.rollback()
    if entry_id is None:
        found = sheet_log(table.session, table.viewer, sheet_id)
    else:
        found = entry_log(table.session, table.viewer, sheet_id, entry_id)
    table.session.rollback()
    return found


@pytest.fixture
def busy(table: Table, sheet_id: uuid.UUID) -> uuid.UUID:
    """Give a game with thirty rows and corrections, after one that ended, at an evening of two games."""
    void: dict[str, object] = {"entry": "void", "note": "misdeal"}
    written = table.record(sheet_id, FIRST, void, FIRST, void)
    table.record(sheet_id, *[void] * 26)
    for each in written[:3]:
        base = table.row(sheet_id, each.entry_id).base
        deals.remove(table.session, table.device, sheet_id, each.entry_id, key=new_key(), base=base)
    return sheet_id


@pytest.mark.parametrize(
    "read",
    [
        lambda session, actor, evening_id, sheet_id: sheet_page(session, actor, sheet_id),
        lambda session, actor, evening_id, sheet_id: sheet_log(session, actor, sheet_id),
        lambda session, actor, evening_id, sheet_id: evening_page(session, actor, evening_id),
        lambda session, actor, evening_id, sheet_id: group_page(session, actor),
    ],
    ids=["sheet", "log", "evening", "group"],
)
def test_a_page_needs_as_many_queries_for_much_as_for_little(
    engine: Engine, table: Table, sheet_id: uuid.UUID, read: Callable[[Session, Actor, uuid.UUID, uuid.UUID], object]
) -> None:
    def queries() -> int:
        with Session(engine) as fresh, counted(engine) as sent:
            read(fresh, table.viewer, table.evening_id, sheet_id)
        return len(sent)

    table.record(sheet_id, FIRST)
    little = queries()
    for _ in range(3):
        table.record(sheet_id, FIRST, {"entry": "void"})
    table.record(sheet_id, HEAVY)
    for loser in (HEAVY, FIRST):
        table.record(table.start().id, loser)
    evenings.start(table.session, table.device, key=new_key())
    assert 0 < queries() <= MOST_QUERIES
    assert little <= MOST_QUERIES
    assert abs(queries() - little) <= 1


# the sheet


def test_sheet_says_who_entered_what_and_what_was_corrected(table: Table, busy: uuid.UUID) -> None:
    view = table.sheet(busy)
    assert len(view.rows) == 30
    assert [row.number for row in view.rows[:5]] == [None, None, None, 1, 2]
    assert {row.entered_by for row in view.rows} == {"Anna"}
    assert (view.seats, view.game, view.place) == (4, "kalter_schlag", "")


def test_sheet_names_the_device_when_it_does_not_say_who(table: Table, sheet_id: uuid.UUID) -> None:
    deals.record(table.session, table.second, sheet_id, key=new_key(), position=1, payload=FIRST)
    assert table.sheet(sheet_id).rows[0].entered_by == "A tablet"
    row = table.sheet(sheet_id).rows[0]
    deals.amend(table.session, table.device, sheet_id, row.entry_id, key=new_key(), base=row.base, payload=SECOND)
    assert table.sheet(sheet_id).rows[0].corrected
    step = table.sheet(sheet_id).undo
    assert step is not None
    undo.undo(table.session, table.device, sheet_id, step.change_id, key=new_key())
    assert not table.sheet(sheet_id).rows[0].corrected


def test_sheet_shows_money_for_money_and_kitty_alone_once_it_is_over(table: Table) -> None:
    for mode, money in ((Mode.MONEY, (100, -500, 200, 200)), (Mode.KITTY, (0, -500, 0, 0)), (Mode.POINTS, None)):
        sheet_id = table.start(mode=mode).id
        assert table.sheet(sheet_id).money is None
        table.record(sheet_id, FIRST, HEAVY)
        assert table.sheet(sheet_id).money == money


def test_sheet_of_a_renamed_player_shows_the_new_name(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    table.session.get_one(Player, (table.group_id, table.players[0])).name = "Änne"
    table.session.commit()
    view = table.sheet(sheet_id)
    assert (view.people[0].name, view.rows[0].entered_by) == ("Änne", "Änne")


def test_pages_of_another_group_do_not_exist(session: Session, table: Table, sheet_id: uuid.UUID) -> None:
    stranger = make_table(session).device
    for read in (sheet_page, sheet_log):
        with pytest.raises(NotFoundError):
            read(session, stranger, sheet_id)
    with pytest.raises(NotFoundError):
        evening_page(session, stranger, table.evening_id)
    with pytest.raises(NotFoundError):
        group_page(session, Actor(uuid.uuid4(), stranger.device_id, stranger.role))
    with pytest.raises(NotFoundError):
        entry_log(session, table.device, sheet_id, uuid.uuid4())


# the evening and the group


def test_evening_shows_games_that_run_and_that_are_over(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    running = table.start([0, 1, 2, 4]).id
    table.record(running, FIRST)
    sheets.discard(table.session, table.device, table.start([3, 5, *extra(table)]).id, key=new_key())
    page = evening(table)
    over, runs = page.sheets
    assert (over.status, over.deals, over.totals, over.marks) == (
        SheetStatus.ENDED,
        2,
        (60, 2020, 0, 0),
        (1, 1, 0, 0),
    )
    assert (over.reason, over.losers, over.winners, over.stakes) == ("limit", (1,), (), (1, -5, 2, 2))
    assert (over.money, over.dealer) == ((100, -500, 200, 200), None)
    assert (runs.status, runs.deals, runs.totals, runs.dealer) == (SheetStatus.OPEN, 1, (60, 0, 0, 0), 1)
    assert (runs.reason, runs.stakes, runs.money) == (None, (), None)
    assert [person.name for person in runs.people] == ["Anna", "Bernd", "Clara", "Eva"]
    assert [person.name for person in page.free] == ["Dieter", "Frank", "Gül", "Hans"]
    assert len(page.present) == 8
    assert (page.ended, page.settled, page.discarded) == (False, False, False)


def extra(table: Table) -> list[int]:
    players = [
        Player(group_id=table.group_id, id=uuid.uuid4(), name=name, folded=name, position=9) for name in ("Gül", "Hans")
    ]
    table.session.add_all(players)
    table.session.commit()
    table.players = (*table.players, *(player.id for player in players))
    table.session.rollback()
    return [len(table.players) - 2, len(table.players) - 1]


def test_evening_shows_a_broken_off_game_and_one_for_points_without_money(table: Table) -> None:
    broken = table.start().id
    table.record(broken, FIRST)
    sheets.break_off(table.session, table.device, broken, key=new_key())
    table.record(table.start(mode=Mode.POINTS).id, HEAVY)
    first, second = evening(table).sheets
    assert (first.status, first.totals, first.dealer, first.reason) == (
        SheetStatus.BROKEN_OFF,
        (60, 0, 0, 0),
        None,
        None,
    )
    assert (second.reason, second.money) == ("limit", None)


def test_evening_where_every_game_is_over_is_read_from_its_results(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    assert [brief.totals for brief in evening(table).sheets] == [(60, 2020, 0, 0)]


def test_sheet_whose_house_rules_cannot_be_read_says_so(table: Table, sheet_id: uuid.UUID) -> None:
    table.session.get_one(Sheet, (table.group_id, sheet_id)).options = {"limit": 1}
    table.session.commit()
    with pytest.raises(InvalidInputError) as refused:
        table.sheet(sheet_id)
    assert [problem.where for problem in refused.value.problems] == ["options.limit"]


def test_evening_survives_a_game_that_cannot_be_reckoned(table: Table, sheet_id: uuid.UUID) -> None:
    (only,) = table.record(sheet_id, FIRST)
    table.session.get_one(Entry, (table.group_id, only.entry_id)).payload = {"v": 99}
    table.session.commit()
    (brief,) = evening(table).sheets
    assert (brief.deals, brief.totals, brief.marks) == (1, None, None)


def test_evening_without_games_shows_who_is_here_and_who_might_come(table: Table) -> None:
    page = evening(table)
    assert page.sheets == ()
    assert [person.name for person in page.present] == ["Anna", "Bernd", "Clara", "Dieter"]
    assert [person.name for person in page.players][-2:] == ["Eva", "Frank"]


def test_group_shows_tonight_what_runs_and_what_was(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    long_ago = evenings.start(table.session, table.device, key=new_key(), now=utcnow() - timedelta(days=30)).id
    dropped = evenings.start(table.session, table.device, key=new_key()).id
    evenings.discard(table.session, table.device, dropped, key=new_key())
    page = group(table)
    assert (page.name, page.zone, page.currency) == ("Thursday table", "Europe/Berlin", "EUR")
    assert [(e.id, e.games, e.running) for e in page.tonight] == [(table.evening_id, 1, 1)]
    assert [(e.id, e.games, e.running) for e in page.past] == [(long_ago, 0, 0)]
    assert [(brief.id, brief.totals) for brief in page.open_sheets] == [(sheet_id, (60, 0, 0, 0))]
    assert len(page.players) == 6
    later = group_page(table.session, table.viewer, utcnow() + timedelta(days=3))
    assert [e.id for e in later.tonight] == [table.evening_id]
    table.session.rollback()
    table.record(sheet_id, HEAVY)
    later = group_page(table.session, table.viewer, utcnow() + timedelta(days=3))
    assert later.tonight == ()
    assert [e.id for e in later.past] == [table.evening_id, long_ago]


def test_group_lists_adjourned_games_of_old_evenings(table: Table, sheet_id: uuid.UUID) -> None:
    table.session.get_one(Sheet, (table.group_id, sheet_id)).status = SheetStatus.ADJOURNED
    row = table.session.get_one(Evening, (table.group_id, table.evening_id))
    row.ended_at = utcnow()
    table.session.commit()
    page = group(table)
    assert [brief.id for brief in page.adjourned] == [sheet_id]
    assert page.open_sheets == ()
    assert page.tonight == ()
    assert [(e.ended, e.settled, e.running) for e in page.past] == [(True, False, 0)]


def test_group_lists_the_newest_evenings_only(table: Table) -> None:
    for days in range(40):
        table.session.add(
            Evening(
                group_id=table.group_id,
                id=uuid.uuid4(),
                local_date=(utcnow() - timedelta(days=10 + days)).date(),
                started_at=utcnow(),
            )
        )
    table.session.commit()
    page = group(table)
    assert len(page.past) == 30
    assert list(page.past) == sorted(page.past, key=lambda each: each.local_date, reverse=True)


def test_group_without_evenings_is_empty(table: Table) -> None:
    evenings.discard(table.session, table.device, table.evening_id, key=new_key())
    page = group(table)
    assert (page.tonight, page.past, page.open_sheets, page.adjourned) == ((), (), (), ())
    assert page.version == table.session.get_one(Group, table.group_id).version


# the log


def test_log_tells_who_changed_what_from_what_to_what(table: Table, sheet_id: uuid.UUID) -> None:
    first, second = table.record(sheet_id, FIRST, SECOND)
    base = table.row(sheet_id, first.entry_id).base
    deals.amend(
        table.session, table.second, sheet_id, first.entry_id, key=new_key(), base=base, payload=SECOND, dealer=2
    )
    amended, _added, _, started = lines(table, sheet_id)
    assert (amended.kind, amended.of, amended.by, amended.entry_number) == ("amend", None, "A tablet", 1)
    assert amended.before is not None
    assert amended.after is not None
    assert amended.before.outcome is not None
    assert amended.after.outcome is not None
    assert (amended.before.outcome.points, amended.after.outcome.points) == ((60, 0, 0, 0), (0, 260, 0, 0))
    assert (amended.before.dealer, amended.after.dealer, amended.after.dealer_touched) == (None, 2, True)
    assert (amended.after.removed, amended.after.placed, amended.taken_back) == (None, False, False)
    assert (started.kind, started.before, started.entry_number) == ("start", None, None)
    assert [line.kind for line in lines(table, sheet_id, second.entry_id)] == ["add"]


def test_log_tells_what_an_undo_took_back(table: Table, sheet_id: uuid.UUID) -> None:
    (only,) = table.record(sheet_id, FIRST)
    for use in (undo.undo, undo.redo):
        view = table.sheet(sheet_id)
        step = view.undo or view.redo
        assert step is not None
        use(table.session, table.device, sheet_id, step.change_id, key=new_key())
    redone, undone, added, _ = lines(table, sheet_id)
    assert [(line.kind, line.of, line.taken_back) for line in (redone, undone, added)] == [
        ("redo", "add", False),
        ("undo", "add", True),
        ("add", None, False),
    ]
    assert redone.after is not None
    assert added.after is not None
    assert (redone.after.removed, redone.after.placed, redone.entry_id) == (False, False, only.entry_id)
    assert (added.after.removed, added.after.placed) == (False, True)


def test_log_names_the_people_who_sat_there_then(table: Table, sheet_id: uuid.UUID) -> None:
    (only,) = table.record(sheet_id, FIRST)
    version = table.sheet(sheet_id).version
    setup.set_seating(
        table.session,
        table.device,
        sheet_id,
        key=new_key(),
        base_version=version,
        player_ids=[table.players[number] for number in (1, 0, 2, 3)],
    )
    seated, added = lines(table, sheet_id, only.entry_id)
    assert seated.people_before is not None
    assert [person.name for person in seated.people][:2] == ["Bernd", "Anna"]
    assert [person.name for person in seated.people_before][:2] == ["Anna", "Bernd"]
    assert [person.name for person in added.people][:2] == ["Anna", "Bernd"]
    assert seated.fields == (("first_dealer", 0, 1),)


def test_log_shows_a_row_that_house_rules_forbid_now_without_its_worth(table: Table, sheet_id: uuid.UUID) -> None:
    (only,) = table.record(sheet_id, {"penalties": [30, 30, 30, 30]})
    base = table.row(sheet_id, only.entry_id).base
    deals.remove(table.session, table.device, sheet_id, only.entry_id, key=new_key(), base=base)
    version = table.sheet(sheet_id).version
    setup.set_options(
        table.session,
        table.device,
        sheet_id,
        key=new_key(),
        base_version=version,
        options={"four_way": "none_scores"},
    )
    options, removed, added, _ = lines(table, sheet_id)
    assert [name for name, _, _ in options.fields] == ["options"]
    assert (removed.entry_number, removed.after and removed.after.removed) == (None, True)
    assert added.after is not None
    assert (added.after.outcome, added.after.payload) == (None, {"v": 1, "penalties": [30, 30, 30, 30]})
