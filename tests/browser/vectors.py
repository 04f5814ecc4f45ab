"""Whole games of the golden tables, as a table would enter them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.browser.sheet_pages import Deal

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "games_kalter_schlag.json"


def game(name: str) -> dict[str, Any]:
    """Give one game by its id."""
    found: dict[str, Any] = next(each for each in json.loads(VECTORS.read_text()) if each["id"] == name)
    return found


def deal(given: dict[str, Any]) -> Deal:
    """Turn a recorded deal into what is tapped: seats without a trick are the first with no points."""
    points = tuple(given["points"])
    if given["durchmarsch"] is not None:
        return Deal(points, durchmarsch=given["durchmarsch"], callers=_callers(given))
    noughts = [seat for seat, total in enumerate(points) if total == 0]
    return Deal(points, tuple(noughts[: given["jungfrauen"]]), _callers(given))


def _callers(given: dict[str, Any]) -> tuple[int, ...]:
    """Let the calls be made from the dealer's left on."""
    return tuple((given["dealer"] + 1 + place) % 4 for place in range(given["calls"]))
