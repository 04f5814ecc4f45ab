"""Made-up groups: played by the rules, the same for the same wish, and never told from real ones by `rebuild`."""

from __future__ import annotations

import uuid
from collections import Counter
from datetime import date
from random import Random

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.models import Base, Change, Entry, Evening, Group, Player, Seat, Sheet, SheetStatus
from scorekeeper.models.people import Role
from scorekeeper.services.actor import Actor
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.seed import Wish, copy_group, seed_group
from scorekeeper.services.seed.cards import play
from scorekeeper.services.sheet_log import sheet_log
from scorekeeper.services.sheet_view import sheet_page
from scorekeeper.web.application import Application

UNTIL = date(2026, 11, 26)


def count(session: Session, table: type[Base], group_id: uuid.UUID) -> int:
    return session.scalar(select(func.count()).select_from(table).where(table.__table__.c.group_id == group_id)) or 0


def test_deals_are_such_as_can_fall() -> None:
    chance = Random(4)
    without_a_trick: Counter[int] = Counter()
    for _ in range(400):
        fallen = play(chance)
        assert (sum(fallen.points), sum(fallen.tricks)) == (120, 8)
        assert all(points == 0 for points, tricks in zip(fallen.points, fallen.tricks, strict=True) if not tricks)
        assert len(set(fallen.callers)) == len(fallen.callers)
        without_a_trick[fallen.tricks.count(0)] += 1
    assert set(without_a_trick) == {0, 1, 2, 3}
    assert without_a_trick[3] < 20, "a Durchmarsch is rare"


@pytest.fixture
def seeded(session: Session) -> uuid.UUID:
    return seed_group(session, Wish(8, seed=3, until=UNTIL)).group_id


def test_rebuild_finds_no_difference(session: Session, seeded: uuid.UUID) -> None:
    findings = list(rebuild(session, apply=False, group_id=seeded))
    assert len(findings) > 16
    assert set(findings) == {None}


def test_games_end_by_the_rules_and_stakes_sum_to_nought(session: Session, seeded: uuid.UUID) -> None:
    ended = session.scalars(select(Sheet).where(Sheet.group_id == seeded, Sheet.status == SheetStatus.ENDED)).all()
    assert len(ended) > 10
    assert {sheet.ending["reason"] for sheet in ended if sheet.ending} == {"limit", "five_marks"}
    for sheet in ended:
        stakes = session.scalars(select(Seat.stakes).where(Seat.group_id == seeded, Seat.sheet_id == sheet.id)).all()
        assert sum(each or 0 for each in stakes) == 0


def test_group_has_slips_removed_rows_voids_and_paper(session: Session) -> None:
    made = seed_group(session, Wish(30, until=UNTIL))
    kinds = set(session.scalars(select(Change.kind).where(Change.group_id == made.group_id).distinct()))
    assert {"group.create", "evening.start", "start", "add", "amend", "remove", "break_off"} <= kinds
    entries = session.scalars(select(Entry).where(Entry.group_id == made.group_id)).all()
    assert len(entries) == made.rows
    assert any(entry.removed for entry in entries)
    shapes = {
        "entry" if "entry" in e.payload else "penalties" if "penalties" in e.payload else "points" for e in entries
    }
    assert shapes == {"entry", "penalties", "points"}
    assert {5, 4} == set(session.scalars(select(Sheet.seats).where(Sheet.group_id == made.group_id)))
    days = session.scalars(select(Evening.local_date).where(Evening.group_id == made.group_id)).all()
    assert len(set(days)) == 30
    assert max(days) < UNTIL
    assert (max(days) - min(days)).days > 600


def test_every_screen_of_a_seeded_game_can_be_read(session: Session, seeded: uuid.UUID) -> None:
    actor = Actor(seeded, uuid.uuid4(), Role.VIEWER)
    for sheet_id in session.scalars(select(Sheet.id).where(Sheet.group_id == seeded)).all():
        session.rollback()
        page = sheet_page(session, actor, sheet_id)
        session.rollback()
        assert len(sheet_log(session, actor, sheet_id)) >= len(page.rows)
        session.rollback()


def test_same_wish_gives_the_same_games(session: Session, seeded: uuid.UUID) -> None:
    def written(group_id: uuid.UUID) -> list[object]:
        rows = session.execute(
            select(Entry.id, Entry.payload, Entry.position, Entry.created_at)
            .where(Entry.group_id == group_id)
            .order_by(Entry.sheet_id, Entry.position)
        )
        return [tuple(row) for row in rows]

    again = written(seed_group(session, Wish(8, seed=3, until=UNTIL)).group_id)
    assert again == written(seeded)
    session.rollback()
    other = seed_group(session, Wish(8, seed=2, until=UNTIL))
    assert written(other.group_id) != again


def test_copy_has_everything_under_another_id(session: Session, seeded: uuid.UUID) -> None:
    copy_id = uuid.uuid4()
    copy_group(session, seeded, copy_id)
    session.commit()
    assert session.get_one(Group, copy_id).name == "Thursday table"
    for table in (Player, Evening, Sheet, Seat, Entry, Change):
        assert count(session, table, copy_id) == count(session, table, seeded) > 0
    session.rollback()
    assert set(rebuild(session, apply=False, group_id=copy_id)) == {None}


def test_group_that_never_met_has_its_players(session: Session) -> None:
    made = seed_group(session, Wish(0, names=("Ole", "Lise"), until=UNTIL))
    assert (made.games, made.rows, len(made.players)) == (0, 0, 2)


def test_nothing_is_stored_when_it_fails(session: Session, seeded: uuid.UUID) -> None:
    session.expunge_all()
    with pytest.raises(IntegrityError):
        seed_group(session, Wish(1, until=UNTIL), seeded)
    assert not session.in_transaction()
    assert session.scalar(select(func.count()).select_from(Group)) == 1


def test_command_says_what_it_made_and_how_to_get_in(app: Application) -> None:
    answer = app.test_cli_runner().invoke(args=["seed", "--evenings", "2", "--until", "2026-11-26"])
    assert answer.exit_code == 0, answer.output
    what, link, until = answer.output.splitlines()
    assert what.startswith("2 evenings, ")
    assert "/join/" in link
    assert until.startswith("The link makes one phone an owner, until ")
