"""The declarative base: naming of constraints, UUID keys made by the app, times in UTC, JSON columns."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from sqlalchemy import JSON, DateTime, Enum, MetaData, String, Uuid
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeDecorator

JsonObject: TypeAlias = dict[str, object]

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """Store aware times as UTC and give them back aware, on SQLite as well."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a naive time, turn the rest to UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time needs its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Mark what SQLite gives back as UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Map Python types to columns, the same way in every table."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map: ClassVar[dict[object, object]] = {
        uuid.UUID: Uuid(as_uuid=True),
        datetime: UtcDateTime(),
        JsonObject: JSON(none_as_null=True),
    }


def utcnow() -> datetime:
    """Give the present time, aware, in UTC."""
    return datetime.now(UTC)


def words(kind: type[StrEnum], length: int = 16) -> Enum:
    """Store an enumeration by its words, checked by the app and not by the database."""
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=length,
        values_callable=lambda members: [member.value for member in members],
    )


GroupKey = Annotated[uuid.UUID, mapped_column(Uuid(as_uuid=True), primary_key=True)]
RowKey = Annotated[uuid.UUID, mapped_column(Uuid(as_uuid=True), primary_key=True, default=uuid.uuid4)]
Name = Annotated[str, mapped_column(String(40))]
