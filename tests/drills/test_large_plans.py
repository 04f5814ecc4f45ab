"""No page's query reads a large table from end to end in a database of a million deals."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine, create_engine, delete, insert, select
from werkzeug.routing import Rule

from bench.seeds import LARGE, Made, made, made_in_postgresql
from scorekeeper.models import Base, Change, Device, Entry, Role
from scorekeeper.services import codes
from scorekeeper.web.extensions import db
from scorekeeper.web.factory import create_app
from tests.plans import LARGE_ROWS, Questions, large_tables, questions_to, scans

pytestmark = pytest.mark.drill

DEALS = 1_000_000
TABLE_OF = {
    "evening_id": "evening",
    "settlement_id": "settlement",
    "transfer_id": "transfer",
    "payment_id": "payment",
    "sheet_id": "sheet",
    "entry_id": "entry",
    "change_id": "change",
    "player_id": "player",
    "device_id": "device",
}


def a_million_deals(kind: str) -> AbstractContextManager[Made]:
    """Give a large database of a kind, which is kept for the next time, and for the bench."""
    return nullcontext(made(LARGE, print)) if kind == "sqlite" else made_in_postgresql(LARGE, print)


def ids_of(engine: Engine, group_id: uuid.UUID) -> dict[str, str]:
    """Give the newest of everything in a group, for the variable parts of addresses."""
    found = {"group_id": str(group_id), "role": "viewer", "mark": "comma", "game": "kalter_schlag", "secret": "none"}
    with engine.connect() as connection:
        newest = select(Entry.id, Entry.sheet_id).where(Entry.group_id == group_id)
        entry_id, sheet_id = connection.execute(newest.order_by(Entry.created_at.desc()).limit(1)).one()
        change_id = connection.scalar(
            select(Change.id).where(Change.group_id == group_id, Change.scope_id == sheet_id).limit(1)
        )
        for name, table_name in TABLE_OF.items():
            table = Base.metadata.tables[table_name]
            found[name] = str(connection.scalar(select(table.c.id).where(table.c.group_id == group_id).limit(1)))
    return {**found, "entry_id": str(entry_id), "sheet_id": str(sheet_id), "change_id": str(change_id)}


@contextmanager
def an_owner(engine: Engine, group_id: uuid.UUID) -> Iterator[str]:
    """Let a browser be an owner of a group for a while; give its token."""
    token, device_id = codes.new_token(), uuid.uuid4()
    row = {"group_id": group_id, "id": device_id, "token_hash": codes.hashed(token), "role": Role.OWNER, "label": ""}
    with engine.begin() as connection:
        connection.execute(insert(Device), [row])
    yield token
    with engine.begin() as connection:
        connection.execute(delete(Device).where(Device.group_id == group_id, Device.id == device_id))


def ask_pages(client: FlaskClient, rules: list[Rule], ids: dict[str, str], questions: Questions) -> dict[str, float]:
    """Ask for every page; give how long each took, in seconds."""
    took = {}
    for rule in rules:
        path = rule.build({name: ids[name] for name in rule.arguments})
        assert path is not None
        questions.purpose = rule.endpoint
        began = time.monotonic()
        with client.get(path[1]) as answer:
            answer.get_data()
            assert answer.status_code < 500, (rule.endpoint, answer.status_code)
        took[rule.endpoint] = time.monotonic() - began
    return took


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_page_reads_a_large_table_from_end_to_end(kind: str, tmp_path: Path) -> None:
    with a_million_deals(kind) as large:
        assert large.deals_in_all >= DEALS
        app = create_app(
            {
                "SCOREKEEPER_INSTANCE": str(tmp_path),
                "DATABASE_URL": large.url,
                "RATELIMIT_ENABLED": False,
                "SECRET_KEY": secrets.token_hex(),
            }
        )
        with app.app_context():
            asked = db.engine
        engine, group_id = create_engine(large.url), uuid.UUID(large.group_id)
        rules = sorted((r for r in app.url_map.iter_rules() if "GET" in (r.methods or ())), key=lambda r: r.endpoint)
        rules = [rule for rule in rules if rule.endpoint != "static" and "filename" not in rule.arguments]
        with an_owner(engine, group_id) as token, questions_to(asked) as questions:
            client = app.test_client()
            with client.session_transaction() as cookie:
                cookie["device"] = token
            took = ask_pages(client, rules, ids_of(engine, group_id), questions)
        with asked.connect() as connection:
            if kind == "postgresql":
                assert {"entry", "change", "seat", "sheet", "evening", "month_sum"} <= large_tables(connection)
            found = scans(connection, questions)
        slowest = sorted(took, key=lambda page: -took[page])[:3]
        print(
            f"{kind}: {large.deals_in_all:,} deals; {len(took)} pages, {len(questions)} different queries, "
            f"{len(found)} read a table of more than {LARGE_ROWS:,} rows whole; the slowest pages: "
            + ", ".join(f"{page} {took[page]:.2f} s" for page in slowest)
        )
        assert found == []
        asked.dispose()
        engine.dispose()
