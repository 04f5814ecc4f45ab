"""The guard of every view: what it lets through, what it hides, and that no view is without one."""

from __future__ import annotations

import uuid
from inspect import iscoroutinefunction

import pytest
from flask import url_for

from scorekeeper.models import Role
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web import actor
from scorekeeper.web.actor import UnguardedViewError, current_actor, current_group, least, public, stated_access
from scorekeeper.web.application import Application
from scorekeeper.web.config import TEMPLATES
from tests.conftest import MakeApp
from tests.web.conftest import Group, start_group
from tests.web.phone import Phone


def test_an_app_with_a_view_that_says_nothing_does_not_start() -> None:
    app = Application("scorekeeper.web", TEMPLATES, TEMPLATES.parent / "instance")

    @app.get("/forgotten")
    def forgotten() -> str:
        return "everybody reads this"

    @app.get("/said")
    @public
    def said() -> str:
        return "this too"

    with pytest.raises(UnguardedViewError, match="forgotten") as caught:
        actor.init_app(app)
    assert "said" not in str(caught.value)


def test_no_view_and_no_hook_is_a_coroutine(own_site: Application) -> None:
    """They are called as they are: nothing would wait for one."""
    kinds = (own_site.before_request_funcs, own_site.after_request_funcs, own_site.teardown_request_funcs)
    hooks = [hook for kind in kinds for of_blueprint in kind.values() for hook in of_blueprint]
    called = [*own_site.view_functions.values(), *hooks]
    assert len(called) > 100
    assert [each for each in called if iscoroutinefunction(each)] == []


def test_a_view_added_later_without_a_word_is_closed_to_every_phone(own_site: Application) -> None:
    own_site.add_url_rule("/g/<uuid:group_id>/late", "late", lambda: "open")
    phone = Phone(own_site.test_client())
    phone.get(f"{start_group(phone).path}late", 404)


def test_views_state_what_they_need() -> None:
    @least(Role.OWNER)
    def owners() -> None: ...

    @public
    def anybody() -> None: ...

    def nobody() -> None: ...

    assert [stated_access(view) for view in (owners, anybody, nobody)] == [Role.OWNER, "public", None]


@pytest.mark.parametrize("path", ["/g/not-a-group/", "/g/00000000-0000-0000-0000-000000000000/", "/nowhere"])
def test_what_is_not_there_is_404_for_everybody(group: Group, phone: Phone, path: str) -> None:
    phone.get(path, 404)
    group.owner.get(path, 404)


@pytest.mark.parametrize("token", [None, 7, "", ["x"], "guessed"])
def test_a_cookie_without_a_token_of_the_group_opens_nothing(group: Group, phone: Phone, token: object) -> None:
    with phone.client.session_transaction() as cookie:
        cookie["device"] = token
    phone.get(group.path, 404)


def test_a_forged_cookie_opens_nothing(group: Group, phone: Phone) -> None:
    phone.client.set_cookie("scorekeeper", "eyJkZXZpY2UiOiJ4In0.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    phone.get(group.path, 404)


def test_the_cookie_is_lasting_and_out_of_reach_of_scripts(phone: Phone) -> None:
    cookie = phone.client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie
    assert "Partitioned" not in cookie


def test_the_cookie_is_secure_over_https(make_app: MakeApp, database_url: str) -> None:
    client = make_app(database_url, SCOREKEEPER_URL="https://cards.example.org").test_client()
    assert "Secure" in client.get("/", base_url="https://cards.example.org").headers["Set-Cookie"]


def test_the_token_stays_the_same_and_is_256_bit(phone: Phone) -> None:
    tokens = set()
    for path in ("/", "/open", "/recover", "/"):
        phone.get(path)
        with phone.client.session_transaction() as cookie:
            tokens.add(cookie["device"])
    assert len(tokens) == 1
    assert len(tokens.pop()) * 6 >= 256


def test_one_phone_belongs_to_several_groups_with_a_role_each(group: Group, viewer: Phone) -> None:
    form = viewer.get("/").form("Start the group").fill("Name of the group", "Mine").fill("Name 1", "A")
    assert form.fill("Name 2", "B").send().has_link("Settings")
    assert not viewer.get(group.path).has_link("Settings")


def test_outside_a_group_there_is_no_actor(site: Application) -> None:
    with site.test_request_context("/"):
        for ask in (current_actor, current_group):
            with pytest.raises(NotFoundError):
                ask()


def test_addresses_stay_in_the_group_unless_another_is_named(site: Application, group: Group) -> None:
    other = uuid.uuid4()
    with group.owner.client as client:
        client.get(group.path)
        assert url_for("players.index") == f"{group.path}players"
        assert url_for("players.index", group_id=other) == f"/g/{other}/players"
        assert url_for("home.index") == "/"


def test_a_weaker_role_is_told_so(group: Group, member: Phone) -> None:
    assert "may not do that" in member.get(f"{group.path}settings", 403).text
