"""Every page, in every language: nothing that translators never saw, nothing that breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.web.catalogues import PSEUDO_LANGUAGE, translated_languages
from scorekeeper.web.locale import CHOSEN, tag_of
from tests.databases import Databases
from tests.services.factories import NAMES
from tests.web.world import World, made_world

# What is said aloud or read, besides the text itself.
SPOKEN = ("aria-label", "title", "placeholder", "alt", "aria-description", "data-said", "summary")
# Pages that look otherwise in each game.
PAGES_OF_GAMES = ("sheets.show", "sheet_setup.show", "sheet_setup.log", "deals.entry", "rules.show", "rules.of_sheet")
WORD = re.compile(r"[^\W\d_]{2,}")
PLAIN = re.compile(r"[a-zA-Z]{2}")
# Nobody translates these: what people typed, addresses, units of money, and what dates and tongues are called by Babel.
ENGLISH = Locale.parse(PSEUDO_LANGUAGE)
DATES = {str(name).strip(".") for name in [*ENGLISH.months["format"]["abbreviated"].values()]} | {
    str(name).strip(".") for name in ENGLISH.days["format"]["abbreviated"].values()
}
NAMED = {*NAMES, "Thursday", "table", "Linux", "Chrome", "EUR", "UTC", "Europe", "Berlin", "CSV", "and", "or"} | DATES
# Lists of places and money come from Babel, a language has its own name, a code is copied, what was typed is kept.
ELSEWHERE = "script, style, [translate=no], .languages, .kept, select[name=zone] option, select[name=currency] option"


def pages(world: World, language: str, methods: tuple[str, ...]) -> Iterator[tuple[str, BeautifulSoup]]:
    """Give the page that each route answers with, and where, to an owner who chose a language."""
    for rule in sorted(world.app.url_map.iter_rules(), key=lambda each: (each.endpoint == "erasure.delete", each.rule)):
        for method in sorted(set(rule.methods or ()) & set(methods)):
            client = world.phone(world.here["group_id"], Role.OWNER)
            with client.session_transaction() as cookie:
                cookie[CHOSEN] = language
            for values in _addresses(world, rule, method):
                yield from _page(world, client, rule, method, values)


def _addresses(world: World, rule: Rule, method: str) -> list[dict[str, str]]:
    """Give what the address names: for a page of a game, or of a kind of game, each of the games."""
    others = world.others if method == "GET" and {"game", "sheet_id"} & rule.arguments else ()
    return [world.here, *({**world.here, **other} for other in others)]


def _page(
    world: World, client: FlaskClient, rule: Rule, method: str, values: dict[str, str]
) -> Iterator[tuple[str, BeautifulSoup]]:
    with world.answer(client, rule, method, values) as answer:
        assert answer.status_code < 500, (rule.endpoint, method)
        if answer.mimetype == "text/html" and answer.status_code != 303:
            page = BeautifulSoup(answer.get_data(as_text=True), "html.parser")
            yield f"{method} {rule.endpoint} {values['game']} {answer.status_code}", page


def words_of(soup: BeautifulSoup) -> Iterator[str]:
    """Give what a page says, piece by piece."""
    for each in soup.select(ELSEWHERE):
        each.decompose()
    yield from (str(text) for text in soup.find_all(string=True) if text.parent and text.parent.name != "[document]")
    for tag in soup.find_all(True):
        assert isinstance(tag, Tag)
        yield from (str(tag[name]) for name in SPOKEN if tag.get(name))


def unseen(text: str) -> list[str]:
    """Give the words of a text that no translator saw."""
    return [word for word in WORD.findall(text) if PLAIN.search(word) and word not in NAMED]


@pytest.fixture(scope="module")
def world(databases: Databases, shared_instance: Path) -> Iterator[World]:
    languages = (*translated_languages(), PSEUDO_LANGUAGE)
    with made_world(databases, shared_instance, SCOREKEEPER_LANGUAGES=languages) as made:
        yield made


@pytest.mark.parametrize("language", [each for each in translated_languages() if each != "en"])
def test_every_page_is_there_in_every_language(world: World, language: str) -> None:
    found = {where: str(soup.html["lang"]) for where, soup in pages(world, language, ("GET",)) if soup.html}
    assert len(found) > 80
    assert {f"GET {page} {game} 200" for page in PAGES_OF_GAMES for game in GAMES} <= set(found)
    assert {where: lang for where, lang in found.items() if lang != tag_of(language)} == {}


def test_every_word_of_every_page_can_be_translated(world: World) -> None:
    found = {where: list(words_of(soup)) for where, soup in pages(world, PSEUDO_LANGUAGE, ("GET", "POST"))}
    assert len(found) > 70
    strangers = {where: [text for text in texts if unseen(text)] for where, texts in found.items()}
    assert {where: texts for where, texts in strangers.items() if texts} == {}


def test_a_word_that_was_never_extracted_is_found() -> None:
    page = BeautifulSoup('<p>Ðééàļ <b title="Save it">3</b> Anna deals</p>', "html.parser")
    assert [unseen(text) for text in words_of(page)] == [[], [], ["deals"], ["Save", "it"]]
