"""A table to play at: a group with players and devices, an evening, a sheet, deals."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from sqlalchemy.orm import Session

from scorekeeper.models import Device, Group, Mode, Player, Role
from scorekeeper.services import deals, evenings, sheets
from scorekeeper.services.actor import Actor
from scorekeeper.services.deals import Written
from scorekeeper.services.sheets import Setup, SheetRef
from scorekeeper.services.views import Row, SheetView, sheet_page

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva", "Frank")


def new_key() -> str:
    """Give a key that no change had."""
    return secrets.token_urlsafe(16)


def deal(*points: int | None, calls: int = 0, jungfrauen: int = 0, **more: object) -> dict[str, object]:
    """Give the payload of a deal of Kalter Schlag by its card points."""
    return {"points": list(points), "calls": calls, "jungfrauen": jungfrauen, "durchmarsch": None, **more}


def paper(*penalties: int, **more: object) -> dict[str, object]:
    """Give the payload of a row copied from paper."""
    return {"penalties": list(penalties), **more}


class Wishes(TypedDict, total=False):
    """What a test may want otherwise."""

    game: str
    options: Mapping[str, object]
    mode: Mode
    stake_minor: int
    currency: str
    first_dealer: int


@dataclass
class Table:
    """A group around a table. `device` is the owner's phone, `second` a member's, `viewer` only watches."""

    session: Session
    group_id: uuid.UUID
    players: tuple[uuid.UUID, ...]
    device: Actor
    second: Actor
    viewer: Actor
    evening_id: uuid.UUID = field(default_factory=uuid.uuid4)

    def start(self, people: Sequence[int] = (0, 1, 2, 3), key: str | None = None, **more: Unpack[Wishes]) -> SheetRef:
        """Start a game of the players with these numbers."""
        setup: Setup = {
            "game": "kalter_schlag",
            "player_ids": [self.players[number] for number in people],
            "options": {},
            "mode": Mode.MONEY,
            "stake_minor": 100,
            "currency": "EUR",
            "first_dealer": 0,
            **more,
        }
        return sheets.start(self.session, self.device, self.evening_id, key=key or new_key(), **setup)

    def sheet(self, sheet_id: uuid.UUID) -> SheetView:
        """Read a sheet anew."""
        self.session.rollback()
        view = sheet_page(self.session, self.device, sheet_id)
        self.session.rollback()
        return view

    def record(self, sheet_id: uuid.UUID, *payloads: Mapping[str, object], dealer: int | None = None) -> list[Written]:
        """Enter rows one after the other."""
        written = []
        for payload in payloads:
            position = self.sheet(sheet_id).next_position
            written.append(
                deals.record(
                    self.session,
                    self.device,
                    sheet_id,
                    key=new_key(),
                    position=position,
                    payload=payload,
                    dealer=dealer,
                )
            )
        return written

    def row(self, sheet_id: uuid.UUID, entry_id: uuid.UUID) -> Row:
        """Read one row anew."""
        return next(row for row in self.sheet(sheet_id).rows if row.entry_id == entry_id)


def make_device(
    session: Session, group_id: uuid.UUID, role: Role, label: str = "", player_id: uuid.UUID | None = None
) -> Actor:
    """Let a phone belong to a group."""
    device = Device(
        group_id=group_id,
        id=uuid.uuid4(),
        token_hash=secrets.token_hex(32),
        role=role,
        label=label,
        player_id=player_id,
    )
    session.add(device)
    session.commit()
    return Actor(group_id, device.id, role, player_id)


def make_table(session: Session, names: Sequence[str] = NAMES, zone: str = "Europe/Berlin") -> Table:
    """Make a group with players and three phones, and start an evening."""
    group = Group(id=uuid.uuid4(), name="Thursday table", zone=zone)
    session.add(group)
    session.flush()
    players = [
        Player(group_id=group.id, id=uuid.uuid4(), name=name, folded=name.casefold(), position=number)
        for number, name in enumerate(names)
    ]
    session.add_all(players)
    session.commit()
    ids = tuple(player.id for player in players)
    group_id = group.id
    table = Table(
        session,
        group_id,
        ids,
        device=make_device(session, group_id, Role.OWNER, "Anna's phone", ids[0]),
        second=make_device(session, group_id, Role.MEMBER, "A tablet"),
        viewer=make_device(session, group_id, Role.VIEWER, "A screen"),
    )
    session.rollback()
    table.evening_id = evenings.start(session, table.device, key=new_key(), player_ids=ids[:4]).id
    return table
