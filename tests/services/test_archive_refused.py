"""Documents that are no group, or none that could be: refused by name and place, never half taken in."""

from __future__ import annotations

import copy
import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Group, Role, Sheet
from scorekeeper.services.actor import Actor
from scorekeeper.services.archive import read
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.seed import Wish, seed_group
from scorekeeper.services.sheet_log import sheet_log
from scorekeeper.services.sheet_view import sheet_page
from tests.services.documents import UNTIL, Document, exported, problems, taken_in
from tests.services.factories import deal, make_table

KEPT: list[bytes] = []


@pytest.fixture
def document(session: Session) -> Document:
    """Give a document of a seeded group that is in no database any more."""
    if not KEPT:
        KEPT.append(exported(session, seed_group(session, Wish(5, until=UNTIL)).group_id))
    found: Document = json.loads(KEPT[0])
    return found


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file_not_json"),
        (b"\xff\xfe\x00", "file_not_utf8"),
        (b"{", "file_not_json"),
        (b"[" * 100_000, "file_not_json"),
        (b"9" * 10_000, "file_not_json"),
        (b"[]", "file_no_group"),
        (b'{"format": "another"}', "file_no_group"),
        (b'{"format": "scorekeeper-group", "version": 2}', "file_version"),
        (b'{"format": "scorekeeper-group", "version": true, "tables": {}}', "file_version"),
        (b'{"format": "scorekeeper-group", "version": 1, "tables": []}', "file_no_group"),
        (b'{"format": "scorekeeper-group", "version": 1, "tables": {}}', "one_group"),
        (b'{"format": "scorekeeper-group", "version": 1, "tables": {"group": 1}}', "list"),
        (b'{"format": "scorekeeper-group", "version": 1, "tables": {"group": [3]}}', "object"),
        (b'{"format": "scorekeeper-group", "version": 1, "tables": {"link": []}}', "unknown"),
    ],
)
def test_file_that_is_no_group_is_refused(session: Session, data: bytes, code: str) -> None:
    assert [found for found, _ in problems(session, data)] == [code]


