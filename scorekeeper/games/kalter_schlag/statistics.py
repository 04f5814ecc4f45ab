"""What statistics add up over the deals of Kalter Schlag (docs/rules/kalter_schlag.md §31)."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.outcome import Outcome
from scorekeeper.core.tally import Counts
from scorekeeper.games.kalter_schlag.deal import CALLS, PLAYERS, Deal, PaperDeal, PlayedDeal, durchmarsch_penalty

Facts = dict[str, bool | None]


def counts(entry: Deal | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
    """Return per seat what this entry adds; None where the entry does not tell.

    A deal has `penalty`, `deals_lost` and `played`; `jungfrau` and `durchmarsch` (three without a trick count
    as three Jungfrauen and one Durchmarsch, §6) and `durchmarsch_suffered`; `called`, `called_and_scored`
    (the penalty fell on the caller) and `called_and_spared`. What is no deal has the points and marks that
    the table gave: `ruled` and `ruled_marks`. A deal tells something of all who play or of nobody: if the
    losers alone counted where only they are known to have a trick, every share would be too low.
    """
    if isinstance(entry, Void | Ruling):
        given = zip(outcome.points, outcome.marks, strict=True)
        return tuple({"ruled": points, "ruled_marks": int(mark)} for points, mark in given)
    return tuple(_counts(entry, outcome, seat) for seat in range(len(outcome.points)))


def peaks(rows: Sequence[Counts]) -> dict[str, int]:
    """Return the greatest `penalty`, and as `clean_run` the most deals in a row without a mark.

    A deal that the player sat out, or a row that is no deal, neither lengthens nor breaks a run; a mark by the
    table's ruling breaks it.
    """
    run = longest = 0
    for row in rows:
        if row.get("deals_lost") or row.get("ruled_marks"):
            run = 0
        elif row.get("played"):
            run += 1
        longest = max(longest, run)
    return {"penalty": max((row.get("penalty") or 0 for row in rows), default=0), "clean_run": longest}


def _counts(deal: Deal, outcome: Outcome, seat: int) -> Counts:
    """Return what a deal adds for one seat; nothing happened to the seat that sits out."""
    scored = outcome.marks[seat]
    plays = seat != deal.sits_out
    facts = _paper_facts(deal) if isinstance(deal, PaperDeal) else _played_facts(deal, seat)
    called = facts["called"]
    facts["called_and_scored"] = called and scored
    facts["called_and_spared"] = called and not scored
    told = {name: fact if fact is None else int(fact) for name, fact in facts.items()}
    base = {"penalty": outcome.points[seat], "deals_lost": int(scored), "played": int(plays)}
    return base | (told if plays else dict.fromkeys(told, 0))


def _played_facts(deal: PlayedDeal, seat: int) -> Facts:
    """Return what a deal with card points tells of a seat that plays."""
    march = deal.durchmarsch is not None
    called = None if deal.callers is None else seat in deal.callers
    return {
        "jungfrau": None if deal.jungfrau_seats is None else seat in deal.jungfrau_seats,
        "durchmarsch": seat == deal.durchmarsch,
        "durchmarsch_suffered": march and seat != deal.durchmarsch,
        "called": True if deal.calls == PLAYERS else called,
    }


def _paper_facts(deal: PaperDeal) -> Facts:
    """Return what a row of penalties tells: three times 120 (doubled) may have been a Durchmarsch."""
    losers = sum(value > 0 for value in deal.penalties)
    doubtful = losers == PLAYERS - 1 and max(deal.penalties) in map(durchmarsch_penalty, CALLS)
    march = None if doubtful else False
    return {"jungfrau": None, "durchmarsch": march, "durchmarsch_suffered": march, "called": None}
