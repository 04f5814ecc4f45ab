"""The translations, read from their sources once a process: there is no compiled copy that could be out of date.

A language is offered as soon as its catalogue lies in ``scorekeeper/translations``. English needs none: it is what the
code says. The pseudo-language stands for what translators have not seen yet: every message of the template accented
and longer, so that a page shows what was never handed to them and where there is no room. It is offered only where the
settings name it, under the tag of world English, since a language must be one whose numbers and dates are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask_babel import Domain, get_locale

from scorekeeper.web.config import TRANSLATIONS

SOURCE_LANGUAGE = "en"
PSEUDO_LANGUAGE = "en_001"
TEMPLATE = TRANSLATIONS / "messages.pot"

# A placeholder, an HTML tag or entity, an address: what stays as it is.
UNTOUCHED = re.compile(r"%%|%\(\w+\)[sd]|<[^>]*>|&\w+;")
ACCENTED = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz", "ÀàƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļḾḿÑñÖöÞþɊɋŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"
)
VOWELS = re.compile(r"[aeiou]")
LONGER = 1.4


class SourceDomain(Domain):
    """What Flask-Babel asks for a translation."""

    def __init__(self) -> None:
        """Need no folder of compiled catalogues."""
        Domain.__init__(self)

    def get_translations(self) -> NullTranslations:
        """Give the translations of the request's language."""
        return _translations_to(get_locale() or Locale(SOURCE_LANGUAGE))


@cache
def _translations_to(locale: Locale) -> NullTranslations:
    return translations_of(str(locale))


def catalogue_path(language: str) -> Path:
    """Give where the catalogue of a language lies, or would."""
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


def translated_languages() -> list[str]:
    """Give the languages that there are, English among them, in the order of their codes."""
    found = {path.name for path in TRANSLATIONS.iterdir() if catalogue_path(path.name).is_file()}
    return sorted({SOURCE_LANGUAGE, *found})


def offered_languages(named: Iterable[str] = ()) -> list[str]:
    """Give the languages that an installation offers: those that the settings name, else all real ones there are."""
    known = translated_languages()
    chosen = [code for code in (each.replace("-", "_") for each in named) if code in {*known, PSEUDO_LANGUAGE}]
    return chosen or known


def read_catalogue(path: Path, language: str | None = None) -> Catalog:
    """Read a catalogue, or the template. Raises PoFileError for one that cannot be read whole."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@cache
def translations_of(language: str) -> NullTranslations:
    """Give the translations of a language; what is not translated stays English."""
    if language == PSEUDO_LANGUAGE:
        return _compiled(pseudo_catalogue(read_catalogue(TEMPLATE, SOURCE_LANGUAGE)))
    path = catalogue_path(language)
    return _compiled(read_catalogue(path, language)) if path.is_file() else NullTranslations()


def _compiled(catalogue: Catalog) -> Translations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(fp=compiled)


def pseudo_catalogue(template: Catalog) -> Catalog:
    """Fill a template with its own messages, accented and longer."""
    for message in template:
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            said = tuple(pseudo(form) for form in forms)
            message.string = said[0] if isinstance(message.id, str) else said
    return template


def pseudo(text: str) -> str:
    """Write a message with accents and doubled vowels, at least 40 % longer: ``Šçóööŕéé``."""
    parts, places = UNTOUCHED.split(text), UNTOUCHED.findall(text)
    letters = sum(len(part) for part in parts)
    grown = [VOWELS.sub(lambda found: found[0] * 2, part) for part in parts]
    short = round(letters * LONGER) - sum(len(part) for part in grown)
    grown[-1] += "~" * max(0, short) if letters else ""
    return "".join(part.translate(ACCENTED) + place for part, place in zip(grown, [*places, ""], strict=True))
