"""A file of everything that was tampered with or damaged is taken in whole, or refused in a sentence and not at all."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import Base, Role
from scorekeeper.models.engine import prepare_engine
from scorekeeper.services.links import make_standing
from scorekeeper.services.moving import MoveError, export_all, import_all
from scorekeeper.web.schema import newest_migration
from tests.services.factories import deal, make_table
from tests.services.settling import another_evening, debts, lost, pay, settle
from tests.spoiling import TEN_MEGABYTES, VERSIONS, Chance, cut, garbled, nasty_json, often, replaced
from tests.web.fuzz import ANEW

HEAD = newest_migration()
Line = dict[str, object] | list[object]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Write a small database of which every table has rows; give the lines of its file."""
    folder = tmp_path_factory.mktemp("source")
    engine = create_engine(f"sqlite:///{folder / 'all.sqlite3'}")
    prepare_engine(engine)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        table = make_table(session)
        lost(table)
        settle(table)
        pay(table, debts(table)[0], 30)
        another_evening(table)
        table.record(table.start().id, deal(66, 30, 24, 0), deal(0, 63, 57, 0, calls=3, jungfrauen=2))
        session.add(make_standing(table.group_id, Role.VIEWER))
        session.commit()
    counts = export_all(engine, folder / "all", HEAD)
    engine.dispose()
    assert min(counts.values()) > 0
    return (folder / "all").read_text(encoding="utf-8").splitlines()


def _some(lines: list[str], chance: Chance) -> int:
    return chance.randrange(len(lines))


def _a_value(lines: list[str], value: object, chance: Chance) -> None:
    number = _some(lines, chance)
    lines[number] = json.dumps(replaced(json.loads(lines[number]), value, chance))


def _another_version(lines: list[str], _value: object, chance: Chance) -> None:
    name = chance.choice(("version", "migration", "format"))
    lines[0] = json.dumps({**json.loads(lines[0]), name: chance.choice(VERSIONS)})


def _a_line_twice(lines: list[str], _value: object, chance: Chance) -> None:
    lines.insert(_some(lines, chance), lines[_some(lines, chance)])


def _a_line_less(lines: list[str], _value: object, chance: Chance) -> None:
    del lines[_some(lines, chance)]


def _another_order(lines: list[str], _value: object, chance: Chance) -> None:
    one, other = _some(lines, chance), _some(lines, chance)
    lines[one], lines[other] = lines[other], lines[one]


def _cut(lines: list[str], _value: object, chance: Chance) -> None:
    number = _some(lines, chance)
    lines[number:] = [cut(lines[number], chance)]


def _garbled(lines: list[str], _value: object, chance: Chance) -> None:
    number = _some(lines, chance)
    lines[number] = garbled(lines[number], chance)


def _the_whole_twice(lines: list[str], _value: object, _chance: Chance) -> None:
    lines += lines


def _ten_megabytes(lines: list[str], _value: object, chance: Chance) -> None:
    number = _some(lines, chance)
    long = chance.choice(("x" * TEN_MEGABYTES, [0] * (TEN_MEGABYTES // 3)))
    lines[number] = json.dumps(replaced(json.loads(lines[number]), long, chance))


SPOILING: Mapping[str, Callable[[list[str], object, Chance], None]] = MappingProxyType(
    {
        "a value": _a_value,
        "another version": _another_version,
        "a line twice": _a_line_twice,
        "a line less": _a_line_less,
        "another order": _another_order,
        "cut": _cut,
        "garbled": _garbled,
        "the whole twice": _the_whole_twice,
        "ten megabytes": _ten_megabytes,
    }
)


@dataclass(frozen=True, slots=True)
class Spoilt:
    """Say what is done to the lines: how, with what, where, and whether the last line then speaks for the others."""

    how: str
    value: object
    chance: int
    is_sealed: bool

    def of(self, lines: list[str]) -> bytes:
        """Write the file, spoilt."""
        made = list(lines)
        SPOILING[self.how](made, self.value, random.Random(self.chance))
        if self.is_sealed:
            return sealed(made)
        return "".join(f"{line}\n" for line in made).encode("utf-8", "surrogatepass")


def sealed(lines: list[str]) -> bytes:
    """Let the last line say how many rows there are and what the checksum is, as whoever tampers would."""
    counts, name = {table.name: 0 for table in Base.metadata.sorted_tables}, ""
    for line in lines[1:-1]:
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            name = str(found.get("table"))
        elif name in counts:
            counts[name] += 1
    before = "".join(f"{line}\n" for line in lines[:-1]).encode("utf-8", "surrogatepass")
    end = {"end": counts, "sha256": hashlib.sha256(before).hexdigest()}
    return before + json.dumps(end).encode() + b"\n"


spoilings = st.builds(Spoilt, st.sampled_from(often(SPOILING)), nasty_json, st.integers(0, 10**9), st.booleans())


def counted(engine: Engine) -> dict[str, int]:
    with engine.connect() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }


def emptied(engine: Engine) -> None:
    with engine.begin() as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(delete(table))


@pytest.mark.parametrize("number", [60, pytest.param(3_000, marks=pytest.mark.drill)])
def test_a_spoilt_file_is_taken_in_whole_or_not_at_all(
    number: int, engine: Engine, lines: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "all"
    came_of: Counter[str] = Counter()

    @seed(11)
    @settings(
        database=None,
        deadline=None,
        max_examples=number,
        phases=[Phase.generate],
        backend=ANEW,
        suppress_health_check=list(HealthCheck),
    )
    @given(spoilt=spoilings)
    def one(spoilt: Spoilt) -> None:
        path.write_bytes(spoilt.of(lines))
        try:
            counts = dict(import_all(engine, path, HEAD))
        except MoveError:
            assert set(counted(engine).values()) == {0}
            came_of["refused"] += 1
            return
        assert counted(engine) == counts
        assert counts["group"]
        emptied(engine)
        came_of["taken in"] += 1

    one()
    assert set(came_of) == {"refused", "taken in"}
    print(f"{number} files: {dict(came_of)}")
