"""A made-up group: people who met for two years and played Kalter Schlag, with slips, corrections and paper rows."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from scorekeeper.models import (
    Device,
    Evening,
    Group,
    Mode,
    Payment,
    Player,
    Role,
    SettledEvening,
    Settlement,
    Transfer,
)
from scorekeeper.services import codes, links
from scorekeeper.services.actor import Actor
from scorekeeper.services.balances import GameSource, balances, fewest, game_source
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
        self.purse = Random(f"{wish.seed} money")  # noqa: S311  so that what is paid changes no card
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
            self._settle(evening, played, at)

    def _seated(self, here: Sequence[uuid.UUID]) -> list[uuid.UUID]:
        """Choose who plays: all five where there are five, now and then, else four."""
        seats = 5 if len(here) == 5 and self.chance.random() < 0.5 else 4
        return self.chance.sample(list(here), seats)

    def _settle(self, evening: Evening, played: Sequence[WholeSheet], at: datetime) -> None:
        """Let the table settle, and most of those who owe hand it over."""
        owed = fewest(balances(game for each in played if (game := self._source(evening, each))).get(CURRENCY, {}))
        settlement = Settlement(group_id=self.group.id, id=self._money_id(), settled_at=at, reopened_at=None)
        own = {"group_id": self.group.id, "settlement_id": settlement.id}
        self.scribe.add(settlement, SettledEvening(**own, evening_id=evening.id))
        evening.settled_at = at
        for number, each in enumerate(owed, 1):
            sides = {"payer_id": each.payer, "payee_id": each.payee}
            money = {**sides, "amount_minor": each.amount, "currency": CURRENCY}
            transfer = Transfer(**own, **money, id=self._money_id(), number=number)
            self.scribe.add(transfer)
            if self.purse.random() < 0.95:
                paid = {**money, "transfer_id": transfer.id, "paid_at": at}
                self.scribe.add(Payment(group_id=self.group.id, id=self._money_id(), **paid))

    def _money_id(self) -> uuid.UUID:
        return uuid.UUID(int=self.purse.getrandbits(128), version=4)

    def _source(self, evening: Evening, game: WholeSheet) -> GameSource | None:
        """Give what a game is worth in money, None if it was played for points."""
        if game.sheet.mode == Mode.POINTS or game.sheet.ending is None:
            return None
        return game_source(
            game.sheet, evening.local_date, [each for each in game.book.seats if each.stakes is not None]
        )
