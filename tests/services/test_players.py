"""Players on a real database: names unique as people see them, kept for ever, put in order."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Player, Role, SheetStatus
from scorekeeper.services import players
from scorekeeper.services.errors import (
    ForbiddenError,
    InvalidInputError,
    KeyReusedError,
    NotFoundError,
    StaleError,
)
from tests.services.people import Phone, join_as, make_group, new_key, seat_somebody


@pytest.fixture
def owner(session: Session) -> Phone:
    return make_group(session)


def names(session: Session, phone: Phone) -> list[str]:
    found = [player.name for player in players.everyone(session, phone.actor)]
    session.rollback()
    return found


def id_of(session: Session, phone: Phone, name: str) -> uuid.UUID:
    found = next(player.id for player in players.everyone(session, phone.actor) if player.name == name)
    session.rollback()
    return found


def changes(session: Session, phone: Phone) -> int:
    count = session.scalar(select(func.count()).where(Change.group_id == phone.actor.group_id)) or 0
    session.rollback()
    return count


def test_add_puts_the_player_last_with_a_clean_name(session: Session, owner: Phone) -> None:
    added = players.add(session, owner.actor, key=new_key(), name="  Emil   the   Great ")
    assert names(session, owner)[-1] == "Emil the Great"
    assert id_of(session, owner, "Emil the Great") == added


def test_add_repeated_gives_the_same_player(session: Session, owner: Phone) -> None:
    key = new_key()
    first = players.add(session, owner.actor, key=key, name="Emil")
    assert players.add(session, owner.actor, key=key, name="Emil ") == first
    assert names(session, owner).count("Emil") == 1


def test_add_with_the_key_of_another_name_is_refused(session: Session, owner: Phone) -> None:
    key = new_key()
    players.add(session, owner.actor, key=key, name="Emil")
    with pytest.raises(KeyReusedError):
        players.add(session, owner.actor, key=key, name="Emma")


@pytest.mark.parametrize("name", ["anna", "ANNA", " Anna ", "An\u200dna"])
def test_add_of_a_name_that_looks_the_same_names_the_player(session: Session, owner: Phone, name: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        players.add(session, owner.actor, key=new_key(), name=name)
    (problem,) = caught.value.problems
    assert (problem.code, problem.where, problem.params["name"]) == ("name_here", "name", "Anna")


def test_add_compares_composed_and_decomposed_letters_as_equal(session: Session, owner: Phone) -> None:
    players.add(session, owner.actor, key=new_key(), name="Ji\u0159\u00ed")
    with pytest.raises(InvalidInputError):
        players.add(session, owner.actor, key=new_key(), name="JIR\u030cI\u0301")


def test_add_of_a_retired_name_names_who_to_take_back(session: Session, owner: Phone) -> None:
    anna = id_of(session, owner, "Anna")
    players.retire(session, owner.actor, anna, key=new_key())
    with pytest.raises(InvalidInputError) as caught:
        players.add(session, owner.actor, key=new_key(), name="anna")
    (problem,) = caught.value.problems
    assert (problem.code, problem.params["player"]) == ("name_retired", anna.hex)


def test_add_is_for_members(session: Session, owner: Phone) -> None:
    viewer = join_as(session, owner.actor.group_id, Role.VIEWER)
    with pytest.raises(ForbiddenError):
        players.add(session, viewer.actor, key=new_key(), name="Emil")
    member = join_as(session, owner.actor.group_id, Role.MEMBER)
    assert isinstance(players.add(session, member.actor, key=new_key(), name="Emil"), uuid.UUID)


def test_the_same_name_in_another_group_is_free(session: Session, owner: Phone) -> None:
    other = make_group(session, ["Otto", "Olga"])
    assert isinstance(players.add(session, other.actor, key=new_key(), name="Anna"), uuid.UUID)


def test_rename_keeps_the_player_and_logs_the_old_name(session: Session, owner: Phone) -> None:
    anna = id_of(session, owner, "Anna")
    players.rename(session, owner.actor, anna, key=new_key(), base="Anna", name="Änne")
    assert players.one(session, owner.actor, anna).name == "Änne"
    change = session.scalars(select(Change).where(Change.kind == "player.rename")).one()
    assert change.before == {"player": anna.hex, "name": "Anna"}


def test_rename_may_change_only_the_capitals_of_a_name(session: Session, owner: Phone) -> None:
    anna = id_of(session, owner, "Anna")
    players.rename(session, owner.actor, anna, key=new_key(), base="Anna", name="ANNA")
    assert "ANNA" in names(session, owner)


def test_rename_unchanged_or_repeated_writes_nothing_more(session: Session, owner: Phone) -> None:
    anna, key = id_of(session, owner, "Anna"), new_key()
    players.rename(session, owner.actor, anna, key=new_key(), base="Anna", name=" Anna ")
    for _ in range(2):
        players.rename(session, owner.actor, anna, key=key, base="Anna", name="Anni")
    assert changes(session, owner) == 2


def test_rename_to_a_name_that_is_here_is_refused(session: Session, owner: Phone) -> None:
    with pytest.raises(InvalidInputError):
        players.rename(session, owner.actor, id_of(session, owner, "Anna"), key=new_key(), base="Anna", name="bernd")


def test_rename_of_what_another_device_renamed_is_stale(session: Session, owner: Phone) -> None:
    anna = id_of(session, owner, "Anna")
    players.rename(session, owner.actor, anna, key=new_key(), base="Anna", name="Anni")
    with pytest.raises(StaleError) as caught:
        players.rename(session, owner.actor, anna, key=new_key(), base="Anna", name="Ännchen")
    assert caught.value.params == {"name": "Anni"}


def test_rename_in_another_group_finds_nobody(session: Session, owner: Phone) -> None:
    stranger = make_group(session, ["Otto", "Olga"])
    with pytest.raises(NotFoundError):
        players.rename(
            session, stranger.actor, id_of(session, owner, "Anna"), key=new_key(), base="Anna", name="Gotcha"
        )


def test_retired_players_are_kept_and_can_be_taken_back(session: Session, owner: Phone) -> None:
    anna, key = id_of(session, owner, "Anna"), new_key()
    for _ in range(2):
        players.retire(session, owner.actor, anna, key=key)
    assert players.one(session, owner.actor, anna).retired
    session.rollback()
    before = changes(session, owner)
    players.retire(session, owner.actor, anna, key=new_key())
    assert changes(session, owner) == before
    players.take_back(session, owner.actor, anna, key=new_key())
    assert not players.one(session, owner.actor, anna).retired


@pytest.mark.parametrize(
    ("status", "playing"),
    [
        (SheetStatus.OPEN, True),
        (SheetStatus.ADJOURNED, True),
        (SheetStatus.ENDED, False),
        (SheetStatus.DISCARDED, False),
    ],
)
def test_a_player_at_a_game_that_is_not_over_may_retire_and_is_told_apart(
    session: Session, owner: Phone, status: SheetStatus, playing: bool
) -> None:
    anna = id_of(session, owner, "Anna")
    seat_somebody(session, owner.actor.group_id, anna, status)
    players.retire(session, owner.actor, anna, key=new_key())
    found = players.one(session, owner.actor, anna)
    assert (found.retired, found.playing) == (True, playing)


def test_move_up_changes_places_with_the_one_before(session: Session, owner: Phone) -> None:
    clara, key = id_of(session, owner, "Clara"), new_key()
    for _ in range(2):
        players.move_up(session, owner.actor, clara, key=key)
    assert names(session, owner) == ["Anna", "Clara", "Bernd", "Dieter"]


def test_move_up_passes_over_retired_players(session: Session, owner: Phone) -> None:
    players.retire(session, owner.actor, id_of(session, owner, "Bernd"), key=new_key())
    players.move_up(session, owner.actor, id_of(session, owner, "Clara"), key=new_key())
    active = [each.name for each in players.everyone(session, owner.actor) if not each.retired]
    assert active == ["Clara", "Anna", "Dieter"]


def test_move_up_of_the_first_or_of_a_retired_player_changes_nothing(session: Session, owner: Phone) -> None:
    players.move_up(session, owner.actor, id_of(session, owner, "Anna"), key=new_key())
    players.retire(session, owner.actor, id_of(session, owner, "Clara"), key=new_key())
    players.move_up(session, owner.actor, id_of(session, owner, "Clara"), key=new_key())
    assert names(session, owner) == ["Anna", "Bernd", "Clara", "Dieter"]


def test_players_without_any_are_added_from_the_first_place(session: Session, owner: Phone) -> None:
    for player in session.scalars(select(Player)).all():
        session.delete(player)
    session.commit()
    players.add(session, owner.actor, key=new_key(), name="Solo")
    assert session.scalars(select(Player)).one().position == 0
