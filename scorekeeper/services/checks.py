"""Checks of what is typed beside the deals: money, currency, people, dealer."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from functools import cache

from babel import Locale
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.game import AnyGame
from scorekeeper.core.problems import InvalidOptionsError, Problem
from scorekeeper.models import Player
from scorekeeper.models.base import JsonObject
from scorekeeper.registry import GAMES
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import InvalidInputError

STAKE_MINOR = range(10_000_001)
"""What one stake may be worth, in the currency's minor unit."""


@cache
def currencies() -> frozenset[str]:
    """Give the ISO 4217 codes that are known."""
    return frozenset(Locale("en").currencies)


def stake_problems(stake_minor: int, currency: str) -> list[Problem]:
    """Say what is wrong with the worth of a stake."""
    problems = []
    if isinstance(stake_minor, bool) or stake_minor not in STAKE_MINOR:
        problems.append(Problem("stake_range", "stake_minor", {"most": STAKE_MINOR[-1]}))
    if currency not in currencies():
        problems.append(Problem("currency", "currency"))
    return problems


def known_game(key: str) -> AnyGame:
    """Give a game by its key. Raises InvalidInputError."""
    game = GAMES.get(key)
    if game is None:
        raise InvalidInputError([Problem("game", "game")])
    return game


def options_problems(game: AnyGame, options: Mapping[str, object]) -> list[Problem]:
    """Say what is wrong with house rules; the problems stand at ``options.<name>``."""
    try:
        game.load_options(options)
    except InvalidOptionsError as error:
        return [Problem(p.code, f"options.{p.where}".rstrip("."), p.params) for p in error.problems]
    return []


def plain_options(game: AnyGame, options: Mapping[str, object]) -> JsonObject:
    """Give house rules in the form in which they are stored. Raises InvalidInputError."""
    problems = options_problems(game, options)
    if problems:
        raise InvalidInputError(problems)
    return game.dump_options(game.load_options(options))


def people_problems(game: AnyGame, players: Mapping[uuid.UUID, Player], people: Sequence[uuid.UUID]) -> list[Problem]:
    """Say what is wrong with those who are to sit; `players` are those of the group, by id."""
    problems = []
    if len(people) not in game.seats:
        problems.append(Problem("seats", "player_ids", {"seats": game.seats, "given": len(people)}))
    if len(set(people)) < len(people):
        problems.append(Problem("player_twice", "player_ids"))
    for seat, player_id in enumerate(people):
        player = players.get(player_id)
        if player is None:
            problems.append(Problem("player_unknown", f"player_ids.{seat}"))
        elif player.retired_at is not None:
            problems.append(Problem("player_retired", f"player_ids.{seat}", {"name": player.name}))
    return problems


def players_of(session: Session, actor: Actor, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Player]:
    """Give those of the group's players that are named, by id."""
    found = session.scalars(select(Player).where(Player.group_id == actor.group_id, Player.id.in_(set(ids))))
    return {player.id: player for player in found}


def dealer_problems(dealer: int, seats: int, where: str = "first_dealer") -> list[Problem]:
    """Say whether a dealer sits at no seat."""
    fine = isinstance(dealer, int) and not isinstance(dealer, bool) and 0 <= dealer < seats
    return [] if fine else [Problem("seat", where)]
