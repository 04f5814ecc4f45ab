"""The pages that destroy: they say what is lost, ask once more, and lead on."""

from __future__ import annotations

import time
import uuid

import pytest
from bs4 import Tag
from sqlalchemy import update

from scorekeeper.models import Device, Role
from scorekeeper.models.base import utcnow
from tests.services.factories import Table
from tests.web.phone import Phone, PhoneAt


@pytest.fixture
def owner(phone_at: PhoneAt) -> Phone:
    return phone_at(Role.OWNER)


def test_owner_takes_a_name_away(owner: Phone, table: Table) -> None:
    edit = owner.get(f"/g/{table.group_id}/players/{table.players[4]}/edit")
    page = edit.follow("Take the name away everywhere")
    assert "Nobody can take this back." in page.text
    done = page.press("Take the name of Eva away")
    assert "The name is gone. It says \u2068Player 5\u2069 everywhere now." in done.text
    assert "Eva" not in done.text


def test_member_is_not_offered_it(phone_at: PhoneAt, table: Table) -> None:
    page = phone_at(Role.MEMBER).get(f"/g/{table.group_id}/players/{table.players[4]}/edit")
    assert not page.has_link("Take the name away")


def test_group_is_deleted_by_its_name(owner: Phone, phone_at: PhoneAt, table: Table) -> None:
    member = phone_at(Role.MEMBER)
    page = owner.get(f"/g/{table.group_id}/settings").follow("Delete the group")
    assert page.link("Download the group") == f"/g/{table.group_id}/data/group.json"
    wrong = page.form("Delete the group for good").fill("Name of the group", "Friday").send(422)
    assert wrong.form("Delete the group for good").error_at("Name of the group") == (
        "This is not the name. Type \u2068Thursday table\u2069. Type it as it stands above."
    )
    done = wrong.form("Delete the group for good").fill("Name of the group", "thursday table").send()
    assert done.path == "/"
    assert "\u2068Thursday table\u2069 was deleted." in done.text
    owner.get(f"/g/{table.group_id}/", 404)
    member.get(f"/g/{table.group_id}/", 404)


def test_a_second_tap_ends_at_the_same_farewell(owner: Phone, table: Table) -> None:
    form = owner.get(f"/g/{table.group_id}/delete").form("Delete the group for good")
    form.fill("Name of the group", "Thursday table")
    # Both taps are sent before the first answer is there, so the second one brings the cookie of the page.
    with owner.client.session_transaction() as held:
        asked = dict(held)
    first = form.send()
    with owner.client.session_transaction() as held:
        held.clear()
        held.update(asked)
    second = form.send()
    assert (first.path, second.path) == ("/", "/")
    assert second.text.count("\u2068Thursday table\u2069 was deleted.") == 1


def test_a_third_tap_says_it_once(owner: Phone, table: Table) -> None:
    form = owner.get(f"/g/{table.group_id}/delete").form("Delete the group for good")
    form.fill("Name of the group", "Thursday table")
    answers = [owner.client.post(form.action, data=form.data) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert owner.get("/").text.count("\u2068Thursday table\u2069 was deleted.") == 1


def test_nobody_else_learns_that_there_was_a_group(
    owner: Phone, phone_at: PhoneAt, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = phone_at(Role.MEMBER)
    form = owner.get(f"/g/{table.group_id}/delete").form("Delete the group for good")
    form.fill("Name of the group", "Thursday table").send()
    token = member.get("/").soup.find("input", {"name": "csrf_token"})
    assert isinstance(token, Tag)
    data = {**form.data, "csrf_token": str(token["value"])}
    stranger = member.client.post(form.action, data=data)
    never = member.client.post(f"/g/{uuid.uuid4()}/delete", data=data)
    assert (stranger.status_code, never.status_code) == (404, 404)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 60 * 60 + 1)
    assert owner.client.post(form.action, data=form.data).status_code == 404


def test_who_was_asked_but_removed_meanwhile_is_not_told_that_the_group_is_gone(owner: Phone, table: Table) -> None:
    form = owner.get(f"/g/{table.group_id}/delete").form("Delete the group for good")
    form.fill("Name of the group", "Thursday table")
    table.session.execute(update(Device).where(Device.group_id == table.group_id).values(removed_at=utcnow()))
    table.session.commit()
    assert owner.client.post(form.action, data=form.data).status_code == 404


def test_deletion_without_its_key_is_refused(owner: Phone, table: Table) -> None:
    form = owner.get(f"/g/{table.group_id}/delete").form("Delete the group for good")
    form.fill("Name of the group", "Thursday table").data["key"] = [""]
    assert form.send(422).errors == ["This page was out of date. Send it again."]
