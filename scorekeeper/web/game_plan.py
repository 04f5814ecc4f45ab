"""What the screen that starts a game proposes, and in which words: people, settings, dealer."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup, escape

from scorekeeper.models import Mode
from scorekeeper.registry import GAMES
from scorekeeper.services import proposals, views
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.proposals import NextGame, Settings, Why
from scorekeeper.services.views import EveningPage, SheetBrief
from scorekeeper.web.actor import current_actor
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import bdi, names
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.sheet_forms import Place


@dataclass(frozen=True, slots=True)
class Table:
    """Hold what the screen offers: the evening, who may sit, and the game that came before, if any."""

    evening: EveningPage
    game: str
    places: tuple[Place, ...]
    after: SheetBrief | None

    @property
    def free(self) -> list[uuid.UUID]:
        """Give who can sit down."""
        return [place.person.id for place in self.places if not place.busy]

    @property
    def names(self) -> dict[uuid.UUID, str]:
        """Give the names of all who are here or might come."""
        return {person.id: person.name for person in (*self.evening.players, *self.evening.present)}


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold what is proposed; `why` says it of the people, `dealing` of the dealer, `chooser` picks the dealer."""

    people: tuple[uuid.UUID, ...]
    options: Mapping[str, object]
    mode: Mode
    stake_minor: int
    currency: str
    dealer: uuid.UUID | None
    chooser: bool
    dealing: Markup | None
    why: tuple[Markup, ...]


def read_table(evening_id: uuid.UUID) -> Table:
    """Read who may sit at a new game, and why some cannot."""
    session, actor = db.session(), current_actor()
    try:
        evening = views.evening_page(session, actor, evening_id)
        running = views.group_page(session, actor).open_sheets
        usual = evening.sheets[-1].game if evening.sheets else proposals.last_game(session, actor)
    finally:
        session.rollback()
    after = _after()
    before = next((sheet for sheet in evening.sheets if sheet.id == after), None)
    game = before.game if before else request.values.get("game") or usual
    forms_of(game)
    busy = {person.id: _busy(sheet, evening) for sheet in running for person in sheet.people}
    places = tuple(Place(person, busy.get(person.id, "")) for person in evening.present)
    return Table(evening, game, places, before)


def _after() -> uuid.UUID | None:
    """Give the game that this one follows, as the address names it. Raises NotFoundError for what is no id."""
    text = request.args.get("after")
    try:
        return uuid.UUID(text) if text else None
    except ValueError as error:
        raise NotFoundError from error


def _busy(sheet: SheetBrief, evening: EveningPage) -> str:
    """Say where somebody plays who cannot sit down."""
    if sheet.evening_id == evening.id:
        return _("plays game %(number)s", number=sheet.number)
    return _("plays game %(number)s of another evening", number=sheet.number)


def make_plan(table: Table) -> Plan:
    """Propose people, settings and dealer."""
    session, actor = db.session(), current_actor()
    settings: Settings | NextGame
    try:
        if table.after is None:
            settings = proposals.last_settings(session, actor, table.game)
            proposal = proposals.seating(session, actor, table.evening.id, table.game, _seats(table))
            people, dealer, chooser = proposal.player_ids, None, None
        else:
            settings = following = proposals.next_game(session, actor, table.after.id)
            proposal = proposals.seating(session, actor, table.evening.id, table.game, len(following.player_ids))
            people, chooser = following.player_ids, following.dealer_chosen_by
            dealer = None if following.dealer is None else people[following.dealer]
    finally:
        session.rollback()
    known = table.names
    return Plan(
        people=tuple(person for person in people if person in table.free),
        options=settings.options,
        mode=settings.mode,
        stake_minor=settings.stake_minor,
        currency=settings.currency,
        dealer=dealer,
        chooser=chooser is not None,
        dealing=_dealing(table.after, known, dealer, chooser),
        why=_why(proposal.why, known),
    )


def _seats(table: Table) -> int:
    """Give the number of seats: that of the last game of this kind tonight, or as many as are free and usual."""
    game, free = GAMES[table.game], len(table.free)
    last = next((sheet for sheet in reversed(table.evening.sheets) if sheet.game == table.game), None)
    if last is not None:
        return len(last.people)
    return max((seats for seats in game.usual_seats or game.seats if seats <= free), default=min(game.seats))


def _dealing(
    before: SheetBrief | None, known: Mapping[uuid.UUID, str], dealer: uuid.UUID | None, chooser: uuid.UUID | None
) -> Markup | None:
    """Say by which rule somebody deals first, or chooses who does (rules.md 1.9)."""
    if before is None:
        return None
    if chooser is not None:
        return named(_("%(name)s lost and chooses who deals first."), known.get(chooser))
    name = known.get(dealer) if dealer else None
    winners = [before.people[seat].id for seat in before.winners]
    won = dealer in winners and GAMES[before.game].winner_deals
    if won and len(winners) == 1:
        return named(_("%(name)s won and deals first."), name)
    if won:
        return named(_("%(name)s, the first of the winners, deals first."), name)
    return named(_("The deal passes on to %(name)s."), name)


def _why(proposal: Sequence[Why], known: Mapping[uuid.UUID, str]) -> tuple[Markup, ...]:
    """Say why some sit out and others play again: one sentence for all of whom it is true."""
    groups: dict[tuple[str, int], list[str]] = {}
    for why in proposal:
        if why.player_id in known:
            groups.setdefault((why.code, why.games), []).append(known[why.player_id])
    return tuple(
        escape(_turn_words(code, games)) % {"names": names(people)} for (code, games), people in groups.items()
    )


def _turn_words(code: str, games: int) -> str:
    """Give the sentence, with the place for the names left open."""
    place = "%(names)s"
    if code == "waited":
        return ngettext(
            "In again after waiting for one game: %(names)s.",
            "In again after waiting for %(num)s games: %(names)s.",
            games,
            names=place,
        )
    if not games:
        return _("Sitting out this time: %(names)s.", names=place)
    return ngettext(
        "Sitting out after playing one game: %(names)s.",
        "Sitting out after playing %(num)s games in a row: %(names)s.",
        games,
        names=place,
    )


def named(text: str, name: str | None) -> Markup | None:
    """Put a name into a sentence that was translated, escaped and in its own direction."""
    return None if name is None else escape(text) % {"name": bdi(name)}
