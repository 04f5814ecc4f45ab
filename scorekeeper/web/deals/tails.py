"""Decide two tails together: what this phone entered without a network, and what others entered meanwhile."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus

from flask import Response, flash, render_template, request
from flask_babel import gettext as _
from flask_babel import ngettext
from wtforms import HiddenField

from scorekeeper.core.outcome import Outcome
from scorekeeper.core.problems import Problem
from scorekeeper.models import Role
from scorekeeper.services import tails
from scorekeeper.services.errors import InvalidInputError, StaleError
from scorekeeper.services.preview import Preview
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.services.tails import Choice, Comparison, Pair, TailDeal
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.deals.answers import fresh_sheet, redirect_to
from scorekeeper.web.deals.blueprint import bp
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.fragments import render_fragments, wants_fragments
from scorekeeper.web.sheet_screen import Check, screen

PAGE = "sheets/tails.html"
SAVE, CHECK = "save", "check"
"""Names of buttons."""
MOST = 100_000
LATEST_MS = 4_102_444_800_000
"""The year 2100: later ones are a clock that is wrong."""


class TailForm(KeyedForm):
    """The device's tail as it was posted, and what the screen showed when it was decided.

    `tail` is JSON: ``[{"key", "position", "payload", "dealer", "dealt", "at"}]``; a seat or null for the dealers,
    ``at`` in milliseconds since 1970 by the device's clock.
    """

    tail = HiddenField()
    seen = HiddenField()


@dataclass(frozen=True, slots=True)
class Side:
    """Show a deal of one tail: when it was entered, None if that is not known, and by whom ("": by this phone)."""

    outcome: Outcome | None
    at: datetime | None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Show one place of two tails; `chosen` is what is said of it so far."""

    pair: Pair
    number: int
    theirs: Side | None
    mine: Side | None
    chosen: Choice | None


@bp.post("/tails")
@least(Role.MEMBER)
def decide_tails(sheet_id: uuid.UUID) -> Response:
    """Show two tails side by side with what a decision would come to; decide them when that is asked."""
    form, sheet = TailForm(), fresh_sheet(sheet_id)
    deals, times = read_tail(form.tail.data or "")
    try:
        compared = tails.compare(db.session(), current_actor(), sheet_id, deals)
    except InvalidInputError as error:
        flash(_impossible(error), "error")
        return redirect_to(sheet_id)
    if not compared.pairs:
        flash(_("Nothing is left to decide: all of this is in the game already."))
        return redirect_to(sheet_id)
    shown = Screen(sheet, form, deals, times, compared)
    if SAVE not in request.form:
        return shown.answer(HTTPStatus.OK)
    if form.seen.data != compared.seen:
        return shown.answer(HTTPStatus.CONFLICT)
    return _save(shown)


def _save(shown: Screen) -> Response:
    """Decide as it was said, or show what is still to be said."""
    choices = [each for each in shown.choices if each]
    db.session.rollback()
    try:
        tails.decide(
            db.session(),
            current_actor(),
            shown.sheet.id,
            key=shown.form.key_value,
            tail=shown.deals,
            choices=choices if len(choices) == len(shown.choices) else (),
            seen=shown.compared.seen,
        )
    except InvalidInputError as error:
        if any(problem.code == "key" for problem in error.problems):
            raise
        db.session.rollback()
        return shown.answer(HTTPStatus.UNPROCESSABLE_ENTITY)
    except StaleError:
        return decide_tails(shown.sheet.id)
    flash(_("Both are put together. What was not chosen stays in the log and can be brought back."))
    return redirect_to(shown.sheet.id)


def read_tail(text: str) -> tuple[list[TailDeal], list[datetime | None]]:
    """Read a posted tail, and when its deals were entered. Raises InvalidInputError ``tail`` when it is none."""
    try:
        given = json.loads(text)
        deals = [
            TailDeal(
                key=each["key"],
                position=each["position"],
                payload=each["payload"],
                dealer=each.get("dealer"),
                dealt=each.get("dealt"),
            )
            for each in given
        ]
        times = [_time(each.get("at")) for each in given]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InvalidInputError([Problem("tail")]) from None
    if not all(_is_sound(deal) for deal in deals):
        raise InvalidInputError([Problem("tail")])
    return deals, times


