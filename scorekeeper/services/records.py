"""What the years say of the players, from kept results alone: money, games, the figures of each game, head to head.

A figure of a game is the game's own business: here they are added up, compared and handed on.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from scorekeeper.core.figures import Better, Figure, Kind
from scorekeeper.core.game import AnyGame
from scorekeeper.core.tally import combined
from scorekeeper.models import Mode
from scorekeeper.registry import GAMES
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.past import days, everyone
from scorekeeper.services.ranking import Ranking, ranked
from scorekeeper.services.shapes import Person
from scorekeeper.services.stints import Other, Period, Stint, read_others, read_stints
from scorekeeper.services.transactions import begin_reading

GENERAL = "games"
"""The section of the figures that every game has."""


@dataclass(frozen=True, slots=True)
class Step:
    """Say what an evening changed: `amount` got (or paid, below nought), `total` by then. Minor units."""

    evening_id: uuid.UUID
    day: date
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class Purse:
    """Hold the money of one currency over the evenings, the oldest first."""

    currency: str
    steps: tuple[Step, ...]

    @property
    def total(self) -> int:
        """Give what is left of it all."""
        return self.steps[-1].total if self.steps else 0


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
    """Read a player's record with four queries. Raises NotFoundError."""
    begin_reading(session)
    people = {person.id: person for person in everyone(session, actor)}
    if player_id not in people:
        raise NotFoundError
    stints = read_stints(session, actor, period, player_id)
    others = read_others(session, actor, period, player_id)
    first, last = days(session, actor)
    return PlayerRecord(
        person=people[player_id],
        purses=purses(stints),
        games=tuple(GameRecord(game, figures(GAMES[game], own)) for game, own in by_game(stints)),
        rivals=rivals(stints, others, people),
        first=first,
        last=last,
    )


def group_records(session: Session, actor: Actor, period: Period) -> GroupRecords:
    """Read a group's table of records with three queries."""
    begin_reading(session)
    people = everyone(session, actor)
    stints = read_stints(session, actor, period)
    first, last = days(session, actor)
    return GroupRecords(
        games=tuple((game, tuple(rankings(GAMES[game], played, people))) for game, played in by_game(stints)),
        purses=tuple(money_rankings(stints, people)),
        first=first,
        last=last,
    )


def by_game(stints: Iterable[Stint]) -> list[tuple[str, list[Stint]]]:
    """Divide stints by their game, in the order of the registry."""
    found: defaultdict[str, list[Stint]] = defaultdict(list)
    for stint in stints:
        found[stint.game].append(stint)
    return [(game, found[game]) for game in GAMES if game in found]


def figures(game: AnyGame, stints: Sequence[Stint]) -> tuple[Figure, ...]:
    """Give all figures of one player at one game."""
    return (*general_figures(game, stints), *game.figures(combined(stint.tally for stint in stints)))


def general_figures(game: AnyGame, stints: Iterable[Stint]) -> tuple[Figure, ...]:
    """Give the figures that every game has: how many were played to the end, and how they ended.

    A game that was broken off counts nowhere here; points a game are of those played from start to end.
    """
    over = [stint for stint in stints if stint.ended]
    played = len({stint.sheet_id for stint in over})
    lost, won = (len({s.sheet_id for s in over if getattr(s, side)}) for side in ("lost", "won"))
    totals = [stint.total for stint in over if stint.whole and stint.total is not None]
    better = Better.LOW if game.low_wins else Better.HIGH
    return (
        Figure(GENERAL, "played", Kind.NUMBER, played, played, Better.HIGH),
        Figure(GENERAL, "lost", Kind.SHARE, lost, played, Better.LOW),
        Figure(GENERAL, "won", Kind.SHARE, won, played, Better.HIGH),
        Figure(GENERAL, "points", Kind.AVERAGE, sum(totals), len(totals), better),
    )


def purses(stints: Iterable[Stint]) -> tuple[Purse, ...]:
    """Add up the money by currency and evening; `stints` stand in the order in which they were played."""
    gained: defaultdict[str, dict[tuple[uuid.UUID, date], int]] = defaultdict(dict)
    for stint in stints:
        if stint.amount is not None:
            evening, sums = (stint.evening_id, stint.day), gained[stint.currency]
            sums[evening] = sums.get(evening, 0) + stint.amount
    return tuple(Purse(currency, tuple(_steps(sums))) for currency, sums in sorted(gained.items()))


def _steps(sums: Mapping[tuple[uuid.UUID, date], int]) -> Iterator[Step]:
    total = 0
    for (evening_id, day), amount in sums.items():
        total += amount
        yield Step(evening_id, day, amount, total)


def rivals(stints: Sequence[Stint], others: Iterable[Other], people: Mapping[uuid.UUID, Person]) -> tuple[Rival, ...]:
    """Hold a player against each other one, whom most games were played with first."""
    together: defaultdict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    payer: dict[tuple[uuid.UUID, int], uuid.UUID] = {}
    for other in others:
        together[other.player_id].add(other.sheet_id)
        if other.settles:
            payer[other.sheet_id, other.seat] = other.player_id
    won: Counter[uuid.UUID] = Counter()
    lost: Counter[uuid.UUID] = Counter()
    money: defaultdict[uuid.UUID, Counter[str]] = defaultdict(Counter)
    for stint in stints:
        for seat, stakes in stint.pairs.items():
            rival = payer.get((stint.sheet_id, int(seat)))
            if rival is None:
                continue
            (won if stakes > 0 else lost)[rival] += 1
            if stint.mode == Mode.MONEY:
                money[rival][stint.currency] += stakes * stint.stake_minor
    order = sorted(together, key=lambda rival: (-len(together[rival]), list(people).index(rival)))
    return tuple(
        Rival(people[each], len(together[each]), won[each], lost[each], tuple(sorted(money[each].items())))
        for each in order
    )


def rankings(game: AnyGame, stints: Iterable[Stint], people: Sequence[Person]) -> Iterator[Ranking]:
    """Rank everybody who played a game by each figure that has a good end."""
    own: defaultdict[uuid.UUID, list[Stint]] = defaultdict(list)
    for stint in stints:
        own[stint.player_id].append(stint)
    rows = [(person, figures(game, own[person.id])) for person in people if person.id in own]
    for column in zip(*(each for _person, each in rows), strict=True):
        if column[0].better != Better.NEITHER:
            places = ranked((person, figure) for (person, _all), figure in zip(rows, column, strict=True))
            yield Ranking(column[0].section, column[0].code, places)


def money_rankings(stints: Sequence[Stint], people: Sequence[Person]) -> Iterator[tuple[str, Ranking]]:
    """Rank everybody who played for money by what it came to, currency by currency."""
    by_currency: defaultdict[str, list[Stint]] = defaultdict(list)
    for stint in stints:
        if stint.amount is not None:
            by_currency[stint.currency].append(stint)
    for currency, played in sorted(by_currency.items()):
        sums: Counter[uuid.UUID] = Counter()
        games: defaultdict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
        for stint in played:
            sums[stint.player_id] += stint.amount or 0
            games[stint.player_id].add(stint.sheet_id)
        figure = (
            (each, Figure("money", currency, Kind.NUMBER, sums[each.id], len(games[each.id]), Better.HIGH))
            for each in people
            if each.id in games
        )
        yield currency, Ranking("money", currency, ranked(figure))
