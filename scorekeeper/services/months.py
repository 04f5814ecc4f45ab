"""The sums that are kept by month, so that twenty thousand deals are looked back on as quickly as a thousand.

Whoever changes a kept result, the stake of a game that is over, or the day of an evening calls `keep` in the
same transaction. They hold nothing that the seats do not say: where they are missing, the seats are read.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.models import Group, MonthSum, Seat
from scorekeeper.services.stints import Other, Period, Stint, read_stints
from scorekeeper.services.sums import Sum, load, plain, summed

Key = tuple[uuid.UUID, date, str]
"""A player, a month's first day, a game."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Hold one sum that is kept."""

    player_id: uuid.UUID
    month: date
    game: str
    sum: Sum


def first_of(day: date) -> date:
    """Give the first day of a day's month."""
    return day.replace(day=1)


def first_after(day: date) -> date:
    """Give the first day of the month behind a day's.

    >>> first_after(date(2026, 12, 24))
    datetime.date(2027, 1, 1)
    """
    return first_of(first_of(day) + timedelta(days=31))


def parts(period: Period) -> tuple[Period, tuple[Period, ...]]:
    """Divide a period into its whole months and what stands out before and behind them.

    >>> whole, edges = parts(Period(date(2026, 3, 10), date(2026, 5, 31)))
    >>> (whole.since, whole.until), [(edge.since, edge.until) for edge in edges]  # doctest: +NORMALIZE_WHITESPACE
    ((datetime.date(2026, 4, 1), datetime.date(2026, 5, 31)),
     [(datetime.date(2026, 3, 10), datetime.date(2026, 3, 31))])
    """
    since, until, day = period.since, period.until, timedelta(days=1)
    first = since if since is None or since.day == 1 else first_after(since)
    last = until if until is None or (until + day).day == 1 else first_of(until) - day
    if first is not None and last is not None and first > last:
        return Period(first, last), (period,)
    before = () if first == since or first is None else (Period(since, first - day),)
    behind = () if last == until or last is None else (Period(last + day, until),)
    return Period(first, last), (*before, *behind)


def read(session: Session, group_id: uuid.UUID, player_id: uuid.UUID | None = None) -> tuple[Kept, ...] | None:
    """Read the sums of a player or of all, the oldest first; None if they do not hold every result. Two queries."""
    own = select(MonthSum.player_id, MonthSum.month, MonthSum.game, MonthSum.sums).where(MonthSum.group_id == group_id)
    seats = select(func.count()).select_from(Seat).where(Seat.group_id == group_id, Seat.counts.is_not(None))
    if player_id is not None:
        own, seats = own.where(MonthSum.player_id == player_id), seats.where(Seat.player_id == player_id)
    rows = session.execute(own.order_by(MonthSum.month, MonthSum.player_id, MonthSum.game))
    found = tuple(Kept(who, month, game, load(sums)) for who, month, game, sums in rows)
    held = sum(each.sum.games["stints"] for each in found)
    return found if held == session.scalar(seats) else None


def within(found: Iterable[Kept], period: Period) -> tuple[Kept, ...]:
    """Choose the months of a period that consists of whole ones."""
    since, until = period.since or date.min, period.until or date.max
    return tuple(each for each in found if since <= each.month <= until)


def keep(session: Session, group_id: uuid.UUID, days: Iterable[date]) -> None:
    """Add the months of these days up anew, with the group locked so that nobody else does so meanwhile."""
    session.flush()
    session.get_one(Group, group_id, with_for_update=True)
    for month in sorted({first_of(day) for day in days}):
        session.execute(delete(MonthSum).where(MonthSum.group_id == group_id, MonthSum.month == month))
        _insert(session, group_id, read_stints(session, group_id, Period(month, first_after(month) - timedelta(1))))


def keep_all(session: Session, group_id: uuid.UUID) -> None:
    """Add all months of a group up anew; the caller holds its lock."""
    session.flush()
    session.execute(delete(MonthSum).where(MonthSum.group_id == group_id))
    _insert(session, group_id, read_stints(session, group_id, Period()))


def differs(session: Session, group_id: uuid.UUID) -> bool:
    """Say whether what is kept is not what the seats come to."""
    rows = session.execute(
        select(MonthSum.player_id, MonthSum.month, MonthSum.game, MonthSum.sums).where(MonthSum.group_id == group_id)
    )
    kept = {(who, month, game): load(sums) for who, month, game, sums in rows}
    return kept != dict(_computed(read_stints(session, group_id, Period())))


def _insert(session: Session, group_id: uuid.UUID, stints: Sequence[Stint]) -> None:
    rows = [
        {"group_id": group_id, "player_id": who, "month": month, "game": game, "sums": plain(each)}
        for (who, month, game), each in _computed(stints)
    ]
    if rows:
        session.execute(insert(MonthSum), rows)


def _computed(stints: Iterable[Stint]) -> Iterator[tuple[Key, Sum]]:
    """Add up the stints of all players of whole months."""
    own: defaultdict[Key, list[Stint]] = defaultdict(list)
    sat: defaultdict[uuid.UUID, list[Other]] = defaultdict(list)
    for stint in stints:
        own[stint.player_id, first_of(stint.day), stint.game].append(stint)
        if stint.ended:
            sat[stint.sheet_id].append(Other(stint.sheet_id, stint.seat, stint.player_id, stint.stakes is not None))
    for key, mine in own.items():
        there = (other for sheet_id in dict.fromkeys(stint.sheet_id for stint in mine) for other in sat[sheet_id])
        yield key, summed(mine, (other for other in there if other.player_id != key[0]))
