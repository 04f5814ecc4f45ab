"""What the sheet's screen shows, read with six queries and folded once."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.entry import Ruling, Void, kind_of
from scorekeeper.core.game import AnyGame
from scorekeeper.models import Entry, Player, SheetStatus
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, open_book
from scorekeeper.services.carried import carried
from scorekeeper.services.disputed import protest_view, rows_with_protests
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.feats import feats_of
from scorekeeper.services.history import History, Step, read_history
from scorekeeper.services.open_deal import still_open
from scorekeeper.services.protests import protests, running
from scorekeeper.services.results import amounts_of
from scorekeeper.services.shapes import Person, Row, SheetView, UndoView
from scorekeeper.services.standings import load_row, outcome
from scorekeeper.services.transactions import begin_reading

__all__ = ["Person", "Row", "SheetView", "UndoView", "sheet_page"]


def sheet_page(session: Session, actor: Actor, sheet_id: uuid.UUID) -> SheetView:
    """Read a sheet. Raises NotFoundError."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    history = read_history(session, book.sheet)
    sheet, fold = book.sheet, book.fold
    undo, redo = _steps(book, history)
    disputed = protests(book.snapshot, fold)
    # Over as entered, a game under protest goes on with the dealer who is next if the protest holds.
    going = running(fold, disputed)
    dealer, vacant = (going or fold).standings.dealer, fold.standings.vacant
    people = people_of(session, actor, book)
    return SheetView(
        id=sheet.id,
        evening_id=sheet.evening_id,
        evening_date=book.evening.local_date,
        place=book.evening.place,
        number=sheet.number,
        game=sheet.game,
        seats=sheet.seats,
        options=fold.options,
        options_plain=fold.game.dump_options(fold.options),
        house_rules=house_rules(book),
        mode=sheet.mode,
        stake_minor=sheet.stake_minor,
        currency=sheet.currency,
        status=sheet.status,
        version=sheet.version,
        first_dealer=sheet.first_dealer,
        started_at=sheet.started_at,
        people=tuple(people[player_id] for player_id in book.snapshot.people),
        payers=tuple(people[player_id] for player_id in book.snapshot.payers),
        held=_held(book, people),
        vacant=vacant,
        rows=rows_with_protests(rows_of(book, history, people), disputed),
        standings=fold.standings,
        ending=fold.ending,
        ending_fingerprint=fold.fingerprint,
        closeness=fold.game.closeness(fold.standings, fold.options, sheet.seats),
        next_number=len(fold.live) + 1,
        next_position=book.snapshot.next_position,
        dealer=dealer,
        sits_out=fold.game.sits_out(dealer, sheet.seats, vacant),
        leads=next_taken(dealer, sheet.seats, vacant, step=way(fold.game)),
        last_round=fold.last_round if fold.ending is None else None,
        undo=undo,
        redo=redo,
        money=money(book),
        settled=book.evening.settled_at is not None,
        feats=feats_of(fold, sheet.seats),
        protests=tuple(protest_view(book, each) for each in disputed),
        goes_on=going is not None,
        open_deal=still_open(sheet.open_deal, sheet.status, book.snapshot, fold),
        carried=carried(session, book, history),
    )


def people_of(session: Session, actor: Actor, book: Book) -> dict[uuid.UUID, Person]:
    """Give who sits or sat at a sheet, by id."""
    ids = {spell.player_id for spell in book.snapshot.spells}
    found = session.scalars(select(Player).where(Player.group_id == actor.group_id, Player.id.in_(ids)))
    return {player.id: person(player) for player in found}


def _held(book: Book, people: Mapping[uuid.UUID, Person]) -> tuple[tuple[Person, ...], ...]:
    """Give who ever held each seat, in the order of coming."""
    by_seat: dict[int, dict[uuid.UUID, Person]] = {seat: {} for seat in range(book.snapshot.seats)}
    for spell in book.snapshot.spells:
        if spell.player_id is not None:
            by_seat[spell.seat][spell.player_id] = people[spell.player_id]
    return tuple(tuple(held.values()) for held in by_seat.values())


def next_taken(seat: int, seats: int, vacant: frozenset[int], step: int = 1) -> int:
    """Give the next seat clockwise that is not empty, or with `step` -1 the next one the other way round."""
    places = ((seat + step * number) % seats for number in range(1, seats + 1))
    return next(at for at in places if at not in vacant)


def way(game: AnyGame) -> int:
    """Give the step from a seat to the next one in play."""
    return 1 if game.plays_clockwise else -1


def person(player: Player) -> Person:
    """Show a player."""
    return Person(player.id, player.name, player.retired_at is not None)


