"""What the form of an entry posts besides the deal itself, and what the entry would come to."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping

from flask_babel import gettext as _
from sqlalchemy.orm import Session
from wtforms import HiddenField

from scorekeeper.core.problems import Problem
from scorekeeper.forms.game_forms import DealForm
from scorekeeper.services import preview
from scorekeeper.services.actor import Actor
from scorekeeper.services.deals import KEEP, Keep
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.sheet_view import Row, SheetView
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.sheet_screen import Check, open_check

MOST_DIGITS = 9


class EntryForm(KeyedForm):
    """The hidden part of an entry's form: what the device saw when the entry was begun.

    `dealer` dealt, by its screen; `by_hand` is 1 when it was chosen there and 0 when it was given back to
    the rotation. A new deal names its `position`, a correction its `base`, a forgotten deal nothing more. `twice`
    says that the table knows of a deal that looks the same.
    """

    position = HiddenField()
    dealer = HiddenField()
    by_hand = HiddenField()
    base = HiddenField()
    confirm = HiddenField()
    twice = HiddenField()

    def dealer_of(self, sheet: SheetView, default: int) -> int:
        """Give the dealer that the device showed."""
        dealer = _number(self.dealer.data)
        return dealer if dealer is not None and dealer < sheet.seats else default

    def set_dealer(self, sheet: SheetView, default: int) -> int | None:
        """Give the dealer that was chosen by hand, None for the rotation."""
        return self.dealer_of(sheet, default) if self.by_hand.data == "1" else None

    def kept_dealer(self, sheet: SheetView, default: int) -> int | Keep | None:
        """Give what a correction says of the dealer: a seat, None for the rotation, or that it stays."""
        return self.set_dealer(sheet, default) if self.by_hand.data in {"0", "1"} else KEEP

    @property
    def expected_position(self) -> int:
        """Give the position that the device expects; 0, which no row has, when there is none."""
        return _number(self.position.data) or 0


def _number(text: str | None) -> int | None:
    """Give a small whole number from what a browser sent."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def check_entry(
    session: Session,
    actor: Actor,
    sheet: SheetView,
    deal: DealForm,
    *,
    dealer: int | Keep | None = KEEP,
    entry_id: uuid.UUID | None = None,
    before: uuid.UUID | None = None,
    typing: bool = False,
) -> Check:
    """Say what an entry would come to: at the end, instead of row `entry_id`, or before row `before`.

    While somebody is `typing`, an entry that has only begun is nothing to complain about.
    """
    if not deal.validate():
        return Check(problems=sentences(deal))
    payload = deal.to_payload()
    try:
        seen = preview.preview(
            session, actor, sheet.id, payload=payload, dealer=dealer, entry_id=entry_id, before=before
        )
    except InvalidInputError as error:
        return _impossible(sheet, deal, payload, error, typing=typing)
    after = seen.row_index
    counted = after is not None and after < len(seen.standings.running_totals)
    ends = seen.ending is not None and (seen.under_protest or sheet.ending is None)
    return Check(
        outcome=seen.outcome,
        totals=seen.standings.running_totals[after] if counted and after is not None else seen.standings.totals,
        marks=seen.standings.running_marks[after] if counted and after is not None else seen.standings.marks,
        ending=seen.ending,
        ending_moved=seen.ending_moved if entry_id or before else ends,
        standings=seen.standings,
        under_protest=seen.under_protest,
    )


def _impossible(
    sheet: SheetView, deal: DealForm, payload: Mapping[str, object], error: InvalidInputError, *, typing: bool
) -> Check:
    begun = {problem.code for problem in error.problems} <= forms_of(sheet.game).unfinished
    if typing and begun:
        return open_check(sheet, payload)
    put_problems(deal, error.problems)
    return Check(problems=sentences(deal))


def put_problems(deal: DealForm, problems: Iterable[Problem]) -> None:
    """Put a sentence at the field of each problem; those that no game knows are said here."""
    own = []
    for problem in problems:
        if problem.code == "row":
            words = _("This would make deal %(number)s impossible. Correct that one first.", **problem.params)
            deal.form_errors.append(words)
        elif problem.code == "protest_same":
            deal.form_errors.append(_("This is what stands there already. Enter what it should be instead."))
        elif problem.where == "dealer":
            deal.form_errors.append(_("Choose a dealer who plays this game."))
        else:
            own.append(problem)
    deal.add_problems(own)


def sentences(deal: DealForm) -> tuple[str, ...]:
    """Give what is wrong with a deal, each sentence once, in the order of the fields."""
    return tuple(dict.fromkeys(str(text) for texts in deal.errors.values() for text in _flat(texts)))


def _flat(texts: object) -> Iterator[object]:
    """Give each sentence; one that is translated late is iterable like a list, but is one sentence."""
    if isinstance(texts, Mapping):
        texts = list(texts.values())
    if not isinstance(texts, list | tuple):
        yield texts
        return
    for each in texts:
        yield from _flat(each)


def rotation_dealer(sheet: SheetView, row: Row) -> int:
    """Give who would deal a row if nobody said so by hand."""
    before = [each for each in sheet.rows if not each.removed and each.position < row.position]
    if not before:
        return sheet.first_dealer
    last = before[-1]
    passes = last.kind == "deal" or bool(last.payload.get("passes_deal", last.kind == "ruling"))
    return (last.dealer + 1) % sheet.seats if passes else last.dealer
