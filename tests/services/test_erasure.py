"""A player made nameless everywhere, and a group that is gone with all it had; nothing else is touched."""

from __future__ import annotations

import io
import uuid

import pytest
from sqlalchemy import String, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Base, Change, Device, Entry, Evening, Group, Link, LinkKind, Player, Role
from scorekeeper.services import access, evenings, links, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.archive.shape import own
from scorekeeper.services.archive.write import write_group
from scorekeeper.services.erasure import FREE_TEXT, anonymise, delete_group
from scorekeeper.services.errors import ForbiddenError, InvalidInputError, NotFoundError
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.seed import Wish, seed_group
from tests.services.factories import Table, deal, make_table, new_key

NO_PROSE = {
    "group": {"zone", "currency", "recovery_hash"},
    "player": {"name", "folded"},
    "link": {"kind", "role", "secret", "secret_hash", "code_hash"},
    "device": {"token_hash", "role"},
    "sheet": {"game", "mode", "currency", "status"},
    "entry": {"last_key"},
    "change": {"kind", "key", "digest"},
    "transfer": {"currency"},
    "payment": {"currency"},
    "feat": {"code"},
    "month_sum": {"game"},
}


def everything(session: Session, group_id: uuid.UUID) -> str:
    """Write every column of every row of a group as text, secrets included."""
    session.rollback()
    rows = [
        str(tuple(row))
        for table in Base.metadata.sorted_tables
        for row in session.execute(select(table).where(own(table) == group_id))
    ]
    session.rollback()
    return "\n".join(rows)


def test_every_column_of_text_is_prose_or_not() -> None:
    for table in Base.metadata.sorted_tables:
        texts = {column.name for column in table.columns if isinstance(column.type, String)}
        assert texts == set(FREE_TEXT.get(table.name, ())) | NO_PROSE.get(table.name, set()), table.name


@pytest.fixture
def known(table: Table) -> uuid.UUID:
    """Let Bernd stand everywhere: renamed, in notes, in places, at phones, in a link."""
    session, owner, bernd = table.session, table.device, table.players[1]
    players.rename(session, owner, bernd, key=new_key(), base="Bernd", name="Bernd Maier")
    players.rename(session, owner, bernd, key=new_key(), base="Bernd Maier", name="Börnd")
    evening = session.get_one(Evening, (table.group_id, table.evening_id))
    seen, day = evening.version, evening.local_date
    session.rollback()
    place = "börnd’s kitchen, not Bernds"
    evenings.edit(session, owner, table.evening_id, key=new_key(), base_version=seen, place=place, local_date=day)
    sheet = table.start()
    note = "Bernd Maier dropped a card; Bernd apologised"
    table.record(sheet.id, {"entry": "void", "note": note}, deal(55, 35, 20, 10))
    access.say_who(session, table.second, key=new_key(), player_id=bernd)
    links.transfer(session, table.second, key=new_key(), token="t")
    device = session.get_one(Device, (table.group_id, table.second.device_id))
    device.label = "Bernd's tablet"
    session.commit()
    return bernd


def test_name_is_gone_from_every_row_and_everything_else_stays(table: Table, known: uuid.UUID) -> None:
    before = everything(table.session, table.group_id)
    assert before.count("Bernd") > 8
    assert anonymise(table.session, table.device, known, key=new_key()) == "Player 2"
    after = everything(table.session, table.group_id)
    assert "Bernd'" not in after.replace("Bernds'", "")
    assert "Maier" not in after
    assert "börnd" not in after.casefold()
    session = table.session
    evening = session.get_one(Evening, (table.group_id, table.evening_id))
    assert evening.place == "Player 2’s kitchen, not Bernds"
    void = session.scalars(select(Entry).where(Entry.group_id == table.group_id, Entry.position == 1)).one()
    assert void.payload["note"] == "Player 2 dropped a card; Player 2 apologised"
    player = session.get_one(Player, (table.group_id, known))
    assert (player.name, player.folded, player.retired_at is not None) == ("Player 2", "player 2", True)
    assert session.get_one(Device, (table.group_id, table.second.device_id)).label == "Player 2's tablet"
    assert session.get_one(Device, (table.group_id, table.second.device_id)).player_id is None
    link = session.scalars(select(Link).where(Link.group_id == table.group_id, Link.kind == LinkKind.ONCE)).one()
    assert link.player_id is None
    assert [each.name for each in session.scalars(select(Player).order_by(Player.position))] == [
        "Anna", "Player 2", "Clara", "Dieter", "Eva", "Frank"
    ]  # fmt: skip
    session.rollback()
    assert set(rebuild(session, apply=False)) == {None}


