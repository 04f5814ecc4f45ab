"""The whole database as a file, taken into another one: the same rows with the same ids, all of them or none."""

from __future__ import annotations

import hashlib
import json
import stat
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Base, Change, Group, Link
from scorekeeper.models.engine import prepare_engine
from scorekeeper.models.people import LinkKind, Role
from scorekeeper.services import codes, undo
from scorekeeper.services.moving import MoveError, export_all, import_all, shape
from scorekeeper.services.moving.shape import own_references, tables
from scorekeeper.services.rebuild import rebuild
from scorekeeper.services.seed import Wish, seed_group
from scorekeeper.web.schema import newest_migration
from tests.conftest import MakeApp
from tests.services.factories import deal, make_table, new_key
from tests.services.settling import another_evening, debts, lost, pay, settle

HEAD = newest_migration()
Lines = list[Any]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Give a SQLite database with two groups: one that met for a while, and one that did whatever can be done."""
    engine = create_engine(f"sqlite:///{tmp_path_factory.mktemp('source') / 'all.sqlite3'}")
    prepare_engine(engine)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        seed_group(session, Wish(2, name="Žofia’s “table” 🂡"))
        table = make_table(session)
        lost(table)
        settle(table)
        pay(table, debts(table)[0], 30)
        another_evening(table)
        sheet = table.start()
        table.record(sheet.id, deal(66, 30, 24, 0), deal(60, 40, 20, 0))
        step = table.sheet(sheet.id).undo
        assert step is not None
        undo.undo(session, table.device, sheet.id, step.change_id, key=new_key())
        origin = Link(group_id=table.group_id, kind=LinkKind.STANDING, role=Role.OWNER, secret_hash=codes.hashed("a"))
        session.add(origin)
        session.flush()
        # It stands before the link that it names: rows are written in the order of their ids.
        first = uuid.UUID(int=origin.id.int - 1)
        session.add(
            Link(
                group_id=table.group_id, id=first, kind=LinkKind.ONCE, role=Role.OWNER, origin_id=origin.id,
                secret_hash=codes.hashed("b"),
            )
        )  # fmt: skip
        session.commit()
    yield engine
    engine.dispose()


@pytest.fixture
def file(source: Engine, tmp_path: Path) -> Path:
    """Give the file of the source."""
    path = tmp_path / "all.jsonl"
    export_all(source, path, HEAD)
    return path


def counted(engine: Engine) -> dict[str, int]:
    with engine.connect() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }


def body(path: Path) -> list[str]:
    """Give the lines between the head, which says when it was written, and the end."""
    return path.read_text(encoding="utf-8").splitlines()[1:-1]


def test_everything_comes_over_with_its_ids(source: Engine, engine: Engine, file: Path, tmp_path: Path) -> None:
    counts = import_all(engine, file, HEAD)
    assert dict(counts) == counted(source) == counted(engine)
    assert min(counts[name] for name in ("group", "entry", "change", "link", "payment", "feat", "month_sum")) > 0
    export_all(engine, tmp_path / "again.jsonl", HEAD)
    assert body(tmp_path / "again.jsonl") == body(file)
    with Session(engine) as session:
        assert set(rebuild(session, apply=False)) == {None}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_change_that_undoes_another_and_a_link_that_came_by_one_keep_what_they_name(
    engine: Engine, source: Engine, file: Path
) -> None:
    import_all(engine, file, HEAD)
    for column in (Link.origin_id, Change.undoes):
        query = select(column).where(column.is_not(None)).order_by(column)
        with Session(source) as before, Session(engine) as after:
            named = after.scalars(query).all()
            assert named
            assert named == before.scalars(query).all()


def test_the_tables_that_name_their_own_rows_are_known() -> None:
    found = {table.name: [column.name for column in own_references(table)] for table in tables()}
    assert {name: own for name, own in found.items() if own} == {"change": ["undoes"], "link": ["origin_id"]}


def test_the_batches_lose_nothing(
    engine: Engine, source: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (shape, import_all, export_all):
        names = vars(module) if module is shape else module.__globals__
        monkeypatch.setitem(names, "ROWS_AT_ONCE", 7)
    export_all(source, tmp_path / "some", HEAD)
    assert dict(import_all(engine, tmp_path / "some", HEAD)) == counted(source)


def test_a_database_with_rows_takes_nothing_in(engine: Engine, session: Session, file: Path) -> None:
    session.add(Group(name="Here already"))
    session.commit()
    before = counted(engine)
    with pytest.raises(MoveError, match="The database is not empty: there are rows in group"):
        import_all(engine, file, HEAD)
    assert counted(engine) == before


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def at(lines: Lines, table: str) -> int:
    """Give the index of a table's first row."""
    return (
        next(number for number, line in enumerate(lines) if isinstance(line, dict) and line.get("table") == table) + 1
    )


def with_head(**changed: object) -> Callable[[Lines], None]:
    return lambda lines: lines[0].update(changed)


def with_value(table: str, column: str, value: object) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        first = at(lines, table)
        lines[first][lines[first - 1]["columns"].index(column)] = value

    return change


def without_row(table: str, *, counted: bool) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        del lines[at(lines, table)]
        lines[-1]["end"][table] -= counted

    return change


def without_somebody(lines: Lines) -> None:
    """Take out a player who was there at an evening: not everybody in the file ever was."""
    start = at(lines, "attendance")
    named = dict(zip(lines[start - 1]["columns"], lines[start], strict=True))
    players = slice(at(lines, "player"), at(lines, "player") + lines[-1]["end"]["player"])
    lines.remove(next(each for each in lines[players] if named["player_id"] in each))
    lines[-1]["end"]["player"] -= 1


