"""The forms of settling and paying, and the words for what services find wrong with an amount."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from flask_babel import gettext as _
from wtforms import HiddenField, StringField

from scorekeeper.core.problems import Problem
from scorekeeper.web.formatting import MoneyError, money, parse_money
from scorekeeper.web.forms_base import KeyedForm, _l
from scorekeeper.web.words import people_words

OPEN = "open"
"""Says that a payment was booked from the page of all that is open, and not from that of its settlement."""


class SettleForm(KeyedForm):
    """Settle what is shown; `base` is its fingerprint."""

    base = HiddenField()


class PaidForm(KeyedForm):
    """Book a payment; `base` is what was seen to be open, `back` the page to return to."""

    base = HiddenField()
    back = HiddenField()

    @property
    def seen(self) -> int:
        """Give what was seen to be open, 0 where that cannot be read: then nothing was."""
        text = self.base.data or ""
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 12 else 0


class AmountMixin(KeyedForm):
    """Ask for an amount of money."""

    amount = StringField(_l("Amount"))

    def read_amount(self, currency: str) -> int | None:
        """Give the amount in minor units; None with the sentence at the field."""
        try:
            return parse_money(self.amount.data or "", currency)
        except MoneyError as error:
            self.amount.errors = [str(error)]
            return None


class PayForm(PaidForm, AmountMixin):
    """Book a payment of another amount."""


class SpendForm(AmountMixin):
    """Book that the kitty was spent."""

    note = StringField(_l("What for?"))
    currency = HiddenField()


def read_ids(texts: Iterable[str]) -> list[uuid.UUID]:
    """Read ids out of an address or a form, each once; what is none counts nothing."""
    found = []
    for text in texts:
        try:
            found.append(uuid.UUID(text))
        except ValueError:
            continue
    return list(dict.fromkeys(found))


def payment_words(problem: Problem) -> str:
    """Word a problem of a payment."""
    params = problem.params
    if problem.code == "amount_range":
        return _("Type an amount above nought.")
    if problem.code == "kitty_short":
        held = money(int(str(params.get("held", 0))), str(params.get("currency", "")))
        return _("The kitty holds %(amount)s: no more can be taken out of it.", amount=held)
    if problem.code == "name_missing":
        return _("Say what it was spent on.")
    return people_words(problem)