def house_rules(book: Book) -> tuple[tuple[str, object], ...]:
    """Give the options that are not the default, as plain data."""
    game = book.fold.game
    usual = game.dump_options(game.load_options({}))
    return tuple((k, v) for k, v in game.dump_options(book.fold.options).items() if usual[k] != v)


def money(book: Book) -> tuple[int, ...] | None:
    """Give what each seat gets, below nought what it pays, in the currency's minor unit."""
    if book.fold.ending is None or book.sheet.status != SheetStatus.ENDED:
        return None
    return amounts_of(book.sheet.mode, book.fold.ending.stakes, book.sheet.stake_minor)


def rows_of(book: Book, history: History, people: Mapping[uuid.UUID, Person]) -> tuple[Row, ...]:
    """Give every row, removed ones in their place."""
    entered, amended = history.entered(), history.amended()
    last = book.snapshot.people
    rows = []
    index = 0
    following = book.snapshot.first_dealer
    for entry in book.entries:
        at = None if entry.removed else index
        dealer = following if entry.dealer is None else entry.dealer
        if at is not None:
            dealer = book.fold.dealers[at]
            index += 1
            following = dealer_after(book, index)
        held = book.snapshot.spells_at(entry.position)
        sat = tuple(people[spell.player_id or last[spell.seat]] for spell in held)
        row = _row(book, entry, at, dealer, entered.get(entry.id))
        rows.append(replace(row, people=sat, corrected=entry.id in amended))
    return tuple(rows)


def dealer_after(book: Book, index: int) -> int:
    """Give who deals the row at `index`, or would."""
    fold = book.fold
    return fold.dealers[index] if index < len(fold.dealers) else fold.standings.dealer


def _row(book: Book, entry: Entry, at: int | None, dealer: int, step: Step | None) -> Row:
    fold = book.fold
    vacant = book.snapshot.vacant_at(entry.position)
    counted = at is not None and at < len(fold.standings.outcomes)
    content = None if at is None else fold.entries[at]
    table = content if isinstance(content, Void | Ruling) else None
    return Row(
        entry_id=entry.id,
        number=None if at is None else at + 1,
        position=entry.position,
        kind=kind_of(entry.payload),
        payload=entry.payload,
        dealer=dealer,
        dealer_by_hand=entry.dealer is not None,
        sits_out=fold.game.sits_out(dealer, book.snapshot.seats, vacant),
        leads=next_taken(dealer, book.snapshot.seats, vacant, step=way(fold.game)),
        cuts=next_taken(dealer, book.snapshot.seats, vacant, step=-way(fold.game)),
        people=(),
        vacant=vacant,
        outcome=None if at is None else fold.outcomes[at],
        totals=fold.standings.running_totals[at] if at is not None and counted else None,
        marks=fold.standings.running_marks[at] if at is not None and counted else None,
        removed=entry.removed,
        after_end=at is not None and not counted,
        ends=at is not None and at == fold.end,
        base=entry.last_key,
        entered_by=step.by if step else "",
        entered_at=entry.created_at,
        corrected=False,
        note=table.note if table else "",
    )


def _steps(book: Book, history: History) -> tuple[UndoView | None, UndoView | None]:
    """Name what can be undone and redone: nothing on a sheet that takes no change."""
    closed = book.sheet.status in (SheetStatus.DISCARDED, SheetStatus.BROKEN_OFF)
    if closed or book.evening.settled_at is not None:
        return None, None
    fresh = history.undoable
    return _undo_view(book, fresh, fresh), _undo_view(book, history.redoable, history.redone)


def _undo_view(book: Book, post: Step | None, fresh: Step | None) -> UndoView | None:
    """Name a step by the row it is about; `post` is the change to be inverted, `fresh` the one it speaks of."""
    if post is None or fresh is None:
        return None
    if fresh.rows:
        first = book.snapshot.number(fresh.rows[0])
        return UndoView(post.id, fresh.kind, first, (), (), last=first + len(fresh.rows) - 1)
    if fresh.entry_id is None:
        return UndoView(post.id, fresh.kind, None, (), ())
    row = book.snapshot.row(fresh.entry_id)
    try:
        content = load_row(book.fold.game, book.fold.options, book.snapshot, row)
    except InvalidInputError:
        return UndoView(post.id, fresh.kind, book.snapshot.number(row.id), (), ())
    points = outcome(book.fold.game, content, book.fold.options, book.snapshot.seats).points
    seats = tuple(seat for seat, value in enumerate(points) if value)
    number = book.snapshot.number(row.id)
    return UndoView(post.id, fresh.kind, number, seats, tuple(points[seat] for seat in seats))
