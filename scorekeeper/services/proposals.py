"""What the app proposes for a game: who plays, who deals, and the settings of the last one."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorekeeper.models import Group, Mode, Sheet, SheetStatus
from scorekeeper.registry import GAMES
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import open_book
from scorekeeper.services.checks import known_game
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.transactions import begin_reading
from scorekeeper.services.turns import Turns, read_turns
from scorekeeper.services.usual_rules import usual_rules

USUAL_STAKE_MINOR = 100
"""The stake of a group's first game; afterwards it is that of the last one."""


@dataclass(frozen=True, slots=True)
class Why:
    """Say in a word why someone plays or sits out.

    ``waited``: plays after sitting out `games` games in a row; ``played``: sits out after playing `games`
    in a row (0: did not play yet this evening, there are more who waited as long).
    """

    player_id: uuid.UUID
    code: str
    games: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """Propose who plays, by seat, and who sits out; `why` says it of each one who waited or sits out.

    With fewer people than seats `player_ids` is as short.
    """

    player_ids: tuple[uuid.UUID, ...]
    sitting_out: tuple[uuid.UUID, ...]
    why: tuple[Why, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """Propose how a game is played; `options` are plain data."""

    options: Mapping[str, object]
    mode: Mode
    stake_minor: int
    currency: str


@dataclass(frozen=True, slots=True)
class NextGame:
    """Propose the next game. `dealer` is a seat of `player_ids`, or the player who chooses is named."""

    game: str
    player_ids: tuple[uuid.UUID, ...]
    options: Mapping[str, object]
    mode: Mode
    stake_minor: int
    currency: str
    dealer: int | None
    dealer_chosen_by: uuid.UUID | None


def seating(session: Session, actor: Actor, evening_id: uuid.UUID, game: str, seats: int) -> Proposal:
    """Propose who of those who are here and at no open game plays: who sat out longest.

    Of two who waited equally long this evening the one plays who has played fewer games in a row, then
    fewer this evening, then whose last game of an earlier evening lies further back, then who stands
    first in the group. Who played the last game keeps the seat; the others take the seats left free.
    """
    begin_reading(session)
    known_game(game)
    turns = read_turns(session, actor, evening_id)
    return _propose(turns, seats, turns.games[-1].people if turns.games else ())


def next_game(session: Session, actor: Actor, sheet_id: uuid.UUID) -> NextGame:
    """Propose the game after a sheet: same game, house rules and stake, and who deals first.

    The loser chooses, even if he sits out now; a winner deals, and if he sits out, the nearest seated
    player to his left; after an agreed end, or none, it is the left neighbour of the last dealer. Raises
    NotFoundError.
    """
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    turns = read_turns(session, actor, book.evening.id)
    sheet, seated = book.sheet, book.snapshot.people
    people = _propose(turns, len(book.snapshot.present), seated).player_ids
    ending = book.fold.ending
    chooser = None if ending is None else ending.next_dealer_chosen_by
    dealer = book.fold.standings.dealer if ending is None else ending.next_dealer
    return NextGame(
        game=sheet.game,
        player_ids=people,
        options=book.fold.game.dump_options(book.fold.options),
        mode=sheet.mode,
        stake_minor=sheet.stake_minor,
        currency=sheet.currency,
        dealer=None if dealer is None else _nearest(seated, dealer, people),
        dealer_chosen_by=None if chooser is None else seated[chooser],
    )


def last_game(session: Session, actor: Actor) -> str:
    """Propose the game that the group played last, or the first one that there is."""
    begin_reading(session)
    last = session.scalars(_last(actor)).first()
    return next(iter(GAMES)) if last is None else last.game


def last_settings(session: Session, actor: Actor, game: str) -> Settings:
    """Propose the settings of the group's last sheet of a game, or the usual ones. Raises NotFoundError.

    House rules that the group keeps for this game come before those of its last sheet.
    """
    rules, kept = known_game(game), usual_rules(session, actor, game)
    last = session.scalars(_last(actor).where(Sheet.game == game)).first()
    if last is not None:
        options = kept or rules.dump_options(rules.load_options(last.options))
        return Settings(options, last.mode, last.stake_minor, last.currency)
    group = session.get(Group, actor.group_id)
    if group is None:
        raise NotFoundError
    usual = rules.load_options(kept or {})
    mode = Mode.MONEY if rules.has_stakes(usual) else Mode.POINTS
    return Settings(rules.dump_options(usual), mode, USUAL_STAKE_MINOR, group.currency)


def _last(actor: Actor) -> Select[Sheet]:
    """Ask for the group's sheet that was started last."""
    return (
        select(Sheet)
        .where(Sheet.group_id == actor.group_id, Sheet.status != SheetStatus.DISCARDED)
        .order_by(Sheet.started_at.desc(), Sheet.number.desc())
        .limit(1)
    )


def _propose(turns: Turns, seats: int, seated: Sequence[uuid.UUID]) -> Proposal:
    """Propose who plays; `seated` says who sat where last."""
    by_turn = turns.by_turn()
    playing, out = by_turn[:seats], by_turn[seats:]
    why = [Why(player, "waited", turns.waited(player)) for player in playing if out and turns.waited(player)]
    why += [Why(player, "played", turns.in_a_row(player)) for player in out]
    return Proposal(_places(playing, seated), out, tuple(why))


def _places(playing: Sequence[uuid.UUID], seated: Sequence[uuid.UUID]) -> tuple[uuid.UUID, ...]:
    """Leave everyone in his place, and let the others take the places that are free."""
    places = {seat: player for seat, player in enumerate(seated[: len(playing)]) if player in playing}
    others = (player for player in playing if player not in places.values())
    return tuple(places[seat] if seat in places else next(others) for seat in range(len(playing)))


def _nearest(seated: Sequence[uuid.UUID], seat: int, people: Sequence[uuid.UUID]) -> int | None:
    """Give the new seat of who sat at `seat`, or of the next to his left who plays on; None if nobody does."""
    around = (seated[(seat + step) % len(seated)] for step in range(len(seated)))
    return next((people.index(player) for player in around if player in people), None)
