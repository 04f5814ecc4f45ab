"""A group's history: its evenings by date with their games in short, page by page, from kept results alone.

Pages are found by the evening they begin after, never by counting rows: the hundredth page costs what the
first one does. The number of queries is the same however long the history is.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from sqlalchemy import ColumnElement, Select, exists, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.models import Evening, Mode, Player, Seat, Sheet, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.pages import GAMES
from scorekeeper.services.shapes import Person
from scorekeeper.services.sheet_view import person
from scorekeeper.services.stints import Period, amount_of
from scorekeeper.services.transactions import begin_reading

EVENINGS_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Share:
    """Say what one person had of a game that is over.

    `money` is in the currency's minor unit, None where the game was not for money or somebody else pays or
    gets for this seat; `total` is None for whoever left before the end.
    """

    person: Person
    total: int | None
    money: int | None
    lost: bool
    won: bool


@dataclass(frozen=True, slots=True)
class PastGame:
    """Show a game in short; `shares` stand in the order of the seats, who came first before who came after."""

    id: uuid.UUID
    number: int
    game: str
    status: SheetStatus
    mode: Mode
    currency: str
    reason: str | None
    shares: tuple[Share, ...]

    @property
    def losers(self) -> tuple[str, ...]:
        """Name who lost."""
        return tuple(share.person.name for share in self.shares if share.lost)

    @property
    def winners(self) -> tuple[str, ...]:
        """Name who won."""
        return tuple(share.person.name for share in self.shares if share.won)


@dataclass(frozen=True, slots=True)
class PastEvening:
    """Show an evening with its games, or with those of the player who is asked for."""

    id: uuid.UUID
    local_date: date
    place: str
    games: tuple[PastGame, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """Show a page of the history; `older` is the evening after which the next page begins, None on the last.

    `players` are all of the group, retired ones too; `first` and `last` the days between which it played.
    """

    evenings: tuple[PastEvening, ...]
    older: uuid.UUID | None
    players: tuple[Person, ...]
    first: date | None
    last: date | None


def past(
    session: Session,
    actor: Actor,
    period: Period,
    player_id: uuid.UUID | None = None,
    after: uuid.UUID | None = None,
    evenings_a_page: int = EVENINGS_A_PAGE,
) -> Past:
    """Read a page of the history, the newest first, with six queries.

    `after` is the last evening of the page before. Raises NotFoundError when it or the player is none of
    the group's.
    """
    begin_reading(session)
    players = everyone(session, actor)
    if player_id is not None and player_id not in {each.id for each in players}:
        raise NotFoundError
    query = _evenings(actor, period, player_id)
    if after is not None:
        query = query.where(_older_than(session, actor, after))
    found = session.scalars(query.limit(evenings_a_page + 1)).all()
    shown = found[:evenings_a_page]
    games = _games(session, actor, [evening.id for evening in shown], player_id)
    first, last = days(session, actor)
    return Past(
        evenings=tuple(
            PastEvening(evening.id, evening.local_date, evening.place, tuple(games[evening.id])) for evening in shown
        ),
        older=shown[-1].id if shown and len(found) > len(shown) else None,
        players=players,
        first=first,
        last=last,
    )


def days(session: Session, actor: Actor) -> tuple[date | None, date | None]:
    """Give the days of the group's first and last evening, None before there is any. One query."""
    own = (Evening.group_id == actor.group_id, Evening.discarded_at.is_(None))
    newest = select(Evening.local_date).where(*own).order_by(Evening.local_date.desc()).limit(1).scalar_subquery()
    oldest = select(Evening.local_date).where(*own).order_by(Evening.local_date).limit(1).scalar_subquery()
    first, last = session.execute(select(oldest, newest)).one()
    return first, last


def everyone(session: Session, actor: Actor) -> tuple[Person, ...]:
    """Give the group's players in their order, retired ones too. One query."""
    found = session.scalars(
        select(Player).where(Player.group_id == actor.group_id).order_by(Player.position, Player.folded)
    )
    return tuple(person(player) for player in found)


