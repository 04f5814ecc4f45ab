"""Links on a real database: who may join by which, what changing one does, and the one-use link for another device."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Device, Link, LinkKind, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import access, codes, entering, joining, links
from scorekeeper.services.errors import ForbiddenError, KeyReusedError, NotFoundError
from tests.services.people import Phone, device_of, join_as, make_group, new_key, people_of, standing_secret


@pytest.fixture
def owner(session: Session) -> Phone:
    return make_group(session)


def is_in(session: Session, phone: Phone) -> bool:
    try:
        entering.authenticate(session, phone.actor.group_id, phone.token)
    except NotFoundError:
        return False
    finally:
        session.rollback()
    return True


def join(session: Session, owner: Phone, secret: str, token: str | None = None) -> Phone:
    token = token or codes.new_token()
    return Phone(token, joining.join(session, owner.actor.group_id, secret, key=new_key(), token=token))


# Looking


def test_look_says_what_one_joins_and_changes_nothing(session: Session, owner: Phone) -> None:
    group_id = owner.actor.group_id
    secret = standing_secret(session, group_id, Role.VIEWER)
    found = joining.look(session, group_id, secret)
    assert (found.group, found.role, found.once) == ("Table", Role.VIEWER, False)
    assert [name for _, name in found.people] == ["Anna", "Bernd", "Clara", "Dieter"]
    assert len(session.scalars(select(Device)).all()) == 1


@pytest.mark.parametrize("secret", ["", "x", "wrong-secret-wrong-secret", "0" * 16])
def test_look_at_a_wrong_secret_finds_nothing(session: Session, owner: Phone, secret: str) -> None:
    with pytest.raises(NotFoundError):
        joining.look(session, owner.actor.group_id, secret)


def test_look_at_the_secret_of_another_group_finds_nothing(session: Session, owner: Phone) -> None:
    other = make_group(session)
    secret = standing_secret(session, other.actor.group_id, Role.MEMBER)
    with pytest.raises(NotFoundError):
        joining.look(session, owner.actor.group_id, secret)


def test_secrets_of_standing_links_have_at_least_128_bit_and_differ(session: Session, owner: Phone) -> None:
    found = {link.secret for link in session.scalars(select(Link))}
    assert len(found) == 2
    assert all(secret is not None and len(secret) * 6 >= 128 for secret in found)


# Joining


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_join_gives_the_role_of_the_link(session: Session, owner: Phone, role: Role) -> None:
    phone = join_as(session, owner.actor.group_id, role)
    assert phone.actor.role is role
    assert device_of(session, phone.actor).token_hash == codes.hashed(phone.token)
    assert entering.authenticate(session, owner.actor.group_id, phone.token) == phone.actor


def test_join_repeated_is_one_device_and_one_change(session: Session, owner: Phone) -> None:
    group_id, token, key = owner.actor.group_id, codes.new_token(), new_key()
    secret = standing_secret(session, group_id, Role.MEMBER)
    first = joining.join(session, group_id, secret, key=key, token=token)
    assert joining.join(session, group_id, secret, key=key, token=token) == first
    assert len(session.scalars(select(Device)).all()) == 2
    assert len(session.scalars(select(Change).where(Change.kind == "device.join")).all()) == 1


def test_join_with_the_key_of_another_browser_is_refused(session: Session, owner: Phone) -> None:
    group_id, key = owner.actor.group_id, new_key()
    secret = standing_secret(session, group_id, Role.MEMBER)
    joining.join(session, group_id, secret, key=key, token=codes.new_token())
    with pytest.raises(KeyReusedError):
        joining.join(session, group_id, secret, key=key, token=codes.new_token())
    assert len(session.scalars(select(Device)).all()) == 2


def test_join_by_a_weaker_link_takes_nothing_away(session: Session, owner: Phone) -> None:
    for role in (Role.MEMBER, Role.VIEWER):
        assert join_as(session, owner.actor.group_id, role, owner.token).actor.role is Role.OWNER
    assert device_of(session, owner.actor).link_id is None


def test_join_by_a_stronger_link_raises_the_same_device(session: Session, owner: Phone) -> None:
    viewer = join_as(session, owner.actor.group_id, Role.VIEWER)
    raised = join_as(session, owner.actor.group_id, Role.MEMBER, viewer.token)
    assert raised.actor.device_id == viewer.actor.device_id
    assert raised.actor.role is Role.MEMBER


def test_join_after_removal_counts_as_new_and_gets_the_link_s_role(session: Session, owner: Phone) -> None:
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    access.remove(session, owner.actor, member.actor.device_id, key=new_key(), fate=access.LinkFate.KEEP)
    again = join_as(session, owner.actor.group_id, Role.VIEWER, member.token)
    assert again.actor == member.actor.__class__(owner.actor.group_id, member.actor.device_id, Role.VIEWER)


def test_join_by_the_request_that_came_before_the_removal_is_refused(session: Session, owner: Phone) -> None:
    group_id, token, key = owner.actor.group_id, codes.new_token(), new_key()
    secret = standing_secret(session, group_id, Role.MEMBER)
    phone = joining.join(session, group_id, secret, key=key, token=token)
    access.remove(session, owner.actor, phone.device_id, key=new_key(), fate=access.LinkFate.KEEP)
    with pytest.raises(KeyReusedError):
        joining.join(session, group_id, secret, key=key, token=token)


def test_join_says_who_it_is(session: Session, owner: Phone) -> None:
    group_id = owner.actor.group_id
    anna = people_of(session, group_id)[0].id
    secret = standing_secret(session, group_id, Role.MEMBER)
    phone = joining.join(
        session, group_id, secret, key=new_key(), token=codes.new_token(), label="phone:android:chrome", player_id=anna
    )
    assert phone.player_id == anna
    assert device_of(session, phone).label == "phone:android:chrome"


def test_join_as_a_player_of_another_group_is_refused(session: Session, owner: Phone) -> None:
    stranger = people_of(session, make_group(session).actor.group_id)[0].id
    secret = standing_secret(session, owner.actor.group_id, Role.MEMBER)
    with pytest.raises(NotFoundError):
        joining.join(session, owner.actor.group_id, secret, key=new_key(), token=codes.new_token(), player_id=stranger)


def test_join_of_an_unknown_group_finds_nothing(session: Session, owner: Phone) -> None:
    secret = standing_secret(session, owner.actor.group_id, Role.MEMBER)
    with pytest.raises(NotFoundError):
        joining.join(session, owner.actor.device_id, secret, key=new_key(), token=codes.new_token())


# Changing a link


def test_change_stops_new_joins_and_keeps_who_is_in(session: Session, owner: Phone) -> None:
    group_id = owner.actor.group_id
    member = join_as(session, group_id, Role.MEMBER)
    old = standing_secret(session, group_id, Role.MEMBER)
    links.change(session, owner.actor, Role.MEMBER, key=new_key(), sign_out_all=False)
    assert is_in(session, member)
    with pytest.raises(NotFoundError):
        join(session, owner, old)
    assert join(session, owner, standing_secret(session, group_id, Role.MEMBER)).actor.role is Role.MEMBER


def test_change_signs_out_everyone_who_came_by_it_and_nobody_else(session: Session, owner: Phone) -> None:
    group_id = owner.actor.group_id
    member, viewer = join_as(session, group_id, Role.MEMBER), join_as(session, group_id, Role.VIEWER)
    raised = join_as(session, group_id, Role.MEMBER, join_as(session, group_id, Role.VIEWER).token)
    links.change(session, owner.actor, Role.MEMBER, key=new_key(), sign_out_all=True)
    assert [is_in(session, phone) for phone in (owner, viewer, member, raised)] == [True, True, False, False]


def test_change_signs_out_the_second_devices_of_who_came_by_it(session: Session, owner: Phone) -> None:
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    made = links.transfer(session, member.actor, key=new_key(), token=member.token)
    second = join(session, owner, made.secret)
    third = join(session, owner, links.transfer(session, second.actor, key=new_key(), token=second.token).secret)
    waiting = links.transfer(session, third.actor, key=new_key(), token=third.token)
    links.change(session, owner.actor, Role.MEMBER, key=new_key(), sign_out_all=True)
    assert [is_in(session, phone) for phone in (member, second, third)] == [False, False, False]
    with pytest.raises(NotFoundError):
        join(session, owner, waiting.secret)


def test_change_repeated_changes_the_link_once(session: Session, owner: Phone) -> None:
    key = new_key()
    links.change(session, owner.actor, Role.VIEWER, key=key, sign_out_all=True)
    secret = standing_secret(session, owner.actor.group_id, Role.VIEWER)
    links.change(session, owner.actor, Role.VIEWER, key=key, sign_out_all=True)
    assert standing_secret(session, owner.actor.group_id, Role.VIEWER) == secret
    with pytest.raises(KeyReusedError):
        links.change(session, owner.actor, Role.VIEWER, key=key, sign_out_all=False)


def test_change_is_for_owners_and_for_the_two_standing_links(session: Session, owner: Phone) -> None:
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    with pytest.raises(ForbiddenError):
        links.change(session, member.actor, Role.VIEWER, key=new_key(), sign_out_all=False)
    with pytest.raises(NotFoundError):
        links.change(session, owner.actor, Role.OWNER, key=new_key(), sign_out_all=False)


def test_standing_links_are_shown_to_members_and_not_to_viewers(session: Session, owner: Phone) -> None:
    group_id = owner.actor.group_id
    for phone in (owner, join_as(session, group_id, Role.MEMBER)):
        assert set(links.standing(session, phone.actor)) == {Role.MEMBER, Role.VIEWER}
        session.rollback()
    with pytest.raises(ForbiddenError):
        links.standing(session, join_as(session, group_id, Role.VIEWER).actor)


# One-use links


def test_transfer_gives_the_same_role_and_the_same_player_once(session: Session, owner: Phone) -> None:
    anna = people_of(session, owner.actor.group_id)[0].id
    session.rollback()
    access.say_who(session, owner.actor, key=new_key(), player_id=anna)
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    second = join(session, owner, made.secret)
    assert (second.actor.role, second.actor.player_id) == (Role.OWNER, anna)
    with pytest.raises(NotFoundError):
        join(session, owner, made.secret)


def test_transfer_code_opens_the_same_link_however_it_is_typed(session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    typed = f" {codes.written(made.code).lower().replace('0', 'o').replace('1', 'l')} "
    assert joining.find_code(session, typed) == owner.actor.group_id
    session.rollback()
    assert join(session, owner, typed).actor.role is Role.OWNER
    with pytest.raises(NotFoundError):
        joining.find_code(session, typed)
    session.rollback()
    with pytest.raises(NotFoundError):
        join(session, owner, made.secret)


@pytest.mark.parametrize("text", ["", "abc", "0000-0000-0000-0000", "U" * 16, "0" * 24, "é" * 16])
def test_find_code_of_anything_else_finds_nothing(session: Session, owner: Phone, text: str) -> None:
    with pytest.raises(NotFoundError):
        joining.find_code(session, text)


def test_find_code_with_the_right_group_and_a_wrong_rest_finds_nothing(session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    with pytest.raises(NotFoundError):
        joining.find_code(session, made.code[:4] + made.code[4:][::-1])


def test_transfer_ends_after_ten_minutes(session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    group_id = owner.actor.group_id
    assert made.expires_at - utcnow() <= links.TRANSFER_LIFE == timedelta(minutes=10)
    assert joining.look(session, group_id, made.secret, now=made.expires_at - timedelta(seconds=1)).once
    with pytest.raises(NotFoundError):
        joining.look(session, group_id, made.secret, now=made.expires_at)
    with pytest.raises(NotFoundError):
        joining.find_code(session, made.code, now=made.expires_at)
    session.rollback()
    with pytest.raises(NotFoundError):
        joining.join(session, group_id, made.secret, key=new_key(), token=codes.new_token(), now=made.expires_at)


def test_transfer_repeated_gives_the_same_link(session: Session, owner: Phone) -> None:
    key = new_key()
    first = links.transfer(session, owner.actor, key=key, token=owner.token)
    assert links.transfer(session, owner.actor, key=key, token=owner.token) == first
    once = session.scalars(select(Link).where(Link.kind == LinkKind.ONCE)).one()
    assert once.secret is None
    assert first.secret not in (once.secret_hash, once.code_hash)


def test_transfer_has_128_bit_and_its_code_60_beside_the_group(session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    assert len(bytes.fromhex(made.secret)) == 16
    assert len(made.code) == 16
    assert set(made.code) <= set(codes.ALPHABET)


def test_transfer_opened_by_a_phone_that_is_in_already_is_not_spent(session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)
    assert join(session, owner, made.secret, owner.token).actor == owner.actor
    assert join(session, owner, made.secret).actor.role is Role.OWNER


def test_transfer_used_by_many_at_once_lets_one_in(engine: Engine, session: Session, owner: Phone) -> None:
    made = links.transfer(session, owner.actor, key=new_key(), token=owner.token)

    def attempt() -> bool:
        with Session(engine) as other:
            try:
                joining.join(other, owner.actor.group_id, made.secret, key=new_key(), token=codes.new_token())
            except NotFoundError:
                return False
            return True

    with ThreadPoolExecutor(6) as pool:
        let_in = [future.result() for future in [pool.submit(attempt) for _ in range(6)]]
    assert sorted(let_in) == [False] * 5 + [True]


def test_transfer_by_a_viewer_gives_a_viewer(session: Session, owner: Phone) -> None:
    viewer = join_as(session, owner.actor.group_id, Role.VIEWER)
    made = links.transfer(session, viewer.actor, key=new_key(), token=viewer.token)
    assert join(session, owner, made.secret).actor.role is Role.VIEWER
