"""Groups on a real database: created once however often it is asked, listed by browser, edited without overwriting."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Device, Group, Link, Player, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import codes, groups
from scorekeeper.services.errors import ForbiddenError, InvalidInputError, KeyReusedError, StaleError
from scorekeeper.services.groups import Created
from tests.services.people import join_as, new_key, people_of

KEY = "a-key-of-22-characters"
FOUR = ["Anna", "Bernd", "Clara", "Dieter"]


@pytest.fixture
def token() -> str:
    return codes.new_token()


@pytest.fixture
def group(session: Session, token: str) -> Created:
    return groups.create(session, key=KEY, token=token, name="Thursday table", names=FOUR, zone="Europe/Berlin")


def count(session: Session, model: type[object]) -> int:
    found = session.scalar(select(func.count()).select_from(model))
    session.rollback()
    return found or 0


def test_create_makes_players_in_order_an_owner_two_links_and_a_log(session: Session, group: Created) -> None:
    row = session.get(Group, group.group_id)
    assert row is not None
    assert (row.name, row.zone, row.currency) == ("Thursday table", "Europe/Berlin", "EUR")
    assert [player.name for player in people_of(session, group.group_id)] == FOUR
    device = session.scalars(select(Device)).one()
    assert (device.role, device.id) == (Role.OWNER, group.actor.device_id)
    assert {link.role for link in session.scalars(select(Link))} == {Role.MEMBER, Role.VIEWER}
    change = session.scalars(select(Change)).one()
    assert (change.kind, change.number, change.device_id) == ("group.create", 1, device.id)


def test_create_keeps_neither_token_nor_recovery_code(session: Session, group: Created, token: str) -> None:
    assert group.recovery_code is not None
    row = session.get(Group, group.group_id)
    device = session.scalars(select(Device)).one()
    assert row is not None
    assert row.recovery_hash == codes.hashed(group.recovery_code)
    assert device.token_hash == codes.hashed(token)


def test_create_repeated_finds_the_same_group_and_shows_the_same_code(
    session: Session, group: Created, token: str
) -> None:
    again = groups.create(session, key=KEY, token=token, name=" Thursday  table ", names=[*FOUR, "", " "])
    assert again.replayed
    assert (again.group_id, again.actor, again.recovery_code) == (group.group_id, group.actor, group.recovery_code)
    assert count(session, Group) == 1
    assert count(session, Player) == 4


def test_create_with_the_key_of_another_group_is_refused(session: Session, group: Created, token: str) -> None:
    with pytest.raises(KeyReusedError):
        groups.create(session, key=KEY, token=token, name="Friday table", names=FOUR)
    assert count(session, Group) == 1


def test_create_with_the_same_key_in_another_browser_is_another_group(session: Session, group: Created) -> None:
    other = groups.create(session, key=KEY, token=codes.new_token(), name="Thursday table", names=FOUR)
    assert other.group_id != group.group_id
    assert not other.replayed


def test_create_twice_at_the_same_time_makes_one_group(engine: Engine, token: str) -> None:
    def create() -> uuid.UUID:
        with Session(engine) as session:
            return groups.create(session, key=KEY, token=token, name="Table", names=FOUR).group_id

    with ThreadPoolExecutor(4) as pool:
        made = {future.result() for future in [pool.submit(create) for _ in range(8)]}
    assert len(made) == 1
    with Session(engine) as session:
        assert count(session, Group) == 1
        assert count(session, Player) == 4


def test_create_repeated_after_a_new_recovery_code_shows_none(session: Session, group: Created, token: str) -> None:
    row = session.get(Group, group.group_id)
    assert row is not None
    row.recovery_hash = codes.hashed("another")
    session.commit()
    again = groups.create(session, key=KEY, token=token, name="Thursday table", names=FOUR)
    assert again.recovery_code is None


@pytest.mark.parametrize("names", [[], [""], ["Anna"], ["Anna", "", " "]])
def test_create_with_fewer_than_two_names_asks_for_the_next_one(session: Session, token: str, names: list[str]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        groups.create(session, key=KEY, token=token, name="Table", names=names)
    assert [problem.code for problem in caught.value.problems] == ["too_few_names"]
    assert count(session, Group) == 0


def test_create_names_every_problem_at_its_field(session: Session, token: str) -> None:
    names = ["Anna", "anna", "x" * 41, "a\u202eb"]
    with pytest.raises(InvalidInputError) as caught:
        groups.create(session, key=KEY, token=token, name=" ", names=names)
    assert {(problem.where, problem.code) for problem in caught.value.problems} == {
        ("name", "name_missing"),
        ("names.1", "name_twice"),
        ("names.2", "name_too_long"),
        ("names.3", "name_characters"),
    }


def test_create_refuses_more_names_than_a_table_ever_has(session: Session, token: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        groups.create(session, key=KEY, token=token, name="Table", names=[f"P{n}" for n in range(21)])
    assert [problem.code for problem in caught.value.problems] == ["too_many_names"]


@pytest.mark.parametrize("zone", ["", "Nowhere/Else", "../../etc/passwd"])
def test_create_with_an_unknown_zone_takes_utc(session: Session, token: str, zone: str) -> None:
    made = groups.create(session, key=KEY, token=token, name="Table", names=FOUR, zone=zone)
    row = session.get(Group, made.group_id)
    assert row is not None
    assert row.zone == "UTC"


@pytest.mark.parametrize("key", ["", "short", "with spaces in the key!", "x" * 65])
def test_create_without_a_proper_key_is_refused(session: Session, token: str, key: str) -> None:
    with pytest.raises(InvalidInputError):
        groups.create(session, key=key, token=token, name="Table", names=FOUR)


def test_mine_lists_the_groups_of_this_browser_last_seen_first(session: Session, group: Created, token: str) -> None:
    other = groups.create(session, key=new_key(), token=token, name="Family", names=["Oma", "Opa"])
    groups.create(session, key=new_key(), token=codes.new_token(), name="Strangers", names=FOUR)
    device = session.get(Device, (group.group_id, group.actor.device_id))
    assert device is not None
    device.seen_at = utcnow() + timedelta(hours=1)
    session.commit()
    found = groups.mine(session, token)
    assert [(each.name, each.role) for each in found] == [("Thursday table", Role.OWNER), ("Family", Role.OWNER)]
    assert found[0].people == tuple(FOUR)
    assert found[1].id == other.group_id


def test_mine_of_a_browser_without_a_token_is_empty(session: Session, group: Created) -> None:
    assert groups.mine(session, None) == ()


def test_edit_changes_and_logs_what_was_before(session: Session, group: Created) -> None:
    base = groups.fingerprint("Thursday table", "Europe/Berlin", "EUR")
    groups.edit(
        session, group.actor, key=new_key(), base=base, name="  Friday table", zone="Europe/Prague", currency="CZK"
    )
    row = session.get(Group, group.group_id)
    assert row is not None
    assert (row.name, row.zone, row.currency) == ("Friday table", "Europe/Prague", "CZK")
    change = session.scalars(select(Change).where(Change.kind == "group.edit")).one()
    assert change.before == {"name": "Thursday table", "zone": "Europe/Berlin", "currency": "EUR"}


def test_edit_repeated_or_unchanged_writes_nothing_more(session: Session, group: Created) -> None:
    base = groups.fingerprint("Thursday table", "Europe/Berlin", "EUR")
    key = new_key()
    for _ in range(2):
        groups.edit(session, group.actor, key=key, base=base, name="Friday", zone="UTC", currency="EUR")
    groups.edit(
        session,
        group.actor,
        key=new_key(),
        base=groups.fingerprint("Friday", "UTC", "EUR"),
        name="Friday",
        zone="UTC",
        currency="EUR",
    )
    assert count(session, Change) == 2


def test_edit_of_what_another_device_changed_meanwhile_is_refused(session: Session, group: Created) -> None:
    base = groups.fingerprint("Thursday table", "Europe/Berlin", "EUR")
    groups.edit(session, group.actor, key=new_key(), base=base, name="Friday", zone="UTC", currency="EUR")
    with pytest.raises(StaleError):
        groups.edit(session, group.actor, key=new_key(), base=base, name="Sunday", zone="UTC", currency="EUR")


def test_edit_refuses_unknown_zone_and_currency_and_a_blank_name(session: Session, group: Created) -> None:
    with pytest.raises(InvalidInputError) as caught:
        groups.edit(session, group.actor, key=new_key(), base="", name="", zone="Mars", currency="euro")
    assert [problem.where for problem in caught.value.problems] == ["name", "zone", "currency"]


def test_edit_is_for_owners(session: Session, group: Created) -> None:
    member = join_as(session, group.group_id, Role.MEMBER)
    base = groups.fingerprint("Thursday table", "Europe/Berlin", "EUR")
    with pytest.raises(ForbiddenError):
        groups.edit(session, member.actor, key=new_key(), base=base, name="Mine", zone="UTC", currency="EUR")


def test_create_met_by_itself_in_another_process_finds_the_group_made_there(
    engine: Engine, session: Session, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    look = groups.created_before

    def too_early(*args: Any) -> Created | None:
        looked.append(len(looked))
        return None if len(looked) == 1 else look(*args)

    with Session(engine) as other:
        first = groups.create(other, key=KEY, token=token, name="Table", names=FOUR)
    monkeypatch.setattr(groups, "created_before", too_early)
    again = groups.create(session, key=KEY, token=token, name="Table", names=FOUR)
    assert (again.group_id, again.replayed, looked) == (first.group_id, True, [0, 1])


def test_create_that_the_database_refuses_for_another_reason_raises(
    session: Session, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> None:
        raise IntegrityError("INSERT", {}, Exception("something else"))

    monkeypatch.setattr(groups, "_store", refuse)
    with pytest.raises(IntegrityError):
        groups.create(session, key=KEY, token=token, name="Table", names=FOUR)
