"""What records are made of for a period: all its stints where they are few, else whole months as they are kept."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorekeeper.registry import GAMES
from scorekeeper.services import months
from scorekeeper.services.months import Kept
from scorekeeper.services.purses import Purse, by_evening, by_month
from scorekeeper.services.stints import Other, Period, Stint, read_others, read_stints
from scorekeeper.services.sums import Sum, summed

FEW_STINTS = 200
"""So many are read one by one, and their money is shown evening by evening."""


@dataclass(frozen=True, slots=True)
class Found:
    """Hold what a period has: `kept` by whole months, and the `stints` outside of these; `others` sat there too."""

    kept: tuple[Kept, ...]
    stints: tuple[Stint, ...]
    others: tuple[Other, ...]

    def purses(self) -> tuple[Purse, ...]:
        """Give one player's money over time."""
        return by_month(self.kept, self.stints) if self.kept else by_evening(self.stints)

    def games(self) -> Iterator[tuple[str, Mapping[uuid.UUID, list[Sum]]]]:
        """Give by game, in the order of the registry, the sums of each player that are to be added up."""
        sums: defaultdict[str, defaultdict[uuid.UUID, list[Sum]]] = defaultdict(lambda: defaultdict(list))
        for each in self.kept:
            sums[each.game][each.player_id].append(each.sum)
        own: defaultdict[tuple[str, uuid.UUID], list[Stint]] = defaultdict(list)
        for stint in self.stints:
            own[stint.game, stint.player_id].append(stint)
        for (game, player_id), played in own.items():
            sums[game][player_id].append(summed(played, self.others))
        return ((game, sums[game]) for game in GAMES if game in sums)


def look_back(session: Session, group_id: uuid.UUID, period: Period, player_id: uuid.UUID | None = None) -> Found:
    """Find what a player has in a period, or with two queries less all have, without who sat there too."""
    whole, edges = months.parts(period)
    kept = months.within(months.read(session, group_id, player_id) or (), whole)
    if sum(each.sum.games["stints"] for each in kept) <= FEW_STINTS:
        kept, edges = (), (period,)
    stints: list[Stint] = []
    others: list[Other] = []
    for edge in edges:
        stints += read_stints(session, group_id, edge, player_id)
        if player_id is not None:
            others += read_others(session, group_id, edge, player_id)
    return Found(kept, tuple(stints), tuple(others))
