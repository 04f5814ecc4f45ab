"""The group's own house rules of a game, with which new games are proposed. A game that is there keeps its own."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.problems import InvalidOptionsError
from scorekeeper.models import Change, Group
from scorekeeper.models.base import JsonObject
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.checks import known_game, plain_options
from scorekeeper.services.transactions import begin_reading, writing

KIND = "usual_rules."
"""The kind of a change that says so, before the key of the game: the newest one holds."""


def keep(session: Session, actor: Actor, game: str, options: Mapping[str, object], *, key: str) -> None:
    """Play a game by these house rules from now on. Raises InvalidInputError with all problems."""
    after: JsonObject = {"options": plain_options(known_game(game), options)}
    command = Command.of(key, KIND + game, after)
    with writing(session, actor, Group, actor.group_id) as group:
        if earlier(session, actor, command):
            return
        before = _newest(session, actor, game)
        log(session, actor, group, command, before=None if before is None else before.after, after=after)


def usual_rules(session: Session, actor: Actor, game: str) -> Mapping[str, object] | None:
    """Give the house rules that the group plays a game by, as plain data; None if it never said so."""
    begin_reading(session)
    rules, change = known_game(game), _newest(session, actor, game)
    said = None if change is None else (change.after or {}).get("options")
    try:
        return rules.dump_options(rules.load_options(said)) if isinstance(said, dict) else None
    except InvalidOptionsError:  # a log that came from elsewhere may say anything
        return None


def _newest(session: Session, actor: Actor, game: str) -> Change | None:
    return session.scalar(
        select(Change)
        .where(Change.group_id == actor.group_id, Change.scope_id == actor.group_id, Change.kind == KIND + game)
        .order_by(Change.number.desc())
        .limit(1)
    )
