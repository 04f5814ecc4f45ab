"""Read one field of a document: right kind, right size, nothing that a database or a page would choke on."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType

from sqlalchemy import JSON, Boolean, Column, Date, Enum, Integer, String, Uuid

from scorekeeper.models.base import UtcDateTime

MOST = 2**31 - 1
DEEPEST = 12
FIRST_YEAR, LAST_YEAR = 1900, 2999


class Wrong(StrEnum):
    """Say what is wrong with a field."""

    MISSING = "missing"
    TEXT = "text"
    LENGTH = "length"
    CHARACTERS = "characters"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    ID = "id"
    TIME = "time"
    DAY = "day"
    CHOICE = "choice"
    OBJECT = "object"
    DEPTH = "depth"


class FieldError(ValueError):
    """Carry what is wrong."""

    def __init__(self, wrong: Wrong) -> None:
        """Keep it."""
        self.wrong = wrong
        super().__init__(wrong.value)


def read_field(column: Column[object], value: object) -> object:
    """Give the value as the models hold it. Raises FieldError."""
    if value is None:
        if column.nullable:
            return None
        raise FieldError(Wrong.MISSING)
    return _READERS[kind_of(column)](column, value)


def kind_of(column: Column[object]) -> type[object]:
    """Give which of the known kinds a column is of. Raises TypeError for one that the document cannot hold."""
    for kind in _READERS:
        if isinstance(column.type, kind):
            return kind
    raise TypeError(f"{column} holds what no document can: {column.type!r}")


def _text(column: Column[object], value: object) -> object:
    if not isinstance(value, str):
        raise FieldError(Wrong.TEXT)
    length = column.type.length if isinstance(column.type, String) else None
    if length is not None and len(value) > length:
        raise FieldError(Wrong.LENGTH)
    return _storable(value)


def _storable(text: str) -> str:
    """Refuse what no database stores: the character nought, and halves of pairs."""
    if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise FieldError(Wrong.CHARACTERS)
    return text


def _word(column: Column[object], value: object) -> object:
    kind = column.type.enum_class if isinstance(column.type, Enum) else None
    if kind is None or not isinstance(value, str) or value not in [member.value for member in kind]:
        raise FieldError(Wrong.CHOICE)
    return kind(value)


def _id(_column: Column[object], value: object) -> object:
    try:
        found = uuid.UUID(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or str(found) != value:
        raise FieldError(Wrong.ID)
    return found


def _time(_column: Column[object], value: object) -> object:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise FieldError(Wrong.TIME)
    return found


def _day(_column: Column[object], value: object) -> object:
    try:
        found = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise FieldError(Wrong.DAY)
    return found


def _flag(_column: Column[object], value: object) -> object:
    if not isinstance(value, bool):
        raise FieldError(Wrong.BOOLEAN)
    return value


def _number(_column: Column[object], value: object) -> object:
    if not isinstance(value, int) or isinstance(value, bool) or not -MOST <= value <= MOST:
        raise FieldError(Wrong.INTEGER)
    return value


def _object(_column: Column[object], value: object) -> object:
    if not isinstance(value, dict):
        raise FieldError(Wrong.OBJECT)
    _check_plain(value, DEEPEST)
    return value


def _check_plain(value: object, deep: int) -> None:
    if not deep:
        raise FieldError(Wrong.DEPTH)
    if isinstance(value, str):
        _storable(value)
    elif isinstance(value, dict):
        for name, each in value.items():
            _storable(name)
            _check_plain(each, deep - 1)
    elif isinstance(value, list):
        for each in value:
            _check_plain(each, deep - 1)
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > MOST):
        raise FieldError(Wrong.INTEGER)


Read = Callable[[Column[object], object], object]
# An enumeration is a string as well, so it stands before.
_READERS: Mapping[type[object], Read] = MappingProxyType(
    {
        Enum: _word,
        String: _text,
        Uuid: _id,
        UtcDateTime: _time,
        Date: _day,
        Boolean: _flag,
        Integer: _number,
        JSON: _object,
    }
)
