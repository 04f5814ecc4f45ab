"""What the years say of the players, from kept results alone: money, games, the figures of each game, head to head.

A figure of a game is the game's own business: here they are added up, compared and handed on.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from scorekeeper.core.figures import Better, Figure, Kind
from scorekeeper.core.game import AnyGame
from scorekeeper.registry import GAMES
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.looking_back import look_back
from scorekeeper.services.past import days, everyone
from scorekeeper.services.purses import Purse
from scorekeeper.services.ranking import Ranking, ranked
from scorekeeper.services.shapes import Person
from scorekeeper.services.stints import Period
from scorekeeper.services.sums import Sum, added
from scorekeeper.services.transactions import begin_reading

GENERAL = "games"
"""The section of the figures that every game has."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Hold a player's figures of one game: those of every game first, then the game's own."""

    game: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Rival:
    """Hold a player against another: `games` both played, in `won` of them money or stakes came, in `lost` went.

    `money` is what came from the other by currency, below nought what went.
    """

    person: Person
    games: int
    won: int
    lost: int
    money: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Show a player's record; `first` and `last` are the days between which the group played."""

    person: Person
    purses: tuple[Purse, ...]
    games: tuple[GameRecord, ...]
    rivals: tuple[Rival, ...]
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class GroupRecords:
    """Show a group's table of records: by game the rankings, by currency who won how much."""

    games: tuple[tuple[str, tuple[Ranking, ...]], ...]
    purses: tuple[tuple[str, Ranking], ...]
    first: date | None
    last: date | None


def player_record(session: Session, actor: Actor, player_id: uuid.UUID, period: Period) -> PlayerRecord:
    """Read a player's record with six queries, or eight where days stand out on both sides of whole months.

    Raises NotFoundError.
    """
    begin_reading(session)
    people = {person.id: person for person in everyone(session, actor)}
    if player_id not in people:
        raise NotFoundError
    found = look_back(session, actor.group_id, period, player_id)
    games = [(game, added(sums[player_id])) for game, sums in found.games()]
    first, last = days(session, actor)
    return PlayerRecord(
        person=people[player_id],
        purses=found.purses(),
        games=tuple(GameRecord(game, figures(GAMES[game], own)) for game, own in games),
        rivals=rivals(added([own for _game, own in games]), people),
        first=first,
        last=last,
    )


def group_records(session: Session, actor: Actor, period: Period) -> GroupRecords:
    """Read a group's table of records with five queries, or six."""
    begin_reading(session)
    people = everyone(session, actor)
    found = look_back(session, actor.group_id, period)
    games = [(game, {who: added(own) for who, own in sums.items()}) for game, sums in found.games()]
    first, last = days(session, actor)
    return GroupRecords(
        games=tuple((game, tuple(rankings(GAMES[game], sums, people))) for game, sums in games),
        purses=tuple(money_rankings([sums for _game, sums in games], people)),
        first=first,
        last=last,
    )


def figures(game: AnyGame, own: Sum) -> tuple[Figure, ...]:
    """Give all figures of one player at one game."""
    return (*general_figures(game, own.games), *game.figures(own.tally))


def general_figures(game: AnyGame, games: Mapping[str, int]) -> tuple[Figure, ...]:
    """Give the figures that every game has: how many were played to the end, and how they ended.

    A game that was broken off counts nowhere here; points a game are of those played from start to end.
    """
    played = games["played"]
    better = Better.LOW if game.low_wins else Better.HIGH
    return (
        Figure(GENERAL, "played", Kind.NUMBER, played, played, Better.HIGH),
        Figure(GENERAL, "lost", Kind.SHARE, games["lost"], played, Better.LOW),
        Figure(GENERAL, "won", Kind.SHARE, games["won"], played, Better.HIGH),
        Figure(GENERAL, "points", Kind.AVERAGE, games["points"], games["whole"], better),
    )


def rivals(own: Sum, people: Mapping[uuid.UUID, Person]) -> tuple[Rival, ...]:
    """Hold a player against each other one, whom most games were played with first."""
    number = {person: place for place, person in enumerate(people)}
    order = sorted(own.rivals.items(), key=lambda each: (-each[1].games, number[each[0]]))
    return tuple(
        Rival(people[who], each.games, each.won, each.lost, tuple(sorted(each.money.items()))) for who, each in order
    )


def rankings(game: AnyGame, sums: Mapping[uuid.UUID, Sum], people: Sequence[Person]) -> Iterator[Ranking]:
    """Rank everybody who played a game by each figure that has a good end."""
    rows = [(person, figures(game, sums[person.id])) for person in people if person.id in sums]
    for column in zip(*(each for _person, each in rows), strict=True):
        if column[0].better != Better.NEITHER:
            places = ranked((person, figure) for (person, _all), figure in zip(rows, column, strict=True))
            yield Ranking(column[0].section, column[0].code, places)


def money_rankings(games: Iterable[Mapping[uuid.UUID, Sum]], people: Sequence[Person]) -> Iterator[tuple[str, Ranking]]:
    """Rank everybody who played for money by what it came to, currency by currency."""
    own: defaultdict[uuid.UUID, list[Sum]] = defaultdict(list)
    for sums in games:
        for who, each in sums.items():
            own[who].append(each)
    whole = {who: added(sums) for who, sums in own.items()}
    for currency in sorted({currency for each in whole.values() for currency in each.paid}):
        figure = (
            (person, Figure("money", currency, Kind.NUMBER, mine.money[currency], mine.paid[currency], Better.HIGH))
            for person in people
            if (mine := whole.get(person.id)) is not None and currency in mine.paid
        )
        yield currency, Ranking("money", currency, ranked(figure))
