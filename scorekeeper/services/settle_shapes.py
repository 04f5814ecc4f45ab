"""The values that the pages of settling are made of."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from scorekeeper.core.standings import Ending
from scorekeeper.models import SheetStatus
from scorekeeper.services.balances import Owed, Party, Source
from scorekeeper.services.explained import Dispute
from scorekeeper.services.shapes import Person


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of what a balance is made of: what a source adds to it."""

    source: Source
    amount: int


@dataclass(frozen=True, slots=True)
class Account:
    """A party with its balance, and what it is made of."""

    party: Party
    amount: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Money:
    """Everything about one currency. `transfers` are suggested, `pairs` say who owes whom without netting."""

    currency: str
    accounts: tuple[Account, ...]
    transfers: tuple[Owed, ...]
    pairs: tuple[Owed, ...]


@dataclass(frozen=True, slots=True)
class EveningLine:
    """Name an evening."""

    id: uuid.UUID
    local_date: date
    place: str
    settled: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game that is not over and therefore not settled."""

    sheet_id: uuid.UUID
    evening_id: uuid.UUID
    number: int
    status: SheetStatus


@dataclass(frozen=True, slots=True)
class PaymentView:
    """A payment that was booked; `fixed` if a later settlement counts with it."""

    id: uuid.UUID
    payer: Party
    payee: Party
    amount: int
    currency: str
    note: str
    at: datetime
    fixed: bool


@dataclass(frozen=True, slots=True)
class TransferView:
    """A stored transfer. `rest` is still open of it, below nought was paid too much; `owed` says who pays now."""

    id: uuid.UUID
    settlement_id: uuid.UUID
    settled_at: datetime
    payer: Party
    payee: Party
    amount: int
    rest: int
    currency: str
    carried_by: uuid.UUID | None
    payments: tuple[PaymentView, ...]

    @property
    def owed(self) -> Owed:
        """Give who pays whom what is open now."""
        if self.rest < 0:
            return Owed(self.payee, self.payer, -self.rest)
        return Owed(self.payer, self.payee, self.rest)


@dataclass(frozen=True, slots=True)
class Preview:
    """What settling would come to. `fingerprint` is what the use case must be told.

    `only_points` says that games were played, but none for money; `more` that besides these evenings
    something is open in the group. `endings` explain the games, `people` name everybody.
    """

    evenings: tuple[EveningLine, ...]
    carries: bool
    money: tuple[Money, ...]
    left_out: tuple[LeftOut, ...]
    disputes: tuple[Dispute, ...]
    only_points: bool
    more: bool
    fingerprint: str
    endings: Mapping[uuid.UUID, Ending]
    people: Mapping[uuid.UUID, Person]


@dataclass(frozen=True, slots=True)
class SettlementView:
    """A settlement as it was stored, with what was paid since."""

    id: uuid.UUID
    settled_at: datetime
    reopened_at: datetime | None
    carries: bool
    evenings: tuple[EveningLine, ...]
    transfers: tuple[TransferView, ...]
    money: tuple[Money, ...]
    endings: Mapping[uuid.UUID, Ending]
    people: Mapping[uuid.UUID, Person]


@dataclass(frozen=True, slots=True)
class OpenView:
    """All that is open in the group: `transfers` of earlier settlements, and `evenings` that were not settled.

    `payments` were made in advance, `kitty` is what lies in it by currency, `earlier` the newest settlements.
    """

    transfers: tuple[TransferView, ...]
    evenings: tuple[EveningLine, ...]
    payments: tuple[PaymentView, ...]
    kitty: Mapping[str, int]
    earlier: tuple[tuple[uuid.UUID, datetime], ...]
    people: Mapping[uuid.UUID, Person]


@dataclass(frozen=True, slots=True)
class KittyView:
    """The kitty: what it holds by currency, and what came and went, the newest first."""

    holds: Mapping[str, int]
    payments: tuple[PaymentView, ...]
    people: Mapping[uuid.UUID, Person]


@dataclass(frozen=True, slots=True)
class OpenDebts:
    """What the group's page says of money: open transfers, and whether evenings wait to be settled."""

    transfers: tuple[tuple[Owed, str], ...]
    unsettled: bool
    kitty: Mapping[str, int]
    people: Mapping[uuid.UUID, Person]
