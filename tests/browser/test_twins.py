"""Every game has a twin for phones without a network, which says of anything what the Python says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.support import Translations
from flask_babel import Domain, force_locale, get_locale
from playwright.sync_api import Browser, Page, Route

from scorekeeper.registry import GAMES
from scorekeeper.web.application import Application
from scorekeeper.web.headers import CONTENT_SECURITY_POLICY
from scorekeeper.web.twin_words import twin_words
from tests.conftest import apps
from tests.games.samples import SAMPLES
from tests.house import ROOT
from tests.twin import cases, kalter_schlag, snapser, staekske_rape
from tests.twin.original import Original

NAMES = cases.NAMES[0][:4]
ADDRESS = "https://table.test"
TWINS = {"kalter_schlag": kalter_schlag, "snapser": snapser, "staekske_rape": staekske_rape}
"""House rules, makers of deals and of open ones, and all that can be said, by game: a new game adds its own."""
FORMS_READ = 2_000
# Entries, whole games and house rules; the drill takes as many with each of five seeds.
MANY = (15_000, 2_000, 1_000)
SOME = (5_000, 700, 300)
TELLS = 4
BATCH = 4_000

Answers = Callable[[str, list[cases.Plain]], list[tuple[Any, object]]]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Open a page of the app's kind that has nothing but the twins."""

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        file = ROOT / ("tests/twin/harness.js" if path == "/harness.js" else path.lstrip("/"))
        if path == "/":
            html = '<!doctype html><script type="module" src="/harness.js"></script>'
            policy = {"Content-Security-Policy": CONTENT_SECURITY_POLICY}
            route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=policy)
        else:
            route.fulfill(body=file.read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8")

    context = browser.new_context()
    page = context.new_page()
    page.route(f"{ADDRESS}/**", serve)
    page.goto(ADDRESS)
    page.wait_for_selector("[data-ready]", state="attached")
    yield page
    context.close()


@pytest.fixture(scope="module")
def app(shared_instance: Path) -> Iterator[Application]:
    """Make the app for its words alone, without a database."""
    with apps(shared_instance) as make:
        yield make(f"sqlite:///{shared_instance}/none.db")


@pytest.fixture
def answers(page: Page, app: Application) -> Answers:
    """Let the twin answer: what was sent, and what it says of it."""

    def ask(key: str, asked: list[cases.Plain]) -> list[tuple[Any, object]]:
        found = []
        for begin in range(0, len(asked), BATCH):
            batch = [json.dumps(case) for case in asked[begin : begin + BATCH]]
            for text in page.evaluate("([key, words, cases]) => run(key, words, cases)", [key, twin_words(key), batch]):
                sent, said = json.loads(text)
                found.append((json.loads(sent), said))
        return found

    return ask


def disagreements(key: str, answered: list[tuple[Any, object]]) -> list[tuple[str, object, object]]:
    """Give each case of which the two say different things, with both; the shortest case first."""
    original = Original(key)
    found = []
    for case, said in answered:
        due = original.answer(case)
        if due != said:
            found.append((json.dumps(case, ensure_ascii=False), due, said))
    return sorted(found, key=lambda each: len(each[0]))


def check(key: str, answers: Answers, asked: list[cases.Plain]) -> set[str]:
    """Hold a twin to the Python and give the codes they used; a failure shows the shortest case."""
    answered = answers(key, asked)
    found = disagreements(key, answered)
    if found:
        case, due, said = found[0]
        pytest.fail(f"{len(found)} of {len(asked)} differ, the shortest is\n{case}\nPython: {due}\ntwin:   {said}")
    return set(re.findall(r'"code": "(\w+)"', json.dumps([said for _case, said in answered])))


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_twin(key: str):
    assert (ROOT / "static" / "js" / "games" / f"{key}.js").is_file()
    assert key in TWINS, "tests/twin needs house rules and deals of every game"


def some(key: str, entries: int, whole: int, house_rules: int, seed: int = 20261130) -> list[cases.Plain]:
    """Make so many cases of each kind, the same ones every time."""
    twin, rules, deal = TWINS[key], TWINS[key].RULES, TWINS[key].deal
    rng = Random(seed)
    return [
        *islice(cases.entries(rng, GAMES[key], rules, deal), entries),
        *islice(cases.games(rng, GAMES[key], rules, deal, twin.start, twin.known), whole),
        *islice(cases.sheets(rng, GAMES[key], rules, deal), whole),
        *islice(cases.corrections(rng, GAMES[key], rules, deal), whole),
        *islice(cases.options(rng, rules), house_rules),
    ]


def golden(key: str) -> Iterator[cases.Plain]:
    """Give every golden table as cases, each by all its house rules."""
    samples = SAMPLES[key]
    for rules in samples.options:
        for seats, payloads in samples.deals.items():
            for payload in [*payloads, *samples.wrong]:
                yield {
                    "kind": "entry",
                    "data": payload,
                    "options": rules,
                    "seats": seats,
                    "names": cases.NAMES[0][:seats],
                }
        for payloads in samples.games:
            for first in range(GAMES[key].seats[0]):
                yield {
                    "kind": "game",
                    "options": rules,
                    "seats": GAMES[key].seats[0],
                    "first_dealer": first,
                    "dealers": {},
                    "vacant": {},
                    "entries": payloads,
                    "open": {},
                    "closings": [*samples.closings, *samples.wrong_closings],
                    "names": NAMES[: GAMES[key].seats[0]],
                }
    for data in [*samples.options, *samples.wrong_options]:
        yield {"kind": "options", "data": data, "names": NAMES}


class Pseudo(Translations):
    """Translate everything into what no twin can know by itself, and plurals by one's own rule."""

    def ugettext(self, message: str) -> str:
        """Turn a message's placeholders around its words."""
        return f"‹{message}›"

    def ungettext(self, one: str, other: str, number: int) -> str:
        """Give another word for each plural category."""
        return f"‹{other}, {get_locale().plural_form(number)}›"


@pytest.mark.parametrize("key", GAMES)
def test_twin_agrees_on_the_golden_tables(key: str, answers: Answers, app: Application):
    with app.test_request_context():
        check(key, answers, list(golden(key)))


@pytest.mark.parametrize("key", GAMES)
def test_twin_agrees_on_random_entries_and_games(key: str, answers: Answers, app: Application):
    asked = some(key, *SOME)
    for at, case in enumerate(asked):
        case["tells"] = at % TELLS == 0  # templates are slow; what is refused is always told
    with app.test_request_context():
        met = check(key, answers, asked)
    assert TWINS[key].MET - met == set()


@pytest.mark.parametrize("key", GAMES)
def test_twin_reads_the_form_as_the_server_does(key: str, answers: Answers, app: Application):
    rng = Random(20261130)
    with app.test_request_context():
        check(key, answers, [TWINS[key].form(rng) for _case in range(FORMS_READ)])


@pytest.mark.drill
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("key", GAMES)
def test_twin_agrees_on_every_sentence_of_random_entries_and_games(
    key: str, seed: int, answers: Answers, app: Application
):
    with app.test_request_context():
        check(key, answers, some(key, *MANY, seed))


@pytest.mark.parametrize("language", ["de", "pl", "hi", "fr", "it", "ar"])
@pytest.mark.parametrize("key", GAMES)
def test_twin_speaks_every_language(
    key: str, language: str, answers: Answers, app: Application, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Domain, "get_translations", lambda domain: Pseudo())
    with app.test_request_context(), force_locale(language):
        check(key, answers, some(key, 200, 80, 10, seed=7))


@pytest.mark.parametrize("key", GAMES)
def test_twin_takes_only_numbers_that_the_server_takes(key: str, answers: Answers, app: Application, page: Page):
    values = ["-0", "55.0", "1e2", "9007199254740993", "9223372036854775808", "1e20", "1e21", "-1e300", "0.5", "true"]
    seats = GAMES[key].seats[0]
    marks = json.dumps([True, *[False] * (seats - 1)])
    texts = [f'{{"entry": "ruling", "points": [{value}{", 0" * (seats - 1)}], "marks": {marks}}}' for value in values]
    case = {"kind": "entry", "data": "here", "options": {}, "seats": seats, "names": NAMES[:seats]}
    with app.test_request_context():
        asked = [json.dumps(case).replace('"here"', text) for text in texts]
        found = page.evaluate("([key, words, cases]) => run(key, words, cases)", [key, twin_words(key), asked])
        both = [(json.loads(sent), said) for sent, said in map(json.loads, found)]
        assert disagreements(key, both) == []
    assert (
        page.evaluate(
            "import('/static/js/games/core.js').then(({ whole }) => [Infinity, -Infinity, NaN, 1n].map(whole))"
        )
        == [None] * 4
    )


@pytest.mark.parametrize("key", GAMES)
def test_twin_that_is_wrong_is_found_out_with_the_shortest_case(key: str, app: Application):
    asked = some(key, 30, 0, 0)
    with app.test_request_context():
        found = disagreements(key, [(case, "something else") for case in asked])
    assert len(found) == 30
    assert found[0][0] == min((json.dumps(case, ensure_ascii=False) for case in asked), key=len)
