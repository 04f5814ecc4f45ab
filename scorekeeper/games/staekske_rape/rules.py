"""The rules of Staekske Rape as the app sees them.

One player declares: what he makes in tricks and melds is held against his bid, and he alone scores. Rules and sources:
docs/rules/staekske_rape.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.core.figures import Figure
from scorekeeper.core.fold import NOBODY, one_too_many
from scorekeeper.core.game import CardGame
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import Problem
from scorekeeper.core.standings import Ending, Standings, State
from scorekeeper.core.tally import Counts, Tally
from scorekeeper.games.staekske_rape.codes import Code
from scorekeeper.games.staekske_rape.deal import PLAYERS, Deal, reseated
from scorekeeper.games.staekske_rape.endings import close, judge
from scorekeeper.games.staekske_rape.feats import feats
from scorekeeper.games.staekske_rape.loading import dump, load
from scorekeeper.games.staekske_rape.options import Options, dump_options, load_options
from scorekeeper.games.staekske_rape.outlook import CloseLine, closeness, outlook
from scorekeeper.games.staekske_rape.records import figures
from scorekeeper.games.staekske_rape.scoring import score
from scorekeeper.games.staekske_rape.statistics import counts, peaks


class StaekskeRape(CardGame[Deal, Options]):
    """Offer Staekske Rape for four, or for five of whom the dealer sits out."""

    key = "staekske_rape"
    seats = (PLAYERS, PLAYERS + 1)
    low_wins = False
    pressing = frozenset({CloseLine.NEAR})
    agreements = ("highest", "highest_paid", "nobody")
    by_place = ("deals", "declared")

    def load_options(self, data: Mapping[str, object]) -> Options:
        """Read house rules (§20-§25)."""
        return load_options(data)

    def dump_options(self, options: Options) -> dict[str, object]:
        """Write house rules."""
        return dump_options(options)

    def target(self, options: Options) -> int:
        """Return the total that wins."""
        return options.target

    def marks_to_win(self, options: Options) -> None:
        """Return nothing: there are no marks."""

    def has_stakes(self, options: Options) -> bool:
        """Say whether the winner is paid (§12)."""
        return options.winner_paid

    def load(self, payload: Mapping[str, object], options: Options, seats: int) -> Deal:
        """Read a deal (§4-§9)."""
        return load(payload, options, seats)

    def dump(self, deal: Deal) -> dict[str, object]:
        """Write a deal."""
        return dump(deal)

    def score(self, deal: Deal, options: Options, seats: int) -> Outcome:
        """Return the declarer's game points and why (§5-§9).

        >>> STAEKSKE_RAPE.score(Deal(1, 3, card_points=138), Options(), 4).points
        (0, 1, 0, 0)
        >>> STAEKSKE_RAPE.score(Deal(0, 4, card_points=127), Options(), 4).points
        (-12, 0, 0, 0)
        """
        return score(deal, options, seats)

    def reseat(self, deal: Deal, order: Sequence[int]) -> Deal:
        """Return the deal after the players changed places."""
        return reseated(deal, order)

    def widened(self, deal: Deal) -> Deal:
        """Return the deal: a fifth seat changes nothing in it."""
        return deal

    def counts(self, entry: Deal | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
        """Return per seat what statistics add up (§16)."""
        return counts(entry, outcome)

    def peaks(self, rows: Sequence[Counts]) -> Mapping[str, int]:
        """Return the best and the worst result, and the highest bid that was met (§16)."""
        return peaks(rows)

    def figures(self, tally: Tally) -> tuple[Figure, ...]:
        """Return a player's record (§16)."""
        return figures(tally)

    def sits_out(self, dealer: int, seats: int, vacant: frozenset[int] = NOBODY) -> int | None:
        """Return the dealer if there are five, or the empty one of five seats (§3)."""
        return one_too_many(dealer, seats, PLAYERS, vacant)

    def dealer_problems(
        self, deal: Deal, dealer: int, seats: int, vacant: frozenset[int] = NOBODY
    ) -> tuple[Problem, ...]:
        """Return a problem if the declarer does not play this deal (§3)."""
        if deal.declarer != self.sits_out(dealer, seats, vacant) and deal.declarer not in vacant:
            return ()
        return (Problem(Code.DECLARER_SITS_OUT, "declarer", {"seat": deal.declarer}),)

    def judge(
        self,
        totals: tuple[int, ...],
        marks: tuple[int, ...],
        dealer: int,
        options: Options,
        vacant: frozenset[int] = NOBODY,
    ) -> State | Ending:
        """Return where the game stands after an entry (§10-§12)."""
        return judge(totals, dealer, options, vacant)

    def close(self, standings: Standings, how: Mapping[str, object]) -> Ending:
        """Return the ending by agreement (§13)."""
        return close(standings, how)

    def closeness(self, standings: Standings, options: Options, seats: int) -> tuple[Line, ...]:
        """Return how far each seat is from the target (§14)."""
        return closeness(standings, options, seats)

    def outlook(
        self, standings: Standings, payload: Mapping[str, object], options: Options, seats: int
    ) -> tuple[Line, ...]:
        """Return what the bid needs and may decide (§15)."""
        out = self.sits_out(standings.dealer, seats, standings.vacant)
        return outlook(standings, payload, options, tuple(seat for seat in range(seats) if seat != out))

    def feats(
        self, entries: Sequence[Deal | Void | Ruling], standings: Standings, options: Options, seats: int
    ) -> tuple[Feat, ...]:
        """Return what the chronicle keeps (§17)."""
        return feats(entries, standings)


STAEKSKE_RAPE = StaekskeRape()
