"""What every form that changes something has: a token against other sites, and a key that makes it happen once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import cast

from flask_babel import lazy_gettext
from flask_wtf import FlaskForm
from flask_wtf.form import _Auto
from wtforms import Field, FieldList, Form, FormField, HiddenField

from scorekeeper.core.problems import Problem

Words = Callable[[Problem], str]
KEY_BYTES = 16


def _l(text: str) -> str:
    """Translate a label when it is shown: the class of a form is made before anybody's language is known."""
    return cast(str, lazy_gettext(text))


def new_key() -> str:
    """Make a key: 22 characters, safe in an address."""
    return secrets.token_urlsafe(KEY_BYTES)


class KeyedForm(FlaskForm):
    """A form whose hidden `key` lets its use case happen once, however often it is sent.

    The key is made with the blank form and kept when the form comes back with problems. Alone it serves
    pages whose buttons say everything.
    """

    key = HiddenField(default=new_key)

    def __init__(self, formdata: object = _Auto, **values: object) -> None:
        """Take what was posted; ``formdata=None`` makes a blank form with `values` in its fields."""
        FlaskForm.__init__(self, formdata=formdata, **values)

    def renew_key(self) -> None:
        """Take a new key: the form comes back to be sent with another meaning."""
        self.key.data = new_key()

    @property
    def key_value(self) -> str:
        """Give the key that was sent, or an empty one, which every use case refuses.

        A key that was not sent has the blank form's default by now, and would be another one each time.
        """
        was_sent = self.key.raw_data is None or bool(self.key.raw_data)
        return (self.key.data or "") if was_sent else ""


def apply_problems(form: Form, problems: Iterable[Problem], words: Words) -> None:
    """Put a sentence at the field that each problem names, or at the form itself where there is none.

    ``names.2`` is the third entry of the field list ``names``, ``date`` the field of that name.
    """
    for problem in problems:
        field = _find(form, problem.where)
        if field is None:
            form.form_errors.append(words(problem))
        else:
            field.errors = [*field.errors, words(problem)]


def _find(form: Form, where: str) -> Field | None:
    """Give the innermost field on the way that a dotted place goes; a form within the form is none itself."""
    found: Field | None = None
    here: Form | Field = form
    for part in where.split("."):
        step: Field | None = None
        if isinstance(here, FieldList):
            step = here.entries[int(part)] if part.isdigit() and int(part) < len(here.entries) else None
        elif isinstance(here, FormField):
            step = here.form._fields.get(part)
        elif isinstance(here, Form):
            step = here._fields.get(part)
        if step is None:
            break
        found = here = step
    return None if isinstance(found, FormField) else found
