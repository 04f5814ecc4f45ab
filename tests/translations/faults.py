"""What can be wrong with a translation, whatever its language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from babel.messages.catalog import Catalog, Message

PLACEHOLDER = re.compile(r"%%|%\(\w+\)[a-z]|%[a-z]")
MARKUP = re.compile(r"<[^>]*>|&\w+;")
# The languages in which the first form is for one thing alone: there a form may do without the number, as in English.
ONE_IS_ONE = {"de", "en", "nl", "sk"}


def faults(catalogue: Catalog) -> list[str]:
    """Give what is wrong with a catalogue's translations; what is not translated is none of it."""
    language = str(catalogue.locale)
    found = [] if catalogue.num_plurals == Catalog(locale=language).num_plurals else ["wrong number of plural forms"]
    for message in catalogue:
        if message.id and message.fuzzy:
            found.append(f"fuzzy: {message.id!r}")
        if message.id and any(forms_of(message)):
            found += [f"{reason}: {message.id!r}" for reason in _faults_of(message, language)]
    return found


def untranslated(catalogue: Catalog) -> list[str]:
    """Give the messages that have no translation at all."""
    return [english_of(message)[0] for message in catalogue if message.id and not any(forms_of(message))]


def _faults_of(message: Message, language: str) -> Iterator[str]:
    english, said = english_of(message), forms_of(message)
    if not all(form.strip() for form in said):
        yield "empty form"
        return
    for place, form in enumerate(said):
        allowed = [english[-1], english[0]] if place == 0 and language in ONE_IS_ONE else [english[-1]]
        if not any(_signs(PLACEHOLDER, form) == _signs(PLACEHOLDER, each) for each in allowed):
            yield "loses or invents a placeholder"
        if not any(_signs(MARKUP, form) == _signs(MARKUP, each) for each in allowed):
            yield "loses or invents markup"
        if _edges(form) != _edges(english[-1]):
            yield "differs in the space around it"


def _signs(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(pattern.findall(text))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def english_of(message: Message) -> tuple[str, ...]:
    """Give a message in English, one form or two."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms_of(message: Message) -> tuple[str, ...]:
    """Give the translated forms of a message; what is missing is empty."""
    if isinstance(message.string, str):
        return (message.string,)
    return tuple(form or "" for form in message.string)
