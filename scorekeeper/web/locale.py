"""The language of a page: the best of those that are translated, by what the browser asks for."""

from __future__ import annotations

from flask import current_app, request
from flask_babel import get_locale

SOURCE_LANGUAGE = "en"
LANGUAGES = "LANGUAGES"


def select_locale() -> str:
    """Give the language that suits the browser best, or English."""
    languages: list[str] = current_app.config[LANGUAGES]
    return request.accept_languages.best_match(languages) or SOURCE_LANGUAGE


def page_language() -> dict[str, str]:
    """Give templates ``page_lang`` for the ``lang`` of the page."""
    return {"page_lang": str(get_locale() or SOURCE_LANGUAGE).replace("_", "-")}
