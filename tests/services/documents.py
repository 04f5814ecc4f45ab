"""What the tests of documents share: writing one, taking one in, and what is refused of it."""

from __future__ import annotations

import io
import json
import uuid
from datetime import date
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorekeeper.models import Role
from scorekeeper.services import codes
from scorekeeper.services.actor import Actor
from scorekeeper.services.archive.take_in import take_in
from scorekeeper.services.archive.write import write_group
from scorekeeper.services.errors import InvalidInputError
from tests.services.factories import new_key

UNTIL = date(2026, 11, 26)
Document = dict[str, Any]


def exported(session: Session, group_id: uuid.UUID) -> bytes:
    file = io.BytesIO()
    write_group(session, Actor(group_id, uuid.uuid4(), Role.OWNER), file)
    return file.getvalue()


def taken_in(session: Session, data: bytes, token: str = "") -> uuid.UUID:
    return take_in(session, key=new_key(), token=token or codes.new_token(), data=data).group_id


def problems(session: Session, document: Document | bytes) -> list[tuple[str, str]]:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(InvalidInputError) as refused:
        taken_in(session, data)
    assert not session.in_transaction()
    return [(problem.code, problem.where) for problem in refused.value.problems]
