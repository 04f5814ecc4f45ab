"""Names in another script than the page say which one it is."""

from __future__ import annotations

import pytest
from flask_babel import force_locale

from scorekeeper.web import formatting
from scorekeeper.web.application import Application
from scorekeeper.web.scripts import foreign_tag


@pytest.mark.parametrize(
    ("name", "language", "tag"),
    [
        ("Anna", "en", None),
        ("Šárka", "sk", None),
        ("Тарас", "uk", None),
        ("Тарас", "de", "und-Cyrl"),
        ("Anna", "ru", "und-Latn"),
        ("1. Оля", "nl", "und-Cyrl"),
        ("كلارا", "en", "und-Arab"),
        ("花子", "uk", "und-Hani"),
        ("Ω", "en-001", "und-Grek"),
        ("🃏 7", "ru", None),
        ("", "ru", None),
        ("ᚠ", "en", None),
    ],
)
def test_a_name_says_its_script_where_the_page_has_another(name: str, language: str, tag: str | None) -> None:
    assert foreign_tag(name, language) == tag


def test_a_name_keeps_its_class_and_its_signs_stay_harmless(app: Application) -> None:
    with app.test_request_context(), force_locale("de"):
        assert formatting.bdi("Тарас", "name") == '<bdi class="name" lang="und-Cyrl">Тарас</bdi>'
        assert formatting.bdi("<b>") == "<bdi>&lt;b&gt;</bdi>"
    with app.test_request_context(), force_locale("uk"):
        assert formatting.bdi("Тарас") == "<bdi>Тарас</bdi>"
        assert formatting.bdi("<b>") == '<bdi lang="und-Latn">&lt;b&gt;</bdi>'
