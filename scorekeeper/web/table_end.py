"""The table ends a game by agreement, at once or after a last round. Shown first, done on the second tap."""

from __future__ import annotations

import uuid
from functools import partial
from http import HTTPStatus

from flask import Blueprint
from flask_babel import gettext as _

from scorekeeper.models import Role
from scorekeeper.services import agreements
from scorekeeper.services.asked import Asked
from scorekeeper.services.preview import Preview
from scorekeeper.services.views import SheetView
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.rule_words import RuleChange
from scorekeeper.web.setup_answers import Answer, correct
from scorekeeper.web.setup_page import again, blank_forms, read_sheet, setup_page
from scorekeeper.web.setup_preview import Wish
from scorekeeper.web.table_forms import (
    AgreeForm,
    LastRoundForm,
    agreement_words,
    close_words,
    last_round_words,
    table_words,
)

bp = Blueprint("table_end", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>/setup")


@bp.post("/agree")
@least(Role.MEMBER)
def agree(sheet_id: uuid.UUID) -> Answer:
    """Show or do: the table ends the game now."""
    sheet = read_sheet(sheet_id)
    form = AgreeForm().offer(sheet)
    forms = again(blank_forms(sheet), "agree", agree=form)
    how = form.read()
    if how is None:
        return setup_page(sheet, forms, HTTPStatus.UNPROCESSABLE_ENTITY)

    def ask(asked: Asked) -> Preview:
        return agreements.agree(db.session(), current_actor(), sheet_id, how=how, **asked)

    changes = (RuleChange(_("How the game ends"), _("not over"), agreement_words(sheet.game, str(how["how"]))),)
    return correct(Wish(sheet, changes), form, forms, ask, partial(close_words, sheet))


@bp.post("/reopen")
@least(Role.MEMBER)
def reopen(sheet_id: uuid.UUID) -> Answer:
    """Show or do: the game that ended by agreement goes on."""
    sheet, form = read_sheet(sheet_id), KeyedForm()
    forms = again(blank_forms(sheet), "reopen", bare=form)

    def ask(asked: Asked) -> Preview:
        return agreements.reopen(db.session(), current_actor(), sheet_id, **asked)

    changes = (RuleChange(_("How the game ends"), _("by agreement"), _("not over")),)
    return correct(Wish(sheet, changes), form, forms, ask, table_words)


@bp.post("/last-round")
@least(Role.MEMBER)
def last_round(sheet_id: uuid.UUID) -> Answer:
    """Show or do: the last round is announced."""
    sheet = read_sheet(sheet_id)
    form = LastRoundForm().offer(sheet)
    forms = again(blank_forms(sheet), "last-round", last=form)
    read = form.read()
    if read is None:
        return setup_page(sheet, forms, HTTPStatus.UNPROCESSABLE_ENTITY)
    deals, until = read
    how = form.how.data or ""

    def ask(asked: Asked) -> Preview:
        session, actor = db.session(), current_actor()
        return agreements.announce_last_round(session, actor, sheet_id, deals=deals, until=until, how=how, **asked)

    changes = (
        RuleChange(_("Last round"), _left(sheet), last_round_words(sheet, deals, until)),
        RuleChange(_("How it ends then"), _("as the rules say"), agreement_words(sheet.game, how)),
    )
    return correct(Wish(sheet, changes), form, forms, ask, table_words)


@bp.post("/no-last-round")
@least(Role.MEMBER)
def no_last_round(sheet_id: uuid.UUID) -> Answer:
    """Show or do: play on without a last round."""
    sheet, form = read_sheet(sheet_id), KeyedForm()
    forms = again(blank_forms(sheet), "no-last-round", bare=form)

    def ask(asked: Asked) -> Preview:
        return agreements.cancel_last_round(db.session(), current_actor(), sheet_id, **asked)

    wish = Wish(sheet, (RuleChange(_("Last round"), _left(sheet), _("none")),), same=sheet.last_round is None)
    return correct(wish, form, forms, ask, table_words)


def _left(sheet: SheetView) -> str:
    last = sheet.last_round
    return _("none") if last is None else last_round_words(sheet, last.deals, last.until)
