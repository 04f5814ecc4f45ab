"""One made-up game of Kalter Schlag: deals as the cards fall, entered as people enter them, slips included."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.models import Evening, Mode, SheetStatus
from scorekeeper.models.base import JsonObject
from scorekeeper.services.seed.cards import Fallen, play
from scorekeeper.services.whole_sheets import Scribe, WholeSheet

MOST_ROWS = 60
ON_PAPER, BROKEN_OFF, DISCARDED = 0.06, 0.05, 0.02
VOID, SLIP, TWICE = 0.03, 0.06, 0.02
"""How likely a game is on paper, broken off, or begun by mistake; a row no deal, entered wrong, or entered twice."""


def play_game(
    scribe: Scribe, evening: Evening, number: int, people: Sequence[uuid.UUID], at: datetime, chance: Random
) -> tuple[WholeSheet, datetime]:
    """Play a game to its ending, or until it is broken off; give it and the time by then."""
    game = scribe.start(
        evening,
        number,
        {
            "game": KALTER_SCHLAG.key,
            "player_ids": people,
            "options": {},
            "mode": chance.choice((Mode.MONEY, Mode.MONEY, Mode.MONEY, Mode.POINTS)),
            "stake_minor": 50,
            "currency": scribe.group.currency,
            "first_dealer": chance.randrange(len(people)),
        },
        at,
    )
    if chance.random() < DISCARDED:
        game.finish(SheetStatus.DISCARDED, at)
        return game, at
    stops = chance.randint(2, 6) if chance.random() < BROKEN_OFF else MOST_ROWS
    on_paper = chance.random() < ON_PAPER
    while not game.is_over and len(game.live) < stops:
        at += timedelta(seconds=chance.randint(150, 420))
        _enter(game, at, chance, on_paper=on_paper)
    game.finish(SheetStatus.BROKEN_OFF, at)
    return game, at + timedelta(minutes=chance.randint(3, 15))


def _enter(game: WholeSheet, at: datetime, chance: Random, *, on_paper: bool) -> None:
    """Enter the next row; now and then it is wrong at first, or there twice."""
    if chance.random() < VOID:
        game.add({"entry": "void", "note": "misdeal"}, at)
        return
    dealer = game.book.fold.standings.dealer
    fallen = play(chance)
    payload = _paper(game, fallen, dealer) if on_paper else _payload(game, fallen, dealer, chance)
    roll = chance.random()
    if roll < SLIP and not on_paper:
        row = game.add(_payload(game, play(chance), dealer, chance), at)
        game.amend(row, payload, at + timedelta(seconds=40))
        return
    row = game.add(payload, at)
    if roll > 1 - TWICE and not game.is_over:
        again = game.add(_again(payload), at + timedelta(seconds=5))
        game.remove(again, at + timedelta(seconds=20))


def _again(payload: JsonObject) -> JsonObject:
    """Give the same deal as the next dealer's: with five the dealer sits out, so it becomes a void one there."""
    return payload if "sits_out" not in payload else {"entry": "void", "note": ""}


def _seats(game: WholeSheet, dealer: int) -> list[int]:
    """Give the seats in the order of play: the first leads, and with five the dealer sits out."""
    seats = game.sheet.seats
    out = KALTER_SCHLAG.sits_out(dealer, seats)
    return [seat for step in range(1, seats + 1) if (seat := (dealer + step) % seats) != out]


def _payload(game: WholeSheet, fallen: Fallen, dealer: int, chance: Random) -> JsonObject:
    """Write a deal as people enter it: mostly the loser's card points alone, names with the calls and Jungfrauen."""
    order = _seats(game, dealer)
    points: list[int | None] = [None] * game.sheet.seats
    for seat, value in zip(order, fallen.points, strict=True):
        points[seat] = value
    named = sorted(seat for seat, tricks in zip(order, fallen.tricks, strict=True) if not tricks)
    march = order[fallen.tricks.index(8)] if 8 in fallen.tricks else None
    if march is None and chance.random() < 0.7:
        most = max(fallen.points)
        points = [value if value == most else None for value in points]
    payload: JsonObject = {
        "points": points,
        "jungfrauen": len(named),
        "durchmarsch": march,
        "calls": len(fallen.callers),
    }
    if chance.random() < 0.9:
        payload |= {"jungfrau_seats": named, "callers": [order[place] for place in fallen.callers]}
    return payload | _out(game, dealer)


def _paper(game: WholeSheet, fallen: Fallen, dealer: int) -> JsonObject:
    """Write the penalties alone, as they stand on old sheets."""
    whole = _payload(game, fallen, dealer, Random(0))  # noqa: S311  nothing here is a secret
    fold = game.book.fold
    deal = fold.game.load(whole, fold.options, game.sheet.seats)
    return {"penalties": list(fold.game.score(deal, fold.options, game.sheet.seats).points)} | _out(game, dealer)


def _out(game: WholeSheet, dealer: int) -> JsonObject:
    out = KALTER_SCHLAG.sits_out(dealer, game.sheet.seats)
    return {} if out is None else {"sits_out": out}
