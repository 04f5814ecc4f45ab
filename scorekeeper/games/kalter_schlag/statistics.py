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
    scored = outcome.marks[seat]
    plays = seat != deal.sits_out
    facts = _paper_facts(deal, scored) if isinstance(deal, PaperDeal) else _played_facts(deal, seat, scored)
    called = facts["called"]
    facts["called_and_scored"] = called and scored
    facts["called_and_spared"] = called and not scored
    told = {name: fact if fact is None else int(fact) for name, fact in facts.items()}
    base = {"penalty": outcome.points[seat], "deals_lost": int(scored), "played": int(plays)}
    return base | (told if plays else dict.fromkeys(told, 0))


def _played_facts(deal: PlayedDeal, seat: int, scored: bool) -> Facts:
    """Return what a deal with card points tells of a seat that plays."""
    march = deal.durchmarsch is not None
    jungfrau = None if deal.jungfrau_seats is None else seat in deal.jungfrau_seats
    called = None if deal.callers is None else seat in deal.callers
    return {
        # who has the most card points has a trick
        "jungfrau": False if scored and not march else jungfrau,
        "durchmarsch": seat == deal.durchmarsch,
        "durchmarsch_suffered": march and seat != deal.durchmarsch,
        "called": True if deal.calls == PLAYERS else called,
    }


def _paper_facts(deal: PaperDeal, scored: bool) -> Facts:
    """Return what a row of penalties tells: three times 120 (doubled) may have been a Durchmarsch."""
    losers = sum(value > 0 for value in deal.penalties)
    doubtful = losers == PLAYERS - 1 and max(deal.penalties) in map(durchmarsch_penalty, CALLS)
    return {
        "jungfrau": False if scored and not doubtful else None,
        "durchmarsch": None if doubtful and not scored else False,
        "durchmarsch_suffered": None if doubtful and scored else False,
        "called": None,
    }
