"""The two ways in which something that was entered is destroyed: a player made nameless, and a group deleted.

Both are for owners, and neither can be taken back.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from sqlalchemy import JSON, String, Table, delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.models import Base, Change, Device, Group, Link, Player, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.archive.shape import own
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import InvalidInputError, NotFoundError
from scorekeeper.services.names import fold_name
from scorekeeper.services.transactions import writing

FREE_TEXT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"group": ("name",), "evening": ("place",), "device": ("label",), "payment": ("note",)}
)
"""Columns in which people write what they like; the name of the player is changed by itself."""

FREE_FIELDS = frozenset({"name", "names", "note", "place", "label"})
"""The same inside of what is kept as plain data; other texts there are words of the app."""

NO_DIGEST = "0" * 64
"""In place of the digest of an input that held the name: a name is guessed from its digest in no time."""


def anonymise(session: Session, actor: Actor, player_id: uuid.UUID, *, key: str, word: str = "Player") -> str:
    """Give a player a name that says nothing, such as ``Player 7``, wherever the old ones stand; give it.

    `word` is that for a player. The player is retired; games, results and money stay. Raises NotFoundError.
    """
    command = Command.of(key, "player.anonymise", {"player": player_id.hex})
    with writing(session, actor, Group, actor.group_id, Role.OWNER) as group:
        before = earlier(session, actor, command)
        if before is not None and before.result is not None:
            return str(before.result["name"])
        player = session.get(Player, (actor.group_id, player_id))
        if player is None:
            raise NotFoundError
        fresh = _nameless(session, player, word)
        _forget(session, actor.group_id, _Scrubber(_names_of(session, player), fresh, player.id))
        player.name, player.folded = fresh, fold_name(fresh)
        player.retired_at = player.retired_at or utcnow()
        for model in (Device, Link):
            said = (model.group_id == actor.group_id, model.player_id == player_id)
            session.execute(update(model).where(*said).values(player_id=None))
        log(session, actor, group, command, after={"player": player_id.hex}, result={"name": fresh})
        return fresh


def delete_group(session: Session, actor: Actor, *, key: str, name: str) -> None:
    """Delete the group with all that belongs to it, if its name was typed right; nothing of it is left to log in.

    Raises InvalidInputError ``name_differs`` at ``name``.
    """
    Command.of(key, "group.delete", {})
    with writing(session, actor, Group, actor.group_id, Role.OWNER) as group:
        if fold_name(" ".join(name.split())) != fold_name(group.name):
            raise InvalidInputError([Problem("name_differs", "name", {"name": group.name})])
        session.expunge_all()
        for table in reversed(Base.metadata.sorted_tables):
            session.execute(delete(table).where(own(table) == actor.group_id))


def is_gone(session: Session, group_id: uuid.UUID) -> bool:
    """Say whether there is no such group (any more); for who is known to have belonged to it."""
    return session.get(Group, group_id) is None


def _nameless(session: Session, player: Player, word: str) -> str:
    """Find a name that nobody has: the player's place in the list, or the next number that is free."""
    taken = set(session.scalars(select(Player.folded).where(Player.group_id == player.group_id)))
    number = player.position + 1
    while fold_name(f"{word} {number}") in taken:
        number += 1
    return f"{word} {number}"


def _names_of(session: Session, player: Player) -> set[str]:
    """Give every name that the player ever had."""
    changes = session.execute(
        select(Change.before, Change.after).where(
            Change.group_id == player.group_id, Change.kind.in_(("player.add", "player.rename"))
        )
    )
    told = (part for change in changes for part in change if part and part.get("player") == player.id.hex)
    return {player.name, *(str(part["name"]) for part in told)}


class _Scrubber:
    """Put a name in the place of others, as whole words and however they are written."""

    def __init__(self, names: Collection[str], fresh: str, player_id: uuid.UUID) -> None:
        longest_first = sorted(names, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
        self._fresh = fresh
        self._player = player_id.hex

    def text(self, text: str) -> str:
        """Change a text."""
        return self._pattern.sub(lambda _found: self._fresh, text)

    def plain(self, value: object) -> object:
        """Change plain data, in its free texts alone, and not what names another player by id."""
        if isinstance(value, list):
            return [self.plain(each) for each in value]
        if not isinstance(value, dict):
            return value
        another = value.get("player", self._player) != self._player
        return {name: self._field(name, each, another=another) for name, each in value.items()}

    def _field(self, name: str, value: object, *, another: bool) -> object:
        if name not in FREE_FIELDS or (another and name == "name"):
            return self.plain(value)
        if isinstance(value, list):
            return [self.text(each) if isinstance(each, str) else each for each in value]
        return self.text(value) if isinstance(value, str) else value


def _forget(session: Session, group_id: uuid.UUID, scrubber: _Scrubber) -> None:
    """Change every row of the group in which a name stands."""
    for table in Base.metadata.sorted_tables:
        for identity, values in _changed(session, table, group_id, scrubber):
            if table.name == "change":
                values["digest"] = NO_DIGEST
            where = [column == value for column, value in zip(table.primary_key, identity, strict=True)]
            session.execute(update(table).where(*where).values(values))


def _changed(
    session: Session, table: Table, group_id: uuid.UUID, scrubber: _Scrubber
) -> Iterator[tuple[tuple[object, ...], dict[str, object]]]:
    """Give the primary key and the new values of each row of a table that holds a name."""
    texts = [table.c[name] for name in FREE_TEXT.get(table.name, ())]
    plain = [column for column in table.columns if isinstance(column.type, JSON)]
    if not texts and not plain:
        return
    keys = len(table.primary_key)
    for row in session.execute(select(*table.primary_key, *texts, *plain).where(own(table) == group_id)).all():
        held = dict(zip([*texts, *plain], row[keys:], strict=True))
        fresh = {column: _scrubbed(column.type, value, scrubber) for column, value in held.items()}
        values = {column.name: value for column, value in fresh.items() if value != held[column]}
        if values:
            yield tuple(row[:keys]), values


def _scrubbed(kind: object, value: object, scrubber: _Scrubber) -> object:
    if isinstance(kind, String) and isinstance(value, str):
        return scrubber.text(value)[: kind.length]
    return scrubber.plain(value)
