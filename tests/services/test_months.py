"""The sums by month: always what the seats come to, and records by them are the records by the stints."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from functools import partial

import pytest
from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from scorekeeper.models import Evening, Mode, MonthSum, Role
from scorekeeper.services import deals, evenings, looking_back, months, setup, sheets
from scorekeeper.services.asked import Asked
from scorekeeper.services.errors import EndingMovedError
from scorekeeper.services.months import Kept, parts
from scorekeeper.services.purses import Unit, by_month
from scorekeeper.services.rebuild import Finding, Verdict, rebuild
from scorekeeper.services.records import group_records, player_record
from scorekeeper.services.seed import Wish, seed_group
from scorekeeper.services.stints import Period
from scorekeeper.services.sums import Sum
from tests.services.factories import Table, deal, make_device, new_key

FIRST = deal(55, 35, 20, 10)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)
PERIODS = [
    Period(),
    Period(date(2026, 1, 1), date(2026, 12, 31)),
    Period(date(2025, 3, 7), date(2026, 6, 18)),
    Period(date(2025, 3, 7), date(2025, 3, 28)),
    Period(since=date(2025, 8, 20)),
    Period(until=date(2025, 8, 20)),
]


def test_records_by_months_are_those_by_stints(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A group of years takes longer to make than to ask of: one for all periods."""
    made = seed_group(session, Wish(evenings=30, seed=5, until=date(2026, 11, 26)))
    viewer, players = make_device(session, made.group_id, Role.VIEWER), made.players
    for period in PERIODS:
        monkeypatch.setattr(looking_back, "FEW_STINTS", 10**6)
        one = [player_record(session, viewer, player, period) for player in players]
        table = group_records(session, viewer, period)
        monkeypatch.setattr(looking_back, "FEW_STINTS", 0)
        other = [player_record(session, viewer, player, period) for player in players]
        assert group_records(session, viewer, period) == table, period
        for by_stints, by_months in zip(one, other, strict=True):
            assert (by_months.games, by_months.rivals) == (by_stints.games, by_stints.rivals), period
            purses = [[(purse.currency, purse.total) for purse in each.purses] for each in (by_months, by_stints)]
            assert purses[0] == purses[1], period
        if period == PERIODS[0]:
            assert all(each.games and each.rivals for each in one)
            purse = other[0].purses[0]
            assert purse.unit == Unit.MONTH
            assert all((step.day.day, step.evening_id) == (1, None) for step in purse.steps)
            assert all(step.until == months.first_after(step.day) - timedelta(days=1) for step in purse.steps)


@pytest.mark.parametrize(
    ("since", "until", "whole", "edges"),
    [
        (None, None, (None, None), []),
        ("2026-01-01", "2026-12-31", ("2026-01-01", "2026-12-31"), []),
        (
            "2025-12-24",
            "2026-02-10",
            ("2026-01-01", "2026-01-31"),
            [("2025-12-24", "2025-12-31"), ("2026-02-01", "2026-02-10")],
        ),
        ("2026-02-10", None, ("2026-03-01", None), [("2026-02-10", "2026-02-28")]),
        (None, "2026-02-10", (None, "2026-01-31"), [("2026-02-01", "2026-02-10")]),
        ("2026-01-10", "2026-02-10", ("2026-02-01", "2026-01-31"), [("2026-01-10", "2026-02-10")]),
        ("2026-02-28", "2026-02-28", ("2026-03-01", "2026-02-28"), [("2026-02-28", "2026-02-28")]),
    ],
)
def test_a_period_is_whole_months_and_what_stands_out(
    since: str | None,
    until: str | None,
    whole: tuple[str | None, str | None],
    edges: list[tuple[str | None, str | None]],
) -> None:
    def period(first: str | None, last: str | None) -> Period:
        return Period(*(None if day is None else date.fromisoformat(day) for day in (first, last)))

    assert parts(period(since, until)) == (period(*whole), tuple(period(*edge) for edge in edges))


def kept(table: Table) -> tuple[Kept, ...]:
    """Give what is kept, after a look that it is right."""
    table.session.rollback()
    assert not months.differs(table.session, table.group_id)
    found = months.read(table.session, table.group_id)
    assert found is not None
    table.session.rollback()
    return found


