"""The group's page and its settings, as owner, member and viewer see them."""

from __future__ import annotations

import time

import pytest

from scorekeeper.web import shown_once
from scorekeeper.web.groups import currency_name, place_name, zone_choices
from tests.web.conftest import Group, PhoneFactory, start_group
from tests.web.phone import Phone


def test_a_new_group_shows_its_recovery_code_until_it_was_written_down(group: Group) -> None:
    page = group.owner.get(group.path)
    assert group.recovery.replace("-", "") in page.text.replace(" ", "").replace("-", "")
    after = page.press("I have written it down")
    assert after.heading == "Thursday table"
    assert "recovery code" not in after.text


def test_the_recovery_code_is_shown_to_nobody_else(group: Group, member: Phone) -> None:
    assert "recovery code" not in member.get(group.path).text


def test_the_recovery_code_goes_by_itself_after_the_evening(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    later = time.time() + shown_once.RECOVERY_LIFE_SECONDS + 1
    monkeypatch.setattr("scorekeeper.web.shown_once.time.time", lambda: later)
    assert "recovery code" not in group.owner.get(group.path).text


def test_the_code_of_one_group_is_not_shown_in_another(group: Group) -> None:
    second = start_group(group.owner, "Family")
    assert "Write down" in second.text
    assert "Write down" not in group.owner.get(group.path).text


def test_an_evening_starts_with_one_tap(group: Group) -> None:
    page = group.owner.get(group.path).press("Start an evening")
    assert page.path.startswith(f"{group.path}evenings/")
    again = group.owner.get(group.path)
    assert "Start an evening" not in again.buttons()
    assert again.soup.select_one(".tonight a")["href"] == page.path


def test_an_invitation_stands_out_while_one_phone_writes(group: Group, viewer: Phone) -> None:
    page = group.owner.get(group.path)
    assert page.link("Show the QR code") == f"{group.path}invite"
    assert not page.has_link("Invite phones")


def test_an_invitation_is_one_row_when_two_write(group: Group, member: Phone) -> None:
    for phone in (group.owner, member):
        page = phone.get(group.path)
        assert page.link("Invite phones") == f"{group.path}invite"
        assert not page.has_link("Show the QR code")


def test_a_viewer_sees_no_way_to_change_anything(group: Group, viewer: Phone) -> None:
    page = viewer.get(group.path)
    assert page.buttons() == []
    assert not page.has_link("Settings")
    assert not page.has_link("Invite")
    assert "No evening has begun yet" in page.text


def test_settings_are_kept_and_shown(group: Group) -> None:
    form = group.owner.get(group.path).follow("Settings").form("Save")
    page = (
        form.fill("Name of the group", " Friday  table")
        .fill("Time zone", "Europe/Prague")
        .fill("Currency", "CZK")
        .send()
    )
    assert page.heading == "Friday table"
    assert "Saved." in page.text
    again = page.follow("Settings").form("Save")
    assert [again.value(name) for name in ("Name of the group", "Time zone", "Currency")] == [
        "Friday table",
        "Europe/Prague",
        "CZK",
    ]


@pytest.mark.parametrize(
    ("label", "value", "sentence"),
    [
        ("Name of the group", " ", "Type a name."),
        ("Time zone", "Mars/Base", "Choose a time zone"),
        ("Currency", "euro", "Choose a currency"),
        ("Name of the group", "x" * 41, "This has 41 characters"),
    ],
)
def test_settings_that_cannot_be_say_so_at_their_field(group: Group, label: str, value: str, sentence: str) -> None:
    page = group.owner.get(f"{group.path}settings").form("Save").fill(label, value).send(422)
    form = page.form("Save")
    assert sentence in form.error_at(label)
    assert form.value(label) == value


def test_settings_changed_by_another_phone_are_not_overwritten_unseen(group: Group) -> None:
    form = group.owner.get(f"{group.path}settings").form("Save")
    group.owner.get(f"{group.path}settings").form("Save").fill("Name of the group", "Sunday table").send()
    page = form.fill("Name of the group", "Friday table").send(409)
    assert "it is now Sunday table" in page.errors[0]
    assert page.form("Save").value("Name of the group") == "Friday table"
    assert page.form("Save").send().heading == "Friday table"


def test_settings_sent_twice_are_saved_once(group: Group) -> None:
    form = group.owner.get(f"{group.path}settings").form("Save").fill("Name of the group", "Friday table")
    assert form.send().heading == "Friday table"
    assert form.send().heading == "Friday table"


def test_settings_are_for_owners(group: Group, member: Phone, viewer: Phone) -> None:
    for phone in (member, viewer):
        phone.get(f"{group.path}settings", 403)


def test_zone_choices_hold_the_present_one_once_and_every_continent(phone: Phone) -> None:
    with phone.client.application.test_request_context():
        choices = zone_choices("Europe/Berlin")
        assert currency_name("XYZ") == "XYZ"
    everything = [zone for zones in choices.values() for zone, _ in zones]
    assert next(iter(everything)) == "Europe/Berlin"
    assert len(everything) == len(set(everything))
    assert {"America/Argentina/Buenos_Aires", "Asia/Tokyo", "UTC"} <= set(everything)


def test_place_names_read_as_people_write_them() -> None:
    assert place_name("America/Argentina/Buenos_Aires") == "Buenos Aires (Argentina)"
    assert place_name("Europe/Berlin") == "Berlin"


def test_a_phone_in_use_gets_its_cookie_anew_every_week(
    group: Group, new_phone: PhoneFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = group.owner.client
    assert "Set-Cookie" not in owner.get(f"{group.path}players", headers={"HX-Request": "true"}).headers
    with owner.session_transaction() as cookie:
        cookie["week"] -= 1
    assert "Set-Cookie" in owner.get(f"{group.path}devices").headers
