"""What the host can do for a group that lost its owners."""

from __future__ import annotations

import uuid

from scorekeeper.web.application import Application
from tests.web.conftest import Group, PhoneFactory
from tests.web.phone import Phone


def test_owner_link_makes_one_phone_an_owner(site: Application, group: Group, new_phone: PhoneFactory) -> None:
    group_id = group.path.split("/")[2]
    answer = site.test_cli_runner().invoke(args=["group", "owner-link", group_id])
    assert answer.exit_code == 0
    link, sentence = answer.output.splitlines()
    assert link.startswith(f"http://cards.example.org{group.path}join/")
    assert sentence.startswith("It works once, until ")
    path = link.removeprefix("http://cards.example.org")
    phone: Phone = new_phone()
    assert phone.get(path).press("Join").has_link("Settings")
    new_phone().get(path, 404)


def test_owner_link_of_an_unknown_group_says_so(site: Application) -> None:
    answer = site.test_cli_runner().invoke(args=["group", "owner-link", str(uuid.uuid4())])
    assert answer.exit_code == 1
    assert "There is no group with this id." in answer.output


def test_owner_link_of_nonsense_says_so(site: Application) -> None:
    answer = site.test_cli_runner().invoke(args=["group", "owner-link", "table"])
    assert answer.exit_code == 2
