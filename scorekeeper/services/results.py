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
from scorekeeper.core.tally import Counts, placed, places, tally
from scorekeeper.models import Mode, Seat, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.spells import Spell, last_held, paying
from scorekeeper.services.standings import Fold


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
        # an account is owed by who left it as well
        settles = spell == pays[seat] and (seat not in standings.vacant or ending.stakes[seat] != 0)
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
    """Give per spell the tally that statistics keep of the rows that it held up to the ending; None if nobody sat."""
    told: dict[Spell, list[Counts]] = {spell: [] for spell in snapshot.spells}
    at, standings, game = snapshot.places(), fold.standings, fold.game
    for row, entry, outcome, dealer in zip(
        fold.live, fold.entries, standings.outcomes, standings.dealers, strict=False
    ):
        held = snapshot.spells_at(at[row.id])
        out = game.sits_out(dealer, snapshot.seats, snapshot.vacant_at(at[row.id]))
        order = places(dealer, snapshot.seats, out)
        for spell, count, place in zip(held, game.counts(entry, outcome), order, strict=True):
            told[spell].append(placed(count, game.by_place, place))
    return tuple(
        None if spell.player_id is None else {**tally(told[spell], game.peaks(told[spell]))}
        for spell in snapshot.spells
    )


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
