"""The start page as people use it: starting a group, opening one, recovering one."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import func, select

from scorekeeper.models import Group as GroupRow
from scorekeeper.models import Role
from scorekeeper.web.application import Application
from scorekeeper.web.extensions import db
from tests.web.conftest import Group, start_group
from tests.web.phone import Phone


def groups(site: Application) -> int:
    with site.app_context():
        return db.session.scalar(select(func.count()).select_from(GroupRow)) or 0


def test_start_page_of_a_new_phone_offers_to_start_and_to_join(phone: Phone) -> None:
    page = phone.get("/")
    assert page.buttons() == ["Start the group", "Open"]
    assert page.link("I have a recovery code") == "/recover"


def test_starting_a_group_leads_to_it_with_the_recovery_code_and_the_way_to_an_evening(phone: Phone) -> None:
    page = start_group(phone)
    assert page.heading == "Thursday table"
    assert "Write down this recovery code" in page.text
    assert "Start an evening" in page.buttons()
    assert "Anna, Bernd, Clara, Dieter" in page.text.replace(" ,", ",")


def test_starting_answers_303(phone: Phone) -> None:
    form = phone.get("/").form("Start the group").fill("Name of the group", "Table").fill("Name 1", "A")
    assert form.fill("Name 2", "B").answer().status_code == 303


def test_more_names_are_taken_and_blank_ones_left_out(phone: Phone) -> None:
    form = phone.get("/").form("Start the group").fill("Name of the group", "Table")
    for number, name in ((2, "Anna"), (4, " "), (5, "Bernd"), (8, "Clara")):
        form.fill(f"Name {number}", name)
    page = form.send()
    assert "Anna , Bernd , Clara" in page.text


def test_the_group_stands_on_the_start_page_of_its_phones_only(group: Group, phone: Phone) -> None:
    home = group.owner.get("/")
    assert home.has_link("Thursday table")
    assert not phone.get("/").has_link("Thursday table")


def test_the_start_page_says_where_this_phone_only_watches(group: Group, viewer: Phone) -> None:
    assert "watching" in viewer.get("/").text
    assert "watching" not in group.owner.get("/").text


def test_the_same_form_sent_twice_starts_one_group_and_shows_the_same_code(site: Application, phone: Phone) -> None:
    form = phone.get("/").form("Start the group").fill("Name of the group", "Table")
    form.fill("Name 1", "Anna").fill("Name 2", "Bernd")
    first, second = form.send(), form.send()
    assert groups(site) == 1
    code = first.soup.select_one(".code")
    assert code is not None
    assert code == second.soup.select_one(".code")


def test_the_same_form_with_other_names_says_so_and_keeps_them(site: Application, phone: Phone) -> None:
    form = phone.get("/").form("Start the group").fill("Name of the group", "Table")
    form.fill("Name 1", "Anna").fill("Name 2", "Bernd").send()
    page = form.fill("Name of the group", "Family").send(409)
    assert "started from this page already" in page.errors[0]
    again = page.form("Start the group")
    assert again.value("Name of the group") == "Family"
    assert again.send().heading == "Family"
    assert groups(site) == 2


@pytest.mark.parametrize(
    ("fields", "label", "sentence"),
    [
        ({"Name 1": "Anna", "Name 2": "Bernd"}, "Name of the group", "Type a name."),
        ({"Name of the group": "T", "Name 1": "Anna"}, "Name 2", "Type at least 2 names."),
        (
            {"Name of the group": "T", "Name 1": "Anna", "Name 3": "ANNA"},
            "Name 3",
            "\u2068ANNA\u2069 stands here twice.",
        ),
        ({"Name of the group": "T", "Name 1": "A", "Name 2": "x" * 41}, "Name 2", "This has 41 characters."),
        ({"Name of the group": "T", "Name 1": "A", "Name 6": "b\u202ec"}, "Name 6", "cannot be shown"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_everything_typed_is_kept(
    site: Application, phone: Phone, fields: dict[str, str], label: str, sentence: str
) -> None:
    form = phone.get("/").form("Start the group")
    for name, value in fields.items():
        form.fill(name, value)
    page = form.send(422)
    again = page.form("Start the group")
    assert sentence in again.error_at(label)
    assert {name: again.value(name) for name in fields} == fields
    assert again.data["key"] == form.data["key"]
    assert groups(site) == 0


def test_an_error_among_the_further_names_opens_them(phone: Phone) -> None:
    page = phone.get("/").press("Start the group", 422, Name_of_the_group="T", Name_1="A", Name_6="x" * 41)
    field = page.form("Start the group").named("Name 6")
    assert field.find_parent("details").has_attr("open")


@pytest.mark.parametrize(("sent", "kept"), [("Europe/Berlin", "Europe/Berlin"), ("Mars/Base", "UTC"), ("", "UTC")])
def test_the_zone_of_the_browser_becomes_the_group_s(phone: Phone, sent: str, kept: str) -> None:
    form = phone.get("/").form("Start the group").fill("Name of the group", "T").fill("Name 1", "A").fill("Name 2", "B")
    form.data["zone"] = [sent]
    page = form.send()
    assert page.phone.get(f"{page.path}settings").form("Save").value("Time zone") == kept


@pytest.mark.parametrize("name", ["<svg/onload=alert(1)>", "O'Neill", '"quoted"', "{{7*7}}", "a&b", "</bdi><b>x"])
def test_names_are_inert_text_wherever_they_stand(phone: Phone, name: str) -> None:
    page = start_group(phone, name, (name, "Bernd"))
    for shown in (page, phone.get("/"), phone.get(f"{page.path}players"), phone.get(f"{page.path}devices")):
        texts = [each.get_text() for each in shown.soup.find_all("bdi")]
        assert name in texts
        assert "49" not in texts
        assert not shown.soup.find("svg", onload=True)
    assert page.soup.find("title").get_text() == name


# Opening


def test_a_pasted_link_leads_to_the_question_whether_to_join(group: Group, phone: Phone) -> None:
    link = f"Come and play: http://192.168.0.7:5000{group.links[Role.MEMBER]} 🂡"
    page = phone.get("/").press("Open", Link_or_code=link)
    assert "Thursday table" in page.text
    assert page.buttons() == ["Join"]


def test_the_address_of_a_page_opens_it_only_for_a_phone_that_is_in(group: Group, phone: Phone) -> None:
    address = f"http://cards.example.org{group.path}players"
    assert group.owner.get("/").press("Open", Link_or_code=address).heading == "Thursday table"
    page = phone.get("/").press("Open", 422, Link_or_code=address)
    assert "lets nobody in" in page.form("Open").error_at("Link or code")


def test_a_typed_transfer_code_leads_to_the_question(group: Group, phone: Phone) -> None:
    made = group.owner.get(f"{group.path}devices/transfer").press("Make a link")
    code = made.soup.select_one(".code").get_text().lower().replace("-", " ")
    page = phone.get("/open").press("Open", Link_or_code=code)
    assert "will be an owner" in page.text
    assert page.press("Join").heading == "Thursday table"


def test_a_recovery_code_typed_as_a_code_recovers(group: Group, phone: Phone) -> None:
    page = phone.get("/open").press("Open", Link_or_code=group.recovery)
    assert page.heading == "Thursday table"
    assert page.has_link("Settings")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "neither a link nor a code"),
        ("hello", "neither a link nor a code"),
        ("https://example.org/", "neither a link nor a code"),
        ("0000-0000-0000-0000", "opens nothing"),
        ("0" * 24, "opens nothing"),
        ("x" * 5000, "neither a link nor a code"),
    ],
)
def test_what_opens_nothing_says_so_and_is_kept(phone: Phone, typed: str, sentence: str) -> None:
    page = phone.get("/open").press("Open", 422, Link_or_code=typed)
    assert sentence in page.form("Open").error_at("Link or code")
    assert page.form("Open").value("Link or code") == typed


def test_a_link_of_a_group_that_does_not_exist_opens_nothing(phone: Phone) -> None:
    page = phone.get("/open").press("Open", 404, Link_or_code=f"/g/{uuid.uuid4()}/join/abc")
    assert "This link opens nothing" in page.text


# Recovering


def test_the_recovery_code_makes_a_new_phone_an_owner(group: Group, phone: Phone) -> None:
    page = phone.get("/recover").press("Recover the group", Recovery_code=group.recovery.lower())
    assert page.has_link("Settings")
    assert len(group.owner.get(f"{group.path}devices").soup.select(".rows .two b")) == 1


def test_a_wrong_recovery_code_says_what_to_do(phone: Phone) -> None:
    page = phone.get("/recover").press("Recover the group", 422, Recovery_code="ABCD")
    assert "Compare it sign by sign" in page.form("Recover the group").error_at("Recovery code")
