"""Enter the next deal, or see what it would come to."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import Response, flash, request

from scorekeeper.forms.game_forms import DealForm
from scorekeeper.models import Role
from scorekeeper.services import deals
from scorekeeper.services.entering import Watch
from scorekeeper.services.errors import ClosedError, ConflictError, InvalidInputError, KeyReusedError, TwiceError
from scorekeeper.services.sheet_view import Row, SheetView
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.deals.answers import (
    CHECKED,
    done,
    fresh_sheet,
    over,
    page,
    redirect_to,
    refused,
    saved_words,
)
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.entry_forms import EntryForm, check_entry, put_problems, sentences
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.fragments import render_parts, wants_fragments
from scorekeeper.web.kept_sheets import sheet_now
from scorekeeper.web.row_forms import SUGGEST, suggests_nothing
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
    takes_deals,
)
from scorekeeper.web.sheets import BLOCKS

YES = "yes"


@dataclass(frozen=True, slots=True)
class Posted:
    """A new row as it was posted: read as the device saw it, with the dealer that it showed.

    `kind` is what the page asks for that is no deal, "" for a deal, which has its panel on the sheet.
    """

    sheet: SheetView
    form: EntryForm
    table: Table
    deal: DealForm
    kind: str

    @property
    def dealer(self) -> int | None:
        """Give the dealer that was chosen by hand, None for the rotation."""
        return self.form.set_dealer(self.sheet, self.sheet.dealer)

    def send(self, *, insist: bool = True) -> Send:
        """Send the form again for the place that the device expects."""
        hidden = {name: self.form[name].data or None for name in ("position", "dealer", "by_hand", "twice")}
        return new_deal(self.sheet, answer=True, insist=insist, kind=self.kind, hidden=hidden)

    def again(self, check: Check | None, status: HTTPStatus) -> Response:
        """Give the form back with what was typed."""
        changes = {"form": self.form, "table": self.table, "deal": self.deal, "send": self.send(), "check": check}
        return page(self.sheet, status, "deal_form", kind=self.kind, **changes)


@bp.post("/deals")
@least(Role.MEMBER)
@watching(Watch.SHEET)
def add(sheet_id: uuid.UUID) -> Response:
    """Save a deal: once, however often it is sent, and never over another one."""
    return save_new(read_posted(sheet_id))


@bp.post("/preview")
@least(Role.MEMBER)
@watching(Watch.SHEET)
def preview(sheet_id: uuid.UUID) -> Response:
    """Show what the deal would come to; changes nothing."""
    return preview_new(read_posted(sheet_id))


def read_posted(sheet_id: uuid.UUID, kind: str = "") -> Posted:
    """Read what was posted."""
    sheet, form = sheet_now(sheet_id), EntryForm()
    table = table_of(sheet, form.dealer_of(sheet, sheet.dealer), sheet.next_number)
    return Posted(sheet, form, table, bound_deal(sheet, table, request.form, kind), kind)


def save_new(posted: Posted) -> Response:
    """Save a row at the end, or give its form back."""
    form, deal = posted.form, posted.deal
    if SUGGEST in request.form:
        return preview_new(posted)
    if not deal.validate():
        return _impossible(posted)
    db.session.rollback()
    try:
        written = deals.record(
            db.session(),
            current_actor(),
            posted.sheet.id,
            key=form.key_value,
            position=form.expected_position,
            payload=deal.to_payload(),
            dealer=posted.dealer,
            twice=form.twice.data == YES,
        )
    except InvalidInputError as error:
        if any(problem.code == "key" for problem in error.problems):
            raise
        put_problems(deal, error.problems)
        return _impossible(posted)
    except ConflictError as error:
        return _clash(posted, error)
    if posted.kind:
        flash(saved_words(posted.kind))
        return redirect_to(posted.sheet.id)
    return done(posted.sheet.id, saved_words(), arrived=written.entry_id, is_new=True)


def preview_new(posted: Posted) -> Response:
    """Show what a row at the end would come to, or fill in the ruling that was asked for."""
    typing = wants_fragments() and SUGGEST not in request.form
    if suggests_nothing(posted.deal):
        return posted.again(None, HTTPStatus.UNPROCESSABLE_ENTITY)
    check = check_entry(db.session(), current_actor(), posted.sheet, posted.deal, dealer=posted.dealer, typing=typing)
    if typing:
        context = screen(posted.sheet, current_actor())
        return render_parts(CHECKED, context | {"check": check, "deal": posted.deal, "send": posted.send()})
    return posted.again(check, HTTPStatus.UNPROCESSABLE_ENTITY if check.problems else HTTPStatus.OK)


def _impossible(posted: Posted) -> Response:
    return posted.again(Check(problems=sentences(posted.deal)), HTTPStatus.UNPROCESSABLE_ENTITY)


def _clash(posted: Posted, error: ConflictError) -> Response:
    """Show what was entered meanwhile, and keep what was typed for the next place, under a new key."""
    sheet = fresh_sheet(posted.sheet.id)
    if isinstance(error, ClosedError) or not takes_deals(sheet):
        return refused(sheet.id, over(), posted.kind)
    by_hand = posted.form.set_dealer(sheet, sheet.dealer)
    table = table_of(sheet, sheet.dealer if by_hand is None else by_hand, sheet.next_number)
    deal = bound_deal(sheet, table, request.form, posted.kind)
    reused, twice = isinstance(error, KeyReusedError), isinstance(error, TwiceError)
    rows = _last(sheet) if twice else _entered(sheet, posted.form, reused=reused)
    mine = outcome_of_payload(sheet, posted.deal.to_payload())
    same = not twice and any(row.outcome == mine for row in rows)
    clash = Clash(rows, same=same, reused=reused, twice=twice)
    send = new_deal(sheet, dealer=by_hand, answer=True, kind=posted.kind)
    check = check_entry(db.session(), current_actor(), sheet, deal, dealer=by_hand, typing=True)
    return page(
        sheet,
        HTTPStatus.CONFLICT,
        *(("deal_form",) if posted.kind else BLOCKS),
        kind=posted.kind,
        form=KeyedForm(formdata=None),
        table=table,
        deal=deal,
        # Whoever saves it now has seen what stands there.
        send=replace(send, hidden={**send.hidden, "twice": YES}),
        check=check,
        clash=clash,
    )


def _last(sheet: SheetView) -> tuple[Row, ...]:
    """Give the last row that counts."""
    return tuple(row for row in sheet.rows if not row.removed)[-1:]


def _entered(sheet: SheetView, posted: EntryForm, *, reused: bool) -> tuple[Row, ...]:
    """Give the rows that stand where the device expected to write, or the one that its key wrote."""
    live = [row for row in sheet.rows if not row.removed and row.outcome is not None]
    if reused:
        return tuple(row for row in live if row.base == posted.key_value)
    return tuple(row for row in live if row.position >= posted.expected_position > 0)