def _is_sound(deal: TailDeal) -> bool:
    seats = (each for each in (deal.dealer, deal.dealt) if each is not None)
    numbers = (deal.position, *seats)
    return (
        isinstance(deal.key, str)
        and isinstance(deal.payload, dict)
        and all(isinstance(each, int) and 0 <= each <= MOST for each in numbers)
    )


def _time(told: object) -> datetime | None:
    """Give when a deal was entered by the clock of its device, which may say anything."""
    if not isinstance(told, int) or not 0 <= told < LATEST_MS:
        return None
    return datetime.fromtimestamp(told / 1000, UTC)


def _impossible(error: InvalidInputError) -> str:
    """Say how many deals this game does not take. Raises the error when it is about the tail itself."""
    indexes = sorted({int(p.where.split(".")[1]) for p in error.problems if p.where.startswith("rows.")})
    if not indexes:
        raise error
    return ngettext(
        "%(num)s deal of this phone is not possible by the rules of this game as they are now. Nothing was changed.",
        "%(num)s deals of this phone are not possible by the rules of this game as they are now. Nothing was changed.",
        len(indexes),
    )


@dataclass(frozen=True, slots=True)
class Screen:
    """Hold what was posted beside the two tails as they are now."""

    sheet: SheetView
    form: TailForm
    deals: Sequence[TailDeal]
    times: Sequence[datetime | None]
    compared: Comparison

    @property
    def choices(self) -> list[Choice | None]:
        """Give what is said of each place; what was said of other tails counts for nothing."""
        posted = request.form if self.form.seen.data == self.compared.seen else {}
        return [_chosen(posted.get(f"choice-{at}"), pair) for at, pair in enumerate(self.compared.pairs)]

    def answer(self, status: HTTPStatus) -> Response:
        """Show the two tails: what they would come to alone to htmx, the whole page otherwise."""
        choices, form = self.choices, self.form
        if status == HTTPStatus.CONFLICT:
            form.form_errors.append(_("The game was changed meanwhile on another phone. Look again, then save."))
            form.renew_key()
        seen = self._preview(choices)
        asked = status == HTTPStatus.UNPROCESSABLE_ENTITY or CHECK in request.form
        missing = [at for at, choice in enumerate(choices) if choice is None and asked]
        if missing:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        form.seen.data = self.compared.seen
        context = screen(self.sheet, current_actor()) | {
            "form": form,
            "places": [self._place(at, choice) for at, choice in enumerate(choices)],
            "missing": missing,
            "seen": seen,
            "check": Check(ending=seen.ending, ending_moved=seen.ending_moved) if seen else None,
            "send": {"label": _("Save")},
        }
        if wants_fragments():
            return render_fragments(PAGE, ("decided",), context, HTTPStatus.OK)
        return Response(render_template(PAGE, **context), status=status)

    def _preview(self, choices: Sequence[Choice | None]) -> Preview | None:
        """Give what would stand once all is said, None before that or if it cannot be."""
        said = [each for each in choices if each]
        if len(said) < len(choices):
            return None
        db.session.rollback()
        try:
            return tails.preview_decided(db.session(), current_actor(), self.sheet.id, self.deals, said)
        except InvalidInputError:
            self.form.form_errors.append(_("These do not go together: who deals would not fit. Choose otherwise."))
            return None

    def _place(self, at: int, chosen: Choice | None) -> Place:
        pair = self.compared.pairs[at]
        row = next((each for each in self.sheet.rows if each.entry_id == pair.theirs), None)
        mine = pair.mine
        return Place(
            pair,
            self.compared.first + at,
            None if row is None else Side(row.outcome, row.entered_at, row.entered_by),
            None if mine is None else Side(self.compared.outcomes[mine], self.times[mine]),
            chosen,
        )


def _chosen(posted: str | None, pair: Pair) -> Choice | None:
    return next((each for each in pair.choices if each == posted), pair.default)
