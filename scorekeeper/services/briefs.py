"""Sheets in short, for the lists on other pages: who plays, how it stands, who lost."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Mode, Player, Seat, Sheet, SheetStatus
from scorekeeper.services.book import snapshot_of
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.results import amounts_of
from scorekeeper.services.shapes import Person
from scorekeeper.services.sheet_view import person
from scorekeeper.services.standings import fold


@dataclass(frozen=True, slots=True)
class SheetBrief:
    """Show a sheet in a list; everything per seat stands in seat order.

    `dealer` deals next and is None once the sheet takes no more deals. `losers`, `winners` and `stakes`
    are empty until it is over, `money` is in the currency's minor unit and None unless the sheet is over
    and not played for points. `disputed` counts the deals on which the table has yet to decide.
    """

    id: uuid.UUID
    evening_id: uuid.UUID
    number: int
    game: str
    status: SheetStatus
    people: tuple[Person, ...]
    deals: int
    mode: Mode
    stake_minor: int
    currency: str
    totals: tuple[int, ...] | None
    marks: tuple[int, ...] | None
    dealer: int | None
    reason: str | None
    losers: tuple[int, ...]
    winners: tuple[int, ...]
    stakes: tuple[int, ...]
    money: tuple[int, ...] | None
    disputed: int


def briefs(session: Session, sheets: Sequence[Sheet]) -> tuple[SheetBrief, ...]:
    """Show sheets of one group in their order, with three queries however many there are.

    Results of sheets that are over are read as they are kept; only those that run are folded.
    """
    if not sheets:
        return ()
    seats, people = _seats(session, sheets)
    counts = _counts(session, sheets)
    entries = _entries(session, [sheet for sheet in sheets if sheet.status != SheetStatus.ENDED])
    shown = []
    for sheet in sheets:
        sitting = seats[sheet.id]
        deals, disputed = counts.get(sheet.id, (0, 0))
        if sheet.status == SheetStatus.ENDED:
            stand = _kept(sheet, sitting, deals)
        else:
            stand = _folded(sheet, sitting, entries[sheet.id])
        held = {seat.seat: people[seat.player_id] for seat in sitting if seat.player_id is not None}
        shown.append(_brief(sheet, tuple(held[seat] for seat in sorted(held)), stand, disputed))
    return tuple(shown)


@dataclass(frozen=True, slots=True)
class _Stand:
    """Where a sheet stands, from what is kept or from the fold."""

    deals: int
    totals: tuple[int, ...] | None
    marks: tuple[int, ...] | None
    dealer: int | None = None
    ending: Mapping[str, object] = field(default_factory=dict)
    stakes: tuple[int, ...] = ()


def _brief(sheet: Sheet, people: tuple[Person, ...], stand: _Stand, disputed: int) -> SheetBrief:
    over = sheet.status == SheetStatus.ENDED
    return SheetBrief(
        id=sheet.id,
        evening_id=sheet.evening_id,
        number=sheet.number,
        game=sheet.game,
        status=sheet.status,
        people=people,
        deals=stand.deals,
        mode=sheet.mode,
        stake_minor=sheet.stake_minor,
        currency=sheet.currency,
        totals=stand.totals,
        marks=stand.marks,
        dealer=stand.dealer,
        reason=str(stand.ending["reason"]) if over else None,
        losers=tuple(cast("list[int]", stand.ending.get("losers", []))),
        winners=tuple(cast("list[int]", stand.ending.get("winners", []))),
        stakes=stand.stakes,
        money=amounts_of(sheet.mode, stand.stakes, sheet.stake_minor) if over else None,
        disputed=disputed,
    )


def _kept(sheet: Sheet, seats: Sequence[Seat], deals: int) -> _Stand:
    """Read a sheet that is over from its results; what each seat has stands with one of those who held it."""
    totals, marks, stakes = ([0] * sheet.seats for _ in range(3))
    for seat in seats:
        totals[seat.seat] += seat.total or 0
        marks[seat.seat] += seat.marks or 0
        stakes[seat.seat] += seat.stakes or 0
    return _Stand(deals, tuple(totals), tuple(marks), ending=sheet.ending or {}, stakes=tuple(stakes))


def _folded(sheet: Sheet, seats: Sequence[Seat], entries: Sequence[Entry]) -> _Stand:
    """Fold a sheet that runs; one that cannot be folded does not take the whole page with it."""
    snapshot = snapshot_of(sheet, seats, entries)
    try:
        standings = fold(snapshot).standings
    except InvalidInputError:
        return _Stand(len(snapshot.live), None, None)
    dealer = standings.dealer if sheet.status == SheetStatus.OPEN else None
    return _Stand(len(snapshot.live), standings.totals, standings.marks, dealer)


def _seats(
    session: Session, sheets: Sequence[Sheet]
) -> tuple[dict[uuid.UUID, tuple[Seat, ...]], dict[uuid.UUID, Person]]:
    """Give per sheet its seats, in the order of the spells, and the people by id."""
    group_id = sheets[0].group_id
    found = session.execute(
        select(Seat, Player)
        .outerjoin(Player, (Player.group_id == Seat.group_id) & (Player.id == Seat.player_id))
        .where(Seat.group_id == group_id, Seat.sheet_id.in_([sheet.id for sheet in sheets]))
        .order_by(Seat.seat, Seat.from_position)
    )
    by_sheet: defaultdict[uuid.UUID, list[Seat]] = defaultdict(list)
    people: dict[uuid.UUID, Person] = {}
    for seat, player in found:
        by_sheet[seat.sheet_id].append(seat)
        if player is not None:
            people[player.id] = person(player)
    return {sheet_id: tuple(seats) for sheet_id, seats in by_sheet.items()}, people


def _counts(session: Session, sheets: Sequence[Sheet]) -> dict[uuid.UUID, tuple[int, int]]:
    """Count per sheet the rows that count, and those of them that are in dispute."""
    found = session.execute(
        select(Entry.sheet_id, func.count(), func.count(Entry.other))
        .where(Entry.group_id == sheets[0].group_id, Entry.sheet_id.in_([sheet.id for sheet in sheets]))
        .where(Entry.removed.is_(False))
        .group_by(Entry.sheet_id)
    )
    return {sheet_id: (deals, disputed) for sheet_id, deals, disputed in found}


def _entries(session: Session, sheets: Sequence[Sheet]) -> Mapping[uuid.UUID, list[Entry]]:
    by_sheet: defaultdict[uuid.UUID, list[Entry]] = defaultdict(list)
    if sheets:
        found = session.scalars(
            select(Entry)
            .where(Entry.group_id == sheets[0].group_id, Entry.sheet_id.in_([sheet.id for sheet in sheets]))
            .order_by(Entry.position)
        )
        for entry in found:
            by_sheet[entry.sheet_id].append(entry)
    return by_sheet
