"""Years of evenings, made up by chance and played by the rules, for tests of what looks back on them.

What is made is written as rows, not entered deal by deal: hundreds of games in seconds.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from scorekeeper.models import Entry, Evening, Mode, Seat, Sheet, SheetStatus
from scorekeeper.services import results
from scorekeeper.services.book import read_book

BEGIN = datetime(2020, 1, 9, 19, tzinfo=UTC)
WEEK = timedelta(days=7)
Payload = dict[str, object]


def shares(chance: random.Random, among: int = 4) -> list[int]:
    """Give four card totals that sum to 120, none of them 1 or 119, the first `among` above nought."""
    while True:
        cuts = sorted(chance.randrange(0, 121) for _ in range(among - 1))
        points = [high - low for low, high in zip([0, *cuts], [*cuts, 120], strict=True)] + [0] * (4 - among)
        if not {1, 119} & set(points) and min(points[:among]) > 0:
            return points


def made_up_deal(chance: random.Random, plays: Sequence[int], seats: int) -> Payload:
    """Make up a deal between the seats that play: whole, short, a Durchmarsch or a row from paper."""
    dealt = list(plays)
    chance.shuffle(dealt)
    more: Payload = {} if len(plays) == seats else {"sits_out": next(s for s in range(seats) if s not in plays)}
    callers = chance.sample(dealt, chance.choice([0, 0, 0, 1, 1, 2]))
    kind = chance.random()
    if kind < 0.05:
        marched: Payload = {"points": [None] * seats, "durchmarsch": dealt[0], "calls": len(callers), **more}
        return marched if chance.random() < 0.5 else {**marched, "callers": callers}
    among = chance.choice([4, 4, 4, 3, 3, 2])
    points: list[int | None] = [None] * seats
    for seat, value in zip(dealt, shares(chance, among), strict=True):
        points[seat] = value
    loser = max(plays, key=lambda seat: points[seat] or 0)
    highest = points[loser] or 0
    losers = [seat for seat in plays if points[seat] == highest]
    if kind < 0.25 and len(losers) == 1 and highest in range(31, 119):
        return {"penalties": [highest // 10 * 10 if seat == loser else 0 for seat in range(seats)], **more}
    clean = [seat for seat in dealt[among:] if chance.random() < 0.7]
    deal: Payload = {"points": points, "jungfrauen": len(clean), "calls": len(callers), **more}
    if kind < 0.4:
        return {**deal, "points": [highest if seat in losers else None for seat in range(seats)]}
    return {**deal, "jungfrau_seats": sorted(clean), "callers": callers}


def add_game(
    session: Session, evening: Evening, number: int, people: Sequence[uuid.UUID], chance: random.Random
) -> uuid.UUID:
    """Write a game of these people from its first deal to its ending, with its results."""
    seats, dealer = len(people), chance.randrange(len(people))
    sheet = Sheet(
        group_id=evening.group_id,
        id=uuid.uuid4(),
        evening_id=evening.id,
        number=number,
        game="kalter_schlag",
        seats=seats,
        options={},
        mode=Mode.POINTS if chance.random() < 0.1 else Mode.MONEY,
        stake_minor=chance.choice([50, 100]),
        currency="CHF" if chance.random() < 0.1 else "EUR",
        first_dealer=dealer,
        status=SheetStatus.OPEN,
        started_at=evening.started_at + timedelta(minutes=40 * number),
    )
    session.add(sheet)
    session.flush()
    session.add_all(
        Seat(group_id=sheet.group_id, sheet_id=sheet.id, seat=seat, player_id=player_id)
        for seat, player_id in enumerate(people)
    )
    for position in range(1, 40):
        sits_out = dealer if seats == 5 else None
        plays = [seat for seat in range(seats) if seat != sits_out]
        session.add(
            Entry(
                group_id=sheet.group_id,
                sheet_id=sheet.id,
                position=position,
                payload=made_up_deal(chance, plays, seats),
                last_key=f"{position}",
            )
        )
        session.flush()
        dealer = (dealer + 1) % seats
        if position < 5:
            continue
        book = read_book(session, sheet, evening)
        if book.fold.ending is not None:
            break
    book = read_book(session, sheet, evening)
    results.store(sheet, book.seats, results.computed(sheet.status, book.snapshot, book.fold), evening.started_at)
    return sheet.id


def add_evenings(
    session: Session,
    group_id: uuid.UUID,
    players: Sequence[uuid.UUID],
    evenings: int,
    *,
    games: int = 2,
    seed: int = 1,
    begin: datetime = BEGIN,
) -> None:
    """Write an evening a week; at each, some of the players play `games` games, four or five at a table."""
    chance = random.Random(seed)
    for week in range(evenings):
        moment = begin + week * WEEK
        evening = Evening(
            group_id=group_id,
            id=uuid.uuid4(),
            local_date=moment.date(),
            place=chance.choice(["", "At Anna's", "Altes Haus"]),
            started_at=moment,
            ended_at=moment + timedelta(hours=4),
        )
        session.add(evening)
        session.flush()
        for number in range(1, games + 1):
            people = chance.sample(list(players), 5 if len(players) > 4 and chance.random() < 0.2 else 4)
            add_game(session, evening, number, people, chance)
    session.commit()
