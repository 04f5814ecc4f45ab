"""Corrections of a game's set-up while it runs or after: first dealer, who sits where, stake, house rules.

Each takes the sheet's version that the device saw (StaleError if another), shows with `dry_run` what it
would do, and otherwise does it; a moved ending must be confirmed as in `services.deals`.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from sqlalchemy.orm import Session

from scorekeeper.core.problems import Param, Problem
from scorekeeper.models import Mode
from scorekeeper.services.actor import Actor
from scorekeeper.services.asked import Asked, refuse, run, sit_down
from scorekeeper.services.book import Book
from scorekeeper.services.checks import dealer_problems, people_problems, plain_options, players_of, stake_problems
from scorekeeper.services.corrections import Edit
from scorekeeper.services.preview import Preview
from scorekeeper.services.seating import reseated, seat_order


def set_first_dealer(
    session: Session, actor: Actor, sheet_id: uuid.UUID, *, first_dealer: int, **asked: Unpack[Asked]
) -> Preview:
    """Say who dealt first; the rotation follows, but for rows whose dealer was set by hand.

    With five at the table the rows say who dealt: they keep their dealers (see `services.dealers`).
    """

    def make(book: Book) -> Edit:
        refuse(dealer_problems(first_dealer, book.snapshot.seats))
        return Edit(replace(book.snapshot, first_dealer=first_dealer))

    return run(session, actor, sheet_id, asked, kind="first_dealer", wish={"first_dealer": first_dealer}, make=make)


def set_seating(
    session: Session, actor: Actor, sheet_id: uuid.UUID, *, player_ids: Sequence[uuid.UUID], **asked: Unpack[Asked]
) -> Preview:
    """Say who sits where, clockwise: each person's scores go along, and so do calls, dealers and rulings.

    Who takes the place of another gets the scores that were entered under the wrong name. Raises
    TakenError ``seated`` when a new one sits at another open sheet.
    """

    def make(book: Book) -> Edit:
        seated = book.snapshot.people
        _check_people(session, actor, book, player_ids)
        sit_down(session, actor, book, [player_id for player_id in player_ids if player_id not in seated], asked)
        order = seat_order(seated, player_ids)
        return Edit(reseated(book.snapshot, player_ids, order), order=order)

    wish = {"player_ids": [str(player_id) for player_id in player_ids]}
    return run(session, actor, sheet_id, asked, kind="seating", wish=wish, make=make)


def set_stake(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    stake_minor: int,
    currency: str,
    mode: Mode,
    **asked: Unpack[Asked],
) -> Preview:
    """Say what a stake is worth, in the currency's minor unit, and what the game is played for."""

    def make(book: Book) -> Edit:
        refuse(stake_problems(stake_minor, currency))
        return Edit(replace(book.snapshot, stake_minor=stake_minor, currency=currency, mode=mode))

    wish = {"stake_minor": stake_minor, "currency": currency, "mode": mode.value}
    return run(session, actor, sheet_id, asked, kind="stake", wish=wish, make=make)


def set_options(
    session: Session, actor: Actor, sheet_id: uuid.UUID, *, options: Mapping[str, object], **asked: Unpack[Asked]
) -> Preview:
    """Change the house rules of this game; every row is reckoned anew."""

    def make(book: Book) -> Edit:
        return Edit(replace(book.snapshot, options=plain_options(book.fold.game, options)))

    return run(session, actor, sheet_id, asked, kind="options", wish={"options": dict(options)}, make=make)


def _check_people(session: Session, actor: Actor, book: Book, player_ids: Sequence[uuid.UUID]) -> None:
    """Refuse another number of people, someone twice, a stranger; who sits already may have retired since."""
    problems = people_problems(book.fold.game, players_of(session, actor, player_ids), player_ids)
    seated = {f"player_ids.{seat}" for seat, p in enumerate(player_ids) if p in book.snapshot.people}
    problems = [p for p in problems if p.code != "player_retired" or p.where not in seated]
    if len(player_ids) != book.snapshot.seats and not any(p.code == "seats" for p in problems):
        number: dict[str, Param] = {"seats": (book.snapshot.seats,), "given": len(player_ids)}
        problems.append(Problem("seats", "player_ids", number))
    refuse(problems)
