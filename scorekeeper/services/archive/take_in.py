"""Take a document in as a new group, whole or not at all; whoever brings it is the owner."""

from __future__ import annotations

import hashlib
import uuid
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping

from sqlalchemy import ForeignKeyConstraint, Table, insert
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Base, Device, Group, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import codes, groups, links, months
from scorekeeper.services.actor import Actor
from scorekeeper.services.archive.checks import check_rows
from scorekeeper.services.archive.ids import renewed
from scorekeeper.services.archive.read import Fields, Problems, read_document
from scorekeeper.services.archive.shape import tables
from scorekeeper.services.changes import Command, log
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.groups import Created
from scorekeeper.services.transactions import begin_immediate

IMPORT = "group.import"


def take_in(session: Session, *, key: str, token: str, data: bytes, label: str = "") -> Created:
    """Make a group of a document; the browser with this token becomes its owner.

    As in `groups.create` a repeated request finds the group instead of making another. Raises
    InvalidInputError whose problems name their places in the document, KeyReusedError.
    """
    command = Command.of(key, IMPORT, {"file": hashlib.sha256(data).hexdigest()})
    group_id = uuid.uuid5(groups.NAMESPACE, f"{IMPORT}:{codes.hashed(token)}:{key}")
    code = codes.recovery_code(token, group_id, key)
    device = Device(group_id=group_id, id=uuid.uuid4(), token_hash=codes.hashed(token), role=Role.OWNER, label=label)
    actor = Actor(group_id, device.id, Role.OWNER)
    made = groups.created_before(session, actor, command, token, code)
    if made is not None:
        return made
    rows = _ready(data, group_id)
    rows["group"][0]["recovery_hash"] = codes.hashed(code)
    try:
        _store(session, rows, actor, device, command)
    except IntegrityError:
        # The same request, a moment earlier; or rows that no check here knew to refuse.
        made = groups.created_before(session, actor, command, token, code)
        if made is None:
            raise InvalidInputError([Problem("file_refused")]) from None
        return made
    except DataError:
        raise InvalidInputError([Problem("file_refused")]) from None
    return Created(actor, code, replayed=False)


def _ready(data: bytes, group_id: uuid.UUID) -> dict[str, list[Fields]]:
    """Give the rows to be stored, in an order in which each finds those it refers to."""
    problems = Problems()
    rows = {**renewed(read_document(data), group_id), "feat": list[Fields]()}
    check_rows(rows, problems)
    now = utcnow()
    for device in rows["device"]:
        # Its name stays beside what it entered; it opens nothing here.
        device |= {"token_hash": codes.hashed(codes.new_token()), "role": Role.VIEWER}
        device |= {"seen_at": device["created_at"], "removed_at": now}
    for table in tables():
        rows[table.name] = _parents_first(table, rows[table.name], problems)
    problems.stop()
    return rows


def _store(session: Session, rows: Mapping[str, list[Fields]], actor: Actor, device: Device, command: Command) -> None:
    begin_immediate(session)
    try:
        for table in (*tables(), Base.metadata.tables["feat"]):
            if rows[table.name]:
                session.execute(insert(table), rows[table.name])
        months.keep_all(session, actor.group_id)
        session.add_all(links.make_standing(actor.group_id, role) for role in links.STANDING_ROLES)
        session.add(device)
        session.flush()
        group = session.get_one(Group, actor.group_id)
        log(session, actor, group, command, after={"name": group.name})
        session.commit()
    except BaseException:
        session.rollback()
        raise


def _parents_first(table: Table, rows: list[Fields], problems: Problems) -> list[Fields]:
    """Order rows that refer to rows of their own table, so that each stands behind the one it names."""
    for name in _own_references(table):
        children: defaultdict[object, list[Fields]] = defaultdict(list)
        for row in rows:
            children[row[name]].append(row)
        ordered: list[Fields] = []
        waiting: deque[object] = deque([None])
        while waiting:
            for row in children.pop(waiting.popleft(), ()):
                ordered.append(row)
                waiting.append(row["id"])
        if len(ordered) < len(rows):
            problems.add("circle", f"{table.name}.{name}")
        rows = ordered
    return rows


def _own_references(table: Table) -> Iterator[str]:
    for constraint in table.constraints:
        if isinstance(constraint, ForeignKeyConstraint) and constraint.referred_table is table:
            yield from (each.parent.name for each in constraint.elements if each.parent.name != "group_id")
