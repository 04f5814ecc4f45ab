"""Who plays, and which browsers may look and write: Group, Player, Link, Device."""

from __future__ import annotations

import uuid
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, GroupKey, Name, RowKey, utcnow, words


class Role(StrEnum):
    """Say what a device may do; a later role may all that an earlier one may."""

    VIEWER = "viewer"
    MEMBER = "member"
    OWNER = "owner"

    @property
    def rank(self) -> int:
        """Order the roles: viewer 0, member 1, owner 2."""
        return list(Role).index(self)

    def reaches(self, least: Role) -> bool:
        """Say whether this role may do what `least` may."""
        return self.rank >= least.rank


class LinkKind(StrEnum):
    """Say how a secret link is used: by many phones, or once within ten minutes."""

    STANDING = "standing"
    ONCE = "once"


class Group(Base):
    """People who play together; owns everything else. `version` counts what its own pages show."""

    __tablename__ = "group"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[Name]
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    currency: Mapped[str] = mapped_column(String(3), default="EUR")
    recovery_hash: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    version: Mapped[int] = mapped_column(default=0)


class Player(Base):
    """A member of the group. `folded` is the casefolded name; retired players keep theirs."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("group_id", "folded"),)

    group_id: Mapped[GroupKey] = mapped_column(ForeignKey("group.id", ondelete="CASCADE"))
    id: Mapped[RowKey]
    name: Mapped[Name]
    folded: Mapped[str] = mapped_column(String(120))
    position: Mapped[int] = mapped_column(default=0)
    retired_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=utcnow)


class Link(Base):
    """A secret link that lets a phone join with a role.

    A standing link keeps its secret readable for the owner; a one-use link keeps only the hash, and that of
    a code which can be typed instead. `origin_id` is the link by which the device came that made this one:
    who joins by a one-use link counts as having come by that.
    """

    __tablename__ = "link"
    __table_args__ = (
        UniqueConstraint("group_id", "secret_hash"),
        ForeignKeyConstraint(["group_id", "player_id"], ["player.group_id", "player.id"]),
        ForeignKeyConstraint(["group_id", "origin_id"], ["link.group_id", "link.id"]),
    )

    group_id: Mapped[GroupKey] = mapped_column(ForeignKey("group.id", ondelete="CASCADE"))
    id: Mapped[RowKey]
    kind: Mapped[LinkKind] = mapped_column(words(LinkKind))
    role: Mapped[Role] = mapped_column(words(Role))
    secret: Mapped[str | None] = mapped_column(String(64))
    secret_hash: Mapped[str] = mapped_column(String(64))
    code_hash: Mapped[str | None] = mapped_column(String(64))
    origin_id: Mapped[uuid.UUID | None]
    player_id: Mapped[uuid.UUID | None]
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    used_at: Mapped[datetime | None]


class Device(Base):
    """A browser that joined a group. One random cookie a browser; only its hash is kept."""

    __tablename__ = "device"
    __table_args__ = (
        UniqueConstraint("group_id", "token_hash"),
        ForeignKeyConstraint(["group_id", "player_id"], ["player.group_id", "player.id"]),
        ForeignKeyConstraint(["group_id", "link_id"], ["link.group_id", "link.id"]),
        Index("ix_device_token_hash", "token_hash"),
    )

    group_id: Mapped[GroupKey] = mapped_column(ForeignKey("group.id", ondelete="CASCADE"))
    id: Mapped[RowKey]
    token_hash: Mapped[str] = mapped_column(String(64))
    role: Mapped[Role] = mapped_column(words(Role))
    label: Mapped[str] = mapped_column(String(60), default="")
    player_id: Mapped[uuid.UUID | None]
    link_id: Mapped[uuid.UUID | None]
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    seen_at: Mapped[datetime] = mapped_column(default=utcnow)
    removed_at: Mapped[datetime | None]
