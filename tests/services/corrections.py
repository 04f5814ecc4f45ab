"""How the tests correct a row: as a phone does that has just looked at it."""

from __future__ import annotations

import uuid
from typing import Any

from scorekeeper.services import deals
from scorekeeper.services.deals import Written
from tests.services.factories import Table, new_key


def amend(table: Table, sheet_id: uuid.UUID, entry_id: uuid.UUID, payload: dict[str, object], **more: Any) -> Written:
    base = more.pop("base", None) or table.row(sheet_id, entry_id).base
    key = more.pop("key", None) or new_key()
    return deals.amend(table.session, table.second, sheet_id, entry_id, key=key, base=base, payload=payload, **more)


def take_out(table: Table, sheet_id: uuid.UUID, entry_id: uuid.UUID, confirm: str | None = None) -> Written:
    base = table.row(sheet_id, entry_id).base
    return deals.remove(table.session, table.device, sheet_id, entry_id, key=new_key(), base=base, confirm=confirm)


def put_back(table: Table, sheet_id: uuid.UUID, entry_id: uuid.UUID, confirm: str | None = None) -> Written:
    base = table.row(sheet_id, entry_id).base
    return deals.restore(table.session, table.device, sheet_id, entry_id, key=new_key(), base=base, confirm=confirm)
