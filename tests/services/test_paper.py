"""Old sheets of paper: read as they are typed, parted into games by the rules, copied whole or not at all."""

from __future__ import annotations

import uuid
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Entry, Evening, Mode, Player, Seat, Sheet, SheetStatus
from scorekeeper.services import players
from scorekeeper.services.errors import ForbiddenError, InvalidInputError, KeyReusedError, StaleError
from scorekeeper.services.paper import copying, reading
from scorekeeper.services.paper.copying import PaperPlan, copy_in, preview
from scorekeeper.services.paper.reading import decoded, read_day, read_paper
from scorekeeper.services.rebuild import rebuild
from tests.services.factories import Table, new_key

# Bernd reaches the limit in the third row of the first game; the second never ends.
FOUR = """Date;Anna;Bernd;Clara;Emil
2019-05-31;;1010;;
2019-05-31;60;60;;
31.5.2019;-;960;0;
2019-05-31;240;;;
1.6.2019;;;70;
"""
FIVE = """date,game,Anna,Bernd,Clara,Dieter,Eva
2019-05-31,1,,0,60,0,0
2019-05-31,1,70,,0,0,0
2019-05-31,2,0,80,0,0,
2019-05-31,2,0,80,,0,0
"""


def problems(table: Table, text: str) -> list[tuple[str, str]]:
    return [(problem.code, problem.where) for problem in preview(table.session, table.device, text).problems]


def copied(table: Table, text: str) -> PaperPlan:
    plan = copy_in(table.session, table.device, key=new_key(), text=text)
    assert plan is not None
    return plan


def sheets(table: Table) -> list[Sheet]:
    found = table.session.scalars(
        select(Sheet)
        .join(Evening, (Evening.group_id == Sheet.group_id) & (Evening.id == Sheet.evening_id))
        .where(Sheet.group_id == table.group_id)
        .order_by(Evening.local_date, Sheet.number)
    )
    return list(found)


def test_preview_counts_and_stores_nothing(table: Table) -> None:
    plan = preview(table.session, table.device, FOUR)
    assert plan == PaperPlan(2, 3, 2, 5, ("Emil",), (), ())
    assert not table.session.in_transaction()
    assert table.session.scalar(select(func.count()).select_from(Evening)) == 1
    table.session.rollback()


def test_games_end_by_the_rules_and_what_never_ended_is_broken_off(table: Table) -> None:
    plan = copied(table, FOUR)
    assert (plan.games, plan.broken_off) == (3, 2)
    first, second, third = sheets(table)
    assert [sheet.status for sheet in (first, second, third)] == [
        SheetStatus.ENDED, SheetStatus.BROKEN_OFF, SheetStatus.BROKEN_OFF
    ]  # fmt: skip
    assert first.ending is not None
    assert (first.ending["reason"], first.ending["losers"]) == ("limit", [1])
    assert {sheet.mode for sheet in (first, second, third)} == {Mode.POINTS}
    names = dict(table.session.execute(select(Player.id, Player.name)).all())
    seats = table.session.scalars(select(Seat).where(Seat.sheet_id == first.id).order_by(Seat.seat)).all()
    assert [(names[seat.player_id], seat.total, seat.marks) for seat in seats if seat.player_id] == [
        ("Anna", 60, 1), ("Bernd", 2030, 3), ("Clara", 0, 0), ("Emil", 0, 0)
    ]  # fmt: skip
    entries = table.session.scalars(select(Entry).where(Entry.sheet_id == first.id).order_by(Entry.position)).all()
    assert [entry.payload for entry in entries] == [
        {"v": 1, "penalties": [0, 1010, 0, 0]},
        {"v": 1, "penalties": [60, 60, 0, 0]},
        {"v": 1, "penalties": [0, 960, 0, 0]},
    ]
    table.session.rollback()
    assert set(rebuild(table.session, apply=False)) == {None}
    evenings = table.session.scalars(select(Evening).order_by(Evening.local_date)).all()
    assert [evening.local_date for evening in evenings[:2]] == [date(2019, 5, 31), date(2019, 6, 1)]
    assert all(evening.ended_at for evening in evenings[:2])


def test_copied_rows_can_be_corrected_and_are_in_the_log(table: Table) -> None:
    copied(table, FOUR)
    sheet_id = sheets(table)[0].id
    view = table.sheet(sheet_id)
    assert [row.number for row in view.rows] == [1, 2, 3]
    assert view.undo is not None
    kinds = table.session.scalars(select(Change.kind).where(Change.scope_id == sheet_id).order_by(Change.number)).all()
    assert kinds == ["start", "add", "add", "add"]


def test_five_at_the_table_leave_the_dealer_blank(table: Table) -> None:
    plan = copied(table, FIVE)
    assert (plan.evenings, plan.games, plan.broken_off, plan.rows, plan.new_names) == (1, 2, 2, 4, ())
    entries = table.session.scalars(
        select(Entry).where(Entry.sheet_id == sheets(table)[0].id).order_by(Entry.position)
    ).all()
    assert [(entry.payload["sits_out"], entry.dealer) for entry in entries] == [(0, 0), (1, 1)]
    table.session.rollback()
    assert set(rebuild(table.session, apply=False)) == {None}


def test_changing_four_of_many_names_are_games_of_their_own(table: Table) -> None:
    text = (
        "day;Anna;Bernd;Clara;Dieter;Eva;Frank\n2019-05-31;0;60;0;0;;\n2019-05-31;0;;0;60;0;\n2019-05-31;;0;0;;60;0\n"
    )
    plan = copied(table, text)
    assert (plan.games, plan.rows) == (3, 3)


