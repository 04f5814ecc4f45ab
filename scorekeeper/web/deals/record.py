"""Enter the next deal, or see what it would come to."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Response, request
from flask_babel import gettext as _

from scorekeeper.models import Role, SheetStatus
from scorekeeper.services import deals
from scorekeeper.services.errors import ClosedError, ConflictError, InvalidInputError, KeyReusedError
from scorekeeper.services.sheet_view import Row, SheetView
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.deals.answers import CHECKED, done, fresh_sheet, over, page, refused
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.entry_forms import EntryForm, check_entry, put_problems, sentences
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.fragments import render_parts, wants_fragments
from scorekeeper.web.game_forms import DealForm
from scorekeeper.web.sheet_screen import (
    Check,
    Clash,
    Send,
    Table,
    bound_deal,
    new_deal,
    outcome_of_payload,
    screen,
    table_of,
)
from scorekeeper.web.sheets import BLOCKS


@bp.post("/deals")
@least(Role.MEMBER)
def add(sheet_id: uuid.UUID) -> Response:
    """Save a deal: once, however often it is sent, and never over another one."""
    sheet = fresh_sheet(sheet_id)
    posted, table, deal = _posted(sheet)
    if not deal.validate():
        return _impossible(sheet, posted, table, deal)
    db.session.rollback()
    try:
        written = deals.record(
            db.session(),
            current_actor(),
            sheet_id,
            key=posted.key_value,
            position=posted.expected_position,
            payload=deal.to_payload(),
            dealer=posted.set_dealer(sheet, sheet.dealer),
        )
    except InvalidInputError as error:
        if any(problem.code == "key" for problem in error.problems):
            raise
        put_problems(deal, error.problems)
        return _impossible(sheet, posted, table, deal)
    except ConflictError as error:
        return _clash(sheet_id, posted, deal, error)
    return done(sheet_id, _("The deal is saved."), arrived=written.entry_id, is_new=True)


@bp.post("/preview")
@least(Role.MEMBER)
def preview(sheet_id: uuid.UUID) -> Response:
    """Show what the deal would come to; changes nothing."""
    sheet = fresh_sheet(sheet_id)
    posted, table, deal = _posted(sheet)
    typing = wants_fragments()
    check = check_entry(
        db.session(), current_actor(), sheet, deal, dealer=posted.set_dealer(sheet, sheet.dealer), typing=typing
    )
    if typing:
        context = screen(sheet, current_actor()) | {"check": check, "send": _send(sheet, posted)}
        return render_parts(CHECKED, context)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if check.problems else HTTPStatus.OK
    return _again(sheet, posted, table, deal, check, status)


def _posted(sheet: SheetView) -> tuple[EntryForm, Table, DealForm]:
    """Read what was posted; the deal is read as the device saw it, with the dealer that it showed."""
    posted = EntryForm()
    table = table_of(sheet, posted.dealer_of(sheet, sheet.dealer), sheet.next_number)
    return posted, table, bound_deal(sheet, table, request.form)


def _send(sheet: SheetView, posted: EntryForm, *, insist: bool = True) -> Send:
    """Send the form again for the place that the device expects."""
    hidden = {name: posted[name].data or None for name in ("position", "dealer", "by_hand")}
    return new_deal(sheet, answer=True, insist=insist, hidden=hidden)


def _impossible(sheet: SheetView, posted: EntryForm, table: Table, deal: DealForm) -> Response:
    return _again(sheet, posted, table, deal, Check(problems=sentences(deal)), HTTPStatus.UNPROCESSABLE_ENTITY)


def _again(
    sheet: SheetView, posted: EntryForm, table: Table, deal: DealForm, check: Check, status: HTTPStatus
) -> Response:
    """Give the form back with what was typed."""
    send = _send(sheet, posted)
    return page(sheet, status, "deal_form", form=posted, table=table, deal=deal, send=send, check=check)


def _clash(sheet_id: uuid.UUID, posted: EntryForm, typed: DealForm, error: ConflictError) -> Response:
    """Show what was entered meanwhile, and keep what was typed for the next place, under a new key."""
    sheet = fresh_sheet(sheet_id)
    if isinstance(error, ClosedError) or sheet.ending is not None or sheet.status != SheetStatus.OPEN:
        return refused(sheet_id, over())
    by_hand = posted.set_dealer(sheet, sheet.dealer)
    table = table_of(sheet, sheet.dealer if by_hand is None else by_hand, sheet.next_number)
    deal = bound_deal(sheet, table, request.form)
    reused = isinstance(error, KeyReusedError)
    rows = _entered(sheet, posted, reused=reused)
    mine = outcome_of_payload(sheet, typed.to_payload())
    clash = Clash(rows, same=any(row.outcome == mine for row in rows), reused=reused)
    check = check_entry(db.session(), current_actor(), sheet, deal, dealer=by_hand, typing=True)
    return page(
        sheet,
        HTTPStatus.CONFLICT,
        *BLOCKS,
        form=KeyedForm(formdata=None),
        table=table,
        deal=deal,
        send=new_deal(sheet, dealer=by_hand, answer=True),
        check=check,
        clash=clash,
    )


def _entered(sheet: SheetView, posted: EntryForm, *, reused: bool) -> tuple[Row, ...]:
    """Give the rows that stand where the device expected to write, or the one that its key wrote."""
    live = [row for row in sheet.rows if not row.removed and row.outcome is not None]
    if reused:
        return tuple(row for row in live if row.base == posted.key_value)
    return tuple(row for row in live if row.position >= posted.expected_position > 0)
