"""Try a use case for a form: what is refused comes back as sentences beside what was typed, with its status."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import TypeVar

from flask_babel import gettext as _

from scorekeeper.core.problems import Problem
from scorekeeper.services.errors import ClosedError, ConflictError, InvalidInputError, KeyReusedError, TakenError
from scorekeeper.web.formatting import isolated_names
from scorekeeper.web.forms_base import KeyedForm, apply_problems
from scorekeeper.web.words import people_words

R = TypeVar("R")
SEATS = "player_ids"


def attempt(form: KeyedForm, act: Callable[[], R], words: Callable[[Problem], str] = people_words) -> R | HTTPStatus:
    """Do it if the form is in order. Gives the status when it was refused; the sentences stand in the form then.

    After a conflict the form has a new key: sending it again is meant anew.
    """
    if not form.validate():
        return HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        return act()
    except InvalidInputError as error:
        # The key's own field is hidden: what is wrong with it is said of the form as a whole.
        problems = (replace(p, where="" if p.where == "key" else p.where) for p in error.problems)
        apply_problems(form, problems, words)
        return HTTPStatus.UNPROCESSABLE_ENTITY
    except ConflictError as error:
        form.renew_key()
        if isinstance(error, TakenError) and SEATS in form:
            form[SEATS].errors = [conflict_sentence(error)]
        else:
            form.form_errors.append(conflict_sentence(error))
        return HTTPStatus.CONFLICT


def conflict_sentence(error: ConflictError) -> str:
    """Say what came in between, and what to do."""
    if isinstance(error, TakenError):
        return _seated_sentence(error)
    if isinstance(error, KeyReusedError):
        return _("This page was sent once before with something else. Look at what is there, then send it again.")
    if isinstance(error, ClosedError):
        return closed_sentence(error.code)
    return _("Somebody changed this on another phone meanwhile. Look at what is there now, then send it again.")


def _seated_sentence(error: TakenError) -> str:
    """Say who sits at another game."""
    names = error.params.get("names")
    return _(
        "Already at another game that is not over: %(names)s. Choose somebody else, or finish that game first.",
        names=isolated_names(str(name) for name in names if name) if isinstance(names, tuple) else "",
    )


def closed_sentence(code: str) -> str:
    """Say why a game or an evening takes no such change any more."""
    sentences = {
        "discarded": _("This was discarded on another phone."),
        "settled": _("This evening is settled. Nothing in it can be changed."),
        "ended": _("This evening has ended. Start a new one."),
        "broken_off": _("This game was broken off. Take it up again first."),
        "not_broken_off": _("This game goes on already."),
        "over": _("This game is over already. Look at how it ended."),
        "adjourned": _("This game is adjourned. Let it go on first, on its page."),
        "not_adjourned": _("This game goes on already, or is over."),
        "not_agreed": _("This game was not ended by agreement. There is nothing to take back."),
        "nothing_open": _("There is nothing to settle by now."),
        "disputed": _("A deal is in dispute and would change who pays what. Decide that first."),
        "paid": _("This was paid already, perhaps from another phone."),
        "carried": _("A later settlement counts with this. Open that one again first."),
        "reopened": _("This settlement was opened again. Settle once more, then book the payment."),
        "kitty_spent": _("The kitty has spent this already. Take back what was spent first."),
        "decided": _("This dispute was decided already."),
        "not_empty": _("Something was played here already, so it cannot be discarded."),
    }
    return sentences.get(code, _("This can no longer be changed."))


def to_uuid(value: object) -> uuid.UUID:
    """Read an id out of a form field. Raises ValueError."""
    return uuid.UUID(str(value))


def version_of(text: str | None) -> int:
    """Read the version that a form was made from; -1, which is always stale, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 9 else -1
