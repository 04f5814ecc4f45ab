"""Secrets that a page shows once: kept in the browser's own signed cookie until they are put away or too old.

The database holds only hashes of them, so a page that is loaded again has nowhere else to find them.
"""

from __future__ import annotations

import time
import uuid
from datetime import UTC, datetime
from typing import TypeVar

from flask import Response, after_this_request, session

from scorekeeper.services.links import Transfer

Shown = TypeVar("Shown", str, Transfer)

RECOVERY = "recovery"
TRANSFER = "transfer"
# Long enough for an evening on which nobody has a pencil.
RECOVERY_LIFE_SECONDS = 12 * 60 * 60


def remember_recovery(group_id: uuid.UUID, code: str) -> None:
    """Keep a new recovery code until it was noted."""
    session[RECOVERY] = [group_id.hex, code, int(time.time())]


def pending_recovery(group_id: uuid.UUID) -> str | None:
    """Give the group's recovery code if it still waits to be noted."""
    match session.get(RECOVERY):
        case [str(group), str(code), int(since)] if group == group_id.hex:
            return _shown(code) if time.time() < since + RECOVERY_LIFE_SECONDS else None
    return None


def put_recovery_away() -> None:
    """Show the recovery code no more."""
    session.pop(RECOVERY, None)


def remember_transfer(group_id: uuid.UUID, made: Transfer) -> None:
    """Keep a one-use link as long as it is good."""
    session[TRANSFER] = [group_id.hex, made.secret, made.code, int(made.expires_at.timestamp())]


def pending_transfer(group_id: uuid.UUID) -> Transfer | None:
    """Give the one-use link that this browser made for the group if it is still good."""
    match session.get(TRANSFER):
        case [str(group), str(secret), str(code), int(ends)] if group == group_id.hex and time.time() < ends:
            return _shown(Transfer(secret, code, datetime.fromtimestamp(ends, UTC)))
    return None


def _shown(secret: Shown) -> Shown:
    """Let no cache keep the page that shows it, that of the browser's Back button included."""

    @after_this_request
    def never_keep(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return secret