def test_file_copied_before_is_noticed_by_its_days(table: Table) -> None:
    copied(table, FOUR)
    assert preview(table.session, table.device, FOUR).known_days == (date(2019, 5, 31), date(2019, 6, 1))
    assert preview(table.session, table.device, FOUR).new_names == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("paper_empty_file", "")]),
        ("Date;A;B;C;D\n", [("paper_empty_file", "")]),
        ("Date;A;B;C\n2019-05-31;60;;\n", [("paper_heading", "line.1")]),
        ("Date;A;B;C;a\n2019-05-31;60;;;\n", [("name_twice", "line.1")]),
        ("Date;A;;C;D\n2019-05-31;60;;;\n", [("name_missing", "line.1")]),
        ("Date;A;B;C;D\n5/6/2019;60;;;\n", [("paper_day", "line.2")]),
        ("Date;A;B;C;D\n2019-02-30;60;;;\n", [("paper_day", "line.2")]),
        ("Date;A;B;C;D\n\n2019-05-31;-60;;;\n", [("paper_number", "line.3")]),
        ("Date;A;B;C;D\n2019-05-31;60;;;;60\n", [("paper_columns", "line.2")]),
        ("Date;A;B;C;D\n2019-05-31;;;;\n2019-05-31;65;;;\n", [("paper_empty", "line.2"), ("paper_value", "line.3")]),
        ("Date;A;B;C;D\n2019-05-31;60;70;;\n", [("paper_unequal", "line.2")]),
        ("Date;Nr.;A;B;C;D\n2019-05-31;1;;3840;;\n2019-05-31;1;60;;;\n", [("paper_after_end", "line.3")]),
        ("Date;A;B;C;D;E\n2019-05-31;60;;;;\n", [("paper_players", "line.2")]),
        ("Date;Game;A;B;C;D;E\n2019-05-31;1;60;0;0;0;0\n", [("paper_dealer", "line.2")]),
        ('Date;A;B;C;D\n2019-05-31;"60', [("paper_players", "")]),
    ],
)
def test_what_is_wrong_is_named_by_its_line(table: Table, text: str, found: list[tuple[str, str]]) -> None:
    if found == [("paper_players", "")]:
        found = []
    assert problems(table, text) == found


def test_file_with_a_problem_stores_nothing(table: Table) -> None:
    with pytest.raises(InvalidInputError) as refused:
        copied(table, FOUR + "2019-06-01;65;;;\n")
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [("paper_value", "line.7")]
    assert table.session.scalar(select(func.count()).select_from(Evening)) == 1


def test_long_file_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_ROWS", 2)
    assert problems(table, FOUR) == [("paper_too_large", "")]
    monkeypatch.setattr(reading, "MOST_BYTES", 10)
    assert problems(table, FOUR) == [("paper_too_large", "")]


def test_request_repeated_copies_once(table: Table) -> None:
    key = new_key()
    assert copy_in(table.session, table.device, key=key, text=FOUR) is not None
    assert copy_in(table.session, table.device, key=key, text=FOUR) is None
    with pytest.raises(KeyReusedError):
        copy_in(table.session, table.device, key=key, text=FIVE)
    assert len(sheets(table)) == 3


def test_player_who_came_meanwhile_is_not_made_twice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    known = copying._known

    def meanwhile(session: Session, actor: object) -> dict[str, tuple[uuid.UUID, int]]:
        found = known(session, table.device)
        monkeypatch.setattr(copying, "_known", known)
        session.rollback()
        players.add(session, table.device, key=new_key(), name="Emil")
        return found

    monkeypatch.setattr(copying, "_known", meanwhile)
    with pytest.raises(StaleError):
        copied(table, FOUR)


def test_copying_is_for_owners_alone(table: Table) -> None:
    with pytest.raises(ForbiddenError):
        preview(table.session, table.second, FOUR)
    with pytest.raises(ForbiddenError):
        copy_in(table.session, table.second, key=new_key(), text=FOUR)


def test_letters_of_every_spreadsheet_are_read() -> None:
    for data in ("Käse".encode("utf-8-sig"), "Käse".encode("utf-16"), "Käse".encode("cp1252"), "Käse".encode()):
        assert decoded(data) == "Käse"


def test_tabs_and_quotes_are_read() -> None:
    file = read_paper('Date\tAnna\tBernd\tClara\t"Dieter, the ""loud"" one"\r\n2019-05-31\t60\t\t\t\r\n')
    assert file.names[3] == 'Dieter, the "loud" one'
    assert file.rows[0].penalties == (60, None, None, None)


def test_days_in_two_orders_are_never_guessed() -> None:
    assert read_day("2019-5-3") == read_day("3.5.2019") == date(2019, 5, 3)
    assert [read_day(text) for text in ("3/5/2019", "3.5.19", "0019-01-01", "٣.٥.٢٠١٩", "")] == [None] * 5


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.text(max_size=200), st.lists(st.sampled_from(
    ["Date", ";", "\n", "Anna", "Bernd", "Clara", "Dieter", "Eva", "2019-05-31", "60", "0", "-", '"', "game", "9999"]
), max_size=60).map("".join)))  # fmt: skip
def test_any_text_is_read_or_has_problems(table: Table, text: str) -> None:
    plan = preview(table.session, table.device, text)
    assert plan.problems or plan.rows
