"""Tests of the words: what no table would say, searched for in every catalogue (docs/translating.md, the glossary)."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Message

from scorekeeper.web.catalogues import TEMPLATE, catalogue_path, read_catalogue
from tests.translations.faults import english_of, forms_of
from tests.translations.messages import LANGUAGES

NEVER = {
    "en": r"sessions?|sheets?(?! of)",
    "de": r"Bl[aä]tt(?:er|s|es|ern)?|Mark(?:en|s)?|Anschrieb\w*|Sitzung\w*",
    "nl": r"blad(?:en)?|sessies?",
    "ru": r"звон(?:ок|к\w+)|ничь\w+|лист(?:а|у|ом|е|ы|ов|ам|ами|ах)?|нян\w+|мелл?ес\w*|сто[еэ]к|юнгфрау",
    "uk": r"угод\w*|окуляр\w*|хабар\w*|нічи\w*|здавальник\w*|сдатчик\w*|дзвін\w*|аркуш\w*"
    r"|лист(?:а|у|ом|і|ів)?|гірш|юнгфрау",
    "sk": r"hár(?:ok|k\w+)|hovor\w*|remíz\w*",
}
"""Misread as something else, or no card language. «Юнгфрау» reads as the mountain: it stands in the help alone."""

IN_THE_HELP = re.compile(r"templates/(?:help|games/\w+/(?:help|rules))")
# Where a sheet of paper is meant, in any language.
PAPER, OF_PAPER = "templates/paper/", re.compile(r"paper sheet|sheet of A4")
PLACEHOLDER = re.compile(r"%\(\w+\)s")
MONEY = ("templates/settle/", "scorekeeper/web/settle", "scorekeeper/web/payments")


def said(language: str) -> list[tuple[Message, str]]:
    """Give every form of every message in a language."""
    if language == "en":
        return [(message, form) for message in read_catalogue(TEMPLATE) for form in english_of(message)]
    catalogue = read_catalogue(catalogue_path(language), language)
    return [(message, form) for message in catalogue if message.id for form in forms_of(message)]


def found(pattern: str, form: str) -> list[str]:
    return re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", PLACEHOLDER.sub(" ", form), re.IGNORECASE)


def places(message: Message) -> list[str]:
    return [path for path, _line in message.locations]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_no_message_has_a_word_that_a_table_would_misread(language: str):
    wrong = {
        form: words
        for message, form in said(language)
        if not any(IN_THE_HELP.match(path) or path.startswith(PAPER) for path in places(message))
        and not OF_PAPER.search(english_of(message)[0])
        and (words := found(NEVER[language], form))
    }
    assert wrong == {}


def test_russian_word_for_a_deal_means_change_where_money_is_paid():
    wrong = [form for message, form in said("ru") if any(path.startswith(MONEY) for path in places(message))]
    assert [form for form in wrong if found(r"сдач\w*", form)] == []


def test_slovak_word_for_a_marriage_stands_in_its_own_game_alone():
    elsewhere = [form for message, form in said("sk") if not any("snapser" in path for path in places(message))]
    assert [form for form in elsewhere if found(r"hláš[ko]\w*", form)] == []


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("de", "Das Blatt 3 hat vier Mark", ["Blatt", "Mark"]),
        ("de", "Alle Blattschüsse markieren", []),
        ("ru", "Ничья: два звонка", ["Ничья", "звонка"]),
        ("ru", "листать", []),
        ("uk", "угода на окуляри", ["угода", "окуляри"]),
        ("sk", "Hárok bez remízy", ["Hárok", "remízy"]),
    ],
)
def test_words_are_found_whole_and_in_every_case(language: str, text: str, words: list[str]):
    assert found(NEVER[language], text) == words
