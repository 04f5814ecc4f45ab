"""What the tests of Kalter Schlag share: reading the golden tables, and short ways to write a deal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

from scorekeeper.core.entry import Ruling, Void, load_entry
from scorekeeper.core.problems import InvalidDealError, Problem
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.games.kalter_schlag.deal import Deal
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG

VECTORS = Path(__file__).parents[2] / "vectors"
PAYLOAD_KEYS = ("points", "jungfrauen", "durchmarsch", "calls", "jungfrau_seats", "callers")
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
"""For Hypothesis on a busy machine, where the time of one example says nothing."""

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva")


def vectors(name: str) -> list[dict[str, Any]]:
    """Read one golden table."""
    rows = json.loads((VECTORS / f"{name}.json").read_text())
    assert isinstance(rows, list)
    return rows


def payload_of(row: Mapping[str, object]) -> dict[str, object]:
    """Return the part of a row that is a payload."""
    return {key: row[key] for key in PAYLOAD_KEYS if key in row}


def options(**data: object) -> Options:
    """Return house rules."""
    return KALTER_SCHLAG.load_options(data)


def load(payload: Mapping[str, object], seats: int = 4, rules: Options | None = None) -> Deal:
    """Load a deal by the usual house rules, or others."""
    return KALTER_SCHLAG.load(payload, rules or Options(), seats)


def problems(payload: Mapping[str, object], seats: int = 4, rules: Options | None = None) -> list[tuple[str, str]]:
    """Return code and place of everything that is wrong with a payload, in order of place."""
    return sorted((problem.code, problem.where) for problem in full_problems(payload, seats, rules))


def full_problems(payload: Mapping[str, object], seats: int = 4, rules: Options | None = None) -> tuple[Problem, ...]:
    """Return everything that is wrong with a payload."""
    try:
        load_entry(KALTER_SCHLAG, payload, rules or Options(), seats)
    except InvalidDealError as error:
        return error.problems
    return ()


def normal(*points: int | None, jungfrauen: int = 0, calls: int = 0) -> Deal:
    """Return a deal with card points."""
    return load({"points": points, "jungfrauen": jungfrauen, "calls": calls})


def durchmarsch(seat: int, calls: int = 0) -> Deal:
    """Return a Durchmarsch among four."""
    return load({"points": [None] * 4, "durchmarsch": seat, "calls": calls})


def given(totals: tuple[int, ...], marks: tuple[int, ...]) -> list[Ruling]:
    """Return rulings that bring about these totals and marks, the totals with the last of them."""
    steps = max(1, *marks)
    none = (0,) * len(totals)
    return [
        Ruling(totals if step == steps - 1 else none, tuple(mark > step for mark in marks)) for step in range(steps)
    ]


def play(
    *entries: Deal | Void | Ruling, rules: Options | None = None, seats: int = 4, first_dealer: int = 0
) -> Standings:
    """Fold entries by the usual house rules, or others."""
    return KALTER_SCHLAG.standings(entries, rules or Options(), seats, first_dealer)


def ending(standings: Standings) -> Ending:
    """Return the ending of a game that must be over."""
    assert standings.ending is not None
    return standings.ending
