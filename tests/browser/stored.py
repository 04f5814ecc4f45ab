"""A group that a browser started, played on through the services: long games without a tap for each deal."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Evening, Player
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services import players
from scorekeeper.services.actor import Actor
from tests.browser.server import Server
from tests.services.factories import Table, new_key


@contextmanager
def stored_table(server: Server, path: str, *newcomers: str) -> Iterator[Table]:
    """Give the group of a path such as ``/g/<group>/``, and who joins it, as a table with its newest evening."""
    engine = create_engine(f"sqlite:///{server.instance / 'scorekeeper.sqlite3'}")
    prepare_engine(engine)
    group_id = uuid.UUID(path.split("/")[2])
    with Session(engine) as session:
        device = session.scalars(select(Device).where(Device.group_id == group_id)).first()
        evening = session.scalars(select(Evening.id).where(Evening.group_id == group_id)).first()
        assert device is not None
        assert evening is not None
        actor = Actor(group_id, device.id, device.role, device.player_id)
        session.rollback()
        for name in newcomers:
            players.add(session, actor, key=new_key(), name=name)
        found = session.scalars(select(Player.id).where(Player.group_id == group_id).order_by(Player.position))
        people = tuple(found)
        session.rollback()
        yield Table(session, group_id, people, actor, actor, actor, evening)
        session.rollback()
    engine.dispose()
