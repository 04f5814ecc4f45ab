"""Two groups that have met, and every route of the app called upon them as a page would call it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient
from sqlalchemy import Engine, create_engine, func, select
from sqlalchemy.orm import Session
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.models import Change, Device, Role
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services import codes
from scorekeeper.services.links import make_standing
from scorekeeper.web.application import Application
from tests.conftest import apps
from tests.databases import Databases
from tests.services.factories import Table, deal, make_table, new_key
from tests.services.settling import another_evening, debts, lost, pay, settle


@dataclass(frozen=True, slots=True)
class World:
    """Two groups, each at a game with a deal, and the app that serves them."""

    app: Application
    engine: Engine
    here: dict[str, str]
    abroad: dict[str, str]
    others: tuple[dict[str, str], ...] = ()
    """What differs in the addresses of the other games of `here`: one that is over, and one that runs."""

    def phone(self, group_id: str | None = None, role: Role | None = None) -> FlaskClient:
        """Give a browser; with a group and a role it is a device there."""
        client, token = self.app.test_client(), codes.new_token()
        with client.session_transaction() as cookie:
            cookie["device"] = token
        if group_id is not None:
            with Session(self.engine) as session:
                session.add(
                    Device(
                        group_id=uuid.UUID(group_id), token_hash=codes.hashed(token), role=role, label="linux chrome"
                    )
                )
                session.commit()
        return client

    def new_link(self, group_id: str) -> str:
        """Make a link that no other call has changed."""
        link = make_standing(uuid.UUID(group_id), Role.MEMBER)
        secret = link.secret
        with Session(self.engine) as session:
            session.add(link)
            session.commit()
        assert secret is not None
        return secret

    def changes(self) -> int:
        """Count the changes that were ever logged, in both groups."""
        with Session(self.engine) as session:
            return session.scalar(select(func.count()).select_from(Change)) or 0

    def call(self, client: FlaskClient, rule: Rule, method: str, values: dict[str, str]) -> int:
        """Call a route as a page would, and give the status."""
        with self.answer(client, rule, method, values) as answer:
            return answer.status_code

    def token(self, client: FlaskClient) -> str:
        """Take a token from a page."""
        page = client.get("/open").get_data(as_text=True)
        return page.partition('name="csrf_token" value="')[2].partition('"')[0]

    def answer(
        self,
        client: FlaskClient,
        rule: Rule,
        method: str,
        values: dict[str, str],
        *,
        keyed: bool = True,
        key: str = "",
        token: str = "",
    ) -> TestResponse:
        """Call a route as a page would, without the key that a page sends, or with a certain one; give the answer."""
        secret = self.new_link(values["group_id"]) if "secret" in rule.arguments else ""
        path = rule.build({name: {**values, "secret": secret}[name] for name in rule.arguments})
        assert path is not None
        if method == "GET":
            return client.get(path[1])
        data = {
            "csrf_token": token or self.token(client),
            "change_id": values["change_id"],
            "before": values["entry_id"],
        }
        if keyed:
            data["key"] = key or new_key()
        return client.open(path[1], method=method, data=data)


def other_games(table: Table) -> list[dict[str, str]]:
    """Play a game of Staekske Rape to its end, and begin an account of Šnapser; give what their addresses name."""
    over = table.start(game="staekske_rape", options={"target": 10, "double_losses": False}).id
    running = table.start((4, 5), game="snapser", options={"marriages_33": False}).id
    nines = {"declarer": 1, "bid": 5, "event": "played", "card_points": 93, "melds": ["four_nines"]}
    won = {"chooser": 1, "declared": "hram", "winner": "chooser", "outcome": "bez_vody", "red": True, "raises": 2}
    rows = [(over, {**nines, "without_stock": True}), (running, won)]
    return [
        {"game": table.sheet(sheet).game, "sheet_id": str(sheet), "entry_id": str(written.entry_id)}
        for sheet, row in rows
        for written in table.record(sheet, row)
    ]


def values_of(session: Session, table: Table) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Play one deal; give the value of every variable part of an address, and of those of the other games."""
    lost(table)
    settlement = settle(table).id
    debt = debts(table)[0]
    another_evening(table)
    others = other_games(table)
    sheet = table.start()
    (written,) = table.record(sheet.id, deal(66, 30, 24, 0))
    session.add(make_standing(table.group_id, Role.VIEWER))
    session.commit()
    ids = {
        "group_id": table.group_id,
        "evening_id": table.evening_id,
        "settlement_id": settlement,
        "transfer_id": debt.transfer_id,
        "payment_id": pay(table, debt, 30).id,
        "sheet_id": sheet.id,
        "entry_id": written.entry_id,
        "change_id": written.change_id,
        "player_id": table.players[5],
        "device_id": table.second.device_id,
    }
    values = {name: str(each) for name, each in ids.items()}
    return {"role": "viewer", "mark": "comma", "game": "kalter_schlag", **values}, others


@contextmanager
def made_world(databases: Databases, instance: Path, **settings: object) -> Iterator[World]:
    """Set the two groups up once: what a call changes is no matter to the next."""
    url = databases.migrated()
    engine = create_engine(url)
    prepare_engine(engine)
    with Session(engine) as session:
        here, others = values_of(session, make_table(session))
        abroad, _others = values_of(session, make_table(session))
    with apps(instance) as make_app:
        yield World(make_app(url, WTF_CSRF_ENABLED=True, **settings), engine, here, abroad, tuple(others))
    engine.dispose()
    databases.drop(url)
