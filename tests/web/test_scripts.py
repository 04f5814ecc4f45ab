"""Names in another script than the page say which one it is."""

from __future__ import annotations

import pytest
from flask_babel import force_locale

from scorekeeper.web import formatting
from scorekeeper.web.application import Application
from scorekeeper.web.scripts import foreign_tag
from tests.web.sheet_table import MakeGame


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


# What the options of a list, a title or an attribute say cannot carry a language of its own.
SILENT = {"title", "option", "script", "style"}


@pytest.mark.parametrize(("game", "seats"), [("kalter_schlag", 5), ("staekske_rape", 5), ("snapser", 3)])
def test_every_name_that_a_game_shows_says_its_script(make_game: MakeGame, game: str, seats: int) -> None:
    names = ("Тарас", "Оля", "花子", "كلارا", "Ω")
    played = make_game(game=game, names=names, seats=seats)
    phone = played.phone()
    for page in ("", "/rows/new?kind=ruling", "/setup", "/print", "/board"):
        shown = [
            text
            for text in phone.get(played.path + page, Accept_Language="de").soup.find_all(string=True)
            if text.parent is not None and text.parent.name not in SILENT
        ]
        found = [(text, text.find_parent("bdi")) for name in names[:seats] for text in shown if name in text]
        assert found, page
        bare = {str(text.parent) for text, bdi in found if bdi is None or not str(bdi.get("lang")).startswith("und-")}
        assert not bare, page
