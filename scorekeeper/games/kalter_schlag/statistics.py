"""What statistics add up over the deals of Kalter Schlag (docs/rules/kalter_schlag.md §31)."""

from __future__ import annotations

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.game import Counts
from scorekeeper.core.outcome import Outcome
from scorekeeper.games.kalter_schlag.deal import CALLS, PLAYERS, Deal, PaperDeal, PlayedDeal, durchmarsch_penalty

Facts = dict[str, bool | None]


def counts(entry: Deal | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
    """Return per seat what this entry adds; None where the entry does not tell.

    Every entry has `penalty` and `deals_lost`. A deal has besides `played`; `jungfrau` and `durchmarsch`
    (three without a trick count as three Jungfrauen and one Durchmarsch, §6) and `durchmarsch_suffered`;
    `called`, `called_and_scored` (the penalty fell on the caller) and `called_and_spared`.
    """
    if isinstance(entry, Void | Ruling):
        return tuple({"penalty": points, "deals_lost": 0} for points in outcome.points)
    return tuple(_counts(entry, outcome, seat) for seat in range(len(outcome.points)))


def _counts(deal: Deal, outcome: Outcome, seat: int) -> Counts:
    """Return what a deal adds for one seat; nothing happened to the seat that sits out."""
    points = outcome.points[seat]
    plays = seat != deal.sits_out
    facts = _paper_facts(deal, points) if isinstance(deal, PaperDeal) else _played_facts(deal, seat, points)
    called = facts["called"]
    facts["called_and_scored"] = called and points > 0
    facts["called_and_spared"] = called and points == 0
    told = {name: fact if fact is None else int(fact) for name, fact in facts.items()}
    base = {"penalty": points, "deals_lost": int(points > 0), "played": int(plays)}
    return base | (told if plays else dict.fromkeys(told, 0))


def _played_facts(deal: PlayedDeal, seat: int, points: int) -> Facts:
    """Return what a deal with card points tells of a seat that plays."""
    march = deal.durchmarsch is not None
    jungfrau = None if deal.jungfrau_seats is None else seat in deal.jungfrau_seats
    called = None if deal.callers is None else seat in deal.callers
    return {
        # who has the most card points has a trick
        "jungfrau": False if points and not march else jungfrau,
        "durchmarsch": seat == deal.durchmarsch,
        "durchmarsch_suffered": march and seat != deal.durchmarsch,
        "called": True if deal.calls == PLAYERS else called,
    }


def _paper_facts(deal: PaperDeal, points: int) -> Facts:
    """Return what a row of penalties tells: three times 120 (doubled) may have been a Durchmarsch."""
    losers = [value for value in deal.penalties if value]
    doubtful = len(losers) == PLAYERS - 1 and losers[0] in map(durchmarsch_penalty, CALLS)
    return {
        "jungfrau": False if points and not doubtful else None,
        "durchmarsch": None if doubtful and not points else False,
        "durchmarsch_suffered": None if doubtful and points else False,
        "called": None,
    }
