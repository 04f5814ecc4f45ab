"""A storm of writing: deals entered by the use cases, in a thread or in a process, until it is told to stop."""

from __future__ import annotations

import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Evening, Player, Role
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services.actor import Actor
from tests.services.factories import Table, deal, make_table

DEALS = (deal(55, 35, 20, 10), deal(20, 66, 34, 0, calls=1), deal(0, 63, 57, 0, calls=3, jungfrauen=2))


def write(url: str, group_id: uuid.UUID, until: threading.Event, begun: threading.Event) -> None:
    """Play games of three deals, one after the other."""
    engine = create_engine(url)
    prepare_engine(engine)
    with Session(engine) as session:
        table = table_of(session, group_id)
        while not until.is_set():
            sheet = table.start()
            table.record(sheet.id, *DEALS)
            begun.set()
    engine.dispose()


def table_of(session: Session, group_id: uuid.UUID) -> Table:
    """Give the table of a group that another process has made."""
    players = session.scalars(select(Player.id).where(Player.group_id == group_id).order_by(Player.position)).all()
    device = session.scalars(select(Device.id).where(Device.group_id == group_id, Device.role == Role.OWNER)).one()
    evening = session.scalars(select(Evening.id).where(Evening.group_id == group_id)).one()
    session.rollback()
    actor = Actor(group_id, device, Role.OWNER)
    return Table(session, group_id, tuple(players), actor, actor, actor, evening)


def new_table(url: str) -> uuid.UUID:
    """Make a group to write into."""
    engine = create_engine(url)
    prepare_engine(engine)
    with Session(engine) as session:
        group_id = make_table(session).group_id
    engine.dispose()
    return group_id


@contextmanager
def storm(url: str) -> Iterator[None]:
    """Let a thread write meanwhile."""
    until, begun = threading.Event(), threading.Event()
    writer = threading.Thread(target=write, args=(url, new_table(url), until, begun))
    writer.start()
    assert begun.wait(30)
    try:
        yield
    finally:
        until.set()
        writer.join(30)


if __name__ == "__main__":
    write(sys.argv[1], uuid.UUID(sys.argv[2]), threading.Event(), threading.Event())
