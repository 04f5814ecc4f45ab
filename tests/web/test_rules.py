"""The rules of the games: worked out by the games, and every line of an explanation leads to its paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from scorekeeper.core.agreement import AgreedLine
from scorekeeper.core.fold import TableLine
from scorekeeper.core.game import AnyGame
from scorekeeper.core.outcome import Line
from scorekeeper.core.problems import InvalidCloseError, InvalidDealError
from scorekeeper.core.standings import DealAfterEndError
from scorekeeper.forms.game_forms import PARAGRAPHS
from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.web.application import Application
from scorekeeper.web.game_forms import FORMS
from scorekeeper.web.rules import worked
from tests.games.samples import SAMPLES, Payload
from tests.services.factories import deal
from tests.web.phone import Page, Phone
from tests.web.sheet_table import MakeGame, folded

# What each example gives to each player, worked out by hand.
DUE: dict[str, dict[str, tuple[int, ...]]] = {
    "kalter_schlag": {
        "doubled": (0, 260, 0, 0),
        "close": (50, 0, 0, 0),
        "tied": (80, 80, 80, 0),
        "march": (480, 480, 0, 480),
        "everything": (480, 0, 0, 0),
        "lost": (0, 2040, 60, 60),
        "fifth": (250, 0, 60, 0),
    },
    "snapser": {
        "s_vodou": (4, -2, -2),
        "bez_vody": (8, -4, -4),
        "za6": (12, -6, -6),
        "za12": (24, -12, -12),
        "tichy_durch": (36, -18, -18),
        "durch": (72, -36, -36),
        "nehram": (-12, 6, 6),
        "raised": (32, -32),
        "lost": (-8, 4, 4),
        "enough": (8, -4, -4),
        "too_few": (-4, 2, 2),
    },
    "staekske_rape": {
        "short": (-12, 0, 0, 0),
        "over": (1, 0, 0, 0),
        "all_tricks": (12, 0, 0, 0),
        "melds": (-14, 0, 0, 0),
        "stock": (16, 0, 0, 0),
        "no_trick": (-50, 0, 0, 0),
        "refused": (-10, 0, 0, 0),
        "unplayed": (17, 0, 0, 0),
    },
}


@pytest.fixture(params=FORMS, ids=str)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def phone(site: Application) -> Phone:
    return Phone(site.test_client())


@pytest.fixture
def rules(phone: Phone, key: str) -> Page:
    return phone.get(f"/rules/{key}")


def ids_of(page: Page) -> list[str]:
    return [str(tag["id"]) for tag in page.soup.select("#content [id]")]


def lines_of(key: str) -> Iterator[Line]:
    """Yield every line that the samples of a game bring about, by every set of house rules that lets them be."""
    game, samples = GAMES[key], SAMPLES[key]
    for data in samples.options:
        options = game.load_options(data)
        for seats, payloads in samples.deals.items():
            for payload in payloads:
                with suppress(InvalidDealError):
                    yield from game.score(game.load(payload, options, seats), options, seats).lines
        for payloads in samples.games:
            with suppress(InvalidDealError):
                yield from ending_lines(game, payloads, options)
    nothing = game.standings([], game.load_options({}), game.seats[0])
    for how in samples.closings:
        with suppress(InvalidCloseError):
            yield from game.close(nothing, how).lines


def ending_lines(game: AnyGame, payloads: list[Payload], options: object) -> tuple[Line, ...]:
    """Give the lines of the ending that some deals bring about."""
    deals = [game.load(payload, options, game.seats[0]) for payload in payloads]
    try:
        ending = game.standings(deals, options, game.seats[0]).ending
    except DealAfterEndError as error:  # a game of other house rules
        ending = error.standings.ending
    return ending.lines if ending else ()


def test_every_line_leads_to_a_paragraph_that_is_there(key: str, rules: Page) -> None:
    found = {FORMS[key].help.paragraph(line.code) for line in lines_of(key)}
    assert len(found) > 2
    named = {*found, *FORMS[key].help.paragraphs.values(), *PARAGRAPHS.values()}
    ids = ids_of(rules)
    assert named - set(ids) == set()
    assert len(ids) == len(set(ids))


def test_the_lines_of_every_game_have_paragraphs() -> None:
    assert set(PARAGRAPHS) == {*TableLine, *AgreedLine}


def test_every_example_shows_what_its_game_says(key: str, rules: Page) -> None:
    examples = FORMS[key].help.examples
    shown = {str(each["data-example"]): each for each in rules.soup.select("[data-example]")}
    outcomes = {str(each["data-outcome"]): each for each in rules.soup.select("[data-outcome]")}
    assert {*shown, *outcomes} == set(examples) == set(DUE[key])
    for name, example in examples.items():
        standings = worked(key, example)
        points = standings.totals if standings.ending else standings.outcomes[-1].points
        assert points == DUE[key][name]
        if name in shown:
            texts = [folded(each).replace(",", "").replace("−", "-") for each in shown[name].select("dd")]
            assert [int(text) for text in texts] == list(points)
            lines = (standings.ending or standings.outcomes[-1]).lines
            said = [folded(each) for each in shown[name].select("li")]
            assert len(said) == len(lines)
            assert all(said)
        else:
            assert int(folded(outcomes[name].select("dd")[0])) == max(map(abs, points)) // (example.seats - 1)


def test_an_example_says_its_arithmetic(phone: Phone) -> None:
    (doubled,) = phone.get("/rules/kalter_schlag").soup.select('[data-example="doubled"]')
    assert [folded(line) for line in doubled.select("li")][-1] == (
        "66 × 2 (Kontra) × 2 (Dieter without a trick) = 264, rounded down to 260 for Bernd"
    )


def test_every_house_rule_has_its_usual_answer_and_its_source(key: str, rules: Page) -> None:
    names = [field.name for field in FORMS[key].options.bind(None)]
    assert list(FORMS[key].help.sources) == names
    for name in names:
        (rule,) = rules.soup.select(f"#rule-{name}")
        assert "Usual: " in folded(rule)
        assert rule.select(".note")
        assert rule.select(".here") == []


def test_a_game_shows_its_own_house_rules_and_leads_back(make_game: MakeGame) -> None:
    game = make_game(options={"limit": 1000})
    page = game.phone(Role.VIEWER).get(f"{game.path}/rules")
    said = [folded(each) for each in page.soup.select(".here")]
    assert said[:2] == ["In this game: 1000", "In this game: yes"]
    assert [str(link["href"]) for link in page.soup.select(".bar a")] == [game.path]


def test_lines_of_deals_and_endings_lead_to_their_paragraphs(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None), deal(None, 120, None, None, calls=4, jungfrauen=1))
    phone = game.phone()
    sheet = phone.get(game.path)
    entry = sheet.soup.select_one('#rows a.btn[href*="/entries/"]')
    assert entry is not None
    pages = [sheet, phone.get(str(entry["href"]).partition("#")[0])]
    links = [str(each["href"]) for page in pages for each in page.soup.select('a[href*="/rules#"]')]
    assert {link.partition("#")[0] for link in links} == {f"{game.path}/rules"}
    anchors = [link.partition("#")[2] for link in links]
    assert {"penalty", "calls", "no-trick", "end", "stakes"} <= set(anchors)
    assert set(anchors) <= set(ids_of(phone.get(f"{game.path}/rules")))


def test_rules_are_linked_from_the_start_page_and_from_how_a_game_is_set_up(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    assert phone.get("/").soup.select('a[href="/rules"]')
    assert phone.get(f"{game.path}/setup").soup.select(f'a[href="{game.path}/rules"]')
    listed = [str(link["href"]) for link in phone.get("/rules").soup.select("#content a")]
    assert listed == [f"/rules/{key}" for key in FORMS]


def test_a_game_that_nobody_knows_has_no_rules(phone: Phone) -> None:
    phone.get("/rules/poker", status=404)
