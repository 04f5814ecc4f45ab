"""A group as a document: written, taken in elsewhere, and the same again but for its ids; nothing half."""

from __future__ import annotations

import io
import json
import re
import uuid
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import create_engine, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Base, Device, Evening, Payment, Player, Role, Seat, Sheet
from scorekeeper.models.base import utcnow
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services import codes, groups
from scorekeeper.services.actor import Actor
from scorekeeper.services.archive.fields import kind_of
from scorekeeper.services.archive.shape import ABSENT_TABLES, LEFT_OUT, columns, own, tables
from scorekeeper.services.archive.take_in import take_in
from scorekeeper.services.archive.write import write_group
from scorekeeper.services.errors import ForbiddenError, KeyReusedError
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.seed import Wish, seed_group
from scorekeeper.services.sheet_log import sheet_log
from scorekeeper.services.sheet_view import sheet_page
from tests.databases import Databases
from tests.services.documents import UNTIL, Document, exported, problems, taken_in
from tests.services.factories import Table, deal, make_table, new_key

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}")


def without_ids(data: bytes) -> Document:
    """Give a document with each id replaced by what is told of its row, rows in an order of their own."""
    document: Document = json.loads(data)
    found = document["tables"]
    imports = [row for row in found["change"] if row["kind"] == "group.import"]
    devices = {row["device_id"] for row in imports}
    found["change"] = [row for row in found["change"] if row not in imports]
    found["device"] = [row for row in found["device"] if row["id"] not in devices]
    found["group"][0]["version"] -= len(imports)
    names = dict(labels(found))
    text = json.dumps({"version": document["version"], "tables": found}, sort_keys=True)
    names |= {old.replace("-", ""): new for old, new in names.items()}
    text = ID.sub(lambda found: names.get(found[0], found[0]), text)
    plain: Document = json.loads(text)
    for rows in plain["tables"].values():
        rows.sort(key=lambda row: json.dumps(row, sort_keys=True))
    return plain


def labels(found: Document) -> Iterator[tuple[str, str]]:
    """Name rows by what tells them apart: their own place in time and order."""
    for table, told in {
        "group": ("name",),
        "player": ("name",),
        "device": ("label", "created_at"),
        "evening": ("started_at",),
        "sheet": ("started_at",),
        "entry": ("last_key", "position", "created_at"),
        "change": ("key",),
    }.items():
        for row in found[table]:
            yield row["id"], " ".join([table, *(str(row[name]) for name in told)])
    for table, rows in found.items():
        for number, row in enumerate(sorted(rows, key=lambda row: json.dumps({**row, "id": ""}, sort_keys=True))):
            if "id" in row and table in ("payment", "seat", "settlement", "transfer", "feat"):
                yield row["id"], f"{table} {number}" if table == "settlement" else table


@pytest.fixture
def seeded(session: Session) -> uuid.UUID:
    return seed_group(session, Wish(5, until=UNTIL)).group_id


@pytest.fixture
def document(session: Session, seeded: uuid.UUID) -> Document:
    found: Document = json.loads(exported(session, seeded))
    return found


def test_every_table_and_column_is_exported_or_left_out_for_a_reason() -> None:
    every = {table.name for table in Base.metadata.sorted_tables}
    assert set(ABSENT_TABLES) < every
    assert {table.name for table in tables()} == every - set(ABSENT_TABLES)
    for table in tables():
        left_out = set(LEFT_OUT.get(table.name, ())) | {"group_id"}
        assert {column.name for column in columns(table)} | left_out == {*table.columns.keys(), "group_id"}
        assert own(table).name in {"id", "group_id"}
        assert all(kind_of(column) for column in columns(table))


def test_no_secret_is_exported(session: Session) -> None:
    token = codes.new_token()
    made = groups.create(session, key=new_key(), token=token, name="Table", names=["Anna", "Bernd"])
    secrets = [token, codes.hashed(token), codes.hashed(made.recovery_code or "")]
    secrets += list(session.scalars(select(Base.metadata.tables["link"].c.secret_hash)))
    secrets += [each for each in session.scalars(select(Base.metadata.tables["link"].c.secret)) if each]
    text = exported(session, made.group_id).decode()
    assert len(secrets) == 7
    assert not [secret for secret in secrets if secret in text]
    assert "hash" not in text


