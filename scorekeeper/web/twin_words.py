"""The words that a game's twin needs, in the language of the request: one table, filled in by ``static/js/games``.

The twins ask by the English, as gettext does. Which messages they use is read from their files, so that no list has
to be kept; the sentences about problems come from the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypedDict

from babel import Locale
from babel.messages.extract import extract_from_file
from flask import Blueprint, jsonify, request
from flask_babel import get_domain, get_locale, gettext
from werkzeug.wrappers import Response as Answer

from scorekeeper.web.actor import public
from scorekeeper.web.config import STATIC
from scorekeeper.web.game_forms import forms_of

bp = Blueprint("twin_words", __name__)

FOLDER = STATIC / "js" / "games"
SHARED = ("core.js", "agreement.js", "sheet.js", "words.js")
SAMPLES = (*range(1, 200), 0)
"""Numbers among which every plural form occurs; nought last, which English counts otherwise than French."""


class Grouping(TypedDict):
    """How a whole number is written: `primary` digits in the last group, `secondary` in the others."""

    separator: str
    primary: int
    secondary: int


class TwinWords(TypedDict):
    """Hold the table.

    `messages` are by their English, where the language differs from it; `plurals` by the English of one, then by the
    plural category; `problems` by code.
    """

    lang: str
    grouping: Grouping
    messages: dict[str, str]
    plurals: dict[str, dict[str, str]]
    problems: dict[str, str]


@bp.get("/words/<game>.json")
@public
def show(game: str) -> Answer:
    """Give the table to a phone; another language is another answer."""
    response = jsonify(twin_words(game))
    response.add_etag()
    return response.make_conditional(request)


def twin_words(game: str) -> TwinWords:
    """Give the words of a game's twin. Raises NotFoundError."""
    forms = forms_of(game)
    locale = get_locale() or Locale("en")
    single, plural = messages_of(game)
    translated = {message: gettext(message) for message in sorted(single)}
    grouping = locale.decimal_formats[None].grouping
    return {
        "lang": str(locale).replace("_", "-"),
        "grouping": {
            "separator": locale.number_symbols["latn"]["group"],
            "primary": grouping[0],
            "secondary": grouping[1],
        },
        "messages": {message: text for message, text in translated.items() if text != message},
        "plurals": {one: _forms(locale, one, other) for one, other in sorted(plural)},
        "problems": {str(code): str(text) for code, text in forms.sentences.items()},
    }


def twin_files(game: str) -> tuple[Path, ...]:
    """Give the files of a game's twin: its own, then what all twins share."""
    own = [FOLDER / f"{game}.js", *sorted((FOLDER / game).glob("*.js"))]
    return (*own, *(FOLDER / name for name in SHARED))


@cache
def messages_of(game: str) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Give the messages that a game's twin uses: those by themselves, and those with a plural."""
    found = list(_extracted(game))
    single = frozenset(message for message in found if isinstance(message, str))
    return single, frozenset(message for message in found if isinstance(message, tuple))


def _extracted(game: str) -> Iterator[str | tuple[str, str]]:
    for path in twin_files(game):
        for _line, message, _comments, _context in extract_from_file(
            "javascript", path, options={"parse_template_string": "true"}
        ):
            yield message if isinstance(message, str) else (message[0], message[1])


def _forms(locale: Locale, one: str, other: str) -> dict[str, str]:
    """Give the forms of a message by plural category; the number stays a placeholder."""
    forms: dict[str, str] = {}
    for number in SAMPLES:
        forms.setdefault(locale.plural_form(number), get_domain().get_translations().ungettext(one, other, number))
    return forms