def _evenings(actor: Actor, period: Period, player_id: uuid.UUID | None) -> Select[Evening]:
    """Ask for the evenings, the newest first."""
    query = select(Evening).where(Evening.group_id == actor.group_id, *period.conditions())
    if player_id is not None:
        query = query.where(
            exists()
            .where(Sheet.group_id == Evening.group_id, Sheet.evening_id == Evening.id, Sheet.status.in_(GAMES))
            .where(_sat_at(player_id))
        )
    return query.order_by(Evening.local_date.desc(), Evening.started_at.desc(), Evening.id.desc())


def _sat_at(player_id: uuid.UUID) -> ColumnElement[bool]:
    """Say that the player sat at the sheet, from whichever row on."""
    return exists().where(Seat.group_id == Sheet.group_id, Seat.sheet_id == Sheet.id, Seat.player_id == player_id)


def _older_than(session: Session, actor: Actor, evening_id: uuid.UUID) -> ColumnElement[bool]:
    """Say that an evening stands behind the given one. Raises NotFoundError."""
    last = session.get(Evening, (actor.group_id, evening_id))
    if last is None:
        raise NotFoundError
    place = tuple_(Evening.local_date, Evening.started_at, Evening.id)
    return place < (last.local_date, last.started_at, last.id)


def _games(
    session: Session, actor: Actor, evening_ids: Sequence[uuid.UUID], player_id: uuid.UUID | None
) -> Mapping[uuid.UUID, list[PastGame]]:
    """Give the games of these evenings, in their order, or only those where a player sat."""
    query = select(Sheet).where(
        Sheet.group_id == actor.group_id, Sheet.evening_id.in_(evening_ids), Sheet.status.in_(GAMES)
    )
    if player_id is not None:
        query = query.where(_sat_at(player_id))
    sheets = session.scalars(query.order_by(Sheet.evening_id, Sheet.number)).all()
    seats = _seats(session, actor, [sheet.id for sheet in sheets])
    games: defaultdict[uuid.UUID, list[PastGame]] = defaultdict(list)
    for sheet in sheets:
        games[sheet.evening_id].append(_game(sheet, seats[sheet.id]))
    return games


def _seats(
    session: Session, actor: Actor, sheet_ids: Sequence[uuid.UUID]
) -> Mapping[uuid.UUID, list[tuple[Seat, Person]]]:
    """Give who sat at each sheet, in the order of seats and of coming."""
    found = session.execute(
        select(Seat, Player)
        .join(Player, (Player.group_id == Seat.group_id) & (Player.id == Seat.player_id))
        .where(Seat.group_id == actor.group_id, Seat.sheet_id.in_(sheet_ids))
        .order_by(Seat.sheet_id, Seat.seat, Seat.from_position)
    )
    seats: defaultdict[uuid.UUID, list[tuple[Seat, Person]]] = defaultdict(list)
    for seat, player in found:
        seats[seat.sheet_id].append((seat, person(player)))
    return seats


def _game(sheet: Sheet, seats: Iterable[tuple[Seat, Person]]) -> PastGame:
    ending = sheet.ending or {}
    losers, winners = (frozenset(cast("list[int]", ending.get(side, []))) for side in ("losers", "winners"))
    return PastGame(
        id=sheet.id,
        number=sheet.number,
        game=sheet.game,
        status=sheet.status,
        mode=sheet.mode,
        currency=sheet.currency,
        reason=None if sheet.ending is None else str(ending["reason"]),
        shares=tuple(
            Share(
                person=who,
                total=seat.total,
                money=amount_of(sheet.mode, seat.stakes, sheet.stake_minor),
                lost=seat.stakes is not None and seat.seat in losers,
                won=seat.stakes is not None and seat.seat in winners,
            )
            for seat, who in seats
        ),
    )
