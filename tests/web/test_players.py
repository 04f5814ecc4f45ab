"""Players as people keep them: added, renamed, retired, taken back, put in order."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorekeeper.models import Player, SheetStatus
from scorekeeper.web.application import Application
from scorekeeper.web.extensions import db
from tests.services.people import seat_somebody
from tests.web.conftest import Group
from tests.web.phone import Page, Phone


def listed(page: Page) -> list[str]:
    return [each.get_text(strip=True) for each in page.soup.select("section .rows > li bdi")]


@pytest.fixture
def page(group: Group, member: Phone) -> Page:
    return member.get(f"{group.path}players")


def test_players_stand_in_their_order(page: Page) -> None:
    assert listed(page) == ["Anna", "Bernd", "Clara", "Dieter"]


def test_a_new_player_is_added_and_named(page: Page) -> None:
    after = page.press("Add", Name="  Emil ")
    assert listed(after)[-1] == "Emil"
    assert "\u2068Emil\u2069 plays along from now on." in after.text


def test_adding_twice_adds_once_and_another_name_under_the_same_form_is_told(page: Page) -> None:
    form = page.form("Add").fill("Name", "Emil")
    form.send()
    assert listed(form.send()).count("Emil") == 1
    after = form.fill("Name", "Emma").send(409)
    assert "added somebody already" in after.errors[0]
    assert after.form("Add").value("Name") == "Emma"
    assert listed(after.form("Add").send())[-1] == "Emma"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type a name."),
        ("ANNA", "\u2068Anna\u2069 is already here. Add something that tells them apart."),
        ("x" * 41, "Up to 40 are possible."),
        ("A\u202enna", "cannot be shown"),
    ],
)
def test_a_name_that_cannot_be_says_why_and_is_kept(page: Page, typed: str, sentence: str) -> None:
    after = page.press("Add", 422, Name=typed)
    assert sentence in after.form("Add").error_at("Name")
    assert after.form("Add").value("Name") == typed


@pytest.mark.parametrize("name", ["👩‍👧‍👦 Ömer", "أحمد", "x" * 40])
def test_names_of_every_script_are_shown_apart(page: Page, name: str) -> None:
    assert listed(page.press("Add", Name=name))[-1] == name


def test_a_retired_name_typed_again_offers_to_take_the_player_back(page: Page) -> None:
    after = page.follow("Bernd").press("Retire Bernd")
    assert "kept in every old game" in after.text
    assert listed(after) == ["Anna", "Clara", "Dieter"]
    refused = after.press("Add", 422, Name="bernd")
    assert "\u2068Bernd\u2069 is already here, but retired." in refused.errors[0]
    back = refused.press("Take Bernd back")
    assert listed(back) == ["Anna", "Bernd", "Clara", "Dieter"]
    assert "\u2068Bernd\u2069 plays again." in back.text


def test_retired_players_are_listed_apart_and_taken_back_there(page: Page) -> None:
    after = page.follow("Clara").press("Retire Clara")
    assert "1 retired player" in after.text
    assert "Clara" in listed(after.press("Take Clara back"))


def test_a_retired_player_s_own_page_takes_back_too(page: Page) -> None:
    edit = page.link("Clara")
    page.follow("Clara").press("Retire Clara")
    assert listed(page.phone.get(edit).press("Take back"))[2] == "Clara"


def test_retiring_a_player_who_sits_at_a_game_says_what_becomes_of_the_seat(site: Application, page: Page) -> None:
    with site.app_context():
        bernd = db.session.scalars(select(Player).where(Player.name == "Bernd")).one()
        seat_somebody(db.session(), bernd.group_id, bernd.id, SheetStatus.OPEN)
    before = page.follow("Bernd")
    assert "sits at a game that is not over" in before.text
    after = before.press("Retire Bernd")
    assert "A game that is not over goes on with this seat" in after.text
    assert "still sits at a game" in after.text


def test_renaming_keeps_the_place_in_the_list(page: Page) -> None:
    after = page.follow("Bernd").press("Save the name", Name="Bernhard")
    assert listed(after) == ["Anna", "Bernhard", "Clara", "Dieter"]


def test_renaming_to_a_name_that_is_here_says_so(page: Page) -> None:
    after = page.follow("Bernd").press("Save the name", 422, Name="anna")
    assert "already here" in after.form("Save the name").error_at("Name")
    assert after.heading.startswith("Bernd")


def test_renaming_to_a_retired_name_offers_that_player(page: Page) -> None:
    page.follow("Anna").press("Retire Anna")
    after = page.follow("Bernd").press("Save the name", 422, Name="anna")
    assert "Anna" in listed(after.press("Take Anna back instead"))


def test_renaming_what_another_phone_renamed_asks_first(group: Group, page: Page) -> None:
    mine = page.follow("Bernd").form("Save the name").fill("Name", "Bernie")
    group.owner.get(page.link("Bernd")).press("Save the name", Name="Bernhard")
    after = mine.send(409)
    assert "to \u2068Bernhard\u2069 meanwhile" in after.errors[0]
    assert after.form("Save the name").value("Name") == "Bernie"
    assert listed(after.form("Save the name").send())[1] == "Bernie"


def test_renaming_twice_from_one_page_asks_first(page: Page) -> None:
    form = page.follow("Bernd").form("Save the name").fill("Name", "Bernie")
    form.send()
    after = form.fill("Name", "Benno").send(409)
    assert "has saved a name already" in after.errors[0]
    assert listed(after.form("Save the name").send())[1] == "Benno"


def test_players_are_put_in_order_by_buttons(page: Page) -> None:
    after = page.press("Move Clara up")
    assert listed(after) == ["Anna", "Clara", "Bernd", "Dieter"]
    assert after.soup.find(id="order").has_attr("open")
    assert "Move Anna up" not in after.buttons()


def test_everybody_retired_is_said(page: Page) -> None:
    for name in ("Anna", "Bernd", "Clara", "Dieter"):
        page = page.follow(name).press(f"Retire {name}")
    assert "Everybody is retired." in page.text


def test_a_viewer_sees_the_names_and_no_buttons(group: Group, viewer: Phone) -> None:
    page = viewer.get(f"{group.path}players")
    assert listed(page) == ["Anna", "Bernd", "Clara", "Dieter"]
    assert page.buttons() == []


def test_an_unknown_player_is_not_there(group: Group, member: Phone) -> None:
    member.get(f"{group.path}players/00000000-0000-0000-0000-000000000000/edit", 404)
