"""A made-up group: people who met for two years and played Kalter Schlag, with slips, corrections and paper rows."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from scorekeeper.core.settlement import settle
from scorekeeper.models import Device, Evening, Group, Mode, Payment, Player, Role
from scorekeeper.services import codes, links
from scorekeeper.services.actor import Actor
from scorekeeper.services.names import fold_name
from scorekeeper.services.seed.game import play_game
from scorekeeper.services.transactions import begin_immediate
from scorekeeper.services.whole_sheets import Scribe, WholeSheet

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva", "Frank")
YEARS = timedelta(days=730)
CURRENCY = "EUR"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be made up: the same wish gives the same games, whenever and wherever it is made."""

    evenings: int
    seed: int = 1
    name: str = "Thursday table"
    names: Sequence[str] = NAMES
    zone: str = "Europe/Berlin"
    until: date = field(default_factory=lambda: datetime.now(UTC).date())


@dataclass(frozen=True, slots=True)
class Seeded:
    """What was made: the group, its players in their order, and how many games and rows it has."""

    group_id: uuid.UUID
    players: tuple[uuid.UUID, ...]
    games: int
    rows: int


def seed_group(session: Session, wish: Wish, group_id: uuid.UUID | None = None) -> Seeded:
    """Make a group up and store it. Its secrets and its own id are never made up: they are new each time."""
    begin_immediate(session)
    try:
        made = _Maker(wish, group_id or uuid.uuid4()).make(session)
        session.commit()
    except BaseException:
        session.rollback()
        raise
    return made


class _Maker:
    """Make up one group."""

    def __init__(self, wish: Wish, group_id: uuid.UUID) -> None:
        self.wish = wish
        self.chance = Random(f"{wish.seed}")  # noqa: S311  nothing here is a secret
        self.zone = ZoneInfo(wish.zone)
        self.days = self._days()
        begun = self._at(self.days[0] if self.days else wish.until, time(18))
        self.group = Group(id=group_id, name=wish.name, zone=wish.zone, currency=CURRENCY, version=0, created_at=begun)
        self.device = Device(
            group_id=group_id,
            id=self.new_id(),
            token_hash=codes.hashed(codes.new_token()),
            role=Role.MEMBER,
            label="android chrome",
            created_at=begun,
            seen_at=begun,
        )
        self.scribe = Scribe(self.group, Actor(group_id, self.device.id, Role.MEMBER), self.new_id)
        self.players = tuple(self._player(position, name, begun) for position, name in enumerate(wish.names))
        self.games: list[WholeSheet] = []

    def new_id(self) -> uuid.UUID:
        """Give the next id."""
        return uuid.UUID(int=self.chance.getrandbits(128), version=4)

    def make(self, session: Session) -> Seeded:
        """Make everything up, and store it."""
        scribe = self.scribe
        scribe.add(
            self.group, self.device, *(links.make_standing(self.group.id, role) for role in links.STANDING_ROLES)
        )
        told = {"name": self.wish.name, "names": list(self.wish.names)}
        scribe.log(self.group, "group.create", self.group.created_at, {}, {"after": {**told}})
        for day in self.days:
            self._evening(day)
        scribe.store(session)
        rows = sum(len(game.book.snapshot.rows) for game in self.games)
        return Seeded(self.group.id, tuple(each.id for each in self.players), len(self.games), rows)

    def _player(self, position: int, name: str, at: datetime) -> Player:
        player = Player(
            group_id=self.group.id,
            id=self.new_id(),
            name=name,
            folded=fold_name(name),
            position=position,
            created_at=at,
        )
        self.scribe.add(player)
        return player

    def _days(self) -> list[date]:
        """Spread the evenings over the two years, never two on one day unless there are too many."""
        count = self.wish.evenings
        first = self.wish.until - YEARS
        return [
            first + timedelta(days=int((at + self.chance.random() * 0.8) * YEARS.days / count)) for at in range(count)
        ]

    def _at(self, day: date, clock: time) -> datetime:
        return datetime.combine(day, clock, self.zone).astimezone(UTC)

    def _evening(self, day: date) -> None:
        """Play two to four games, with four or more of the people."""
        chance = self.chance
        at = self._at(day, time(19, chance.randrange(60)))
        here = chance.sample(self.players, chance.randint(4, len(self.players)))
        ids = [each.id for each in here]
        evening = self.scribe.evening(day, at, ids, chance.choice(("", "", "Anna’s kitchen", "The Lamb")))
        played: list[WholeSheet] = []
        for number in range(1, chance.randint(2, 4) + 1):
            game, at = play_game(self.scribe, evening, number, self._seated(ids), at, chance)
            played.append(game)
        evening.ended_at = at
        self.games += played
        if chance.random() < 0.8:
            self._pay(evening, played, at)

    def _seated(self, here: Sequence[uuid.UUID]) -> list[uuid.UUID]:
        """Choose who plays: all five where there are five, now and then, else four."""
        seats = 5 if len(here) == 5 and self.chance.random() < 0.5 else 4
        return self.chance.sample(list(here), seats)

    def _pay(self, evening: Evening, played: Sequence[WholeSheet], at: datetime) -> None:
        """Let those who lost hand over what they owe from this evening."""
        balance = {str(each.id): 0 for each in self.players}
        for game in played:
            if game.sheet.mode == Mode.MONEY:
                for seat in game.book.seats:
                    balance[str(seat.player_id)] += (seat.stakes or 0) * game.sheet.stake_minor
        for transfer in settle(balance):
            self.scribe.add(
                Payment(
                    group_id=self.group.id,
                    id=self.new_id(),
                    evening_id=evening.id,
                    payer_id=uuid.UUID(transfer.payer),
                    payee_id=uuid.UUID(transfer.payee),
                    amount_minor=transfer.amount,
                    currency=CURRENCY,
                    paid_at=at,
                )
            )
