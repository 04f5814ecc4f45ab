"""The writing transaction: takes the lock first, checks the device again, commits once or not at all.

Reading uses the session as it is. A use case that writes never begins inside a reading transaction: on
SQLite a read that turns into a write can lose another's update without an error.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Evening, Group, Role, Sheet
from scorekeeper.models.trouble import is_busy
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError

Scope = TypeVar("Scope", Group, Evening, Sheet)


LOCK_ROUNDS = 4
"""How often SQLite is asked for the write lock; each time it waits as long as ``models.engine`` says."""


def begin_immediate(session: Session) -> None:
    """Begin a transaction that holds the write lock from its start (SQLite: ``BEGIN IMMEDIATE``).

    Who has waited long asks SQLite ever more seldom and is overtaken by who came later, so the wait is done
    in rounds. Raises RuntimeError when a transaction is open already, since what it read may be old.
    """
    if session.in_transaction():
        raise RuntimeError("a transaction is open: end it before a writing use case begins")
    session.expire_all()
    for left in reversed(range(LOCK_ROUNDS)):
        try:
            session.connection(execution_options={"immediate": True})
        except OperationalError as error:
            session.rollback()
            if not left or not is_busy(error):
                raise
        else:
            return


@contextmanager
def writing(
    session: Session, actor: Actor, scope: type[Scope], scope_id: uuid.UUID, least: Role = Role.MEMBER
) -> Iterator[Scope]:
    """Give the locked row of a group, an evening or a sheet; commit at the end, roll back on any error.

    Raises NotFoundError when the row or the device is gone, ForbiddenError when the role does not reach.
    """
    begin_immediate(session)
    try:
        check_device(session, actor, least)
        yield lock(session, actor, scope, scope_id)
        session.commit()
    except BaseException:
        session.rollback()
        raise


def lock(session: Session, actor: Actor, scope: type[Scope], scope_id: uuid.UUID) -> Scope:
    """Give a further row, locked, inside `writing`. Raises NotFoundError.

    Rows are locked from the small to the large, so that no two use cases wait for each other: the sheet,
    its evening, the group.
    """
    row = session.get(scope, scope_key(actor, scope, scope_id), with_for_update=True)
    if row is None:
        raise NotFoundError
    return row


def begin_reading(session: Session) -> None:
    """Let all that is read until the transaction ends be of one moment.

    SQLite does so by itself; PostgreSQL is asked to, unless a transaction is open already.
    """
    if not session.in_transaction() and session.get_bind().dialect.name == "postgresql":
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def scope_key(actor: Actor, scope: type[Scope], scope_id: uuid.UUID) -> uuid.UUID | tuple[uuid.UUID, uuid.UUID]:
    """Give the primary key of a scope inside the actor's group, so that a foreign id finds nothing."""
    if scope is Group:
        if scope_id != actor.group_id:
            raise NotFoundError
        return scope_id
    return (actor.group_id, scope_id)


def check_device(session: Session, actor: Actor, least: Role) -> Device:
    """Give the actor's device as it is now; its role in the database decides, not the one of a moment ago."""
    device = session.get(Device, (actor.group_id, actor.device_id))
    if device is None or device.removed_at is not None:
        raise NotFoundError
    Actor(actor.group_id, device.id, device.role, device.player_id).need(least)
    return device
