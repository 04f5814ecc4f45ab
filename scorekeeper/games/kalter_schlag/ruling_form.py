"""Ask who revoked and how many had called: what the usual ruling of Kalter Schlag depends on (§19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from wtforms import Form, SelectField
from wtforms.validators import ValidationError

from scorekeeper.core.entry import Ruling
from scorekeeper.forms.fields import FormData, _
from scorekeeper.games.kalter_schlag.deal import CALLS
from scorekeeper.games.kalter_schlag.revoke import revoke

PREFIX = "revoke-"


def call_choices() -> list[tuple[str, str]]:
    """Return the numbers of calls in words, by the name of the last one."""
    words = (_("nobody called"), _("Kontra, × 2"), _("Re, × 4"), _("Bock, × 8"), _("Hirsch, × 16"))
    return [(str(calls), str(words[calls])) for calls in CALLS]


class UsualRulingForm(Form):
    """Ask for the offender and the calls. Fields: ``revoke-offender``, ``revoke-calls``."""

    title = _("Somebody revoked?")
    hint = _("Usual: 120, doubled by each call, and a mark for the offender alone.")
    offender = SelectField(_("Who revoked"), validate_choice=False)
    calls = SelectField(_("Calls"), validate_choice=False, choices=call_choices, default="0")

    @classmethod
    def bind(cls, formdata: FormData | None, *, names: tuple[str, ...]) -> Self:
        """Make the form from what a browser sent, or an empty one; `names` has one name a seat."""
        form = cls(formdata, prefix=PREFIX)
        form.offender.choices = [("", str(_("choose"))), *((str(seat), name) for seat, name in enumerate(names))]
        return form

    def validate_offender(self, field: SelectField) -> None:
        """Ask for the offender."""
        if field.data not in self._seats:
            raise ValidationError(_("Choose who revoked."))

    def validate_calls(self, field: SelectField) -> None:
        """Refuse a number of calls that cannot be."""
        if field.data not in {value for value, *_rest in field.iter_choices()}:
            raise ValidationError(_("Choose how many called."))

    def to_ruling(self) -> Ruling:
        """Return the usual ruling, once the form is valid."""
        ruling = revoke(self._seats.index(self.offender.data), int(self.calls.data), len(self._seats))
        return replace(ruling, note=str(_("Revoke")))

    @property
    def _seats(self) -> list[str]:
        return [value for value, *_rest in self.offender.iter_choices() if value]
