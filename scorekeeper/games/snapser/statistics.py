"""What statistics add up over the deals of Šnapser (docs/rules/snapser.md §23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.outcome import Outcome
from scorekeeper.core.tally import Counts
from scorekeeper.games.snapser.deal import Deal, Declared, Reached, Side, raisers


def counts(entry: Deal | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
    """Return per seat what this entry adds.

    A deal has `played`, `won`, `gained` and `paid` (points); `chose`, `chose_won`, `opposed`, `opposed_won`;
    `za12`, `za12_won`, `durch`, `durch_won`, `gave_up` of the chooser; `silent_durch` of the side that took all;
    `raised` and `raised_won` (raises of the own side). A ruling has `ruled_gained` and `ruled_paid`.
    """
    if isinstance(entry, Void | Ruling):
        return tuple({"ruled_gained": max(each, 0), "ruled_paid": max(-each, 0)} for each in outcome.points)
    return tuple(_counts(entry, outcome, seat) for seat in range(entry.seats))


def peaks(rows: Sequence[Counts]) -> Mapping[str, int]:
    """Return the greatest gain of one deal, and as `winning_run` the most deals won in a row.

    A deal that the player sat out, or a row that is no deal, neither lengthens nor breaks a run.
    """
    run = longest = 0
    for row in rows:
        if row.get("played"):
            run = run + 1 if row.get("won") else 0
        longest = max(longest, run)
    return {"gained": max((row.get("gained") or 0 for row in rows), default=0), "winning_run": longest}


def _counts(deal: Deal, outcome: Outcome, seat: int) -> Counts:
    """Return what a deal adds for one seat; nothing happened to who sits out."""
    plays = seat not in deal.sits_out
    side = Side.CHOOSER if seat in (deal.chooser, deal.partner) else Side.OPPONENTS
    won = plays and deal.winner == side
    chose = seat == deal.chooser
    opposed = plays and side == Side.OPPONENTS
    raised = raisers(deal.raises).count(side) if plays else 0
    points = outcome.points[seat]
    return {
        "played": int(plays),
        "won": int(won),
        "gained": max(points, 0),
        "paid": max(-points, 0),
        "chose": int(chose),
        "chose_won": int(chose and won),
        "opposed": int(opposed),
        "opposed_won": int(opposed and won),
        "za12": int(chose and deal.declared == Declared.ZA12),
        "za12_won": int(chose and won and deal.declared == Declared.ZA12),
        "durch": int(chose and deal.declared == Declared.DURCH),
        "durch_won": int(chose and won and deal.declared == Declared.DURCH),
        "gave_up": int(chose and deal.declared == Declared.NEHRAM),
        "silent_durch": int(won and deal.outcome == Reached.TICHY_DURCH),
        "raised": raised,
        "raised_won": raised if won else 0,
    }
