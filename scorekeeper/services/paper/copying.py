"""Copy old sheets into the group: shown before with `preview`, then done whole or not at all."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.problems import Problem
from scorekeeper.games.kalter_schlag.deal import PLAYERS
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.models import Evening, Group, Mode, Player, Role, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import InvalidInputError, StaleError
from scorekeeper.services.names import fold_name
from scorekeeper.services.paper.games import blocks
from scorekeeper.services.paper.reading import PaperFile, PaperRow, read_paper
from scorekeeper.services.proposals import last_settings
from scorekeeper.services.transactions import writing
from scorekeeper.services.whole_sheets import Scribe, WholeSheet

BEGINS = time(20)
A_DEAL = timedelta(minutes=4)
"""Nobody wrote down when; the rows only need an order."""


@dataclass(frozen=True, slots=True)
class PaperPlan:
    """What a file would bring. `known_days` are days of which the group has an evening already."""

    evenings: int
    games: int
    broken_off: int
    rows: int
    new_names: tuple[str, ...]
    known_days: tuple[date, ...]
    problems: tuple[Problem, ...]


def preview(session: Session, actor: Actor, text: str) -> PaperPlan:
    """Say what a file would bring, and store nothing."""
    actor.need(Role.OWNER)
    copy = _Copy(session, actor, text)
    session.rollback()
    return copy.plan


def copy_in(session: Session, actor: Actor, *, key: str, text: str) -> PaperPlan | None:
    """Store what a file brings; None if the same request did so before.

    Raises InvalidInputError with all problems, StaleError when players came or changed meanwhile.
    """
    command = Command.of(key, "paper.copy", {"file": hashlib.sha256(text.encode(errors="replace")).hexdigest()})
    actor.need(Role.OWNER)
    copy = _Copy(session, actor, text)
    session.rollback()
    with writing(session, actor, Group, actor.group_id, Role.OWNER) as group:
        if earlier(session, actor, command):
            return None
        if copy.plan.problems:
            raise InvalidInputError(copy.plan.problems)
        if _known(session, actor) != copy.known:
            raise StaleError
        copy.scribe.store(session)
        plan = copy.plan
        counted = {"evenings": plan.evenings, "games": plan.games, "rows": plan.rows, "names": [*plan.new_names]}
        log(session, actor, group, command, after={**counted})
        return plan


def _known(session: Session, actor: Actor) -> dict[str, tuple[uuid.UUID, int]]:
    """Give the players by the form of their names that is compared: id and place in the list."""
    found = session.execute(
        select(Player.folded, Player.id, Player.position).where(Player.group_id == actor.group_id)
    ).all()
    return {folded: (player_id, position) for folded, player_id, position in found}


class _Copy:
    """Write a file into memory, row by row as they would have been entered."""

    def __init__(self, session: Session, actor: Actor, text: str) -> None:
        group = session.get_one(Group, actor.group_id)
        self.known = _known(session, actor)
        self.zone = ZoneInfo(group.zone)
        self.options = last_settings(session, actor, KALTER_SCHLAG.key).options
        # Not the stored row: what counts up here is not what is written.
        self.scribe = Scribe(Group(id=group.id, zone=group.zone, currency=group.currency, version=0), actor)
        self.file: PaperFile = read_paper(text)
        self._evenings: dict[date, tuple[Evening, list[WholeSheet]]] = {}
        self._people: tuple[uuid.UUID, ...] = ()
        new = [name for name in self.file.names if fold_name(name) not in self.known]
        if self.file.rows:
            self._people = tuple(self._person(name) for name in self.file.names)
        for seats, rows in blocks(self.file):
            self._block(seats, rows)
        days = session.scalars(
            select(Evening.local_date)
            .where(Evening.group_id == actor.group_id, Evening.discarded_at.is_(None))
            .where(Evening.local_date.between(*_span(self._evenings)))
            .order_by(Evening.local_date)
        )
        games = [game for _, played in self._evenings.values() for game in played]
        self.plan = PaperPlan(
            evenings=len(self._evenings),
            games=len(games),
            broken_off=sum(game.sheet.status == SheetStatus.BROKEN_OFF for game in games),
            rows=sum(len(game.live) for game in games),
            new_names=tuple(new),
            known_days=tuple(day for day in dict.fromkeys(days) if day in self._evenings),
            problems=tuple(sorted(self.file.problems, key=_line)),
        )

    def _person(self, name: str) -> uuid.UUID:
        known = self.known.get(fold_name(name))
        if known is not None:
            return known[0]
        last = max((position for _, position in self.known.values()), default=-1)
        added = len(self.scribe.rows("player"))
        player = Player(
            group_id=self.scribe.group.id,
            id=self.scribe.new_id(),
            name=name,
            folded=fold_name(name),
            position=last + added + 1,
        )
        self.scribe.add(player)
        return player.id

    def _block(self, seats: Sequence[int], rows: Sequence[PaperRow]) -> None:
        """Enter the rows of the same people; where games have no number the rules say where the next begins."""
        game = self._begin(rows[0].day, seats)
        for row in rows:
            if game.is_over:
                if self.file.has_games:
                    self.file.add("paper_after_end", row.line)
                    continue
                self._finish(game)
                game = self._begin(row.day, seats)
            self._enter(game, seats, row)
        self._finish(game)

    def _begin(self, day: date, seats: Sequence[int]) -> WholeSheet:
        people = [self._people[column] for column in seats]
        if day not in self._evenings:
            at = datetime.combine(day, BEGINS, self.zone).astimezone(UTC)
            self._evenings[day] = (self.scribe.evening(day, at, self._people_of(day)), [])
        evening, played = self._evenings[day]
        at = self._now(evening, played)
        game = self.scribe.start(
            evening,
            len(played) + 1,
            {
                "game": KALTER_SCHLAG.key,
                "player_ids": people,
                "options": self.options,
                "mode": Mode.POINTS,
                "stake_minor": 0,
                "currency": self.scribe.group.currency,
                "first_dealer": 0,
            },
            at,
        )
        played.append(game)
        return game

    def _people_of(self, day: date) -> list[uuid.UUID]:
        """Give who has a number on a day, or all where the file knows only four."""
        if len(self.file.names) == PLAYERS:
            return list(self._people)
        rows = [row.penalties for row in self.file.rows if row.day == day]
        there = {column for row in rows for column, value in enumerate(row) if value is not None}
        return [person for column, person in enumerate(self._people) if column in there]

    def _now(self, evening: Evening, played: Sequence[WholeSheet]) -> datetime:
        return evening.started_at + A_DEAL * sum(1 + len(game.live) for game in played)

    def _finish(self, game: WholeSheet) -> None:
        """Keep the game: one that never ended is broken off, so nobody has lost it."""
        evening, played = self._evenings[game.book.evening.local_date]
        at = self._now(evening, played)
        game.finish(SheetStatus.BROKEN_OFF, at)
        evening.ended_at = at

    def _enter(self, game: WholeSheet, seats: Sequence[int], row: PaperRow) -> None:
        penalties = [row.penalties[column] for column in seats]
        blank = [seat for seat, value in enumerate(penalties) if value is None]
        payload: dict[str, object] = {"penalties": [value or 0 for value in penalties]}
        dealer = None
        if len(seats) > PLAYERS:
            if len(blank) != 1:
                self.file.add("paper_dealer", row.line)
                return
            dealer = payload["sits_out"] = blank[0]
        evening, played = self._evenings[row.day]
        try:
            game.add(payload, self._now(evening, played), dealer)
        except InvalidInputError as error:
            problem = error.problems[0]
            names = [self.file.names[column] for column in seats]
            self.file.add(problem.code, row.line, **problem.params, names=tuple(names))


def _span(days: Iterable[date]) -> tuple[date, date]:
    """Give the first and the last day; a span that holds none where there are none."""
    found = [*days]
    return (min(found), max(found)) if found else (date.max, date.min)


def _line(problem: Problem) -> int:
    """Give the line of a problem, 0 for one of the whole file."""
    return int(problem.where.removeprefix("line.") or 0)
