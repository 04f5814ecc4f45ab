"""The two databases that are compared: one small group alone, and a large one inside a million deals.

They are made once and kept in `.cache/bench`, in a folder that names the schema they were made for.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from sqlalchemy import create_engine, func, select
from sqlalchemy.orm import Session

from bench.copied import copy_rows
from scorekeeper.models import Device, Entry, Evening, Role
from scorekeeper.services import codes
from scorekeeper.services.seed import Wish, copy_group, seed_group
from tests.postgres import FAST, PostgresServer

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache" / "bench"
TOLD = "made.json"
UNTIL = date(2026, 11, 1)
# What is made once and whole needs neither a journal nor a look at every reference.
QUICK = ("PRAGMA synchronous = OFF", "PRAGMA journal_mode = OFF", "PRAGMA cache_size = -200000")


@dataclass(frozen=True, slots=True)
class Size:
    """Say how much is made: the evenings of the group that is measured, and how often it is copied besides."""

    name: str
    evenings: int
    copies: int


# An evening has 34 deals or so.
SMALL = Size("1,000 deals alone", evenings=30, copies=0)
LARGE = Size("20,000 deals in 1,000,000", evenings=600, copies=49)


@dataclass(frozen=True, slots=True)
class Made:
    """Say what a database has: the group, a device's token, a player, the newest evening, and how many deals.

    `url` is told anew whenever it is read: the folder may have moved since it was made.
    """

    url: str
    group_id: str
    token: str
    player_id: str
    evening_id: str
    deals: int
    deals_in_all: int


def made(size: Size, say: Callable[[str], object]) -> Made:
    """Give a database of a size in SQLite; make it if there is none yet."""
    folder = CACHE / _name_of(size)
    url = f"sqlite:///{folder / 'scorekeeper.sqlite'}"
    if not (folder / TOLD).exists():
        _begin(folder, size, say)
        (folder / TOLD).write_text(json.dumps(asdict(fill(url, size, folder))), encoding="utf-8")
    return _read(folder, url)


@contextmanager
def made_in_postgresql(size: Size, say: Callable[[str], object]) -> Iterator[Made]:
    """Give the same in a server of PostgreSQL that runs meanwhile; copy it there if it is not yet.

    Raises PostgresMissingError.
    """
    source, folder = made(size, say), CACHE / f"{_name_of(size)}-postgresql"
    server, is_new = PostgresServer(folder), not (folder / TOLD).exists()
    url = f"{server.url}postgres"
    if is_new:
        _begin(folder, size, say)
        server.own()
        server.make()
    server.start(FAST if is_new else "")
    try:
        if is_new:
            _migrate(url, folder)
            counts = copy_rows(source.url, url)
            say(f"{sum(counts.values()):,} rows copied into PostgreSQL.\n")
            (folder / TOLD).write_text(json.dumps(asdict(source)), encoding="utf-8")
        yield _read(folder, url)
    finally:
        server.stop("fast")


def _name_of(size: Size) -> str:
    return f"{_schema()}-{size.evenings}-{size.copies + 1}"


def _begin(folder: Path, size: Size, say: Callable[[str], object]) -> None:
    say(f"Making {size.name}; it is kept in {folder.relative_to(ROOT)}.\n")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _read(folder: Path, url: str) -> Made:
    return Made(**{**json.loads((folder / TOLD).read_text(encoding="utf-8")), "url": url})


def _migrate(url: str, folder: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": url, "SCOREKEEPER_INSTANCE": str(folder)}
    subprocess.run([sys.executable, "-m", "flask", "db", "upgrade"], cwd=ROOT, env=environment, check=True)


def _schema() -> str:
    """Name the newest migration."""
    return max(path.name[:4] for path in (ROOT / "scorekeeper" / "migrations" / "versions").glob("[0-9]*.py"))


def fill(url: str, size: Size, folder: Path) -> Made:
    """Make the tables of an empty database and fill them; nothing in the folder but what the app puts into its own."""
    _migrate(url, folder)
    engine = create_engine(url)
    token = codes.new_token()
    with Session(engine) as session:
        for quick in QUICK:
            session.connection().exec_driver_sql(quick)
        session.commit()
        seeded = seed_group(session, Wish(size.evenings, until=UNTIL))
        for _number in range(size.copies):
            copy_group(session, seeded.group_id, uuid.uuid4())
            session.commit()
        device = Device(
            group_id=seeded.group_id, token_hash=codes.hashed(token), role=Role.VIEWER, label="linux chrome"
        )
        session.add(device)
        newest = select(Evening.id).where(Evening.group_id == seeded.group_id).order_by(Evening.local_date.desc())
        found = Made(
            url=url,
            group_id=str(seeded.group_id),
            token=token,
            player_id=str(seeded.players[0]),
            evening_id=str(session.scalars(newest.limit(1)).one()),
            deals=seeded.rows,
            deals_in_all=session.scalar(select(func.count()).select_from(Entry)) or 0,
        )
        session.commit()
    engine.dispose()
    return found
