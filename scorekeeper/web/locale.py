"""The language of a page: the one chosen on this device, else the best of those there are for what the browser asks."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from babel import Locale, negotiate_locale
from flask import current_app, request, session
from flask_babel import get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.web.catalogues import PSEUDO_LANGUAGE, SOURCE_LANGUAGE

LANGUAGES = "LANGUAGES"
CHOSEN = "language"
"""The name under which the session keeps what was chosen, and an address names a language where no cookie is sent."""


class Language(NamedTuple):
    """A language to choose: its code, its tag for ``lang``, its own name, and whether the page is in it."""

    code: str
    tag: str
    name: str
    current: bool


def select_locale() -> str:
    """Give the language that the address names, else the one chosen, else the browser's best, else English."""
    languages: list[str] = current_app.config[LANGUAGES]
    for chosen in (request.args.get(CHOSEN, "").replace("-", "_"), session.get(CHOSEN)):
        if chosen in languages:
            return str(chosen)
    return _best_of(request.headers.get("Accept-Language", ""), tuple(languages))


@lru_cache(maxsize=200)
def _best_of(asked: str, languages: tuple[str, ...]) -> str:
    """Give the best of the languages for what a browser asks; phones ask the same every few seconds."""
    # Werkzeug's own match gives English to who asks for Austrian German first and English second.
    wanted = [tag.replace("-", "_") for tag, quality in parse_accept_header(asked, LanguageAccept) if quality > 0]
    return negotiate_locale(wanted, languages) or SOURCE_LANGUAGE


def tag_of(code: str) -> str:
    """Give a language as HTML and HTTP name it: ``en-001``."""
    return code.replace("_", "-")


def page_tag() -> str:
    """Give the language of the request as HTML and HTTP name it."""
    return tag_of(str(get_locale() or SOURCE_LANGUAGE))


def page_language() -> dict[str, object]:
    """Give templates ``page_lang`` for the ``lang`` of the page, and ``languages()`` to choose from."""
    return {"page_lang": page_tag(), "languages": languages}


def languages() -> list[Language]:
    """Give the languages to choose from, each by its own name."""
    current = str(get_locale() or SOURCE_LANGUAGE)
    return [Language(code, tag_of(code), _own_name(code), code == current) for code in current_app.config[LANGUAGES]]


def _own_name(code: str) -> str:
    if code == PSEUDO_LANGUAGE:
        return "Þšéûðö"
    name = str(Locale.parse(code).get_display_name(code))
    return name[:1].upper() + name[1:]
