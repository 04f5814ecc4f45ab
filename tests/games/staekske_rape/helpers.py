"""What the tests of Staekske Rape share: reading the golden tables, and short ways to write a deal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.core.entry import Ruling
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.games.staekske_rape.deal import Deal
from scorekeeper.games.staekske_rape.options import Options
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE

VECTORS = Path(__file__).parents[2] / "vectors"
PAYLOAD_KEYS = ("bid", "event", "card_points", "melds", "without_stock")
NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva")


def vectors(name: str) -> list[dict[str, Any]]:
    """Read one golden table."""
    rows = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(rows, list)
    return rows


def payload_of(row: Mapping[str, object]) -> dict[str, object]:
    """Return the part of a row that is a payload; the first seat declares if the row does not say."""
    return {"declarer": row.get("declarer", 0), **{key: row[key] for key in PAYLOAD_KEYS if key in row}}


def options(**data: object) -> Options:
    """Return house rules."""
    return STAEKSKE_RAPE.load_options(data)


def load(payload: Mapping[str, object], seats: int = 4, rules: Options | None = None) -> Deal:
    """Load a deal by the usual house rules, or others."""
    return STAEKSKE_RAPE.load(payload, rules or Options(), seats)


def bid(number: int | None, points: int | None = None, *melds: str, **more: object) -> dict[str, object]:
    """Return a payload of the first seat."""
    return {"declarer": 0, "bid": number, "card_points": points, "melds": list(melds), **more}


def worth(payload: Mapping[str, object], **rules: object) -> int:
    """Return what a deal gives its declarer, the first seat."""
    house = options(**rules)
    return STAEKSKE_RAPE.score(load(payload, rules=house), house, 4).points[0]


def problems(payload: Mapping[str, object], rules: Options | None = None, seats: int = 4) -> list[tuple[str, str]]:
    """Return code and place of everything that is wrong with a payload, in order of place."""
    try:
        load(payload, seats, rules)
    except InvalidDealError as error:
        return sorted((problem.code, problem.where) for problem in error.problems)
    return []


def standings(*totals: int, **rules: object) -> Standings:
    """Return the standings after a ruling of these totals."""
    return STAEKSKE_RAPE.standings([Ruling(totals, (False,) * len(totals))], options(**rules), len(totals))


def ended(*totals: int, **rules: object) -> Ending:
    """Return the ending after a ruling of these totals."""
    ending = standings(*totals, **rules).ending
    assert ending is not None
    return ending
