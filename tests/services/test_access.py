"""Devices on a real database: who is let in, who goes, and what the recovery code brings back."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Device, Group, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import access, codes, entering, groups, joining, links, recovery
from scorekeeper.services.access import LinkFate
from scorekeeper.services.errors import ConflictError, ForbiddenError, KeyReusedError, NotFoundError
from tests.services.factories import make_table
from tests.services.people import Phone, device_of, join_as, make_group, new_key, people_of, standing_secret


@pytest.fixture
def owner(session: Session) -> Phone:
    return make_group(session)


def is_in(session: Session, phone: Phone) -> bool:
    return device_of(session, phone.actor).removed_at is None


# Who is asking


@pytest.mark.parametrize("token", [None, "", "x", "a-token-nobody-has-had-so-far-0123456789"])
def test_authenticate_knows_no_stranger(session: Session, owner: Phone, token: str | None) -> None:
    with pytest.raises(NotFoundError):
        entering.authenticate(session, owner.actor.group_id, token)


def test_authenticate_in_another_group_finds_nothing(session: Session, owner: Phone) -> None:
    other = make_group(session)
    with pytest.raises(NotFoundError):
        entering.authenticate(session, other.actor.group_id, owner.token)
    with pytest.raises(NotFoundError):
        entering.authenticate(session, uuid.uuid4(), owner.token)


def test_enter_gives_the_group_and_says_when_the_device_was_not_noted_for_an_hour(
    session: Session, owner: Phone
) -> None:
    now = utcnow()
    fresh = entering.enter(session, owner.actor.group_id, owner.token, now)
    assert (fresh.group.name, fresh.group.currency, fresh.stale) == ("Table", "EUR", False)
    assert entering.enter(session, owner.actor.group_id, owner.token, now + timedelta(hours=2)).stale


def test_touch_notes_when_the_device_was_seen_and_never_goes_back(session: Session, owner: Phone) -> None:
    later = utcnow() + timedelta(hours=3)
    access.touch(session, owner.actor, later)
    access.touch(session, owner.actor, later - timedelta(hours=1))
    assert device_of(session, owner.actor).seen_at == later


def test_devices_lists_this_one_first_and_leaves_out_who_is_gone(session: Session, owner: Phone) -> None:
    group_id = owner.actor.group_id
    anna = people_of(session, group_id)[0].id
    member, viewer, gone = (join_as(session, group_id, role) for role in (Role.MEMBER, Role.VIEWER, Role.MEMBER))
    access.say_who(session, member.actor, key=new_key(), player_id=anna)
    access.leave(session, gone.actor, key=new_key(), confirmed=False)
    access.touch(session, member.actor, utcnow() + timedelta(hours=1))
    found = access.devices(session, viewer.actor)
    assert [each.id for each in found] == [phone.actor.device_id for phone in (viewer, member, owner)]
    assert [(each.is_me, each.player) for each in found] == [(True, None), (False, "Anna"), (False, None)]


# Who holds it


def test_say_who_is_kept_repeated_once_and_taken_back(session: Session, owner: Phone) -> None:
    anna, key = people_of(session, owner.actor.group_id)[0].id, new_key()
    session.rollback()
    for _ in range(2):
        access.say_who(session, owner.actor, key=key, player_id=anna)
    assert entering.authenticate(session, owner.actor.group_id, owner.token).player_id == anna
    session.rollback()
    access.say_who(session, owner.actor, key=new_key(), player_id=None)
    assert entering.authenticate(session, owner.actor.group_id, owner.token).player_id is None
    assert len(session.scalars(select(Change).where(Change.kind == "device.who")).all()) == 2


def test_say_who_of_another_group_is_refused(session: Session, owner: Phone) -> None:
    stranger = people_of(session, make_group(session).actor.group_id)[0].id
    session.rollback()
    with pytest.raises(NotFoundError):
        access.say_who(session, owner.actor, key=new_key(), player_id=stranger)


# Removing


def test_remove_signs_out_one_device_and_keeps_the_links(session: Session, owner: Phone) -> None:
    group_id, key = owner.actor.group_id, new_key()
    one, other = join_as(session, group_id, Role.MEMBER), join_as(session, group_id, Role.MEMBER)
    secret = standing_secret(session, group_id, Role.MEMBER)
    for _ in range(2):
        access.remove(session, owner.actor, one.actor.device_id, key=key, fate=LinkFate.KEEP)
    assert [is_in(session, phone) for phone in (one, other)] == [False, True]
    assert standing_secret(session, group_id, Role.MEMBER) == secret


@pytest.mark.parametrize(
    ("role", "fate", "changed", "others_in"),
    [
        (Role.MEMBER, LinkFate.KEEP, {Role.MEMBER: False, Role.VIEWER: False}, [True, True]),
        (Role.MEMBER, LinkFate.STOP_JOINS, {Role.MEMBER: True, Role.VIEWER: True}, [True, True]),
        (Role.MEMBER, LinkFate.SIGN_OUT, {Role.MEMBER: True, Role.VIEWER: True}, [False, False]),
        (Role.VIEWER, LinkFate.STOP_JOINS, {Role.MEMBER: False, Role.VIEWER: True}, [True, True]),
        (Role.VIEWER, LinkFate.SIGN_OUT, {Role.MEMBER: False, Role.VIEWER: True}, [True, False]),
    ],
)
def test_remove_replaces_the_links_that_the_device_knows(
    session: Session, owner: Phone, role: Role, fate: LinkFate, changed: dict[Role, bool], others_in: list[bool]
) -> None:
    group_id = owner.actor.group_id
    member, viewer = join_as(session, group_id, Role.MEMBER), join_as(session, group_id, Role.VIEWER)
    gone = join_as(session, group_id, role)
    before = {each: standing_secret(session, group_id, each) for each in changed}
    access.remove(session, owner.actor, gone.actor.device_id, key=new_key(), fate=fate)
    after = {each: standing_secret(session, group_id, each) for each in changed}
    assert {each: before[each] != after[each] for each in changed} == changed
    assert [is_in(session, phone) for phone in (member, viewer)] == others_in
    assert [is_in(session, phone) for phone in (gone, owner)] == [False, True]


def test_remove_closes_the_one_use_links_that_are_open(session: Session, owner: Phone) -> None:
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    made = links.transfer(session, member.actor, key=new_key(), token=member.token)
    access.remove(session, owner.actor, member.actor.device_id, key=new_key(), fate=LinkFate.KEEP)
    with pytest.raises(NotFoundError):
        joining.join(session, owner.actor.group_id, made.secret, key=new_key(), token=codes.new_token())


def test_remove_is_for_owners_never_for_oneself_and_never_abroad(session: Session, owner: Phone) -> None:
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    with pytest.raises(ForbiddenError):
        access.remove(session, member.actor, owner.actor.device_id, key=new_key(), fate=LinkFate.KEEP)
    with pytest.raises(ConflictError):
        access.remove(session, owner.actor, owner.actor.device_id, key=new_key(), fate=LinkFate.KEEP)
    with pytest.raises(NotFoundError):
        access.remove(session, owner.actor, make_group(session).actor.device_id, key=new_key(), fate=LinkFate.KEEP)


def test_a_removed_device_can_do_nothing_more(session: Session, owner: Phone) -> None:
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    access.remove(session, owner.actor, member.actor.device_id, key=new_key(), fate=LinkFate.KEEP)
    with pytest.raises(NotFoundError):
        access.say_who(session, member.actor, key=new_key(), player_id=None)


# Leaving


def test_leave_signs_this_device_out_and_a_repeated_request_is_known(session: Session, owner: Phone) -> None:
    member, key = join_as(session, owner.actor.group_id, Role.MEMBER), new_key()
    group_id = owner.actor.group_id
    assert not access.has_left(session, group_id, token=member.token, key=key)
    session.rollback()
    access.leave(session, member.actor, key=key, confirmed=False)
    assert not is_in(session, member)
    assert access.has_left(session, group_id, token=member.token, key=key)
    assert not access.has_left(session, group_id, token=owner.token, key=key)


def test_leave_by_the_key_of_another_request_is_refused(session: Session, owner: Phone) -> None:
    one, other = (join_as(session, owner.actor.group_id, Role.MEMBER) for _ in range(2))
    recovery.renew(session, owner.actor, key=(used := new_key()), token=owner.token)
    with pytest.raises(KeyReusedError):
        access.leave(session, one.actor, key=used, confirmed=False)
    access.leave(session, one.actor, key=(left := new_key()), confirmed=False)
    with pytest.raises(KeyReusedError):
        access.leave(session, other.actor, key=left, confirmed=False)
    assert is_in(session, other)


def test_leave_asks_the_last_owner_first(session: Session, owner: Phone) -> None:
    assert access.is_last_owner(session, owner.actor)
    session.rollback()
    with pytest.raises(ConflictError, match="last_owner"):
        access.leave(session, owner.actor, key=new_key(), confirmed=False)
    assert is_in(session, owner)
    access.leave(session, owner.actor, key=new_key(), confirmed=True)
    assert not is_in(session, owner)


def test_leave_of_one_of_two_owners_needs_no_warning(session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    joining.join(session, owner.actor.group_id, made.secret, key=new_key(), token=codes.new_token())
    assert not access.is_last_owner(session, owner.actor)
    session.rollback()
    access.leave(session, owner.actor, key=new_key(), confirmed=False)
    assert not is_in(session, owner)


def test_leave_keeps_the_link_for_the_new_phone_that_was_made_just_before(session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    access.leave(session, owner.actor, key=new_key(), confirmed=True)
    joined = joining.join(session, owner.actor.group_id, made.secret, key=new_key(), token=codes.new_token())
    assert joined.role is Role.OWNER


# Recovering


@pytest.fixture
def code(session: Session, owner: Phone) -> str:
    return recovery.renew(session, owner.actor, key=new_key(), token=owner.token)


def test_recover_makes_a_new_browser_an_owner_and_the_code_stays_good(
    session: Session, owner: Phone, code: str
) -> None:
    typed = f"  {codes.written(code).lower()} "
    for _ in range(2):
        found = recovery.recover(session, typed, key=new_key(), token=codes.new_token(), label="phone")
        assert (found.group_id, found.role) == (owner.actor.group_id, Role.OWNER)


def test_recover_raises_a_device_that_is_in_and_brings_back_a_removed_one(
    session: Session, owner: Phone, code: str
) -> None:
    viewer = join_as(session, owner.actor.group_id, Role.VIEWER)
    raised = recovery.recover(session, code, key=new_key(), token=viewer.token)
    assert (raised.device_id, raised.role) == (viewer.actor.device_id, Role.OWNER)
    access.leave(session, owner.actor, key=new_key(), confirmed=False)
    assert recovery.recover(session, code, key=new_key(), token=owner.token).device_id == owner.actor.device_id


def test_recover_repeated_is_one_change(session: Session, owner: Phone, code: str) -> None:
    token, key = codes.new_token(), new_key()
    first = recovery.recover(session, code, key=key, token=token)
    assert recovery.recover(session, code, key=key, token=token) == first
    assert len(session.scalars(select(Change).where(Change.kind == "device.recover")).all()) == 1
    session.rollback()
    access.remove(session, owner.actor, first.device_id, key=new_key(), fate=LinkFate.KEEP)
    with pytest.raises(KeyReusedError):
        recovery.recover(session, code, key=key, token=token)


@pytest.mark.parametrize("text", ["", "0" * 24, "U" * 24, "0" * 16, "x" * 5_000])
def test_recover_with_a_wrong_code_finds_nothing(session: Session, owner: Phone, code: str, text: str) -> None:
    with pytest.raises(NotFoundError):
        recovery.recover(session, text, key=new_key(), token=codes.new_token())


def test_recover_with_the_right_group_and_a_wrong_rest_finds_nothing(session: Session, owner: Phone, code: str) -> None:
    with pytest.raises(NotFoundError):
        recovery.recover(session, code[:8] + code[8:][::-1], key=new_key(), token=codes.new_token())


def test_renew_closes_the_old_code_and_shows_the_same_one_to_a_repeated_request(
    session: Session, owner: Phone, code: str
) -> None:
    key = new_key()
    newer = recovery.renew(session, owner.actor, key=key, token=owner.token)
    assert recovery.renew(session, owner.actor, key=key, token=owner.token) == newer != code
    assert recovery.opens(session, owner.actor, newer)
    assert not recovery.opens(session, owner.actor, code)
    session.rollback()
    with pytest.raises(NotFoundError):
        recovery.recover(session, code, key=new_key(), token=codes.new_token())


def test_renew_is_for_owners(session: Session, owner: Phone) -> None:
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    with pytest.raises(ForbiddenError):
        recovery.renew(session, member.actor, key=new_key(), token=member.token)


def test_recovery_code_of_a_new_group_opens_it(session: Session) -> None:
    made = groups.create(session, key=new_key(), token=codes.new_token(), name="Table", names=["Anna", "Bernd"])
    assert made.recovery_code is not None
    found = recovery.recover(session, made.recovery_code, key=new_key(), token=codes.new_token())
    assert found.group_id == made.group_id


def test_recovery_code_names_the_group_and_has_80_secret_bits(session: Session, owner: Phone, code: str) -> None:
    first, last = codes.group_range(code)
    assert first <= owner.actor.group_id <= last
    assert len(code[codes.RECOVERY_TAG :]) * codes.BITS == 80
    row = session.get(Group, owner.actor.group_id)
    assert row is not None
    assert row.recovery_hash == codes.hashed(code)


def test_device_rows_hold_no_token(session: Session, owner: Phone) -> None:
    device = session.scalars(select(Device)).one()
    assert owner.token not in {device.token_hash, device.label}


def test_a_phone_is_alone_while_no_other_one_can_write(session: Session) -> None:
    table = make_table(session)
    assert not access.is_alone(session, table.device)
    session.rollback()
    access.leave(session, table.second, key=new_key(), confirmed=False)
    assert access.is_alone(session, table.device), "who only watches cannot go on"
    assert not access.is_alone(session, table.viewer)