def twice(lines: Lines) -> None:
    lines.insert(at(lines, "player"), lines[at(lines, "player")])


def more(lines: Lines) -> None:
    lines[at(lines, "player")].append(1)


def another_column(lines: Lines) -> None:
    lines[at(lines, "feat") - 1]["columns"][-1] = "more"


def endless(lines: Lines) -> None:
    lines.append(["a line behind the last"])


REFUSED: dict[str, tuple[Callable[[Lines], object], str]] = {
    "another format": (with_head(format="scorekeeper-group"), r"^This is no file of flask export-all\.$"),
    "another version": (with_head(version=2), r"^The file is of version 2; this app reads version 1\.$"),
    "another migration": (with_head(migration="0001"), r"^The file is of migration 0001, the database of \d{4}: run"),
    "nothing": (list.clear, r"^This is no file of flask export-all\.$"),
    "no end": (lambda lines: lines.pop(), "^The file is cut short: its last line is missing"),
    "cut in a table": (lambda lines: lines.__delitem__(slice(9, None)), "should begin the table"),
    "something behind the end": (endless, "its checksum is another"),
    "a row too few": (without_row("month_sum", counted=False), "but the database has"),
    "a row taken out": (without_row("month_sum", counted=True), "its checksum is another"),
    "a row that others name": (without_somebody, "The database does not take these rows"),
    "a row twice": (twice, "The database does not take these rows"),
    "a value too many": (more, r"^Line \d+ has 8 values instead of 7\. Nothing was taken in\.$"),
    "another column": (another_column, "should begin the table feat with its columns"),
    "a text that is a number": (with_value("player", "name", 3), r"^Line \d+ cannot be read: player.name \(text\)\."),
    "no id": (with_value("player", "id", "1"), r"player.id \(id\)"),
    "a time without a zone": (with_value("group", "created_at", "2026-01-01T00:00:00"), r"group.created_at \(time\)"),
    "nothing where something must be": (with_value("entry", "payload", None), r"entry.payload \(missing\)"),
    "a payload that is text": (with_value("entry", "payload", "66"), r"entry.payload \(object\)"),
    "half a character": (with_value("entry", "payload", {"a": "\ud800"}), r"entry.payload \(characters\)"),
    "another word": (with_value("sheet", "status", "lost"), r"sheet.status \(choice\)"),
    "a number beyond": (with_value("sheet", "stake_minor", 2**63), r"sheet.stake_minor \(integer\)"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_is_not_as_it_was_written_is_refused_whole(what: str, engine: Engine, file: Path) -> None:
    change, said = REFUSED[what]
    lines = lines_of(file)
    change(lines)
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    with pytest.raises(MoveError, match=said):
        import_all(engine, file, HEAD)
    assert set(counted(engine).values()) == {0}


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"{", b"[1]\n", b"NaN\n", b"[" * 100_000, b"SQLite format 3\0"])
def test_a_file_of_something_else_is_refused(text: bytes, engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(text)
    with pytest.raises(MoveError, match=r"no file of flask export-all|is not readable"):
        import_all(engine, path, HEAD)


def test_files_that_cannot_be_opened_say_so(source: Engine, engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(MoveError, match=r"cannot be read: No such file or directory\.$"):
        import_all(engine, tmp_path / "missing", HEAD)
    with pytest.raises(MoveError, match=r"cannot be written: No such file or directory\.$"):
        export_all(source, tmp_path / "missing" / "all", HEAD)


def test_the_checksum_is_that_of_all_lines_before(file: Path) -> None:
    *lines, last = file.read_bytes().splitlines(keepends=True)
    assert json.loads(last)["sha256"] == hashlib.sha256(b"".join(lines)).hexdigest()


def test_the_commands_move_a_group_and_print_the_counts(
    source: Engine, database_url: str, tmp_path: Path, make_app: MakeApp
) -> None:
    path = tmp_path / "all"
    with source.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{HEAD}')")
    old, new = (make_app(url).test_cli_runner() for url in (str(source.url), database_url))
    written = old.invoke(args=["export-all", str(path)])
    assert written.exit_code == 0, written.output
    taken = new.invoke(args=["import-all", str(path)])
    assert taken.exit_code == 0, taken.output
    *counts, size = written.output.splitlines()
    assert taken.output.splitlines() == [*counts, "Every table has as many rows as the file says."]
    assert size == f"{path}: {path.stat().st_size:,} bytes."
    assert counts[0].split() == ["group", "2"]
    assert counts[-1].split() == ["in", "all", f"{sum(counted(source).values()):,}"]
    again = new.invoke(args=["import-all", str(path)])
    assert (again.exit_code, again.output) == (
        1,
        "Error: The database is not empty: there are rows in group. Nothing was taken in.\n",
    )
    assert old.invoke(args=["export-all", str(path)]).output == (
        f"Error: {path} is there already. --force writes over it.\n"
    )
    assert old.invoke(args=["export-all", "--force", str(path)]).exit_code == 0
    assert "cannot be written" in old.invoke(args=["export-all", str(tmp_path / "no" / "all")]).output


def test_the_commands_want_a_database_that_is_up_to_date(
    empty_database_url: str, tmp_path: Path, make_app: MakeApp
) -> None:
    runner = make_app(empty_database_url).test_cli_runner()
    for command in ("export-all", "import-all"):
        answer = runner.invoke(args=[command, str(tmp_path / "all")])
        assert (answer.exit_code, answer.output) == (
            1,
            "Error: The database is not set up: run flask db upgrade.\n",
        )
