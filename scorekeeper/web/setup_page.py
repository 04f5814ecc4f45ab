"""The screen of a game's set-up: its forms, what they offer, and who may use which."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from flask import render_template
from flask_babel import gettext as _

from scorekeeper.core.agreement import BY_THE_TABLE
from scorekeeper.models import Role, SheetStatus
from scorekeeper.registry import GAMES
from scorekeeper.services import views
from scorekeeper.services.views import SheetView
from scorekeeper.web.actor import current_actor, current_group
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.rule_sets import offered, usual_note
from scorekeeper.web.rule_words import own_rules
from scorekeeper.web.setup_preview import Money
from scorekeeper.web.sheet_forms import DealerForm, OptionsForm, Place, RulesForm, SeatsForm, StakeForm
from scorekeeper.web.table_forms import TableForms, blank_table_forms, last_round_words, several

CORRECTABLE = frozenset({SheetStatus.OPEN, SheetStatus.ADJOURNED, SheetStatus.ENDED})


@dataclass(frozen=True, slots=True)
class Forms:
    """Hold the forms of the screen and the `places` they offer.

    `open` names the section that comes back with something to say.
    """

    dealer: DealerForm
    seats: SeatsForm
    stake: StakeForm
    rules: RulesForm
    options: OptionsForm
    status: KeyedForm
    table: TableForms
    places: Sequence[Place]
    open: str = ""


def read_sheet(sheet_id: uuid.UUID) -> SheetView:
    """Read the sheet and end the reading, so that a use case can begin its own."""
    try:
        return views.sheet_page(db.session(), current_actor(), sheet_id)
    finally:
        db.session.rollback()


def offered_places(sheet: SheetView) -> list[Place]:
    """Offer who sits there, and after them whoever else the group has: a name may have been the wrong one."""
    try:
        group = views.group_page(db.session(), current_actor())
    finally:
        db.session.rollback()
    seated = {person.id for person in sheet.people}
    busy = {
        person.id: _("plays game %(number)s", number=other.number)
        for other in group.open_sheets
        if other.id != sheet.id
        for person in other.people
    }
    others = [person for person in group.players if person.id not in seated]
    return [*(Place(person) for person in sheet.people), *(Place(each, busy.get(each.id, "")) for each in others)]


def blank_forms(sheet: SheetView) -> Forms:
    """Make the blank forms, which show how the game is set up."""
    dealer_form = DealerForm(formdata=None, first_dealer=str(sheet.people[sheet.first_dealer].id))
    dealer_form.first_dealer.choices = [(str(person.id), person.name) for person in sheet.people]
    seats_form = SeatsForm(formdata=None)
    places = offered_places(sheet)
    seats_form.offer_seats(places, sheet.seats)
    seats_form.seat(person.id for person in sheet.people)
    stake_form = StakeForm(formdata=None)
    stake_form.offer_money(sheet.stake_minor, sheet.currency, current_group().currency)
    stake_form.fill_money(sheet.mode, sheet.stake_minor, sheet.currency)
    rules_form = RulesForm(formdata=None)
    rules_form.offer_rules(offered(sheet.game), sheet.options_plain)
    return Forms(
        dealer=dealer_form,
        seats=seats_form,
        stake=stake_form,
        rules=rules_form,
        options=forms_of(sheet.game).options.from_options(sheet.options),
        status=KeyedForm(formdata=None),
        table=blank_table_forms(sheet, places),
        places=places,
    )


def again(blank: Forms, section: str, **table: Any) -> Forms:
    """Put what was sent into one of the table's sections, and open it."""
    return replace(blank, table=replace(blank.table, **table), open=section)


def setup_page(sheet: SheetView, forms: Forms, status: HTTPStatus = HTTPStatus.OK) -> tuple[str, int]:
    """Show the screen with these forms; a viewer sees how the game is set up and no form."""
    writes = current_actor().role.reaches(Role.MEMBER)
    game, running = GAMES[sheet.game], sheet.ending is None
    present = sheet.seats - len(sheet.vacant)
    corrects = writes and not sheet.settled
    sections = {
        "join": running and not sheet.vacant and sheet.seats + 1 in game.seats,
        "leave": running and present - 1 in game.seats,
        "reopen": sheet.ending is not None and sheet.ending.reason in BY_THE_TABLE,
        "agree": running,
        "last-round": running,
        "no-last-round": running and sheet.last_round is not None,
    }
    html = render_template(
        "sheets/setup.html",
        sections=sections,
        unsaid=() if sections.get(forms.open, True) else forms.table.errors(forms.open),
        sheet=sheet,
        forms=forms,
        words=forms_of(sheet.game),
        game=game,
        sits_out=game.sits_out(0, sheet.seats + 1) is not None,
        money=Money(sheet.mode, sheet.stake_minor, sheet.currency),
        own_rules=own_rules(sheet.game, sheet.options_plain),
        usual_note=usual_note(sheet),
        places=forms.places,
        may_correct=corrects and sheet.status in CORRECTABLE,
        several=several(sheet),
        last_round_words=last_round_words,
        may_adjourn=corrects and sheet.status == SheetStatus.OPEN and sheet.ending is None,
        may_go_on=writes and sheet.status == SheetStatus.ADJOURNED,
        may_break_off=corrects and sheet.status in (SheetStatus.OPEN, SheetStatus.ADJOURNED),
        may_resume=corrects and sheet.status == SheetStatus.BROKEN_OFF,
        may_discard=corrects and not sheet.rows and sheet.status != SheetStatus.DISCARDED,
    )
    return html, status
