"""People come and go at a game: a substitute, one more, one less, who pays. Shown first, done on the second tap."""

from __future__ import annotations

import uuid

from flask import Blueprint
from flask_babel import gettext as _

from scorekeeper.models import Role
from scorekeeper.services import comings
from scorekeeper.services.asked import Asked
from scorekeeper.services.preview import Preview
from scorekeeper.services.views import Person, Row, SheetView
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.attempts import to_uuid
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import bdi, names
from scorekeeper.web.rule_words import RuleChange
from scorekeeper.web.setup_answers import Answer, correct
from scorekeeper.web.setup_page import Forms, again, blank_forms, read_sheet
from scorekeeper.web.setup_preview import Wish
from scorekeeper.web.table_forms import JoinForm, LeaveForm, PayerForm, SubstituteForm, read_seat, table_words

bp = Blueprint("table_people", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>/setup")

NOBODY = uuid.UUID(int=0)
"""Stands for what is no player's id, so that the use case finds what is wrong."""


@bp.post("/substitute")
@least(Role.MEMBER)
def substitute(sheet_id: uuid.UUID) -> Answer:
    """Show or do: somebody takes a seat over."""
    sheet = read_sheet(sheet_id)
    blank = blank_forms(sheet)
    form = SubstituteForm().offer(sheet, blank.places)
    seat, player_id = read_seat(form.seat.data), _id(form.player_id.data)
    row = next((row for row in sheet.rows if row.number and str(row.entry_id) == form.first.data), None)

    def ask(asked: Asked) -> Preview:
        session, actor, first = db.session(), current_actor(), None if row is None else row.entry_id
        return comings.substitute(session, actor, sheet_id, seat=seat, player_id=player_id, first=first, **asked)

    comes = _person(blank, player_id)
    changes: tuple[RuleChange, ...] = ()
    people = sheet.people
    if comes is not None and 0 <= seat < sheet.seats:
        since = _("From the next deal on") if row is None else _("From deal %(number)s on", number=row.number)
        before = sheet.people[seat] if row is None else row.people[seat]
        changes = (RuleChange(since, bdi(before.name), bdi(comes.name)),)
        people = _with_substitute(sheet, seat, comes, row)
    forms = again(blank, "substitute", substitute=form)
    return correct(Wish(sheet, changes, people=people), form, forms, ask, table_words)


@bp.post("/join")
@least(Role.MEMBER)
def join(sheet_id: uuid.UUID) -> Answer:
    """Show or do: one more sits down."""
    sheet = read_sheet(sheet_id)
    blank = blank_forms(sheet)
    form = JoinForm().offer(sheet, blank.places)
    behind, player_id = read_seat(form.behind.data), _id(form.player_id.data)

    def ask(asked: Asked) -> Preview:
        return comings.join(db.session(), current_actor(), sheet_id, player_id=player_id, behind=behind, **asked)

    comes = _person(blank, player_id)
    people = sheet.people
    if comes is not None:
        people = (*people[: behind + 1], comes, *people[behind + 1 :])
    before, after = (names(person.name for person in each) for each in (sheet.people, people))
    wish = Wish(sheet, (RuleChange(_("Seats, clockwise"), before, after),), people=people)
    forms = again(blank, "join", join=form)
    return correct(wish, form, forms, ask, table_words)


@bp.post("/leave")
@least(Role.MEMBER)
def leave(sheet_id: uuid.UUID) -> Answer:
    """Show or do: somebody leaves, and the others play on."""
    sheet = read_sheet(sheet_id)
    blank = blank_forms(sheet)
    form = LeaveForm().offer(sheet)
    seat = read_seat(form.seat.data)

    def ask(asked: Asked) -> Preview:
        return comings.leave(db.session(), current_actor(), sheet_id, seat=seat, **asked)

    gone = sheet.people[seat].name if 0 <= seat < sheet.seats else ""
    wish = Wish(sheet, (RuleChange(_("From the next deal on"), bdi(gone), _("an empty seat")),))
    forms = again(blank, "leave", leave=form)
    return correct(wish, form, forms, ask, table_words)


@bp.post("/payer")
@least(Role.MEMBER)
def payer(sheet_id: uuid.UUID) -> Answer:
    """Show or do: who pays or gets for a seat that several held."""
    sheet = read_sheet(sheet_id)
    blank = blank_forms(sheet)
    form = PayerForm().offer(sheet)
    text, _colon, chosen = (form.player_id.data or "").partition(":")
    seat, player_id = read_seat(text), _id(chosen)

    def ask(asked: Asked) -> Preview:
        return comings.set_payer(db.session(), current_actor(), sheet_id, seat=seat, player_id=player_id, **asked)

    pays = next((person for held in sheet.held for person in held if person.id == player_id), None)
    changes: tuple[RuleChange, ...] = ()
    people, same = sheet.payers, False
    if pays is not None and 0 <= seat < sheet.seats:
        before = sheet.payers[seat]
        changes = (RuleChange(_("Who pays or gets"), bdi(before.name), bdi(pays.name)),)
        people, same = _put(sheet.payers, seat, pays), before == pays
    forms = again(blank, f"payer-{seat}", payer=form)
    return correct(Wish(sheet, changes, same=same, people=people), form, forms, ask, table_words)


def _with_substitute(sheet: SheetView, seat: int, comes: Person, row: Row | None) -> tuple[Person, ...]:
    """Give who holds the seats then: who came after that row keeps the seat."""
    kept = row is not None and row.people[seat] != sheet.people[seat]
    return sheet.people if kept else _put(sheet.people, seat, comes)


def _put(people: tuple[Person, ...], seat: int, person: Person) -> tuple[Person, ...]:
    return (*people[:seat], person, *people[seat + 1 :])


def _person(forms: Forms, player_id: uuid.UUID) -> Person | None:
    return next((place.person for place in forms.places if place.person.id == player_id), None)


def _id(text: str | None) -> uuid.UUID:
    try:
        return to_uuid(text)
    except ValueError:
        return NOBODY
