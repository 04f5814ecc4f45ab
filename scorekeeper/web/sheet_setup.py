"""A game's set-up, corrected while it runs or after: dealer, seats, stake, house rules; its end by hand; its log.

Each correction is shown first, with the totals and the ending that would stand, and done on a second tap.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.models import Role
from scorekeeper.services import setup, sheets, views
from scorekeeper.services.asked import Asked
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.preview import Preview
from scorekeeper.services.usual_rules import keep
from scorekeeper.web.actor import current_actor, current_group, least
from scorekeeper.web.attempts import attempt
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import bdi, names
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.rule_sets import begins_like_this, offered
from scorekeeper.web.rule_words import RuleChange, possible_changes, rule_changes
from scorekeeper.web.setup_answers import Answer, correct, turn
from scorekeeper.web.setup_page import blank_forms, offered_places, read_sheet, setup_page
from scorekeeper.web.setup_preview import Money, Wish
from scorekeeper.web.sheet_forms import (
    DealerForm,
    RulesForm,
    SeatsForm,
    StakeForm,
    told_apart,
)
from scorekeeper.web.table_forms import agreement_words

bp = Blueprint("sheet_setup", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>")


@bp.get("/setup")
@least(Role.VIEWER)
def show(sheet_id: uuid.UUID) -> Answer:
    """Show how the game is set up."""
    sheet = read_sheet(sheet_id)
    return setup_page(sheet, blank_forms(sheet))


@bp.post("/setup/dealer")
@least(Role.MEMBER)
def dealer(sheet_id: uuid.UUID) -> Answer:
    """Show or do: who dealt first."""
    sheet, form = read_sheet(sheet_id), DealerForm()
    form.first_dealer.choices = [(str(person.id), person.name) for person in sheet.people]
    seats = [seat for seat, person in enumerate(sheet.people) if str(person.id) == form.first_dealer.data]
    if not seats:
        form.first_dealer.errors = [_("Choose who dealt first.")]
        return setup_page(
            sheet, replace(blank_forms(sheet), dealer=form, open="dealer"), HTTPStatus.UNPROCESSABLE_ENTITY
        )

    def ask(asked: Asked) -> Preview:
        return setup.set_first_dealer(db.session(), current_actor(), sheet_id, first_dealer=seats[0], **asked)

    before, after = (bdi(sheet.people[seat].name) for seat in (sheet.first_dealer, seats[0]))
    wish = Wish(sheet, (RuleChange(_("First dealer"), before, after),), same=seats[0] == sheet.first_dealer)
    return correct(wish, form, replace(blank_forms(sheet), dealer=form, open="dealer"), ask)


@bp.post("/setup/seating")
@least(Role.MEMBER)
def seating(sheet_id: uuid.UUID) -> Answer:
    """Show or do: who sits where. Scores go with their person."""
    sheet, form = read_sheet(sheet_id), SeatsForm()
    places = offered_places(sheet)
    form.offer_seats(places, sheet.seats)
    people = form.seated
    known = {place.person.id: place.person for place in places}

    def ask(asked: Asked) -> Preview:
        try:
            return setup.set_seating(db.session(), current_actor(), sheet_id, player_ids=people, **asked)
        except InvalidInputError as error:
            raise InvalidInputError(replace(p, where=p.where.partition(".")[0]) for p in error.problems) from error

    seated = tuple(known[person] for person in people if person in known)
    before, after = (names(person.name for person in each) for each in (sheet.people, seated))
    wish = Wish(sheet, (RuleChange(_("Seats, clockwise"), before, after),), same=seated == sheet.people, people=seated)
    return correct(wish, form, replace(blank_forms(sheet), seats=form, open="seats"), ask)


@bp.post("/setup/stake")
@least(Role.MEMBER)
def stake(sheet_id: uuid.UUID) -> Answer:
    """Show or do: what the game is played for."""
    sheet, form = read_sheet(sheet_id), StakeForm()
    form.offer_money(sheet.stake_minor, sheet.currency, current_group().currency)
    forms = replace(blank_forms(sheet), stake=form, open="stake")
    read = form.read_money()
    if read is None:
        return setup_page(sheet, forms, HTTPStatus.UNPROCESSABLE_ENTITY)
    old, new = Money(sheet.mode, sheet.stake_minor, sheet.currency), Money(form.chosen_mode, *read)

    def ask(asked: Asked) -> Preview:
        return setup.set_stake(
            db.session(),
            current_actor(),
            sheet_id,
            stake_minor=new.minor,
            currency=new.currency,
            mode=new.mode,
            **asked,
        )

    wish = Wish(sheet, (RuleChange(_("Played for"), old.words, new.words),), same=old == new, money=new)
    return correct(wish, form, forms, ask)


@bp.post("/setup/rules")
@least(Role.MEMBER)
def rules(sheet_id: uuid.UUID) -> Answer:
    """Show or do: by which house rules the game is played."""
    sheet, form = read_sheet(sheet_id), RulesForm()
    form.offer_rules(offered(sheet.game))
    options = forms_of(sheet.game).options.bind(request.form)
    forms = replace(blank_forms(sheet), rules=form, options=options, open="rules")
    if form.own_rules and not options.validate():
        return setup_page(sheet, forms, HTTPStatus.UNPROCESSABLE_ENTITY)
    wanted = form.chosen_rules(options)

    def ask(asked: Asked) -> Preview:
        try:
            return setup.set_options(db.session(), current_actor(), sheet_id, options=wanted, **asked)
        except InvalidInputError as error:
            raise InvalidInputError(told_apart(error.problems, options)) from error

    changes = possible_changes(sheet.game, sheet.options_plain, wanted)
    wish = Wish(sheet, tuple(changes or ()), same=changes == [])
    return correct(wish, form, forms, ask)


@bp.post("/setup/usual-rules")
@least(Role.MEMBER)
def usual_rules(sheet_id: uuid.UUID) -> Answer:
    """Let the group play by the house rules of this game from now on."""
    sheet, form = read_sheet(sheet_id), KeyedForm()
    options = sheet.options_plain
    done = attempt(form, lambda: keep(db.session(), current_actor(), sheet.game, options, key=form.key_value))
    if isinstance(done, HTTPStatus):
        return setup_page(sheet, replace(blank_forms(sheet), status=form), done)
    flash(begins_like_this(sheet.game))
    return redirect(url_for("sheet_setup.show", sheet_id=sheet_id), HTTPStatus.SEE_OTHER)


@bp.post("/break-off")
@least(Role.MEMBER)
def break_off(sheet_id: uuid.UUID) -> Answer:
    """Stop a game that nobody finishes."""
    return turn(sheet_id, sheets.break_off, _("Game %(number)s was broken off. Nobody pays for it."), leave=True)


@bp.post("/resume")
@least(Role.MEMBER)
def resume(sheet_id: uuid.UUID) -> Answer:
    """Take a game up again that was broken off."""
    return turn(sheet_id, sheets.resume, _("Game %(number)s goes on."), leave=False)


@bp.post("/discard")
@least(Role.MEMBER)
def discard(sheet_id: uuid.UUID) -> Answer:
    """Drop a game that was started by mistake."""
    return turn(sheet_id, sheets.discard, _("Game %(number)s was discarded."), leave=True)


@bp.get("/log")
@least(Role.VIEWER)
def log(sheet_id: uuid.UUID) -> str:
    """Show every change of the game: what, who, when."""
    sheet = read_sheet(sheet_id)
    try:
        lines = views.sheet_log(db.session(), current_actor(), sheet_id)
    finally:
        db.session.rollback()
    return render_template(
        "sheets/log.html",
        sheet=sheet,
        lines=lines,
        words=forms_of(sheet.game),
        rule_changes=rule_changes,
        agreement_words=agreement_words,
    )
