"""The manifest: where the app starts from the home screen, and that its icons are there."""

from __future__ import annotations

import json
import struct

import pytest

from tests.web.conftest import Group
from tests.web.phone import Phone

PNG = b"\x89PNG\r\n\x1a\n"


def manifest(phone: Phone, page: str) -> dict[str, object]:
    """Read the manifest that a page names."""
    (link,) = phone.get(page).soup.select("link[rel=manifest]")
    answer = phone.client.get(str(link["href"]))
    assert answer.mimetype == "application/manifest+json"
    read: dict[str, object] = json.loads(answer.data)
    return read


def test_installed_inside_a_group_it_starts_there(group: Group) -> None:
    assert manifest(group.owner, group.path)["start_url"] == group.path
    assert manifest(group.owner, "/")["start_url"] == "/"


def test_one_app_whatever_it_was_installed_from(group: Group) -> None:
    inside, outside = manifest(group.owner, group.path), manifest(group.owner, "/")
    assert inside["id"] == outside["id"] == inside["scope"] == "/"
    assert inside["display"] == "standalone"
    assert inside["name"] == "Scorekeeper"


def test_icons_are_there_in_the_sizes_they_claim(phone: Phone) -> None:
    icons = manifest(phone, "/")["icons"]
    assert isinstance(icons, list)
    assert {each["purpose"] for each in icons} == {"any", "maskable"}
    for each in icons:
        with phone.client.get(each["src"]) as answer:
            assert answer.status_code == 200
            content = answer.data
        if each["type"] == "image/png":
            assert content.startswith(PNG)
            width, height = struct.unpack(">II", content[16:24])
            assert each["sizes"] == f"{width}x{height}"
        else:
            assert b"<svg" in content


@pytest.mark.parametrize("group_id", ["", "nonsense", "../../evil", "%00"])
def test_what_is_no_group_starts_at_the_first_page(phone: Phone, group_id: str) -> None:
    answer = phone.client.get(f"/manifest.webmanifest?group={group_id}")
    assert json.loads(answer.data)["start_url"] == "/"
