"""What is kept once a sheet is over: the ending on the sheet; total, marks, stakes, pairs, counts on its seats.

History, statistics and settlement read these. They are always equal to what the fold gives; `flask
rebuild` shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.core.standings import Ending
from scorekeeper.models import Mode, Seat, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.spells import Spell, last_held, paying
from scorekeeper.services.standings import Fold

UNKNOWN = "_unknown"
"""Ends the name of a count that says how many rows did not tell."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one spell at a seat has in the end (see `models.Seat`); `pairs` maps the other seat to what it gives."""

    total: int | None = None
    marks: int | None = None
    stakes: int | None = None
    pairs: JsonObject | None = None
    counts: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class SheetResult:
    """Where a sheet stands; `seats` in the order of the spells, empty results while it runs."""

    status: SheetStatus
    ending: JsonObject | None
    seats: tuple[SeatResult, ...]


def computed(status: SheetStatus, snapshot: Snapshot, fold: Fold) -> SheetResult:
    """Work out what is to be kept, given the status so far.

    A sheet that was broken off keeps its counts alone: nobody has lost, nobody pays.
    """
    if status == SheetStatus.BROKEN_OFF:
        return SheetResult(status, None, tuple(SeatResult(counts=c) for c in counts(snapshot, fold)))
    ending = fold.ending
    if ending is None:
        running = SheetStatus.OPEN if status == SheetStatus.ENDED else status
        return SheetResult(running, None, (SeatResult(),) * len(snapshot.spells))
    return SheetResult(SheetStatus.ENDED, _plain(ending, fold), tuple(_seat_results(snapshot, fold, ending)))


def _seat_results(snapshot: Snapshot, fold: Fold, ending: Ending) -> Iterator[SeatResult]:
    """Share out the results of each seat among those who held it, in the order of the spells."""
    standings, pairs = fold.standings, _pairs(ending, snapshot.seats)
    held, pays = last_held(snapshot.spells), paying(snapshot.spells)
    for spell, count in zip(snapshot.spells, counts(snapshot, fold), strict=True):
        seat = spell.seat
        last = spell == held[seat]
        settles = spell == pays[seat] and seat not in standings.vacant
        yield SeatResult(
            total=standings.totals[seat] if last else None,
            marks=standings.marks[seat] if last else None,
            stakes=ending.stakes[seat] if settles else None,
            pairs=pairs[seat] if settles else None,
            counts=count,
        )


def stored(sheet: Sheet, seats: Sequence[Seat]) -> SheetResult:
    """Give what is kept now; `seats` in the order of the spells."""
    kept = (SeatResult(seat.total, seat.marks, seat.stakes, seat.pairs, seat.counts) for seat in seats)
    return SheetResult(sheet.status, sheet.ending, tuple(kept))


def store(sheet: Sheet, seats: Sequence[Seat], result: SheetResult, now: datetime) -> bool:
    """Write a result where it differs; say whether the sheet's status or ending changed."""
    moved = (sheet.status, sheet.ending) != (result.status, result.ending)
    if sheet.status != result.status:
        sheet.ended_at = now if result.status in (SheetStatus.ENDED, SheetStatus.BROKEN_OFF) else None
    sheet.status, sheet.ending = result.status, result.ending
    for seat, kept in zip(seats, result.seats, strict=True):
        seat.total, seat.marks, seat.stakes = kept.total, kept.marks, kept.stakes
        seat.pairs, seat.counts = kept.pairs, kept.counts
    return moved


def amounts_of(mode: Mode, stakes: Iterable[int], stake_minor: int) -> tuple[int, ...] | None:
    """Give what each gets in minor units, None without money; a kitty takes what is lost and gives nothing."""
    if mode == Mode.POINTS:
        return None
    return tuple((min(each, 0) if mode == Mode.KITTY else each) * stake_minor for each in stakes)


def counts(snapshot: Snapshot, fold: Fold) -> tuple[JsonObject | None, ...]:
    """Add up per spell what statistics count, over the rows that it held up to the ending; None if nobody sat.

    What a row does not tell is counted under the name with ``_unknown`` behind it.
    """
    sums: dict[Spell, Counter[str]] = {spell: Counter() for spell in snapshot.spells}
    places = snapshot.places()
    counted = len(fold.standings.outcomes)
    for row, entry, outcome in zip(fold.live[:counted], fold.entries, fold.standings.outcomes, strict=False):
        held = snapshot.spells_at(places[row.id])
        for spell, told in zip(held, fold.game.counts(entry, outcome), strict=True):
            for name, value in told.items():
                sums[spell][name if value is not None else name + UNKNOWN] += 1 if value is None else value
    return tuple(None if spell.player_id is None else dict(sums[spell]) for spell in snapshot.spells)


def _pairs(ending: Ending, seats: int) -> tuple[JsonObject, ...]:
    """Give per seat what it gets from each other seat, below nought what it pays."""
    gets: list[Counter[str]] = [Counter() for _ in range(seats)]
    for payer, payee, stakes in ending.pairs:
        gets[payer][str(payee)] -= stakes
        gets[payee][str(payer)] += stakes
    return tuple(dict(row) for row in gets)


def _plain(ending: Ending, fold: Fold) -> JsonObject:
    """Write an ending as plain data; the lines that explain it come from the fold."""
    return {
        "reason": ending.reason,
        "losers": list(ending.losers),
        "winners": list(ending.winners),
        "stakes": list(ending.stakes),
        "pairs": [list(pair) for pair in ending.pairs],
        "next_dealer": ending.next_dealer,
        "next_dealer_chosen_by": ending.next_dealer_chosen_by,
        "entry_id": None if fold.end is None else str(fold.live[fold.end].id),
    }
