"""A game on a server of its own, with phones that speak to it over the network."""

from __future__ import annotations

import http.client
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Unpack
from urllib.parse import urlencode

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Role
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services import codes
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web.factory import create_app
from tests.browser.server import Server
from tests.services.factories import Table, Wishes, make_table
from tests.web.phone import Phone
from tests.web.sheet_table import Panel

COOKIE = "scorekeeper"
LONGEST_SECONDS = 90
# An index that lacks a row, or whose order is not one, is an error of its own.
CHECK_INDEXES = """
SELECT bt_index_check(index => relation.oid, heapallindexed => true) FROM pg_class relation
JOIN pg_am ON pg_am.oid = relation.relam AND amname = 'btree'
WHERE relnamespace = 'public'::regnamespace AND relkind = 'i'
"""
CHECK_TABLES = """
SELECT relname || ': ' || found.msg FROM pg_class relation, LATERAL verify_heapam(relation.oid) found
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
"""


@dataclass
class Heard:
    """An answer, with what the tests' pages read of it."""

    status_code: int
    headers: http.client.HTTPMessage
    data: bytes
    request: SimpleNamespace

    def get_data(self, as_text: bool = False) -> str | bytes:
        """Give the body."""
        return self.data.decode() if as_text else self.data

    @property
    def text(self) -> str:
        """Give the body as text."""
        return self.data.decode()


@dataclass
class Wire:
    """A browser without a page: one connection a request, one cookie."""

    port: int
    cookie: str

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Heard:
        """Ask for a page."""
        return self._send("GET", path, None, headers)

    def post(
        self, path: str, data: Mapping[str, object] | None = None, headers: Mapping[str, str] | None = None
    ) -> Heard:
        """Send a form."""
        return self._send("POST", path, urlencode(data or {}, doseq=True), headers)

    def _send(self, method: str, path: str, body: str | None, headers: Mapping[str, str] | None) -> Heard:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_SECONDS)
        told = {"Cookie": f"{COOKIE}={self.cookie}", **(headers or {})}
        if body is not None:
            told["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, told)
        answer = connection.getresponse()
        heard = Heard(answer.status, answer.headers, answer.read(), SimpleNamespace(path=path))
        connection.close()
        for each in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = each.partition(";")[0].partition("=")
            if name == COOKIE:
                self.cookie = value
        return heard


@dataclass
class ServedGame:
    """A sheet on a server; `session` looks into its database."""

    server: Server
    session: Session
    table: Table
    sheet_id: uuid.UUID

    @property
    def path(self) -> str:
        """Give the sheet's address."""
        return f"/g/{self.table.group_id}/sheets/{self.sheet_id}"

    def view(self) -> SheetView:
        """Read the sheet as it is stored."""
        return self.table.sheet(self.sheet_id)

    def phone(self, role: Role = Role.MEMBER) -> Phone:
        """Give a phone that joined."""
        token = codes.new_token()
        self.session.add(
            Device(group_id=self.table.group_id, id=uuid.uuid4(), token_hash=codes.hashed(token), role=role, label="")
        )
        self.session.commit()
        self.session.rollback()
        app = create_app({"SCOREKEEPER_INSTANCE": str(self.server.instance), "TESTING": True})
        serializer = app.session_interface.get_signing_serializer(app)
        return Phone(Wire(self.server.port, str(serializer.dumps({"device": token}))))  # type: ignore[arg-type]

    def panel(self, phone: Phone, points: Sequence[int]) -> Panel:
        """Open the sheet and type a deal."""
        typed = dict(zip(("Anna", "Bernd", "Clara", "Dieter"), points, strict=True))
        return Panel.of(phone.get(self.path)).points(**typed)


@contextmanager
def game_on(server: Server, database: Path, **wishes: Unpack[Wishes]) -> Iterator[ServedGame]:
    """Begin a game in the file of a server's database."""
    with game_at(server, f"sqlite:///{database}", **wishes) as game:
        yield game


@contextmanager
def game_at(server: Server, url: str, **wishes: Unpack[Wishes]) -> Iterator[ServedGame]:
    """Begin a game in a server's database."""
    engine = create_engine(url, pool_pre_ping=True)
    prepare_engine(engine)
    with Session(engine) as session:
        table = make_table(session)
        yield ServedGame(server, session, table, table.start(**wishes).id)
    engine.dispose()


def integrity(session: Session) -> str:
    """Give ``ok`` if the database is whole."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        found = [*connection.exec_driver_sql("PRAGMA integrity_check").scalars(), *map(str, lost)]
    else:
        connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS amcheck")
        connection.exec_driver_sql(CHECK_INDEXES)
        found = [*connection.exec_driver_sql(CHECK_TABLES).scalars()] or ["ok"]
    session.rollback()
    return "; ".join(found)