def test_no_digest_betrays_the_name(table: Table, known: uuid.UUID) -> None:
    anonymise(table.session, table.device, known, key=new_key())
    renames = table.session.scalars(select(Change).where(Change.kind == "player.rename")).all()
    assert {change.digest for change in renames} == {"0" * 64}
    adds = table.session.scalars(select(Change).where(Change.kind == "evening.start")).all()
    assert {change.digest for change in adds} != {"0" * 64}


def test_export_knows_the_new_name_alone(table: Table, known: uuid.UUID) -> None:
    anonymise(table.session, table.device, known, key=new_key())
    file = io.BytesIO()
    write_group(table.session, table.device, file)
    assert "Maier" not in file.getvalue().decode()
    assert "Player 2" in file.getvalue().decode()


def test_another_player_of_that_name_keeps_it(table: Table) -> None:
    session, owner = table.session, table.device
    players.rename(session, owner, table.players[0], key=new_key(), base="Anna", name="Anna S.")
    other = players.add(session, owner, key=new_key(), name="Anna")
    anonymise(session, owner, table.players[0], key=new_key())
    added = session.scalars(select(Change).where(Change.kind == "player.add")).one()
    assert added.after == {"player": other.hex, "name": "Anna"}
    assert session.get_one(Player, (table.group_id, other)).name == "Anna"


def test_name_like_a_word_of_the_app_breaks_nothing(session: Session) -> None:
    table = make_table(session, ("void", "limit", "points", "entry"))
    sheet = table.start()
    table.record(sheet.id, {"entry": "void", "note": "void it"}, deal(0, 63, 57, 0, calls=3, jungfrauen=2))
    for player in table.players:
        anonymise(session, table.device, player, key=new_key())
    assert set(rebuild(session, apply=False)) == {None}
    assert table.sheet(sheet.id).rows[0].number == 1


def test_number_that_is_taken_is_passed_over(table: Table) -> None:
    players.add(table.session, table.device, key=new_key(), name="Player 1")
    assert anonymise(table.session, table.device, table.players[0], key=new_key()) == "Player 2"
    assert anonymise(table.session, table.device, table.players[1], key=new_key(), word="Spieler") == "Spieler 2"


def test_anonymising_twice_gives_the_same(table: Table) -> None:
    key = new_key()
    first = anonymise(table.session, table.device, table.players[0], key=key)
    assert anonymise(table.session, table.device, table.players[0], key=key) == first == "Player 1"


def test_only_owners_erase_and_only_what_is_theirs(session: Session, table: Table) -> None:
    other = make_table(session)
    with pytest.raises(ForbiddenError):
        anonymise(session, table.second, table.players[0], key=new_key())
    with pytest.raises(NotFoundError):
        anonymise(session, table.device, other.players[0], key=new_key())
    with pytest.raises(ForbiddenError):
        delete_group(session, table.second, key=new_key(), name="Thursday table")
    assert session.get_one(Player, (other.group_id, other.players[0])).name == "Anna"


def test_seeded_group_loses_a_name_in_moments(session: Session) -> None:
    made = seed_group(session, Wish(6))
    owner = Device(group_id=made.group_id, token_hash="x", role=Role.OWNER)
    session.add(owner)
    session.commit()
    actor = Actor(made.group_id, owner.id, Role.OWNER)
    session.rollback()
    anonymise(session, actor, made.players[0], key=new_key())
    assert "Anna" not in everything(session, made.group_id)
    assert set(rebuild(session, apply=False)) == {None}


def test_group_is_gone_with_all_it_had_and_others_stay(session: Session, table: Table) -> None:
    made = seed_group(session, Wish(4))
    sheet = table.start()
    table.record(sheet.id, deal(55, 35, 20, 10))
    owner = Device(group_id=made.group_id, token_hash="x", role=Role.OWNER)
    session.add(owner)
    session.commit()
    actor = Actor(made.group_id, owner.id, Role.OWNER)
    session.rollback()
    kept = everything(session, table.group_id)
    delete_group(session, actor, key=new_key(), name="  thursday  Table ")
    assert everything(session, made.group_id) == ""
    assert everything(session, table.group_id) == kept
    assert session.scalar(select(func.count()).select_from(Group)) == 1
    session.rollback()
    with pytest.raises(NotFoundError):
        delete_group(session, actor, key=new_key(), name="Thursday table")


@pytest.mark.parametrize("name", ["", "Thursday", "Thursday tables"])
def test_wrong_name_deletes_nothing(table: Table, name: str) -> None:
    before = everything(table.session, table.group_id)
    with pytest.raises(InvalidInputError) as refused:
        delete_group(table.session, table.device, key=new_key(), name=name)
    assert [(each.code, each.where) for each in refused.value.problems] == [("name_differs", "name")]
    assert everything(table.session, table.group_id) == before
