"""The words that scripts need, in the language of the request: a table a game for its twin, one for what waits offline.

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
from scorekeeper.web.locale import page_tag

bp = Blueprint("twin_words", __name__)

FOLDER = STATIC / "js" / "games"
OFFLINE = STATIC / "js" / "offline"
SHARED = ("core.js", "agreement.js", "sheet.js", "edits.js", "words.js")
SAMPLES = (*range(1, 200), 0)
"""Numbers among which every plural form occurs; nought last, which English counts otherwise than French."""


class Grouping(TypedDict):
    """How a whole number is written: `primary` digits in the last group, `secondary` in the others."""

    separator: str
    primary: int
    secondary: int


class Words(TypedDict):
    """Hold a table: `messages` by their English, where the language differs from it; `plurals` by plural category."""

    lang: str
    messages: dict[str, str]
    plurals: dict[str, dict[str, str]]


class TwinWords(Words):
    """Hold the table of a game's twin, with its sentences about `problems` by code."""

    grouping: Grouping
    problems: dict[str, str]


Messages = tuple[frozenset[str], frozenset[tuple[str, str]]]
"""What a script says: messages by themselves, and those with a plural."""


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
    grouping = _locale().decimal_formats[None].grouping
    return {
        **_table(messages_of(game)),
        "grouping": {
            "separator": _locale().number_symbols["latn"]["group"],
            "primary": grouping[0],
            "secondary": grouping[1],
        },
        "problems": {str(code): str(text) for code, text in forms.sentences.items()},
    }


def offline_words() -> Words:
    """Give the words for what waits for the network."""
    return _table(messages_in(tuple(sorted(OFFLINE.glob("*.js")))))


def _locale() -> Locale:
    return get_locale() or Locale("en")


def _table(messages: Messages) -> Words:
    single, plural = messages
    translated = {message: gettext(message) for message in sorted(single)}
    return {
        "lang": page_tag(),
        "messages": {message: text for message, text in translated.items() if text != message},
        "plurals": {one: _forms(_locale(), one, other) for one, other in sorted(plural)},
    }


def twin_files(game: str) -> tuple[Path, ...]:
    """Give the files of a game's twin: its own, then what all twins share."""
    own = [FOLDER / f"{game}.js", *sorted((FOLDER / game).glob("*.js"))]
    return (*own, *(FOLDER / name for name in SHARED))


def messages_of(game: str) -> Messages:
    """Give the messages that a game's twin uses."""
    return messages_in(twin_files(game))


@cache
def messages_in(files: tuple[Path, ...]) -> Messages:
    """Give the messages that scripts use."""
    found = list(_extracted(files))
    single = frozenset(message for message in found if isinstance(message, str))
    return single, frozenset(message for message in found if isinstance(message, tuple))


def _extracted(files: tuple[Path, ...]) -> Iterator[str | tuple[str, str]]:
    for path in files:
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
