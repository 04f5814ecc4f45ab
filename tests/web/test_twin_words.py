"""The words that the twins fill in: all that they use, in the language of the request."""

from __future__ import annotations

import json

import pytest
from babel.messages.extract import extract_from_file
from babel.support import NullTranslations
from flask.testing import FlaskClient
from flask_babel import force_locale

from scorekeeper.registry import GAMES
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web.application import Application
from scorekeeper.web.catalogues import SourceDomain
from scorekeeper.web.config import STATIC
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.twin_words import messages_of, twin_files, twin_words
from tests.house import ROOT

LONGEST = 400


class Marked(NullTranslations):
    """Translate a few messages."""

    def ugettext(self, message: str) -> str:
        """Give one word in German."""
        return {"Nobody called": "Niemand hat angesagt"}.get(message, message)

    def ungettext(self, one: str, other: str, number: int) -> str:
        """Give German forms."""
        return "%(num)s Strich" if number == 1 else "%(num)s Striche"


def test_english_needs_only_the_sentences_about_problems(shared_site: Application):
    with shared_site.test_request_context():
        words = twin_words("kalter_schlag")
    assert words["messages"] == {}
    assert words["plurals"]["%(num)s mark"] == {"one": "%(num)s mark", "other": "%(num)s marks"}
    assert words["lang"] == "en"
    assert words["grouping"] == {"separator": ",", "primary": 3, "secondary": 3}
    assert words["problems"]["integer"] == "Type a whole number."
    assert set(words["problems"]) == {str(code) for code in forms_of("kalter_schlag").sentences}


def test_words_follow_the_language_of_the_request(shared_site: Application, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SourceDomain, "get_translations", lambda domain: Marked())
    with shared_site.test_request_context(), force_locale("de_AT"):
        words = twin_words("kalter_schlag")
    assert words["lang"] == "de-AT"
    assert words["messages"] == {"Nobody called": "Niemand hat angesagt"}
    assert words["plurals"]["%(num)s mark"] == {"one": "%(num)s Strich", "other": "%(num)s Striche"}
    assert words["grouping"]["separator"] == "."
    assert json.loads(json.dumps(words)) == words


def test_language_with_other_groups_says_so(shared_site: Application):
    with shared_site.test_request_context(), force_locale("hi"):
        assert twin_words("kalter_schlag")["grouping"] == {"separator": ",", "primary": 3, "secondary": 2}


def test_unknown_game_has_no_words(shared_site: Application):
    with shared_site.test_request_context(), pytest.raises(NotFoundError):
        twin_words("tarock")


def test_phone_gets_the_words_once_for_each_language(client: FlaskClient):
    answer = client.get("/words/kalter_schlag.json")
    assert answer.json["problems"]["calls_0_4"] == "There are at most four calls, one a player. Correct who called."
    assert "Accept-Language" in answer.vary
    assert "Set-Cookie" not in answer.headers
    again = client.get("/words/kalter_schlag.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/words/tarock.json").status_code == 404


SHARED = (ROOT / "templates" / "sheets" / "_parts.html", ROOT / "templates" / "games" / "words.html")


@pytest.mark.parametrize("key", GAMES)
def test_twin_asks_for_messages_that_the_pages_have(key: str):
    page = {
        message
        for path in [*SHARED, *(ROOT / "templates" / "games" / key).iterdir()]
        for _line, message, _comments, _context in extract_from_file("jinja2", path)
    }
    page |= {m for _line, m, *_rest in extract_from_file("python", ROOT / "scorekeeper" / "web" / "formatting.py")}
    single, plural = messages_of(key)
    assert len(single) > 50
    assert single | plural <= page


@pytest.mark.parametrize("key", GAMES)
def test_twin_is_short_enough_to_read_and_to_load(key: str):
    sizes = [len(path.read_text(encoding="utf-8").splitlines()) for path in twin_files(key)]
    assert max(sizes) <= LONGEST
    assert STATIC / "js" / "games" / f"{key}.js" in twin_files(key)
