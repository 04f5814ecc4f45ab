"""What the chronicle keeps of an account of Šnapser (docs/rules/snapser.md §25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.core.problems import Param
from scorekeeper.core.standings import Standings
from scorekeeper.games.snapser.deal import RAISES, Deal, Reached, Side


class FeatCode(StrEnum):
    """Codes of the feats."""

    DURCH = "durch"
    TICHY_DURCH = "tichy_durch"
    BOTY = "boty"


def feats(entries: Sequence[Deal | Void | Ruling], standings: Standings) -> tuple[Feat, ...]:
    """Return the feats of an account in the order of its entries; void deals and rulings have none.

    Source: docs/rules/snapser.md §25.
    """
    deals = [(index, entry) for index, entry in enumerate(entries) if not isinstance(entry, Void | Ruling)]
    return tuple(feat for index, deal in deals for feat in _of(index, deal, standings))


def _of(index: int, deal: Deal, standings: Standings) -> Iterator[Feat]:
    """Tell of all tricks that were taken, announced or not, and of all four raises."""
    winners = deal.side(deal.winner)
    points = standings.outcomes[index].points[winners[0]]
    params: dict[str, Param] = {"points": points, "raises": deal.raises, "red": deal.red}
    if deal.outcome == Reached.DURCH and deal.winner == Side.CHOOSER:
        yield Feat(FeatCode.DURCH, index, winners, params)
    if deal.outcome == Reached.TICHY_DURCH:
        yield Feat(FeatCode.TICHY_DURCH, index, winners, params)
    if deal.raises == RAISES[-1]:
        yield Feat(FeatCode.BOTY, index, winners, params)
