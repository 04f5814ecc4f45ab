"""The log of changes, and the keys that make each of them happen exactly once."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, Unpack

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Change, Evening, Group, Sheet
from scorekeeper.models.base import JsonObject
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import InvalidInputError, KeyReusedError

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")


@dataclass(frozen=True, slots=True)
class Command:
    """What is asked, under which key: `kind` is the use case, `digest` stands for its first input."""

    key: str
    kind: str
    digest: str

    @classmethod
    def of(cls, key: str, kind: str, payload: Mapping[str, object]) -> Command:
        """Make a command; refuse a key that is missing or malformed."""
        if not KEY.fullmatch(key):
            raise InvalidInputError([Problem("key", "key")])
        text = json.dumps([kind, payload], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return cls(key, kind, hashlib.sha256(text.encode()).hexdigest())


def earlier(session: Session, actor: Actor, command: Command) -> Change | None:
    """Give the change that this command made before, or None.

    Raises KeyReusedError when the key served another input. Call it inside `writing`, before any check
    that the first run has made untrue.
    """
    change = session.scalar(select(Change).where(Change.group_id == actor.group_id, Change.key == command.key))
    if change is not None and change.digest != command.digest:
        raise KeyReusedError
    return change


class Told(TypedDict, total=False):
    """What a change tells besides who and when; see `models.log.Change`."""

    before: JsonObject | None
    after: JsonObject | None
    entry_id: uuid.UUID | None
    undoes: uuid.UUID | None
    result: JsonObject | None


def log(
    session: Session, actor: Actor, scope: Group | Evening | Sheet, command: Command, **told: Unpack[Told]
) -> Change:
    """Add the change to the scope's log and count the scope's version up."""
    change = next_change(actor, scope, command, **told)
    session.add(change)
    return change


def next_change(actor: Actor, scope: Group | Evening | Sheet, command: Command, **told: Unpack[Told]) -> Change:
    """Count the scope's version up and give the change that the caller adds.

    Its id follows from its key, so that a phone without a network can name it before it is made.
    """
    scope.version += 1
    return Change(
        group_id=actor.group_id,
        id=uuid.uuid5(actor.group_id, command.key),
        scope_id=scope.id,
        number=scope.version,
        kind=command.kind,
        key=command.key,
        digest=command.digest,
        device_id=actor.device_id,
        player_id=actor.player_id,
        before=told.get("before"),
        after=told.get("after"),
        entry_id=told.get("entry_id"),
        undoes=told.get("undoes"),
        result=told.get("result"),
    )
