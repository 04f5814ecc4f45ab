"""A group as tables that a person would open in a spreadsheet: values, not yet words or bytes."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.models import Attendance, Evening, Payment, Player, Role, Sheet, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, read_book
from scorekeeper.services.results import amounts_of
from scorekeeper.services.transactions import begin_reading


@dataclass(frozen=True, slots=True)
class Word:
    """A word that the screens have a translation for."""

    code: str


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in the currency's minor unit."""

    minor: int
    currency: str


Cell: TypeAlias = str | int | Word | Money | date | datetime | None


@dataclass(frozen=True, slots=True)
class SpreadTable:
    """One table: `name` is its file's, `columns` are words but for the names of players."""

    name: str
    columns: tuple[Word | str, ...]
    rows: Iterator[Sequence[Cell]]


def spread_tables(session: Session, actor: Actor) -> Iterator[SpreadTable]:
    """Give the tables one after the other; each has to be read before the next. What was discarded is left out."""
    actor.need(Role.OWNER)
    begin_reading(session)
    whole = _Group(session, actor.group_id)
    yield SpreadTable("players", _words("player", "since", "retired"), whole.player_rows())
    yield SpreadTable("evenings", _words("date", "place", "games", "people"), whole.evening_rows())
    games = _words("date", "game", "kind", "state", "ending", "mode", "stake", "currency", "deals")
    yield SpreadTable("games", games, whole.game_rows())
    results = _words("date", "game", "player", "total", "marks", "stakes", "amount", "currency")
    yield SpreadTable("results", results, whole.result_rows())
    told: tuple[Word | str, ...] = _words("date", "game", "deal", "dealer", "entered")
    yield SpreadTable("deals", (*told, *whole.names.values()), whole.deal_rows())
    yield SpreadTable("payments", _words("date", "payer", "payee", "amount", "currency", "note"), whole.payment_rows())
    session.rollback()


def _words(*codes: str) -> tuple[Word, ...]:
    return tuple(Word(code) for code in codes)


class _Group:
    """Read a group's tables within one transaction."""

    def __init__(self, session: Session, group_id: uuid.UUID) -> None:
        self.session = session
        self.group_id = group_id
        self.players = session.scalars(
            select(Player).where(Player.group_id == group_id).order_by(Player.position, Player.id)
        ).all()
        self.names = {player.id: player.name for player in self.players}
        evenings = session.scalars(
            select(Evening)
            .where(Evening.group_id == group_id, Evening.discarded_at.is_(None))
            .order_by(Evening.local_date, Evening.started_at, Evening.id)
        )
        self.evenings = {evening.id: evening for evening in evenings}

    def player_rows(self) -> Iterator[Sequence[Cell]]:
        """Give each player."""
        for player in self.players:
            yield player.name, player.created_at, player.retired_at

    def evening_rows(self) -> Iterator[Sequence[Cell]]:
        """Give each evening with its number of games and who was there."""
        here = self.session.execute(
            select(Attendance.evening_id, Attendance.player_id).where(Attendance.group_id == self.group_id)
        ).all()
        for evening in self.evenings.values():
            people = {player_id for evening_id, player_id in here if evening_id == evening.id}
            names = ", ".join(name for player_id, name in self.names.items() if player_id in people)
            yield evening.local_date, evening.place, len(self._sheets(evening)), names

    def game_rows(self) -> Iterator[Sequence[Cell]]:
        """Give each game."""
        for evening, sheet in self._games():
            reason = (sheet.ending or {}).get("reason")
            yield (
                evening.local_date,
                sheet.number,
                Word(sheet.game),
                Word(sheet.status.value),
                None if reason is None else Word(str(reason)),
                Word(sheet.mode.value),
                Money(sheet.stake_minor, sheet.currency),
                sheet.currency,
                len(self._book(sheet, evening).fold.standings.outcomes),
            )

    def result_rows(self) -> Iterator[Sequence[Cell]]:
        """Give what each player has at the end of each game; with who left early the table may have settled."""
        for evening, sheet in self._games():
            if sheet.status != SheetStatus.ENDED:
                continue
            for seat in self._book(sheet, evening).seats:
                if seat.player_id is None or (seat.total is None and seat.stakes is None):
                    continue
                worth = () if seat.stakes is None else amounts_of(sheet.mode, [seat.stakes], sheet.stake_minor)
                amount = Money(worth[0], sheet.currency) if worth else None
                name = self.names[seat.player_id]
                yield (
                    evening.local_date,
                    sheet.number,
                    name,
                    seat.total,
                    seat.marks,
                    seat.stakes,
                    amount,
                    sheet.currency,
                )

    def deal_rows(self) -> Iterator[Sequence[Cell]]:
        """Give each row of each game up to its ending, with the penalty of each player who took part in it."""
        for evening, sheet in self._games():
            book = self._book(sheet, evening)
            fold = book.fold
            rows = zip(fold.live, fold.entries, fold.standings.outcomes, fold.dealers, strict=False)
            for number, (row, entry, outcome, dealer) in enumerate(rows, 1):
                people = self._seated(book, row.id)
                vacant = frozenset(seat for seat, person in enumerate(people) if person is None)
                no_deal = isinstance(entry, Void | Ruling)
                sits_out = None if no_deal else fold.game.sits_out(dealer, len(people), vacant)
                penalties = {
                    person: outcome.points[seat] for seat, person in enumerate(people) if seat != sits_out and person
                }
                entered = Word("void" if isinstance(entry, Void) else "ruling" if isinstance(entry, Ruling) else "deal")
                who = people[dealer]
                dealt = None if who is None else self.names[who]
                told = (evening.local_date, sheet.number, number, dealt, entered)
                yield *told, *(penalties.get(player_id) for player_id in self.names)

    def payment_rows(self) -> Iterator[Sequence[Cell]]:
        """Give each payment that stands."""
        paid = self.session.scalars(
            select(Payment)
            .where(Payment.group_id == self.group_id, Payment.undone_at.is_(None))
            .order_by(Payment.paid_at, Payment.id)
        )
        for payment in paid:
            amount = Money(payment.amount_minor, payment.currency)
            yield (
                payment.paid_at,
                self._party(payment.payer_id),
                self._party(payment.payee_id) if payment.transfer_id or payment.payee_id else payment.note,
                amount,
                payment.currency,
                payment.note,
            )

    def _party(self, player_id: uuid.UUID | None) -> Cell:
        return Word("kitty") if player_id is None else self.names[player_id]

    def _seated(self, book: Book, row_id: uuid.UUID) -> tuple[uuid.UUID | None, ...]:
        """Give who sat at each seat when a row was played."""
        position = book.snapshot.places()[row_id]
        return tuple(spell.player_id for spell in book.snapshot.spells_at(position))

    def _games(self) -> Iterator[tuple[Evening, Sheet]]:
        for evening in self.evenings.values():
            for sheet in self._sheets(evening):
                yield evening, sheet

    def _sheets(self, evening: Evening) -> Sequence[Sheet]:
        return self.session.scalars(
            select(Sheet)
            .where(
                Sheet.group_id == self.group_id,
                Sheet.evening_id == evening.id,
                Sheet.status != SheetStatus.DISCARDED,
            )
            .order_by(Sheet.number)
        ).all()

    def _book(self, sheet: Sheet, evening: Evening) -> Book:
        return read_book(self.session, sheet, evening)
