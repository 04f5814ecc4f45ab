"""Tests of the catalogues: complete, in step with the code, and fit to be shown."""

from __future__ import annotations

from io import BytesIO

import pytest
from babel.messages.pofile import PoFileError, read_po

from scorekeeper.web.catalogues import TEMPLATE, catalogue_path, read_catalogue, translated_languages
from tests.translations.faults import faults, untranslated
from tests.translations.messages import LANGUAGES, catalogue_text, extracted, template_text

COMPLETE = LANGUAGES
"""The languages whose every message is translated: from the moment that one stands here it stays so."""


def test_template_has_exactly_what_the_code_and_the_templates_say():
    assert TEMPLATE.read_bytes() == template_text(extracted()), "run `make messages`"


def test_every_language_to_translate_has_a_catalogue_and_no_other():
    assert translated_languages() == sorted([*LANGUAGES, "en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders_markup_and_plural_forms(language: str):
    assert faults(read_catalogue(catalogue_path(language), language)) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_complete_language_lacks_no_message(language: str):
    template = read_catalogue(TEMPLATE)
    catalogue = read_catalogue(catalogue_path(language), language)
    assert untranslated(catalogue) == []
    assert [
        message.id for message in template if message.id and catalogue.get(message.id, message.context) is None
    ] == []
    assert catalogue_path(language).read_bytes() == catalogue_text(language, template), "run `make messages`"


GOOD = """
msgid "Deal %(number)s"
msgstr "Spiel %(number)s"

msgid "<b>%(name)s</b> deals"
msgstr "<b>%(name)s</b> gibt"

msgid "one mark"
msgid_plural "%(num)s marks"
msgstr[0] "einmal geschrieben"
msgstr[1] "%(num)s× geschrieben"
"""


def faults_in(text: str, language: str = "de") -> list[str]:
    return [
        fault.partition(":")[0]
        for fault in faults(read_po(BytesIO(text.encode()), locale=language, abort_invalid=True))
    ]


def test_good_translations_are_let_through():
    assert faults_in(GOOD) == []


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('msgid "Deal', '#, fuzzy\nmsgid "Deal', "fuzzy"),
        ("Spiel %(number)s", "Spiel", "loses or invents a placeholder"),
        ("Spiel %(number)s", "Spiel %(nummer)s", "loses or invents a placeholder"),
        ("Spiel %(number)s", "Spiel %(number)s %(number)s", "loses or invents a placeholder"),
        ("Spiel %(number)s", "Spiel %(number)s ", "differs in the space around it"),
        ("<b>%(name)s</b> gibt", "%(name)s gibt", "loses or invents markup"),
        ("%(num)s× geschrieben", "geschrieben", "loses or invents a placeholder"),
        ("%(num)s× geschrieben", "", "empty form"),
        ("einmal geschrieben", " ", "empty form"),
        ('msgstr[1] "%(num)s× geschrieben"\n', "", "empty form"),
    ],
)
def test_each_kind_of_fault_is_found(before: str, after: str, fault: str):
    assert before in GOOD
    assert fault in faults_in(GOOD.replace(before, after))


def test_a_form_for_many_numbers_must_name_its_number():
    russian = """
msgid "one mark"
msgid_plural "%(num)s marks"
msgstr[0] "одна запись"
msgstr[1] "%(num)s записи"
msgstr[2] "%(num)s записей"
"""
    assert faults_in(russian, "ru") == ["loses or invents a placeholder"]
    assert faults_in(russian.replace("одна", "%(num)s"), "ru") == []


def test_a_wrong_number_of_plural_forms_is_found():
    forms = 'msgid "%(num)s deal"\nmsgid_plural "%(num)s deals"\n' + "".join(
        f'msgstr[{place}] "%(num)s сдач"\n' for place in range(4)
    )
    with pytest.raises(PoFileError):
        faults_in(forms, "ru")
    header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=4; plural=n;\\n"\n\n'
    assert faults_in(header + forms, "ru") == ["wrong number of plural forms"]


def test_untranslated_messages_are_named():
    text = 'msgid "Deal"\nmsgstr ""\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    assert untranslated(read_po(BytesIO(text.encode()), locale="de")) == ["Deal", "a"]