def of_bernd(table: Table) -> list[tuple[date, int, int]]:
    """Give by month how many games he lost and what he got."""
    own = [each for each in kept(table) if each.player_id == table.players[1]]
    return [(each.month, each.sum.games["lost"], each.sum.money.get("EUR", 0)) for each in own]


def test_what_changes_results_changes_the_sums(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    assert kept(table) == ()
    table.record(sheet_id, HEAVY)
    month = table.session.get_one(Evening, (table.group_id, table.evening_id)).local_date.replace(day=1)
    assert of_bernd(table) == [(month, 1, -500)]  # one stake to Anna, two to each of the others, a stake is 1 euro

    version = table.sheet(sheet_id).version
    asked: Asked = {"key": new_key(), "base_version": version}
    setup.set_stake(table.session, table.device, sheet_id, mode=Mode.MONEY, stake_minor=20, currency="EUR", **asked)
    assert of_bernd(table) == [(month, 1, -100)]

    table.session.rollback()
    evening = table.session.get_one(Evening, (table.group_id, table.evening_id))
    version = evening.version
    table.session.rollback()
    moved = date(2031, 5, 17)
    evenings.edit(
        table.session,
        table.device,
        table.evening_id,
        key=new_key(),
        base_version=version,
        place="",
        local_date=moved,
    )
    assert of_bernd(table) == [(date(2031, 5, 1), 1, -100)]

    broken = table.start().id
    table.record(broken, FIRST)
    sheets.break_off(table.session, table.device, broken, key=new_key())
    (own,) = (each.sum for each in kept(table) if each.player_id == table.players[1])
    assert (own.games["stints"], own.games["played"]) == (2, 1)


def test_a_game_that_goes_on_again_leaves_the_sums(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST)
    (heavy,) = table.record(sheet_id, HEAVY)
    assert len(kept(table)) == 4
    row = table.row(sheet_id, heavy.entry_id)
    remove = partial(deals.remove, table.session, table.device, sheet_id, heavy.entry_id, key=new_key(), base=row.base)
    with pytest.raises(EndingMovedError) as moved:
        remove()
    remove(confirm=moved.value.fingerprint)
    assert kept(table) == ()


def test_sums_that_are_missing_are_noticed_and_not_used(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    table.session.rollback()
    table.session.execute(delete(MonthSum).where(MonthSum.player_id == table.players[1]))
    table.session.commit()
    assert months.read(table.session, table.group_id, table.players[1]) is None
    assert months.read(table.session, table.group_id, table.players[0]) is not None
    found = player_record(table.session, table.viewer, table.players[1], Period())
    assert found.games[0].figures[0].amount == 1


def test_rebuild_finds_wrong_sums_and_mends_them(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, FIRST, HEAVY)
    table.session.rollback()
    table.session.execute(update(MonthSum).values(month=date(2001, 1, 1)))
    table.session.commit()
    wrong = Finding(table.group_id, None, Verdict.DIFFERS, ())
    assert list(rebuild(table.session, apply=False)) == [None, wrong]
    assert list(rebuild(table.session, apply=True)) == [None, Finding(table.group_id, None, Verdict.MENDED, ())]
    assert list(rebuild(table.session, apply=False)) == [None]


def test_beyond_sixty_months_a_step_of_a_purse_is_a_year() -> None:
    player = uuid.uuid4()
    every = [date(year, month, 1) for year in range(2020, 2026) for month in range(1, 13)]
    held = tuple(Kept(player, month, "kalter_schlag", Sum(money={"EUR": 10})) for month in every)
    (purse,) = by_month(held, ())
    assert purse.unit == Unit.YEAR
    first = purse.steps[0]
    assert (first.day, first.until, first.amount) == (date(2020, 1, 1), date(2020, 12, 31), 120)
    assert (len(purse.steps), purse.total) == (6, 720)
    (purse,) = by_month(held[:60], ())
    assert (purse.unit, len(purse.steps)) == (Unit.MONTH, 60)