def test_export_is_for_the_owner_alone(session: Session, table: Table) -> None:
    with pytest.raises(ForbiddenError):
        write_group(session, table.second, io.BytesIO())


@pytest.mark.no_cover
def test_export_taken_in_elsewhere_and_exported_again_is_the_same(
    session: Session, databases: Databases, other_session: Callable[[], Session]
) -> None:
    made = seed_group(session, Wish(40, until=UNTIL))
    data = exported(session, made.group_id)
    elsewhere = other_session()
    group_id = taken_in(elsewhere, data)
    assert group_id != made.group_id
    assert without_ids(exported(elsewhere, group_id)) == without_ids(data)
    findings = list(rebuild(elsewhere, apply=False))
    assert len(findings) == made.games
    assert set(findings) == {None}
    assert balances(elsewhere, group_id) == balances(session, made.group_id)


@pytest.fixture
def other_session(databases: Databases) -> Iterator[Callable[[], Session]]:
    url = databases.migrated()
    engine = create_engine(url)
    prepare_engine(engine)
    with Session(engine) as made:
        yield lambda: made
    engine.dispose()
    databases.drop(url)


def balances(session: Session, group_id: uuid.UUID) -> dict[str, tuple[int, int, int]]:
    """Give by name: stakes in minor units, paid, got."""
    names = dict(session.execute(select(Player.id, Player.name).where(Player.group_id == group_id)).all())
    found = {}
    for player_id, name in names.items():
        won = session.scalar(
            select(func.sum(Seat.stakes * Sheet.stake_minor))
            .join(Sheet, (Sheet.group_id == Seat.group_id) & (Sheet.id == Seat.sheet_id))
            .where(Seat.group_id == group_id, Seat.player_id == player_id)
        )
        paid, got = (
            session.scalar(select(func.sum(Payment.amount_minor)).where(Payment.group_id == group_id, who == player_id))
            for who in (Payment.payer_id, Payment.payee_id)
        )
        found[name] = (int(won or 0), int(paid or 0), int(got or 0))
    session.rollback()
    return found


def test_taken_in_beside_the_original_it_is_another_group(session: Session, seeded: uuid.UUID) -> None:
    data = exported(session, seeded)
    first, second = taken_in(session, data), taken_in(session, data)
    assert len({seeded, first, second}) == 3
    assert set(rebuild(session, apply=False)) == {None}
    actor = Actor(first, uuid.uuid4(), Role.VIEWER)
    for sheet_id in session.scalars(select(Sheet.id).where(Sheet.group_id == first)).all():
        session.rollback()
        sheet_page(session, actor, sheet_id)
        session.rollback()
        assert sheet_log(session, actor, sheet_id)
        session.rollback()


def test_who_brings_it_is_the_only_one_who_gets_in(session: Session, seeded: uuid.UUID) -> None:
    data, token, key = exported(session, seeded), codes.new_token(), new_key()
    made = take_in(session, key=key, token=token, data=data, label="linux chrome")
    again = take_in(session, key=key, token=token, data=data)
    assert (made.group_id, made.recovery_code, made.actor) == (again.group_id, again.recovery_code, again.actor)
    assert (made.replayed, again.replayed) == (False, True)
    with pytest.raises(KeyReusedError):
        take_in(session, key=key, token=token, data=data + b" ")
    active = session.scalars(select(Device).where(Device.group_id == made.group_id, Device.removed_at.is_(None))).all()
    assert [(device.id, device.role) for device in active] == [(made.actor.device_id, Role.OWNER)]
    session.rollback()
    assert [group.id for group in groups.mine(session, token)] == [made.group_id]


def test_game_goes_on_where_it_was(session: Session) -> None:
    table = make_table(session)
    sheet = table.start()
    table.record(sheet.id, deal(66, 30, 24, 0), deal(30, 66, 24, 0))
    session.rollback()
    made = take_in(session, key=new_key(), token=codes.new_token(), data=exported(session, table.group_id))
    old = table.sheet(sheet.id)
    sheet_id = session.scalars(select(Sheet.id).where(Sheet.group_id == made.group_id)).one()
    players = session.scalars(select(Player.id).where(Player.group_id == made.group_id).order_by(Player.position))
    there = Table(session, made.group_id, tuple(players), made.actor, made.actor, made.actor)
    session.rollback()
    assert there.sheet(sheet_id).standings.totals == old.standings.totals
    there.record(sheet_id, deal(0, 63, 57, 0, calls=3, jungfrauen=2))
    assert there.sheet(sheet_id).standings.totals[1] == 2090


