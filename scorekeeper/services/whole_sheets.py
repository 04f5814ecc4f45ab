"""Whole games written at once: every step as the use cases make it, but in memory, and stored in bulk at the end.

For what has been played already: old paper sheets, and made-up groups. Folds, fragments and results come
from the same functions that serve a phone, so nothing tells such a game from one that was entered row by row.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from sqlalchemy.orm import Session

from scorekeeper.models import Attendance, Base, Entry, Evening, Group, Seat, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject
from scorekeeper.services import feats, months, results
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, snapshot_of
from scorekeeper.services.changes import Command, Told, next_change
from scorekeeper.services.checks import known_game, plain_options
from scorekeeper.services.corrections import Edit, weigh
from scorekeeper.services.rows import checked
from scorekeeper.services.sheets import Setup
from scorekeeper.services.snapshot import Row
from scorekeeper.services.standings import fold

MakeId = Callable[[], uuid.UUID]


class Scribe:
    """Write evenings and games for an actor; nothing is stored before `store`.

    `new_id` makes the ids and the keys, so that a made-up group can be made again.
    """

    def __init__(self, group: Group, actor: Actor, new_id: MakeId = uuid.uuid4) -> None:
        """Write into this group."""
        self.group = group
        self.actor = actor
        self.new_id = new_id
        self._rows: dict[str, list[Base]] = defaultdict(list)

    def add(self, *rows: Base) -> None:
        """Keep rows to be stored."""
        for row in rows:
            self._rows[row.__tablename__].append(row)

    def rows(self, table: str) -> Sequence[Base]:
        """Give the rows that are to be stored in a table."""
        return self._rows[table]

    def store(self, session: Session) -> None:
        """Add all rows, each table after those that it refers to."""
        days = [row.local_date for row in self._rows["evening"] if isinstance(row, Evening)]
        for table in Base.metadata.sorted_tables:
            session.add_all(self._rows.pop(table.name, ()))
            session.flush()
        months.keep(session, self.group.id, days)

    def log(self, scope: Group | Evening | Sheet, kind: str, at: datetime, asked: JsonObject, told: Told) -> str:
        """Note a change; give its key."""
        command = Command.of(self.new_id().hex, kind, {"scope": str(scope.id), **asked})
        change = next_change(self.actor, scope, command, **told)
        change.id, change.at = self.new_id(), at
        self.add(change)
        return command.key

    def evening(self, day: date, at: datetime, people: Sequence[uuid.UUID], place: str = "") -> Evening:
        """Begin an evening with those who are here."""
        evening = Evening(
            group_id=self.group.id, id=self.new_id(), local_date=day, place=place, started_at=at, version=0
        )
        here = [Attendance(group_id=self.group.id, evening_id=evening.id, player_id=each, since=at) for each in people]
        self.add(evening, *here)
        after: JsonObject = {"place": place, "local_date": day.isoformat(), "players": [str(each) for each in people]}
        self.log(evening, "evening.start", at, after, {"after": after})
        self.group.version += 1
        return evening

    def start(self, evening: Evening, number: int, setup: Setup, at: datetime) -> WholeSheet:
        """Begin a game."""
        people = setup["player_ids"]
        sheet = Sheet(
            group_id=self.group.id,
            id=self.new_id(),
            evening_id=evening.id,
            number=number,
            game=setup["game"],
            seats=len(people),
            options=plain_options(known_game(setup["game"]), setup["options"]),
            mode=setup["mode"],
            stake_minor=setup["stake_minor"],
            currency=setup["currency"],
            first_dealer=setup["first_dealer"],
            status=SheetStatus.OPEN,
            started_at=at,
            version=0,
        )
        seats = tuple(
            Seat(
                group_id=self.group.id, id=self.new_id(), sheet_id=sheet.id, seat=seat, from_position=0, player_id=each
            )
            for seat, each in enumerate(people)
        )
        self.add(sheet, *seats)
        after: JsonObject = {**setup, "player_ids": [str(each) for each in people], "options": sheet.options}
        self.log(sheet, "start", at, after, {"after": after})
        evening.version += 1
        self.group.version += 1
        return WholeSheet(self, sheet, evening, seats)


class WholeSheet:
    """A game in the making: its rows are added and corrected in memory until it is finished."""

    def __init__(self, scribe: Scribe, sheet: Sheet, evening: Evening, seats: tuple[Seat, ...]) -> None:
        """Begin without rows."""
        self.scribe = scribe
        self.sheet = sheet
        snapshot = snapshot_of(sheet, seats, ())
        self.book = Book(sheet, evening, seats, (), snapshot, fold(snapshot))
        self._made: dict[uuid.UUID, tuple[str, datetime]] = {}

    @property
    def is_over(self) -> bool:
        """Say whether the rules have ended the game."""
        return self.book.fold.ending is not None

    @property
    def live(self) -> tuple[Row, ...]:
        """Give the rows that count."""
        return self.book.snapshot.live

    def add(self, payload: Mapping[str, object], at: datetime, dealer: int | None = None) -> uuid.UUID:
        """Enter a row. Raises InvalidInputError for an impossible one."""
        row = Row(self.scribe.new_id(), checked(self.book, payload, dealer), dealer)
        self._made[row.id] = ("", at)
        self._correct("add", Edit(self.book.snapshot.appended(row), row.id), at)
        return row.id

    def amend(self, entry_id: uuid.UUID, payload: Mapping[str, object], at: datetime) -> None:
        """Correct a row. Raises InvalidInputError."""
        row = replace(self.book.snapshot.row(entry_id), payload=checked(self.book, payload, None))
        self._correct("amend", Edit(self.book.snapshot.with_row(row), entry_id), at)

    def remove(self, entry_id: uuid.UUID, at: datetime) -> None:
        """Take a row out of the reckoning."""
        row = replace(self.book.snapshot.row(entry_id), removed=True)
        self._correct("remove", Edit(self.book.snapshot.with_row(row), entry_id), at)

    def finish(self, status: SheetStatus, at: datetime) -> None:
        """Keep the results: what the rules have ended is over, anything else is left as `status` says."""
        sheet, scribe = self.sheet, self.scribe
        if self.is_over:
            status = SheetStatus.ENDED
        elif status in (SheetStatus.BROKEN_OFF, SheetStatus.DISCARDED):
            kind = "break_off" if status == SheetStatus.BROKEN_OFF else "discard"
            told: Told = {"before": {"status": sheet.status.value}, "after": {"status": status.value}}
            scribe.log(sheet, kind, at, {}, told)
        result = results.computed(status, self.book.snapshot, self.book.fold)
        results.store(sheet, self.book.seats, result, at)
        for position, row in enumerate(self.book.snapshot.rows, 1):
            key, made = self._made[row.id]
            scribe.add(
                Entry(
                    group_id=sheet.group_id,
                    id=row.id,
                    sheet_id=sheet.id,
                    position=position,
                    payload=row.payload,
                    dealer=row.dealer,
                    removed=row.removed,
                    last_key=key,
                    created_at=made,
                )
            )

        if status != SheetStatus.DISCARDED:
            snapshot, fold = self.book.snapshot, self.book.fold
            entered = {row_id: made for row_id, (_key, made) in self._made.items()}
            found = feats.feats_of(fold, snapshot.seats)
            kept = feats.written(found, snapshot, fold, entered, self.book.evening)
            scribe.add(*(feats.new_row(sheet, each) for each in kept))

    def _correct(self, kind: str, edit: Edit, at: datetime) -> None:
        """Put an edit in its place and note it."""
        ahead = weigh(self.book, edit)
        back, forth = ahead.fragments
        asked: JsonObject = {"entry": str(edit.entry_id)}
        key = self.scribe.log(self.sheet, kind, at, asked, {"before": back, "after": forth, "entry_id": edit.entry_id})
        was = {row.id: row for row in self.book.snapshot.rows}
        for row in ahead.snapshot.rows:
            if was.get(row.id) != row:
                self._made[row.id] = (key, self._made[row.id][1])
        self.book = replace(self.book, snapshot=ahead.snapshot, fold=ahead.fold)
