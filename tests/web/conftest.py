"""Phones for the tests of the pages: browsers with checked forms, alone or inside a group with a role."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Role
from scorekeeper.services import codes
from scorekeeper.web.application import Application
from scorekeeper.web.extensions import db
from tests.conftest import MakeApp, apps
from tests.databases import Databases
from tests.services.factories import NAMES, Table, Wishes, make_table
from tests.web.phone import Page, Phone, PhoneAt
from tests.web.sheet_table import Game, MakeGame

PhoneFactory = Callable[[], Phone]
FOUR = ("Anna", "Bernd", "Clara", "Dieter")


@dataclass(frozen=True, slots=True)
class Group:
    """A group as the tests see it: its address, its owner's phone, its two links, its recovery code."""

    path: str
    owner: Phone
    links: dict[Role, str]
    recovery: str


SERVED = {"WTF_CSRF_ENABLED": True, "SCOREKEEPER_URL": "http://cards.example.org"}


@pytest.fixture(scope="session")
def shared_site(databases: Databases, shared_instance: Path) -> Iterator[Application]:
    """Make the app once for all tests that leave its routes and settings alone: that takes longer than most of them."""
    with apps(shared_instance) as make:
        yield make(databases.migrated(), **SERVED)


@pytest.fixture
def site(engine: Engine, shared_site: Application) -> Iterator[Application]:
    """Give the app as it is served, on a fresh database: tokens are checked."""
    with shared_site.app_context():
        own, db.engines[None] = db.engine, engine
    yield shared_site
    with shared_site.app_context():
        db.engines[None] = own


@pytest.fixture
def own_site(database_url: str, make_app: MakeApp) -> Application:
    """Give an app as it is served for a test that changes it."""
    return make_app(database_url, **SERVED)


@pytest.fixture
def new_phone(site: Application) -> PhoneFactory:
    """Make browsers that have joined nothing."""
    return lambda: Phone(site.test_client())


@pytest.fixture
def phone(new_phone: PhoneFactory) -> Phone:
    """Give a browser that has joined nothing."""
    return new_phone()


def start_group(phone: Phone, name: str = "Thursday table", people: tuple[str, ...] = FOUR) -> Page:
    """Start a group through the first page."""
    form = phone.get("/").form("Start the group").fill("Name of the group", name)
    for number, person in enumerate(people, 1):
        form.fill(f"Name {number}", person)
    return form.send()


@pytest.fixture
def group(new_phone: PhoneFactory) -> Group:
    """Start a group of four."""
    owner = new_phone()
    page = start_group(owner)
    code = page.soup.select_one(".code")
    assert code is not None
    invite = owner.get(f"{page.path}invite")
    links = {
        role: re.sub("^https?://[^/]+", "", str(invite.soup.select_one(f"#{role.value}-link")["value"]))
        for role in (Role.MEMBER, Role.VIEWER)
    }
    return Group(page.path, owner, links, "".join(code.get_text().split()))


def join(phone: Phone, link: str) -> Phone:
    """Join by a link."""
    phone.get(link).press("Join")
    return phone


@pytest.fixture
def member(group: Group, new_phone: PhoneFactory) -> Phone:
    """Give a phone that enters and corrects."""
    return join(new_phone(), group.links[Role.MEMBER])


@pytest.fixture
def viewer(group: Group, new_phone: PhoneFactory) -> Phone:
    """Give a phone that only watches."""
    return join(new_phone(), group.links[Role.VIEWER])


@pytest.fixture
def table(session: Session) -> Table:
    """Give a group of six with an evening of four, to be played at through the services."""
    return make_table(session)


@pytest.fixture
def phone_at(site: Application, table: Table) -> PhoneAt:
    """Make a browser that belongs to the table's group with a role."""

    def make(role: Role) -> Phone:
        client, token = site.test_client(), codes.new_token()
        with client.session_transaction() as cookie:
            cookie["device"] = token
        table.session.add(
            Device(group_id=table.group_id, token_hash=codes.hashed(token), role=role, label="linux chrome")
        )
        table.session.commit()
        return Phone(client)

    return make


@pytest.fixture
def sheet_id(table: Table) -> uuid.UUID:
    """Start a game at the table; whoever wants one with deals makes their own."""
    return table.start().id


@pytest.fixture
def at(table: Table, sheet_id: uuid.UUID) -> str:
    """Give the address of that game."""
    return f"/g/{table.group_id}/sheets/{sheet_id}"


@pytest.fixture
def make_game(site: Application, session: Session) -> Iterator[MakeGame]:
    """Make games of a fresh group."""

    def make(
        *payloads: dict[str, object], names: Sequence[str] = NAMES, seats: int = 4, **more: Unpack[Wishes]
    ) -> Game:
        table = make_table(session, names)
        sheet_id = table.start(range(seats), **more).id
        table.record(sheet_id, *payloads)
        return Game(site, session, table, sheet_id)

    yield make
    session.rollback()
