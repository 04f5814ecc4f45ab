"""The forms of an evening: who is here, where and when it was."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from flask_babel import gettext as _
from wtforms import DateField, HiddenField, SelectMultipleField, StringField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from scorekeeper.core.problems import Problem
from scorekeeper.services import players
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.views import Person
from scorekeeper.web.actor import current_actor
from scorekeeper.web.attempts import to_uuid
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm, _l

# A second change under one form's key: the newcomer becomes a player before the evening is told.
NEWCOMER = "-new"


class DayField(DateField):
    """Ask for a day, and say in the app's words when there is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day as browsers send it."""
        self.data = None
        try:
            super().process_formdata(valuelist or [""])
        except ValueError as error:
            raise ValueError(_("Type the date of the evening, such as %(example)s.", example="2026-03-28")) from error


class PeopleField(SelectMultipleField):
    """Ask for any of the players; one who is no longer offered is refused in the app's words."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read ids, and keep none of them when one cannot be read."""
        self.data = []
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            raise ValueError(_("Choose from the list; it may have changed.")) from error

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse who is not offered."""
        offered = {to_uuid(value) for value, *_rest in self.iter_choices()}
        if not offered.issuperset(self.data or ()):
            raise ValidationError(_("Choose from the list; it may have changed."))


class PeopleForm(KeyedForm):
    """Ask who is here, and for one more who is not in the list yet."""

    here = PeopleField(_l("Who is here?"), coerce=to_uuid)
    newcomer = StringField(_l("Somebody new"))
    base_version = HiddenField()

    def offer(self, people: Iterable[Person]) -> None:
        """Let these be chosen."""
        self.here.choices = [(str(person.id), person.name) for person in people]

    def choose(self, people: Iterable[Person]) -> None:
        """Let these be chosen already."""
        self.here.data = [person.id for person in people]

    @property
    def player_ids(self) -> list[uuid.UUID]:
        """Give those who were chosen, in the order of the list."""
        return list(self.here.data or ())

    def add_newcomer(self) -> None:
        """Make a player of the new name, who is here. Raises InvalidInputError at ``newcomer``."""
        if not (self.newcomer.data or "").strip():
            return
        try:
            added = players.add(
                db.session(), current_actor(), key=f"{self.key_value}{NEWCOMER}", name=self.newcomer.data or ""
            )
        except InvalidInputError as error:
            raise InvalidInputError(Problem(p.code, "newcomer", p.params) for p in error.problems) from error
        self.here.data = [*self.player_ids, added]
        self.newcomer.data = ""


class StartForm(PeopleForm):
    """Ask who is here and, if anybody cares, where. `asked` tells this form from a bare button elsewhere."""

    place = StringField(_l("Place (optional)"))
    asked = HiddenField(default="yes")


class EditForm(KeyedForm):
    """Ask where and on which day the evening was."""

    place = StringField(_l("Place (optional)"))
    local_date = DayField(_l("Date"))
    base_version = HiddenField()
