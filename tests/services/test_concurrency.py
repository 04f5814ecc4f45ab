"""Many writers at once: nothing is lost, nothing is stored twice, nobody meets a locked database."""

from __future__ import annotations

import multiprocessing
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, create_engine, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Mode, Sheet
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services import deals, sheets
from scorekeeper.services.actor import Actor
from scorekeeper.services.deals import Written
from scorekeeper.services.errors import ServiceError, StaleError, TakenError
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.sheets import Setup, SheetRef
from scorekeeper.services.views import sheet_page
from tests.services.factories import Table, deal, make_table, new_key

FIRST = deal(55, 35, 20, 10)
VOID = {"entry": "void", "note": "", "passes_deal": True}


def at_once(engine: Engine, number: int, job: Callable[[Session, int], object]) -> list[object]:
    """Run a job in as many threads, each with its own session; give results and refusals."""

    def run(index: int) -> object:
        with Session(engine) as session:
            try:
                return job(session, index)
            except ServiceError as error:
                return error

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(run, range(number)))


def entries(session: Session) -> int:
    session.rollback()
    return session.scalar(select(func.count()).select_from(Entry)) or 0


def test_sixteen_phones_enter_the_same_deal_and_one_wins(engine: Engine, table: Table, sheet_id: uuid.UUID) -> None:
    table.session.rollback()
    results = at_once(
        engine,
        16,
        lambda session, _: deals.record(session, table.device, sheet_id, key=new_key(), position=1, payload=FIRST),
    )
    assert Counter(type(result) for result in results) == {Written: 1, TakenError: 15}
    assert entries(table.session) == 1


def test_sixteen_copies_of_one_request_write_once_and_get_the_same_answer(
    engine: Engine, table: Table, sheet_id: uuid.UUID
) -> None:
    table.session.rollback()
    key = new_key()
    results = at_once(
        engine,
        16,
        lambda session, _: deals.record(session, table.device, sheet_id, key=key, position=1, payload=FIRST),
    )
    written = [result for result in results if isinstance(result, Written)]
    assert len(written) == 16
    assert len({each.entry_id for each in written}) == 1
    assert sorted(each.replayed for each in written) == [False] + [True] * 15
    assert entries(table.session) == 1


def test_two_corrections_of_one_row_at_once_never_overwrite_each_other(
    engine: Engine, table: Table, sheet_id: uuid.UUID
) -> None:
    (row,) = table.record(sheet_id, FIRST)
    base = table.row(sheet_id, row.entry_id).base
    results = at_once(
        engine,
        8,
        lambda session, index: deals.amend(
            session,
            table.device,
            sheet_id,
            row.entry_id,
            key=new_key(),
            base=base,
            payload=deal(50 + index, 60 - index, 10, 0),
        ),
    )
    assert Counter(type(result) for result in results) == {Written: 1, StaleError: 7}


def test_one_player_is_seated_once_however_many_games_start_at_once(engine: Engine, session: Session) -> None:
    table = make_table(session, [f"P{number}" for number in range(25)])
    session.rollback()

    def start(own: Session, index: int) -> SheetRef:
        others = range(1 + 3 * index, 4 + 3 * index)
        setup: Setup = {
            "game": "kalter_schlag",
            "player_ids": [table.players[number] for number in (0, *others)],
            "options": {},
            "mode": Mode.MONEY,
            "stake_minor": 100,
            "currency": "EUR",
            "first_dealer": 0,
        }
        return sheets.start(own, table.device, table.evening_id, key=new_key(), **setup)

    results = at_once(engine, 8, start)
    assert Counter(type(result) for result in results) == {SheetRef: 1, TakenError: 7}
    assert session.scalar(select(func.count()).select_from(Sheet)) == 1


def test_starts_ends_and_new_rows_at_two_tables_at_once_wait_without_a_deadlock(
    engine: Engine, session: Session
) -> None:
    table = make_table(session, [f"P{number}" for number in range(12)])
    first, second = table.start([0, 1, 2, 3]).id, table.start([4, 5, 6, 7]).id
    session.rollback()
    heavy = deal(0, 63, 57, 0, calls=3, jungfrauen=2)

    def job(own: Session, index: int) -> object:
        if index % 4 == 3:
            return sheets.discard(
                own,
                table.device,
                Table(own, table.group_id, table.players, table.device, table.second, table.viewer, table.evening_id)
                .start([8, 9, 10, 11])
                .id,
                key=new_key(),
            )
        sheet_id = (first, second)[index % 2]
        while True:
            view = sheet_page(own, table.device, sheet_id)
            own.rollback()
            if view.ending is not None:
                return None
            payload = heavy if view.next_position > 10 else VOID
            try:
                deals.record(own, table.device, sheet_id, key=new_key(), position=view.next_position, payload=payload)
            except TakenError:
                continue

    results = at_once(engine, 8, job)
    refused = {type(result) for result in results if isinstance(result, ServiceError)}
    assert refused <= {TakenError}
    assert set(rebuild(session, apply=False)) == {None}


@pytest.mark.parametrize(
    ("threads", "rows"), [(2, 10), pytest.param(4, 25, marks=pytest.mark.drill)], ids=["short", "long"]
)
def test_two_processes_lose_no_row_and_see_no_locked_database(
    database_url: str, engine: Engine, table: Table, sheet_id: uuid.UUID, threads: int, rows: int
) -> None:
    table.session.rollback()
    engine.dispose()
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        jobs = [pool.submit(write_many, database_url, table.device, sheet_id, threads, rows) for _ in range(2)]
        written = [entry_id for job in jobs for entry_id in job.result()]
    number = 2 * threads * rows
    assert len(set(written)) == len(written) == number
    view = table.sheet(sheet_id)
    assert {row.entry_id for row in view.rows} == set(written)
    assert [row.position for row in view.rows] == list(range(1, number + 1))
    assert view.version == number + 1


def write_many(database_url: str, actor: Actor, sheet_id: uuid.UUID, threads: int, rows: int) -> list[uuid.UUID]:
    """Enter rows in each of some threads, asking anew where the end is whenever another was faster."""
    engine = create_engine(database_url)
    prepare_engine(engine)

    def write(_thread: int) -> list[uuid.UUID]:
        written: list[uuid.UUID] = []
        with Session(engine) as session:
            while len(written) < rows:
                position = sheet_page(session, actor, sheet_id).next_position
                session.rollback()
                try:
                    done = deals.record(session, actor, sheet_id, key=new_key(), position=position, payload=VOID)
                    written.append(done.entry_id)
                except TakenError:
                    continue
        return written

    with ThreadPoolExecutor(threads) as pool:
        found = [entry_id for part in pool.map(write, range(threads)) for entry_id in part]
    engine.dispose()
    return found
