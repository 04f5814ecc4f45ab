"""How the entry panel stands while a deal is played: what it asks for, and who is picked without a number yet."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from scorekeeper.core.reading import whole

SHORT, ALL, MARCH = "short", "all", "march"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Panel:
    """Say what the panel asks for: the losers' total, all totals, or who took all tricks; and who is picked."""

    mode: str = SHORT
    picked: tuple[int, ...] = ()

    @classmethod
    def read(cls, text: object, players: Collection[int]) -> Self:
        """Read what a browser sent; what makes no sense counts as not said."""
        try:
            data = json.loads(text) if isinstance(text, str) and len(text) <= LONGEST else None
        except ValueError:
            data = None
        data = data if isinstance(data, dict) else {}
        mode, picked = data.get("mode"), data.get("picked")
        seats = [whole(seat) for seat in picked] if isinstance(picked, list) else []
        return cls(
            mode if mode in (ALL, MARCH) else SHORT,
            tuple(dict.fromkeys(seat for seat in seats if seat is not None and seat in players)),
        )

    def written(self) -> str:
        """Write it as the panel's script reads it; "" where nothing is picked and nothing else asked."""
        return "" if self == Panel() else json.dumps({"mode": self.mode, "picked": self.picked})