def test_file_that_is_too_large_is_refused(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MOST_BYTES", 10)
    assert problems(session, b" " * 11) == [("file_too_large", "")]


WRONG: list[tuple[str, str, object, str]] = [
    ("group", "name", "", "name"),
    ("group", "zone", "Moon/Base", "zone_unknown"),
    ("group", "currency", "XXQ", "currency_unknown"),
    ("player", "name", 7, "text"),
    ("player", "name", "A" * 41, "length"),
    ("player", "name", " Anna", "name"),
    ("player", "name", "A\0", "characters"),
    ("player", "name", "\ud800", "characters"),
    ("player", "position", True, "integer"),
    ("player", "position", 2**31, "integer"),
    ("player", "created_at", "2026-01-01T00:00:00", "time"),
    ("player", "created_at", "0001-01-01T00:00:00+00:00", "time"),
    ("player", "id", "7", "id"),
    ("player", "id", None, "missing"),
    ("player", "folded", "anna", "unknown"),
    ("device", "token_hash", "0", "unknown"),
    ("evening", "local_date", "31.12.2026", "day"),
    ("evening", "place", "\u202e", "name"),
    ("attendance", "player_id", str(uuid.UUID(int=1)), "foreign_id"),
    ("sheet", "evening_id", str(uuid.UUID(int=1)), "foreign_id"),
    ("sheet", "mode", "fun", "choice"),
    ("sheet", "game", "bridge", "game"),
    ("sheet", "seats", 3, "seats"),
    ("sheet", "stake_minor", -1, "stake_range"),
    ("sheet", "first_dealer", 9, "sheet_unreadable"),
    ("sheet", "options", [], "object"),
    ("sheet", "open_deal", {"position": 1}, "unknown"),
    ("sheet", "options", {"limit": 5}, "sheet_impossible"),
    ("seat", "seat", 7, "seats"),
    ("entry", "payload", {"points": [1, 119, 0, 0]}, "row_impossible"),
    ("entry", "payload", {"a": {"b": {"c": {"d": [[[[[[[[[]]]]]]]]]}}}}, "depth"),
    ("entry", "payload", {"points": [0.5]}, "integer"),
    ("entry", "dealer", 8, "sheet_unreadable"),
    ("entry", "removed", 1, "boolean"),
    ("entry", "position", 900, "positions"),
    ("payment", "payer_id", str(uuid.UUID(int=1)), "foreign_id"),
    ("payment", "currency", "XXQ", "currency_unknown"),
    ("transfer", "amount_minor", 0, "amount"),
    ("change", "scope_id", str(uuid.UUID(int=1)), "foreign_id"),
]


@pytest.mark.parametrize(("table", "field", "value", "code"), WRONG)
def test_wrong_field_is_named_by_its_place(
    session: Session, document: Document, table: str, field: str, value: object, code: str
) -> None:
    rows = document["tables"][table]
    number = next((at for at, row in enumerate(rows) if table != "entry" or "points" in row["payload"]), 0)
    rows[number][field] = value
    found = problems(session, document)
    assert code in [each for each, _ in found], found
    assert all(
        where.startswith(
            ("group.1", "player.", "evening.", table, "sheet.", "attendance.", "seat.", "payment.", "change.")
        )
        for _, where in found
    )
    assert not session.scalars(select(Group).where(Group.recovery_hash.is_not(None))).all(), "nothing was stored"
    session.rollback()


@pytest.mark.parametrize(
    ("way", "where"),
    [
        ((), "x?"),
        (("tables",), "x?"),
        (("tables", "player", 0), "player.1.x?"),
        (("tables", "entry", 0, "payload"), "entry.1.payload"),
        (("tables", "sheet", 0, "options"), "sheet.1.options"),
    ],
)
def test_name_that_cannot_be_shown_is_told_of_in_what_can(
    session: Session, document: Document, way: tuple[str | int, ...], where: str
) -> None:
    place: object = document
    for step in way:
        place = place[step]
    place["x\udfff"] = {"EUR": False}
    found = problems(session, document)
    assert {each for _, each in found} == {where}


def test_game_that_cannot_be_closed_so_is_refused(session: Session, small: Document) -> None:
    small["tables"]["entry"] = [row for row in small["tables"]["entry"] if row["position"] < 3]
    small["tables"]["change"] = [row for row in small["tables"]["change"] if row["kind"] != "add"]
    small["tables"]["sheet"][0]["close"] = {"how": "tossed"}
    assert ("sheet_impossible", "sheet.1.how") in problems(session, small)


@pytest.mark.parametrize("table", ["player", "evening", "sheet", "seat", "entry", "change"])
def test_row_that_is_there_twice_is_refused(session: Session, document: Document, table: str) -> None:
    rows = document["tables"][table]
    rows.append(copy.deepcopy(rows[0]))
    assert ("twice", f"{table}.{len(rows)}.id") in problems(session, document)


def test_changes_that_undo_each_other_in_a_circle_are_refused(session: Session, document: Document) -> None:
    first, second = document["tables"]["change"][:2]
    first["undoes"], second["undoes"] = second["id"], first["id"]
    assert problems(session, document) == [("circle", "change.undoes")]


@pytest.mark.parametrize(
    ("fragment", "part"),
    [
        ({"entries": []}, "entries"),
        ({"entries": {"7": {}}}, "entries"),
        ({"sheet": 1}, "sheet"),
        ({"people": [1]}, "people"),
        ({"people": [str(uuid.UUID(int=3))]}, "people"),
    ],
)
def test_change_that_no_log_could_show_is_refused(
    session: Session, document: Document, fragment: Document, part: str
) -> None:
    changes = document["tables"]["change"]
    number = next(at for at, row in enumerate(changes) if row["kind"] == "add")
    changes[number]["after"] = fragment
    assert problems(session, document) == [("fragment", f"change.{number + 1}.after.{part}")]


@pytest.mark.parametrize("stakes", [1, [1], [["nobody", 1]], [[str(uuid.UUID(int=3)), True]]])
def test_agreement_that_no_log_could_show_is_refused(session: Session, document: Document, stakes: object) -> None:
    changes = document["tables"]["change"]
    number = next(at for at, row in enumerate(changes) if row["kind"] == "add")
    changes[number]["result"] = {"stakes": stakes}
    assert problems(session, document) == [("fragment", f"change.{number + 1}.result.stakes")]


def test_not_more_problems_than_a_person_reads(session: Session, document: Document) -> None:
    for row in document["tables"]["entry"]:
        row["position"] = None
    assert len(problems(session, document)) == read.MOST_PROBLEMS


def test_older_document_without_a_new_column_gets_its_default(session: Session, document: Document) -> None:
    for row in document["tables"]["entry"]:
        if not row["removed"]:
            del row["removed"]
    group_id = taken_in(session, json.dumps(document).encode())
    assert set(rebuild(session, apply=False, group_id=group_id)) == {None}


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in items:
        yield from places(each, (*path, name))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.sampled_from([str(uuid.UUID(int=1)), "2026-01-01", "2026-01-01T00:00:00+00:00", [[]], {"entry": "void"}]),
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_changed_it_is_taken_in_or_refused(session: Session, small: Document, data: st.DataObject) -> None:
    spoilt = copy.deepcopy(small)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(sorted(filter(None, places(spoilt["tables"])), key=str)))
        target: Any = spoilt["tables"]
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = data.draw(JUNK)
    try:
        group_id = taken_in(session, json.dumps(spoilt).encode())
    except InvalidInputError:
        return
    actor = Actor(group_id, uuid.uuid4(), Role.VIEWER)
    for sheet_id in session.scalars(select(Sheet.id).where(Sheet.group_id == group_id)).all():
        session.rollback()
        sheet_page(session, actor, sheet_id)
        sheet_log(session, actor, sheet_id)
    session.rollback()


@pytest.fixture
def small(session: Session) -> Document:
    table = make_table(session)
    sheet = table.start()
    table.record(sheet.id, deal(66, 30, 24, 0), {"entry": "void"}, deal(0, 63, 57, 0, calls=3, jungfrauen=2))
    session.rollback()
    found: Document = json.loads(exported(session, table.group_id))
    return found
