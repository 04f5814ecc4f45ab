"""House rules as a table chooses them: ready sets with one tap, the group's own from now on, and what differs."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.services import proposals, sheets
from scorekeeper.services.usual_rules import usual_rules
from scorekeeper.web.game_forms import FORMS
from tests.services.factories import Table, deal, new_key
from tests.web.phone import Form, Page, Phone, PhoneAt
from tests.web.sheet_table import folded

KEEP = "Play like this from now on"
TEXTS = "As in the Ukrainian and the Russian text: no mark wins the game"


@pytest.fixture
def phone(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.MEMBER)


def at(table: Table, sheet_id: uuid.UUID) -> str:
    return f"/g/{table.group_id}/sheets/{sheet_id}"


def offered(page: Page) -> list[str]:
    """Give the sets that are offered; the chosen one has a star."""
    chips = [label for label in page.soup.select("label.chip") if label.select_one("[name=rules]")]
    return [folded(label) + ("*" if label.select_one("input[checked]") else "") for label in chips]


def of_rules(page: Page) -> Form:
    """Give the form that changes the house rules of a game."""
    tag = page.soup.select_one("#rules form")
    assert tag is not None
    return Form(page, tag, tag.select("button")[-1])


@pytest.mark.parametrize("key", FORMS)
def test_every_preset_is_possible_and_differs_from_the_sources_and_from_the_others(key: str) -> None:
    game = GAMES[key]
    found = [game.load_options(each.options) for each in FORMS[key].presets]
    assert found
    every = [game.load_options({}), *found]
    assert len({str(game.dump_options(each)) for each in every}) == len(every)


def test_a_game_begins_with_a_ready_set_in_one_tap(table: Table, phone: Phone) -> None:
    page = phone.get(f"/g/{table.group_id}/evenings/{table.evening_id}/games/new")
    assert offered(page) == ["As the sources say*", TEXTS, "Our own"]
    started = page.form("Start the game").fill(TEXTS, True).send()
    sheet = table.sheet(uuid.UUID(started.path.rpartition("/")[2]))
    assert sheet.house_rules == (("marks_to_win", None),)
    assert "A mark below the limit wins the game: no" in started.text
    assert "house rules" in folded(started.soup.select("header small")[0])


def test_rules_become_the_group_s_own_and_new_games_begin_with_them(table: Table, phone: Phone) -> None:
    sheet = table.start(options={"limit": 1000})
    page = phone.get(f"{at(table, sheet.id)}/setup")
    assert offered(page) == ["As the sources say", TEXTS, "Our own*"]
    page = page.form(KEEP).send()
    assert page.text.count("New games of Kalter Schlag begin with these house rules.") == 2
    assert KEEP not in page.text
    assert offered(page) == ["As the sources say", "As we always play*", TEXTS, "Our own"]
    sheets.break_off(table.session, table.device, sheet.id, key=new_key())
    new = phone.get(f"/g/{table.group_id}/evenings/{table.evening_id}/games/new")
    assert offered(new) == ["As the sources say", "As we always play*", TEXTS, "Our own"]
    assert "House rules As we always play" in new.text


def test_an_exception_leaves_the_group_s_own_rules_alone(table: Table, phone: Phone) -> None:
    sheet = table.start(options={"limit": 1000})
    path = f"{at(table, sheet.id)}/setup"
    phone.get(path).form(KEEP).send()
    of_rules(phone.get(path)).fill("As the sources say", True).send().form("Change it").send()
    assert table.sheet(sheet.id).house_rules == ()
    page = phone.get(path)
    assert offered(page)[:2] == ["As the sources say*", "As we always play"]
    of_rules(page).fill("As we always play", True).send().form("Change it").send()
    assert table.sheet(sheet.id).house_rules == (("limit", 1000),)
    of_rules(phone.get(path)).fill("As the sources say", True).send().form("Change it").send()
    phone.get(path).form(KEEP).send()
    settings = proposals.last_settings(table.session, table.device, "kalter_schlag")
    table.session.rollback()
    assert settings.options["limit"] == 2000
    assert offered(phone.get(path))[:2] == ["As the sources say*", TEXTS]


def test_a_game_as_the_sources_say_need_not_be_made_the_usual_one(table: Table, phone: Phone) -> None:
    assert KEEP not in phone.get(f"{at(table, table.start().id)}/setup").text


def test_a_form_without_its_key_keeps_nothing(table: Table, phone: Phone) -> None:
    sheet = table.start(options={"limit": 1000})
    form = phone.get(f"{at(table, sheet.id)}/setup").form(KEEP)
    form.data["key"] = ["short"]
    page = form.send(status=422)
    assert KEEP in page.text
    assert usual_rules(table.session, table.device, "kalter_schlag") is None


def test_a_sheet_tells_its_house_rules_before_its_first_deal(table: Table, phone: Phone) -> None:
    sheet = table.start(options={"limit": 1000, "four_way": "none_scores"})
    page = phone.get(at(table, sheet.id))
    empty = page.soup.select_one(".deals-empty")
    assert empty is not None
    assert "Who reaches this total loses: 1000 All four have 30 card points: nobody gets a penalty" in folded(empty)
    assert [str(link["href"]) for link in empty.select("a")] == [f"{at(table, sheet.id)}/rules#house-rules"]
    table.record(sheet.id, deal(66, 54, 0, 0))
    assert "Who reaches this total loses" not in folded(phone.get(at(table, sheet.id)).soup.select("#rows")[0])
    rules = phone.get(f"{at(table, sheet.id)}/rules")
    assert [folded(each) for each in rules.soup.select(".here.own")] == [
        "In this game: 1000",
        "In this game: nobody gets a penalty",
    ]


def test_the_page_of_the_rules_says_what_each_ready_set_changes(phone: Phone) -> None:
    said = folded(phone.get("/rules/staekske_rape").soup.select("#house-rules")[0])
    assert "Without the stock the −50 for no trick is doubled too: no" in said
