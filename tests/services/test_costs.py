"""What looking back costs: the same number of queries for much as for little, each of them by an index."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.orm import Session

from scorekeeper.models import Evening, Role
from scorekeeper.services import looking_back
from scorekeeper.services.actor import Actor
from scorekeeper.services.past import past
from scorekeeper.services.records import group_records, player_record
from scorekeeper.services.seed import Wish, seed_group
from scorekeeper.services.settle_pages import open_debts
from scorekeeper.services.stints import Period
from scorekeeper.services.views import evening_page
from tests.services.factories import make_device

MOST_QUERIES = 10
"""Two more find out who is asking."""

PERIOD = Period(date(2000, 1, 1), date(2100, 1, 1))
ODD_DAYS = Period(date(2000, 1, 10), date(2100, 1, 10))
Sent = list[tuple[str, Any]]


@contextmanager
def sent(engine: Engine) -> Iterator[Sent]:
    """Collect the queries that are sent, with their parameters."""
    found: Sent = []

    def note(_connection: object, _cursor: object, statement: str, parameters: object, *_rest: object) -> None:
        if statement.startswith("SELECT"):
            found.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


def viewer_of(engine: Engine, evenings: int) -> tuple[Actor, uuid.UUID, uuid.UUID]:
    """Make a group up; give who looks, one of its players and its oldest evening."""
    with Session(engine) as session:
        made = seed_group(session, Wish(evenings=evenings))
        viewer = make_device(session, made.group_id, Role.VIEWER)
        oldest = session.query(Evening.id).filter(Evening.group_id == made.group_id).order_by(Evening.local_date)
        return viewer, made.players[0], oldest.limit(1).scalar() or uuid.uuid4()


Read = Callable[[Session, Actor, uuid.UUID, uuid.UUID], object]
PAGES: dict[str, Read] = {
    "history": lambda session, actor, player, evening: past(session, actor, Period()),
    "history, next page": lambda session, actor, player, evening: past(session, actor, PERIOD, after=evening),
    "history of a player": lambda session, actor, player, evening: past(session, actor, PERIOD, player),
    "record": lambda session, actor, player, evening: player_record(session, actor, player, Period()),
    "record of a period": lambda session, actor, player, evening: player_record(session, actor, player, PERIOD),
    "record of odd days": lambda session, actor, player, evening: player_record(session, actor, player, ODD_DAYS),
    "records": lambda session, actor, player, evening: group_records(session, actor, Period()),
    "evening": lambda session, actor, player, evening: evening_page(session, actor, evening),
}


def read(engine: Engine, page: Read, actor: Actor, player: uuid.UUID, evening: uuid.UUID) -> Sent:
    with Session(engine) as session, sent(engine) as found:
        page(session, actor, player, evening)
    return found


def test_ten_times_the_evenings_need_no_query_more(engine: Engine) -> None:
    small, large = viewer_of(engine, 4), viewer_of(engine, 40)
    for name, page in PAGES.items():
        few, many = (len(read(engine, page, *group)) for group in (small, large))
        assert many <= few, name
        assert 0 < many <= MOST_QUERIES, name


def test_many_years_need_no_query_more_than_a_few_evenings(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = viewer_of(engine, 4), viewer_of(engine, 40)
    for name, page in PAGES.items():
        monkeypatch.setattr(looking_back, "FEW_STINTS", 10**6)
        few = len(read(engine, page, *small))
        monkeypatch.setattr(looking_back, "FEW_STINTS", 0)
        most = MOST_QUERIES if page == PAGES["record of odd days"] else few  # on both sides days stand out
        assert 0 < len(read(engine, page, *large)) <= most, name


def test_no_query_for_many_years_reads_a_whole_table(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking_back, "FEW_STINTS", 0)
    asked = viewer_of(engine, 6)
    for name in ("record", "record of odd days", "records"):
        for statement, parameters in read(engine, PAGES[name], *asked):
            assert whole_tables(engine, statement, parameters) == [], statement


@pytest.mark.parametrize("name", PAGES)
def test_no_query_reads_a_whole_table(engine: Engine, name: str) -> None:
    queries = read(engine, PAGES[name], *viewer_of(engine, 6))
    assert queries
    for statement, parameters in queries:
        assert whole_tables(engine, statement, parameters) == [], statement


def test_one_row_of_many_is_asked_for_in_an_order(engine: Engine) -> None:
    """For just any row PostgreSQL begins to read the table; for the first of an order it asks the index."""
    pages: dict[str, Read] = {
        **PAGES,
        "open debts": lambda session, actor, _player, _evening: open_debts(session, actor),
    }
    asked = viewer_of(engine, 6)
    found = [
        statement for page in pages.values() for statement, _ in read(engine, page, *asked) if "LIMIT" in statement
    ]
    assert any("evening.settled_at IS NULL" in statement for statement in found)
    assert [statement for statement in found if "ORDER BY" not in statement] == []


def test_a_query_that_reads_a_whole_table_is_found(engine: Engine) -> None:
    assert whole_tables(engine, "SELECT * FROM seat WHERE counts IS NOT NULL", ()) != []
    assert whole_tables(engine, "SELECT id FROM evening ORDER BY group_id", ()) != []


def whole_tables(engine: Engine, statement: str, parameters: Any) -> list[str]:
    """Give what a query would read from end to end, by the plan of the database."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = [str(row[-1]) for row in plan]
            return [step for step in steps if re.match(r"SCAN (?!CONSTANT ROW|SUBQUERY|\(subquery)", step)]
        connection.exec_driver_sql("SET enable_seqscan = off")
        plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
        told = plan.scalar_one()
        tree = json.loads(told) if isinstance(told, str) else told
        return list(_without_condition(tree[0]["Plan"]))


def _without_condition(node: dict[str, Any]) -> Iterator[str]:
    """Name the steps of PostgreSQL's plan that read a table or an index without looking for anything in it."""
    kind = str(node["Node Type"])
    if kind == "Seq Scan" or ("Index" in kind and "Index Cond" not in node):
        yield f"{kind} {node.get('Relation Name', node.get('Index Name'))}"
    for each in node.get("Plans", ()):
        yield from _without_condition(each)
