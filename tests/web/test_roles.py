"""Who may call what: every route of the app, tried as nobody, as a stranger's phone, as viewer, member and owner.

Every request carries a valid token and a key, so that nothing but the role can refuse it. A route without a
row in the table fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from werkzeug.routing import Rule

from scorekeeper.models import Role
from scorekeeper.web.actor import PUBLIC, stated_access
from scorekeeper.web.factory import create_app
from tests.databases import Databases
from tests.services.factories import new_key
from tests.web.world import World, made_world

LEAST: dict[str, Role | str] = {
    "health.show": PUBLIC,
    "install.manifest": PUBLIC,
    "languages.choose": PUBLIC,
    "twin_words.show": PUBLIC,
    "rules.index": PUBLIC,
    "rules.show": PUBLIC,
    "rules.of_sheet": Role.VIEWER,
    "sheet_setup.usual_rules": Role.MEMBER,
    "install.without_https": PUBLIC,
    "offline.worker": PUBLIC,
    "offline.show": PUBLIC,
    "offline.words": PUBLIC,
    "offline.token": Role.VIEWER,
    "offline_panels.show": Role.MEMBER,
    "home.index": PUBLIC,
    "home.create": PUBLIC,
    "home.open_page": PUBLIC,
    "home.open": PUBLIC,
    "home.recover_page": PUBLIC,
    "home.recover": PUBLIC,
    "imports.show": PUBLIC,
    "imports.create": PUBLIC,
    "access.join": PUBLIC,
    "access.accept": PUBLIC,
    "access.leave_page": Role.VIEWER,
    "access.leave": PUBLIC,
    "access.devices": Role.VIEWER,
    "access.say_who": Role.VIEWER,
    "access.device": Role.OWNER,
    "access.remove": Role.OWNER,
    "access.recovery_page": Role.OWNER,
    "access.recovery": Role.OWNER,
    "access.recovery_noted": Role.OWNER,
    "invites.show": Role.MEMBER,
    "invites.change": Role.OWNER,
    "invites.replace": Role.OWNER,
    "invites.transfer": Role.VIEWER,
    "invites.make_transfer": Role.VIEWER,
    "groups.show": Role.VIEWER,
    "groups.settings": Role.OWNER,
    "groups.save": Role.OWNER,
    "takeaway.show": Role.OWNER,
    "takeaway.document": Role.OWNER,
    "takeaway.tables": Role.OWNER,
    "chronicle.show": Role.VIEWER,
    "erasure.player": Role.OWNER,
    "erasure.anonymise": Role.OWNER,
    "erasure.group": Role.OWNER,
    "erasure.delete": Role.OWNER,
    "paper.show": Role.OWNER,
    "paper.look": Role.OWNER,
    "paper.copy": Role.OWNER,
    "players.index": Role.VIEWER,
    "players.add": Role.MEMBER,
    "players.edit": Role.MEMBER,
    "players.rename": Role.MEMBER,
    "players.retire": Role.MEMBER,
    "players.take_back": Role.MEMBER,
    "players.move_up": Role.MEMBER,
    "evenings.new": Role.MEMBER,
    "evenings.start": Role.MEMBER,
    "evenings.show": Role.VIEWER,
    "evenings.attendance": Role.MEMBER,
    "evenings.set_attendance": Role.MEMBER,
    "evenings.edit": Role.MEMBER,
    "evenings.save": Role.MEMBER,
    "evenings.discard": Role.MEMBER,
    "history.show": Role.VIEWER,
    "records.show": Role.VIEWER,
    "records.player": Role.VIEWER,
    "settle.evening": Role.VIEWER,
    "settle.settle_evening": Role.MEMBER,
    "settle.everything": Role.VIEWER,
    "settle.settle_everything": Role.MEMBER,
    "settle.show": Role.VIEWER,
    "settle.reopen_page": Role.MEMBER,
    "settle.reopen": Role.MEMBER,
    "settle.result": Role.VIEWER,
    "payments.paid": Role.MEMBER,
    "payments.amount": Role.MEMBER,
    "payments.pay": Role.MEMBER,
    "payments.undo": Role.MEMBER,
    "payments.kitty": Role.VIEWER,
    "payments.spend": Role.MEMBER,
    "sheets_new.new": Role.MEMBER,
    "sheets_new.start": Role.MEMBER,
    "sheet_setup.show": Role.VIEWER,
    "sheet_setup.log": Role.VIEWER,
    "sheet_setup.dealer": Role.MEMBER,
    "sheet_setup.seating": Role.MEMBER,
    "sheet_setup.stake": Role.MEMBER,
    "sheet_setup.rules": Role.MEMBER,
    "sheet_setup.break_off": Role.MEMBER,
    "sheet_setup.resume": Role.MEMBER,
    "sheet_setup.discard": Role.MEMBER,
    "waiting.adjourn": Role.MEMBER,
    "waiting.go_on": Role.MEMBER,
    "table_end.agree": Role.MEMBER,
    "table_end.reopen": Role.MEMBER,
    "table_end.last_round": Role.MEMBER,
    "table_end.no_last_round": Role.MEMBER,
    "table_people.substitute": Role.MEMBER,
    "table_people.join": Role.MEMBER,
    "table_people.leave": Role.MEMBER,
    "table_people.payer": Role.MEMBER,
    "sheets.show": Role.VIEWER,
    "live.sheet": Role.VIEWER,
    "live.evening": Role.VIEWER,
    "live.evening_money": Role.VIEWER,
    "live.settlement": Role.VIEWER,
    "live.all_money": Role.VIEWER,
    "printing.show": Role.VIEWER,
    "board.show": Role.VIEWER,
    "sheet_chart.show": Role.VIEWER,
    "deals.decide_tails": Role.MEMBER,
    "deals.add": Role.MEMBER,
    "deals.new_row": Role.MEMBER,
    "deals.add_row": Role.MEMBER,
    "deals.preview_row": Role.MEMBER,
    "deals.catch_up": Role.MEMBER,
    "deals.save_rows": Role.MEMBER,
    "deals.preview": Role.MEMBER,
    "deals.entry": Role.VIEWER,
    "deals.amend": Role.MEMBER,
    "deals.preview_entry": Role.MEMBER,
    "deals.remove": Role.MEMBER,
    "deals.restore": Role.MEMBER,
    "deals.move": Role.MEMBER,
    "deals.insert": Role.MEMBER,
    "deals.put_before": Role.MEMBER,
    "deals.preview_before": Role.MEMBER,
    "deals.ask_protest": Role.MEMBER,
    "deals.protest": Role.MEMBER,
    "deals.preview_protest": Role.MEMBER,
    "deals.decide": Role.MEMBER,
    "deals.undo": Role.MEMBER,
    "deals.redo": Role.MEMBER,
    "deals.note": Role.MEMBER,
}
# Public routes that answer differently to somebody who is not in the group.
OUTSIDE = {"access.leave": 404}
INSIDE = (Role.VIEWER, Role.MEMBER, Role.OWNER)
WELL = {200, 204, 303, 409, 422}

APP = create_app({"TESTING": True, "DATABASE_URL": "sqlite://", "SECRET_KEY": "only the routes are looked at"})
RULES = sorted(APP.url_map.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint))
RULES_BY_NAME = {rule.endpoint: rule for rule in RULES}
CALLS = [
    pytest.param(rule, method, id=f"{rule.endpoint}-{method}")
    for rule in RULES
    for method in sorted(set(rule.methods or ()) - {"HEAD", "OPTIONS"})
]


@pytest.fixture(scope="module")
def world(databases: Databases, shared_instance: Path) -> Iterator[World]:
    with made_world(databases, shared_instance) as made:
        yield made


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert {rule.endpoint for rule in RULES} == set(LEAST)


@pytest.mark.parametrize("endpoint", sorted(LEAST))
def test_every_view_states_what_the_table_says(endpoint: str) -> None:
    assert stated_access(APP.view_functions[endpoint]) == LEAST[endpoint]


@pytest.mark.parametrize(("rule", "method"), CALLS)
@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_outside_the_group_it_does_not_exist(world: World, rule: Rule, method: str, who: str) -> None:
    client = world.phone(world.abroad["group_id"], Role.OWNER) if who == "stranger" else world.phone()
    status = world.call(client, rule, method, world.here)
    if LEAST[rule.endpoint] == PUBLIC and rule.endpoint not in OUTSIDE:
        assert status in WELL
    else:
        assert status == OUTSIDE.get(rule.endpoint, 404)


@pytest.mark.parametrize(("rule", "method"), CALLS)
@pytest.mark.parametrize("role", INSIDE)
def test_inside_the_group_the_role_decides(world: World, rule: Rule, method: str, role: Role) -> None:
    status = world.call(world.phone(world.here["group_id"], role), rule, method, world.here)
    stated = LEAST[rule.endpoint]
    if isinstance(stated, Role) and not role.reaches(stated):
        assert status == 403
    else:
        assert status in WELL


@pytest.mark.parametrize(
    ("rule", "method"),
    [call for call in CALLS if call.values[0].arguments - {"group_id", "secret", "role", "mark", "game"}],
)
def test_what_belongs_to_another_group_does_not_exist(world: World, rule: Rule, method: str) -> None:
    mixed = {**world.abroad, "group_id": world.here["group_id"]}
    assert world.call(world.phone(world.here["group_id"], Role.OWNER), rule, method, mixed) == 404


def test_without_a_key_nothing_is_changed(world: World) -> None:
    """Some of the routes sign a phone out: those get one of their own."""
    owner = world.phone(world.here["group_id"], Role.OWNER)
    token = world.token(owner)
    posted = [each.values for each in CALLS if each.values[1] != "GET"]

    def sent(calls: Sequence[Sequence[Any]], *, keyed: bool) -> int:
        before = world.changes()
        for rule, method in calls:
            own = rule.endpoint.startswith("access.")
            client = world.phone(world.here["group_id"], Role.OWNER) if own else owner
            with world.answer(client, rule, method, world.here, keyed=keyed, token="" if own else token) as answer:
                assert answer.status_code < 500, rule
        return world.changes() - before

    assert sent(posted, keyed=False) == 0
    assert sent([call for call in posted if call[0].endpoint == "access.recovery"], keyed=True) == 1
    assert world.call(owner, RULES_BY_NAME["groups.show"], "GET", world.here) == 200


def test_with_a_key_that_served_another_request_nothing_is_changed(world: World) -> None:
    """As above; what stands outside a group has no keys to share."""
    owner, used = world.phone(world.here["group_id"], Role.OWNER), new_key()
    call = partial(world.answer, owner, values=world.here, key=used, token=world.token(owner))
    with call(RULES_BY_NAME["access.recovery"], "POST") as answer:
        assert answer.status_code == 303
    before = world.changes()
    posted: list[Sequence[Any]] = [each.values for each in CALLS if each.values[1] != "GET"]
    for rule, method in posted:
        if "group_id" in rule.arguments:
            with call(rule, method) as answer:
                assert answer.status_code < 500, rule
    assert world.changes() == before
    assert world.call(owner, RULES_BY_NAME["groups.show"], "GET", world.here) == 200


def test_a_removed_phone_finds_nothing_more(world: World) -> None:
    call = partial(world.call, values=world.here)
    client = world.phone(world.here["group_id"], Role.MEMBER)
    assert call(client, RULES_BY_NAME["access.leave"], "POST") == 303
    assert call(client, RULES_BY_NAME["groups.show"], "GET") == 404
