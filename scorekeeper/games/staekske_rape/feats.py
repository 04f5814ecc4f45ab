"""What the chronicle keeps of Staekske Rape (docs/rules/staekske_rape.md §17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.core.standings import Standings
from scorekeeper.games.staekske_rape.deal import Deal, Event
from scorekeeper.games.staekske_rape.melds import Meld


class FeatCode(StrEnum):
    """Codes of the feats."""

    ALL_TRICKS_UNTOUCHED = "all_tricks_untouched"
    FOUR_JACKS = "four_jacks"
    NO_TRICKS = "no_tricks"


def feats(entries: Sequence[Deal | Void | Ruling], standings: Standings) -> tuple[Feat, ...]:
    """Return them in the order of the entries."""
    return tuple(
        Feat(code, index, (entry.declarer,), {"bid": entry.bid, "points": points[entry.declarer]})
        for index, entry in enumerate(entries)
        if isinstance(entry, Deal)
        for points in (standings.outcomes[index].points,)
        for code in _codes(entry)
    )


def _codes(deal: Deal) -> Iterator[FeatCode]:
    if deal.event is Event.ALL_TRICKS and deal.without_stock:
        yield FeatCode.ALL_TRICKS_UNTOUCHED
    if Meld.FOUR_JACKS in deal.melds:
        yield FeatCode.FOUR_JACKS
    if deal.event is Event.NO_TRICKS:
        yield FeatCode.NO_TRICKS
