"""What the tests of Šnapser share: the golden tables, and payloads made of their rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.games.snapser.deal import Deal
from scorekeeper.games.snapser.rules import SNAPSER

VECTORS = Path(__file__).resolve().parents[2] / "vectors"
NAMES = ("Anna", "Bernd", "Clara", "Dieter")
PARTS = ("chooser", "partner", "declared", "winner", "outcome", "red", "raises")

Row = dict[str, Any]


def vectors(name: str) -> list[Row]:
    """Return the rows of one golden table."""
    rows: list[Row] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return rows


def by_id(row: Row) -> str:
    """Name a row of a table."""
    return str(row["id"])


def payload_of(row: Row) -> Row:
    """Return the payload of a row."""
    return {"v": 1, **{part: row[part] for part in PARTS}}


def payload(**said: object) -> Row:
    """Return a common deal, Anna choosing and winning with water, changed in what is said."""
    return {"chooser": 0, "declared": "hram", "winner": "chooser", "outcome": "s_vodou", **said}


def deal(seats: int = 3, options: Row | None = None, **said: object) -> Deal:
    """Load a common deal, changed in what is said."""
    return SNAPSER.load(payload(**said), SNAPSER.load_options(options or {}), seats)


def points(seats: int = 3, options: Row | None = None, **said: object) -> tuple[int, ...]:
    """Score a common deal, changed in what is said."""
    rules = SNAPSER.load_options(options or {})
    return SNAPSER.score(SNAPSER.load(payload(**said), rules, seats), rules, seats).points


def problems(payload: object, seats: int = 3, options: Row | None = None) -> list[tuple[str, str]]:
    """Return what is wrong with a payload: codes and places."""
    try:
        SNAPSER.load(payload, SNAPSER.load_options(options or {}), seats)  # type: ignore[arg-type]
    except InvalidDealError as error:
        return [(str(problem.code), problem.where) for problem in error.problems]
    return []
