"""The values that the sheet's screen is made of."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from scorekeeper.core.feats import Feat
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.models import Mode, SheetStatus
from scorekeeper.services.carried import Carried
from scorekeeper.services.lastround import LastRound
from scorekeeper.services.open_deal import OpenDeal


@dataclass(frozen=True, slots=True)
class Person:
    """Name a player of the group."""

    id: uuid.UUID
    name: str
    retired: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Show one row. `number` is its rank among the live rows; `totals` and `marks` run up to and with it.

    A removed row has no number and is worth nothing; a row after the end is worth what it is worth, but
    counts in no total. `people` sat there at this row, `vacant` seats were empty. `leads` and `cuts` are the
    dealer's neighbours to the left and to the right. `base` is what a correction must name. `protest` is what it
    would be worth by somebody's protest.
    """

    entry_id: uuid.UUID
    number: int | None
    position: int
    kind: str
    payload: Mapping[str, object] = field(hash=False)
    dealer: int
    dealer_by_hand: bool
    sits_out: int | None
    leads: int
    cuts: int
    people: tuple[Person, ...]
    vacant: frozenset[int]
    outcome: Outcome | None
    totals: tuple[int, ...] | None
    marks: tuple[int, ...] | None
    removed: bool
    after_end: bool
    ends: bool
    base: str
    entered_by: str
    entered_at: datetime
    corrected: bool
    note: str
    protest: Outcome | None = None


@dataclass(frozen=True, slots=True)
class UndoView:
    """Name a change that can be undone or redone: the row's number, and whom it gave which points.

    `change_id` is what the form posts. Of several rows at once `number` is the first one's and `last` the last one's.
    """

    change_id: uuid.UUID
    kind: str
    number: int | None
    seats: tuple[int, ...]
    points: tuple[int, ...]
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """Show one version of a row under protest: its `outcome`, and the `standings` with it.

    If the game `ends` with it, `ending` says how; else `ending` is how it would end if the highest total paid now,
    None where several are highest. `money` is what each seat would get by that, in the currency's minor unit, None
    when the game is played for points.
    """

    outcome: Outcome
    standings: Standings
    ends: bool
    ending: Ending | None
    money: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ProtestView:
    """Show a row under protest in both versions; `payload` is what the protest says, `base` what a decision must name.

    `no_difference` says that totals, marks and ending are the same either way.
    """

    entry_id: uuid.UUID
    number: int
    base: str
    payload: Mapping[str, object]
    entered: Version
    other: Version
    no_difference: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """Show a sheet. Everything per seat stands in seat order; `house_rules` are those that are not the default.

    `people` hold the seats or, where one is `vacant` now, held it last; `payers` pay or get for them; `held` are
    all who ever held each seat.

    `money` is what each seat gets, in the currency's minor unit, once the sheet is over and not for points.
    It `goes_on` while it is not over, or would not be by one of the `protests`.
    The `index` of each of the `feats` is that of a row among the live ones. `open_deal` is what was told of the deal
    that is being played, if anything. `carried` is what a phone needs to go on without a network.
    """

    id: uuid.UUID
    evening_id: uuid.UUID
    evening_date: date
    place: str
    number: int
    game: str
    seats: int
    options: object
    options_plain: Mapping[str, object]
    house_rules: tuple[tuple[str, object], ...]
    mode: Mode
    stake_minor: int
    currency: str
    status: SheetStatus
    version: int
    first_dealer: int
    started_at: datetime
    people: tuple[Person, ...]
    payers: tuple[Person, ...]
    held: tuple[tuple[Person, ...], ...]
    vacant: frozenset[int]
    rows: tuple[Row, ...]
    standings: Standings
    ending: Ending | None
    ending_fingerprint: str
    closeness: tuple[Line, ...]
    next_number: int
    next_position: int
    dealer: int
    sits_out: int | None
    leads: int
    last_round: LastRound | None
    undo: UndoView | None
    redo: UndoView | None
    money: tuple[int, ...] | None
    settled: bool
    feats: tuple[Feat, ...]
    protests: tuple[ProtestView, ...]
    goes_on: bool
    open_deal: OpenDeal | None
    carried: Carried
