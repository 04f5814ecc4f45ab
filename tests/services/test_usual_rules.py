"""The house rules by which a group plays from now on: proposed for new games, kept once, harmless to those there."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy import select

from scorekeeper.models import Change, Group
from scorekeeper.services import proposals
from scorekeeper.services.errors import InvalidInputError, KeyReusedError
from scorekeeper.services.usual_rules import KIND, keep, usual_rules
from tests.services.factories import Table, new_key

GAME = "kalter_schlag"
LOW = {"limit": 1000}


def kept(table: Table, game: str = GAME) -> object:
    found = usual_rules(table.session, table.device, game)
    table.session.rollback()
    return found


def proposed(table: Table, game: str = GAME) -> object:
    found = proposals.last_settings(table.session, table.device, game).options
    table.session.rollback()
    return found


def changes(table: Table) -> list[Change]:
    found = table.session.scalars(select(Change).where(Change.kind == KIND + GAME).order_by(Change.number)).all()
    table.session.rollback()
    return list(found)


def test_a_group_that_never_said_so_has_none(table: Table) -> None:
    assert kept(table) is None


def test_they_are_whole_and_proposed_before_those_of_the_last_game(table: Table) -> None:
    keep(table.session, table.device, GAME, LOW, key=new_key())
    assert kept(table) == {
        "limit": 1000,
        "marks_to_win": 5,
        "fifth_vs_limit": "five_first",
        "joint_five": "all_win",
        "four_way": "all_score",
    }
    assert proposed(table) == kept(table)
    sheet = table.start(options={"limit": 1500}).id
    assert proposed(table) == kept(table)
    assert dict(table.sheet(sheet).house_rules) == {"limit": 1500}


def test_each_game_has_its_own(table: Table) -> None:
    keep(table.session, table.device, "snapser", {"marriages_33": False}, key=new_key())
    assert kept(table) is None
    assert proposed(table) != kept(table, "snapser")
    assert proposed(table, "snapser") == kept(table, "snapser")


def test_the_newest_holds_and_the_log_has_both(table: Table) -> None:
    keep(table.session, table.device, GAME, LOW, key=new_key())
    first = kept(table)
    keep(table.session, table.device, GAME, {}, key=new_key())
    (one, two) = changes(table)
    assert (one.before, one.after) == (None, {"options": first})
    assert (two.before, two.after) == ({"options": first}, {"options": kept(table)})
    assert proposed(table) == kept(table) != first


def test_a_key_counts_once_and_for_one_wish(table: Table) -> None:
    key = new_key()
    keep(table.session, table.device, GAME, LOW, key=key)
    keep(table.session, table.device, GAME, LOW, key=key)
    assert len(changes(table)) == 1
    with pytest.raises(KeyReusedError):
        keep(table.session, table.device, GAME, {"limit": 1500}, key=key)


@pytest.mark.parametrize(
    ("game", "options", "problem"),
    [(GAME, {"limit": -1}, ("limit_range", "options.limit")), ("poker", {}, ("game", "game"))],
)
def test_what_cannot_be_is_refused(
    game: str, options: dict[str, object], problem: tuple[str, str], table: Table
) -> None:
    with pytest.raises(InvalidInputError) as refused:
        keep(table.session, table.device, game, options, key=new_key())
    table.session.rollback()
    assert [(each.code, each.where) for each in refused.value.problems] == [problem]
    assert kept(table) is None


@pytest.mark.parametrize("after", [None, {}, {"options": 7}, {"options": {"limit": "much"}}])
def test_a_log_that_came_from_elsewhere_may_say_anything(after: dict[str, object] | None, table: Table) -> None:
    group = table.session.get_one(Group, table.group_id)
    group.version += 1
    table.session.add(
        Change(
            group_id=table.group_id,
            scope_id=table.group_id,
            number=group.version,
            kind=KIND + GAME,
            key=uuid.uuid4().hex,
            digest="",
            after=after,
        )
    )
    table.session.commit()
    assert kept(table) is None
    keep(table.session, table.device, GAME, LOW, key=new_key())
    assert kept(table) is not None
