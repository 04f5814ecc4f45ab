"""The pages that destroy: they say what is lost, ask once more, and lead on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.models import Role
from tests.services.factories import Table
from tests.web.phone import Phone

PhoneAt = Callable[[Role], Phone]


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


def test_deletion_without_its_key_is_refused(owner: Phone, table: Table) -> None:
    form = owner.get(f"/g/{table.group_id}/delete").form("Delete the group for good")
    form.fill("Name of the group", "Thursday table").data["key"] = [""]
    assert form.send(422).errors == ["This page was out of date. Send it again."]
