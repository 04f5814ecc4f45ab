"""Compare all splits of 120 card points with the second statement, a part at a time, in processes of their own.

Outside the tests' process no coverage is measured, which would make 1.4 million scores take minutes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.games.kalter_schlag.deal import PlayedDeal
from scorekeeper.games.kalter_schlag.loading import load
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.scoring import score
from tests.games.kalter_schlag import second

OPTIONS = Options()


@dataclass
class Part:
    """Hold what one part of the splits gave: numbers, the losers' totals met, and what differed."""

    splits: int = 0
    accepted: int = 0
    with_jungfrauen: int = 0
    scored: int = 0
    losing: set[tuple[int, int, int]] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)


def compare(first: int) -> Part:
    """Compare the splits in which the first seat has `first` card points."""
    part = Part()
    for split in second.splits(first):
        part.splits += 1
        for jungfrauen in range(min(split.count(0), 2) + 1):
            _compare_one(part, split, jungfrauen)
    return part


def _compare_one(part: Part, split: second.Split, jungfrauen: int) -> None:
    """Load one split with so many Jungfrauen, and score it with every number of calls."""
    deal = _loaded(split, jungfrauen, calls=part.splits % 5)
    if (deal is not None) != second.possible(split, jungfrauen):
        part.differences.append(f"{split} with {jungfrauen}: {'accepted' if deal else 'refused'}")
    if deal is None:
        return
    if jungfrauen:
        part.with_jungfrauen += 1
    else:
        part.accepted += 1
    part.losing.add((jungfrauen, split.count(max(split)), max(split)))
    for calls in range(5):
        points = score(replace(deal, calls=calls), OPTIONS, 4).points
        part.scored += 1
        if points != second.penalties(split, jungfrauen, calls):
            part.differences.append(f"{split} with {jungfrauen} and {calls} calls: {points}")


def _loaded(split: second.Split, jungfrauen: int, calls: int) -> PlayedDeal | None:
    """Return the deal, None if it is refused."""
    try:
        deal = load({"points": split, "jungfrauen": jungfrauen, "calls": calls}, OPTIONS, 4)
    except InvalidDealError:
        return None
    return deal if isinstance(deal, PlayedDeal) else None
