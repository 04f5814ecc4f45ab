"""What a settled evening was paid by stays as its document says, in any shape that pages can show."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.services.archive.read import Fields
from scorekeeper.services.results import SheetResult
from scorekeeper.services.snapshot import Snapshot


def paid_results(kept: SheetResult, right: SheetResult, snapshot: Snapshot) -> SheetResult:
    """Give the results of a game of a settled evening: those in its document, but the counts, which nobody pays by.

    `right` is what its rows come to now. Raises ValueError where no page could show what the document says.
    """
    seats = tuple(replace(said, counts=other.counts) for said, other in zip(kept.seats, right.seats, strict=True))
    paid = replace(kept, seats=seats)
    # What is equal is looked at as well: true equals 1.
    if not _can_be_shown(paid, right, snapshot):
        raise ValueError("results that cannot be")
    return paid


def _can_be_shown(paid: SheetResult, right: SheetResult, snapshot: Snapshot) -> bool:
    places = {str(seat) for seat in range(snapshot.seats)}
    pairs = [seat.pairs or {} for seat in paid.seats]
    return (
        paid.status == right.status
        and (paid.ending is None) == (right.ending is None)
        and (paid.ending is None or _is_ending(paid.ending, (right.ending or {}).keys(), snapshot))
        and all(set(each) <= places and all(map(_is_number, each.values())) for each in pairs)
        and sum(seat.stakes or 0 for seat in paid.seats) == 0
    )


def _is_ending(told: Fields, names: object, snapshot: Snapshot) -> bool:
    """Say whether this is an ending as `services.results` writes it down, whatever it says."""
    if told.keys() != names:
        return False
    entries = {None, *(str(row.id) for row in snapshot.rows)}

    def is_seat(value: object) -> bool:
        return _is_number(value) and value in range(snapshot.seats)

    def is_pair(value: object) -> bool:
        return isinstance(value, list) and len(value) == 3 and all(map(is_seat, value[:2])) and _is_number(value[2])

    seats = [told["losers"], told["winners"]]
    stakes, pairs = told["stakes"], told["pairs"]
    return (
        isinstance(told["reason"], str)
        and all(isinstance(each, list) and all(map(is_seat, each)) for each in seats)
        and isinstance(stakes, list)
        and [_is_number(each) for each in stakes] == [True] * snapshot.seats
        and isinstance(pairs, list)
        and all(map(is_pair, pairs))
        and all(told[name] is None or is_seat(told[name]) for name in ("next_dealer", "next_dealer_chosen_by"))
        and told["entry_id"] in entries
    )


def _is_number(value: object) -> bool:
    return type(value) is int
