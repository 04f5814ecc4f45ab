"""The recovery code: shown once, kept as a hash, it makes any browser an owner of its group."""

from __future__ import annotations

import hmac

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Group, Role
from scorekeeper.services import codes, joining
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import KeyReusedError, NotFoundError
from scorekeeper.services.transactions import begin_immediate, writing


def renew(session: Session, actor: Actor, *, key: str, token: str) -> str:
    """Make a new recovery code and give it; the old one opens nothing any more.

    A repeated request gives the same code again, since it is derived from the browser's token and the key.
    """
    command = Command.of(key, "group.recovery", {})
    code = codes.recovery_code(token, actor.group_id, key)
    with writing(session, actor, Group, actor.group_id, Role.OWNER) as group:
        if earlier(session, actor, command) is None:
            group.recovery_hash = codes.hashed(code)
            log(session, actor, group, command)
    return code


def opens(session: Session, actor: Actor, code: str) -> bool:
    """Say whether a recovery code that a browser still shows is the group's present one."""
    kept = session.scalar(select(Group.recovery_hash).where(Group.id == actor.group_id))
    return kept is not None and hmac.compare_digest(kept, codes.hashed(code))


def recover(session: Session, code: str, *, key: str, token: str, label: str = "") -> Actor:
    """Make the browser an owner of the group that the code opens; the code stays good.

    Raises NotFoundError when it opens none.
    """
    signs = codes.read_code(code)
    if signs is None or len(signs) != codes.RECOVERY_LENGTH:
        raise NotFoundError
    command = Command.of(key, "device.recover", {"code": codes.hashed(signs)})
    begin_immediate(session)
    try:
        group = _opened(session, signs)
        device = joining.device_of(session, group.id, token, label)
        actor = Actor(group.id, device.id, Role.OWNER, device.player_id)
        if earlier(session, actor, command) is None:
            device.role, device.link_id, device.removed_at = Role.OWNER, None, None
            session.flush()
            log(session, actor, group, command)
        elif device.removed_at is not None:
            raise KeyReusedError
        session.commit()
    except BaseException:
        session.rollback()
        raise
    return actor


def _opened(session: Session, signs: str) -> Group:
    first, last = codes.group_range(signs)
    wanted = codes.hashed(signs)
    for group in session.scalars(select(Group).where(Group.id.between(first, last)).with_for_update()):
        if group.recovery_hash is not None and hmac.compare_digest(group.recovery_hash, wanted):
            return group
    raise NotFoundError
