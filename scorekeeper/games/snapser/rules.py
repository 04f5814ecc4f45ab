"""The rules of Šnapser as the app sees them.

One player chooses the trump and plays against the others; what a deal is worth goes from the losers to the winners.
There is no target: the account runs until the table ends it. Rules and sources: docs/rules/snapser.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.core.figures import Figure
from scorekeeper.core.fold import NOBODY
from scorekeeper.core.game import CardGame
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import Problem
from scorekeeper.core.standings import Ending, Standings, State
from scorekeeper.core.tally import Counts, Tally
from scorekeeper.games.snapser.account import close, closeness
from scorekeeper.games.snapser.codes import Code
from scorekeeper.games.snapser.deal import PLAYERS, Deal, reseated, widened
from scorekeeper.games.snapser.feats import feats
from scorekeeper.games.snapser.loading import dump, load
from scorekeeper.games.snapser.options import Options, dump_options, load_options
from scorekeeper.games.snapser.outlook import outlook
from scorekeeper.games.snapser.records import figures
from scorekeeper.games.snapser.scoring import score
from scorekeeper.games.snapser.statistics import counts, peaks


class Snapser(CardGame[Deal, Options]):
    """Offer Šnapser for two or three; four is a house rule."""

    key = "snapser"
    seats = tuple(PLAYERS)
    usual_seats = (2, 3)
    low_wins = False
    plays_clockwise = False
    agreements = ("closed", "nobody")

    def load_options(self, data: Mapping[str, object]) -> Options:
        """Read house rules (§15-§21)."""
        return load_options(data)

    def dump_options(self, options: Options) -> dict[str, object]:
        """Write house rules."""
        return dump_options(options)

    def target(self, options: Options) -> int | None:
        """Return nothing: an account has no target (§12)."""
        return None

    def marks_to_win(self, options: Options) -> int | None:
        """Return nothing: there are no marks."""
        return None

    def load(self, payload: Mapping[str, object], options: Options, seats: int) -> Deal:
        """Read a deal (§3-§9)."""
        return load(payload, options, seats)

    def dump(self, deal: Deal) -> dict[str, object]:
        """Write a deal."""
        return dump(deal)

    def score(self, deal: Deal, options: Options, seats: int) -> Outcome:
        """Return who pays what in a deal and why (§5-§9)."""
        return score(deal, options)

    def reseat(self, deal: Deal, order: Sequence[int]) -> Deal:
        """Return the deal after the players changed places."""
        return reseated(deal, order)

    def widened(self, deal: Deal) -> Deal:
        """Return the deal with one more seat, which sat out."""
        return widened(deal)

    def counts(self, entry: Deal | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
        """Return per seat what statistics add up (§23)."""
        return counts(entry, outcome)

    def peaks(self, rows: Sequence[Counts]) -> Mapping[str, int]:
        """Return the greatest gain and the longest winning run (§23)."""
        return peaks(rows)

    def figures(self, tally: Tally) -> tuple[Figure, ...]:
        """Return a player's record (§24)."""
        return figures(tally)

    def sits_out(self, dealer: int, seats: int, vacant: frozenset[int] = NOBODY) -> int | None:
        """Return an empty seat; nobody who is there sits out."""
        return min(vacant) if vacant else None

    def dealer_problems(
        self, deal: Deal, dealer: int, seats: int, vacant: frozenset[int] = NOBODY
    ) -> tuple[Problem, ...]:
        """Return a problem if others than the empty seats sat out. Any seat may choose, whoever dealt (§3)."""
        if deal.sits_out == tuple(sorted(vacant)):
            return ()
        params = {"seats": deal.sits_out, "empty_seats": tuple(sorted(vacant))}
        return (Problem(Code.SITS_OUT_IS_EMPTY, "sits_out", params),)

    def ruling_problems(self, points: tuple[int, ...]) -> tuple[Problem, ...]:
        """Return a problem if points appear from nowhere or are lost: they only change hands (§14)."""
        return (Problem(Code.RULING_SUM_0, "points", {"sum": sum(points)}),) if sum(points) else ()

    def judge(
        self,
        totals: tuple[int, ...],
        marks: tuple[int, ...],
        dealer: int,
        options: Options,
        vacant: frozenset[int] = NOBODY,
    ) -> State | Ending:
        """Return that the account goes on: only the table ends it (§12)."""
        return State.RUNNING

    def close(self, standings: Standings, how: Mapping[str, object]) -> Ending:
        """Return the end of the account: each point is a stake, nobody pays, or stakes by hand (§13, §14)."""
        return close(standings, how)

    def closeness(self, standings: Standings, options: Options, seats: int) -> tuple[Line, ...]:
        """Return who chooses next, or what each gets or pays at the end (§12, §22)."""
        return closeness(standings, seats)

    def outlook(
        self, standings: Standings, payload: Mapping[str, object], options: Options, seats: int
    ) -> tuple[Line, ...]:
        """Return what the open deal is worth (§22)."""
        return outlook(payload, options)

    def feats(
        self, entries: Sequence[Deal | Void | Ruling], standings: Standings, options: Options, seats: int
    ) -> tuple[Feat, ...]:
        """Return what the chronicle keeps (§25)."""
        return feats(entries, standings)


SNAPSER = Snapser()
