"""Form fields that take whatever a browser sends: a wrong value is kept, and a sentence says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol, cast

from flask_babel import lazy_gettext
from markupsafe import Markup
from wtforms import Field, RadioField, SelectMultipleField, StringField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput, ListWidget, TextInput

MOST_DIGITS = 6
MINUSES = ("-", "−", "–")
_DIGITS = re.compile(r"[0-9]+")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


def _(text: str, **values: object) -> str:
    """Translate when the text is shown: a form's class is made before anybody's language is known."""
    return cast(str, lazy_gettext(text, **values))


class FormData(Protocol):
    """Hold what a browser sent: any number of values a field."""

    def __contains__(self, key: object, /) -> bool:
        """Say whether the field was sent."""

    def __iter__(self) -> Iterator[str]:
        """Iterate over the fields' names."""

    def __len__(self) -> int:
        """Count the fields."""

    def getlist(self, key: str, /) -> list[str]:
        """Return all values of one field."""


class TypedField(StringField):
    """Ask for a short text, and show again what was typed, except what no page can carry."""

    def _value(self) -> str:
        """Return the text for the page."""
        return _UNPRINTABLE.sub("\ufffd", self.data or "")


class DigitsInput(TextInput):
    """A text input that brings up the digits: a browser's own number field would swallow what is wrong."""

    def __call__(self, field: Field, **kwargs: object) -> Markup:
        """Render it."""
        return super().__call__(field, **{"inputmode": "numeric", "autocomplete": "off", **kwargs})


class WholeNumberField(TypedField):
    """Ask for a whole number from 0 up. Blank is None and never 0."""

    widget = DigitsInput()

    @property
    def number(self) -> int | None:
        """Return the number, None if the field is blank or wrong. Only the digits 0 to 9 count as digits."""
        text = (self.data or "").strip()
        return int(text) if _DIGITS.fullmatch(text) and len(text) <= MOST_DIGITS else None

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what is neither blank nor a number."""
        text = (self.data or "").strip()
        if not text or self.number is not None:
            return
        if _DIGITS.fullmatch(text):
            raise ValidationError(_("This number is too long. Type it again."))
        raise ValidationError(_("Type a whole number with the digits 0 to 9, or leave this blank."))


class PointsField(WholeNumberField):
    """Ask for points. Where they may be `below_nought` a minus may stand before the digits."""

    below_nought = False

    @property
    def number(self) -> int | None:
        """Return the number, None if the field is blank or wrong."""
        text = (self.data or "").strip()
        if not self.below_nought or text[:1] not in MINUSES:
            return super().number
        digits = text[1:].strip()
        return -int(digits) if _DIGITS.fullmatch(digits) and len(digits) <= MOST_DIGITS else None

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what is neither blank nor a number."""
        text = (self.data or "").strip()
        if not self.below_nought:
            super().pre_validate(form)
        elif text and self.number is None:
            raise ValidationError(_("Type a whole number, with a minus before it for points that are taken away."))


class SeatsField(SelectMultipleField):
    """Ask for any number of seats by checkboxes. The values are the seats' numbers."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()

    @property
    def seats(self) -> list[int]:
        """Return the chosen seats, each once, in the order sent; what is no choice is left out."""
        offered = {str(value) for value, *_rest in self.iter_choices()}
        return [int(value) for value in dict.fromkeys(self.data or ()) if value in offered]

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse who does not play this deal."""
        if len(self.seats) < len(set(self.data or ())):
            raise ValidationError(_("Choose players who play this deal."))


class SeatField(RadioField):
    """Ask for one seat or nobody. The values are ``""`` and the seats' numbers."""

    @property
    def seat(self) -> int | None:
        """Return the chosen seat."""
        offered = {str(value) for value, *_rest in self.iter_choices()}
        return int(self.data) if self.data and self.data in offered else None

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse who does not play this deal."""
        if self.data and self.seat is None:
            raise ValidationError(_("Choose a player who plays this deal."))


class ChoiceField(RadioField):
    """Ask for one of a few answers."""

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse any other answer."""
        if self.data not in {value for value, *_rest in self.iter_choices()}:
            raise ValidationError(_("Choose one of the answers."))


def append_error(field: Field, text: str) -> None:
    """Put a sentence beside a field, once."""
    if text not in field.errors:
        field.errors = [*field.errors, str(text)]