def test_results_of_a_settled_evening_stay_and_others_are_worked_out(session: Session, paid: Document) -> None:
    document = paid
    document["tables"]["seat"][0]["total"] = 70
    data = json.dumps(document).encode()
    assert sorted(totals(session, taken_in(session, data))) != [0, 0, 0, 2020]
    (found,) = (finding for finding in rebuild(session, apply=False) if finding)
    assert [each[:2] for each in found.what] == [(f"seat {document['tables']['seat'][0]['seat']}.total", 70)]
    document["tables"]["evening"][0]["settled_at"] = None
    assert sorted(totals(session, taken_in(session, json.dumps(document).encode()))) == [0, 0, 0, 2020]
    document["tables"]["evening"][0]["settled_at"] = "2026-01-01T00:00:00+00:00"
    document["tables"]["seat"][0]["pairs"] = {"9": 1}
    assert problems(session, document) == [("sheet_unreadable", "sheet.1")]


OTHERS: list[tuple[str, object]] = [
    ("losers", [True, False]),
    ("losers", [4]),
    ("losers", None),
    ("winners", [{}]),
    ("winners", 1),
    ("stakes", [2, 2, -4]),
    ("stakes", [2, 2, "2", -6]),
    ("stakes", {"0": 1}),
    ("pairs", [[3, 0, 2], [3, 1, [{}]]]),
    ("pairs", [[3, 0, 2, 2]]),
    ("pairs", [[3, 0]]),
    ("pairs", [[]]),
    ("pairs", [[3, 4, 2]]),
    ("pairs", ["302"]),
    ("pairs", {}),
    ("reason", 7),
    ("reason", None),
    ("next_dealer", -1),
    ("next_dealer", "0"),
    ("next_dealer_chosen_by", []),
    ("next_dealer_chosen_by", True),
    ("entry_id", 1),
    ("entry_id", str(uuid.UUID(int=7))),
    ("more", 1),
]


@pytest.fixture
def paid(session: Session) -> Document:
    """Give a group whose only evening is settled, of one game that is over."""
    table = make_table(session)
    sheet = table.start()
    table.record(sheet.id, deal(0, 63, 57, 0, calls=3, jungfrauen=2))
    session.get_one(Evening, (table.group_id, table.evening_id)).settled_at = utcnow()
    session.commit()
    found: Document = json.loads(exported(session, table.group_id))
    return found


@pytest.mark.parametrize(("name", "value"), OTHERS)
def test_ending_of_a_settled_evening_that_no_page_could_show_is_refused(
    session: Session, paid: Document, name: str, value: object
) -> None:
    ending = paid["tables"]["sheet"][0]["ending"]
    assert ending["pairs"]
    ending[name] = value
    assert problems(session, paid) == [("sheet_unreadable", "sheet.1")]


def test_ending_of_a_settled_evening_may_be_another_than_the_rows_give(session: Session, paid: Document) -> None:
    other = {"reason": "another", "losers": [1, 2], "winners": [], "stakes": [0, 0, 0, 0], "pairs": [[1, 2, 5]]}
    paid["tables"]["sheet"][0]["ending"] |= other
    group_id = taken_in(session, json.dumps(paid).encode())
    kept = session.scalars(select(Sheet.ending).where(Sheet.group_id == group_id)).one()
    session.rollback()
    assert kept is not None
    assert {name: kept[name] for name in other} == other


def test_counts_of_a_settled_evening_follow_from_its_rows(session: Session, paid: Document) -> None:
    for seat in paid["tables"]["seat"]:
        seat["counts"] = {"played": 99, "unheard of": 1}
    taken_in(session, json.dumps(paid).encode())
    assert [finding for finding in rebuild(session, apply=False) if finding] == []


def totals(session: Session, group_id: uuid.UUID) -> list[int]:
    found = [each or 0 for each in session.scalars(select(Seat.total).where(Seat.group_id == group_id))]
    session.rollback()
    return found
