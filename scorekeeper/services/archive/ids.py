"""New ids for old ones, everywhere in the rows of a group, inside of what was logged as well."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from scorekeeper.services.archive.read import Document, Fields


def renewed(document: Document, group_id: uuid.UUID) -> dict[str, list[Fields]]:
    """Give the rows with new ids, each with its group's; the same document and group give the same ids again."""
    new = {document.group_id: group_id}
    for rows in document.rows.values():
        new |= {each: uuid.uuid5(group_id, str(each)) for row in rows if isinstance(each := row.get("id"), uuid.UUID)}
    new[document.group_id] = group_id
    texts = {str(old): str(now) for old, now in new.items()} | {old.hex: now.hex for old, now in new.items()}
    renewed_rows: dict[str, list[Fields]] = {}
    for name, rows in document.rows.items():
        whose = {} if name == "group" else {"group_id": group_id}
        renewed_rows[name] = [
            {**whose, **{field: _renewed(value, new, texts) for field, value in row.items()}} for row in rows
        ]
    return renewed_rows


def _renewed(value: object, new: Mapping[uuid.UUID, uuid.UUID], texts: Mapping[str, str]) -> object:
    if isinstance(value, uuid.UUID):
        return new[value]
    return _in_plain(value, texts) if isinstance(value, dict) else value


def _in_plain(value: object, texts: Mapping[str, str]) -> object:
    """Put new ids into plain data, where they are written with or without hyphens."""
    if isinstance(value, str):
        return texts.get(value, value)
    if isinstance(value, dict):
        return {texts.get(name, name): _in_plain(each, texts) for name, each in value.items()}
    if isinstance(value, list):
        return [_in_plain(each, texts) for each in value]
    return value
