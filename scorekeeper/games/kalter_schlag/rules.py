"""The rules of Kalter Schlag as the app sees them.

Each player is alone; whoever takes the most of the 120 card points gets them as penalty, doubled by each
call and each player without a trick. Rules and sources: docs/rules/kalter_schlag.md.
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
from scorekeeper.games.kalter_schlag.codes import Code
from scorekeeper.games.kalter_schlag.deal import PLAYERS, Deal, reseated, widened
from scorekeeper.games.kalter_schlag.endings import close, judge
from scorekeeper.games.kalter_schlag.feats import feats
from scorekeeper.games.kalter_schlag.loading import dump, load
from scorekeeper.games.kalter_schlag.options import Options, dump_options, load_options
from scorekeeper.games.kalter_schlag.outlook import outlook
from scorekeeper.games.kalter_schlag.records import figures
from scorekeeper.games.kalter_schlag.scoring import score
from scorekeeper.games.kalter_schlag.statistics import counts, peaks
from scorekeeper.games.kalter_schlag.threats import CloseLine, closeness


class KalterSchlag(CardGame[Deal, Options]):
    """Offer Kalter Schlag for four, or for five of whom the dealer sits out."""

    key = "kalter_schlag"
    seats = (PLAYERS, PLAYERS + 1)
    usual_seats = (PLAYERS,)
    low_wins = True
    keeps_marks = True
    in_tens = True
    below_nought = False
    winner_deals = True
    pressing = frozenset({CloseLine.NEXT_MARK_WINS})
    agreements = ("highest", "nobody")
    by_place = ("played", "deals_lost")

    def load_options(self, data: Mapping[str, object]) -> Options:
        """Read house rules (§20-§24)."""
        return load_options(data)

    def dump_options(self, options: Options) -> dict[str, object]:
        """Write house rules."""
        return dump_options(options)

    def target(self, options: Options) -> int:
        """Return the total that loses."""
        return options.limit

    def marks_to_win(self, options: Options) -> int | None:
        """Return the mark that wins below the limit."""
        return options.marks_to_win

    def load(self, payload: Mapping[str, object], options: Options, seats: int) -> Deal:
        """Read a deal in full, short or paper form (§7-§9)."""
        return load(payload, options, seats)

    def dump(self, deal: Deal) -> dict[str, object]:
        """Write a deal."""
        return dump(deal)

    def score(self, deal: Deal, options: Options, seats: int) -> Outcome:
        """Return the penalties of a deal and why (§4-§8).

        >>> from scorekeeper.games.kalter_schlag.deal import PlayedDeal
        >>> KALTER_SCHLAG.score(PlayedDeal((55, 35, 20, 10)), Options(), 4).points
        (60, 0, 0, 0)
        >>> KALTER_SCHLAG.score(PlayedDeal((0, 63, 57, 0), jungfrauen=2, calls=3), Options(), 4).points
        (0, 2020, 0, 0)
        """
        return score(deal, options, seats)

    def reseat(self, deal: Deal, order: Sequence[int]) -> Deal:
        """Return the deal after the players changed places."""
        return reseated(deal, order)

    def widened(self, deal: Deal) -> Deal:
        """Return the deal of four with a fifth seat that sat out (§18)."""
        return widened(deal)

    def counts(self, entry: Deal | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
        """Return per seat what statistics add up (§31)."""
        return counts(entry, outcome)

    def peaks(self, rows: Sequence[Counts]) -> Mapping[str, int]:
        """Return the greatest penalty and the longest run without a mark (§31)."""
        return peaks(rows)

    def figures(self, tally: Tally) -> tuple[Figure, ...]:
        """Return a player's record (§35)."""
        return figures(tally)

    def sits_out(self, dealer: int, seats: int, vacant: frozenset[int] = NOBODY) -> int | None:
        """Return the dealer if there are five, or the empty one of five seats (§18)."""
        return one_too_many(dealer, seats, PLAYERS, vacant)

    def dealer_problems(
        self, deal: Deal, dealer: int, seats: int, vacant: frozenset[int] = NOBODY
    ) -> tuple[Problem, ...]:
        """Return a problem if another seat than the dealer, or than the empty one, sat out (§18)."""
        if deal.sits_out == self.sits_out(dealer, seats, vacant):
            return ()
        if vacant:
            return (Problem(Code.SITS_OUT_IS_EMPTY, "sits_out", {"seat": deal.sits_out, "empty": min(vacant)}),)
        return (Problem(Code.SITS_OUT_IS_DEALER, "sits_out", {"seat": deal.sits_out, "dealer": dealer}),)

    def judge(
        self,
        totals: tuple[int, ...],
        marks: tuple[int, ...],
        dealer: int,
        options: Options,
        vacant: frozenset[int] = NOBODY,
    ) -> State | Ending:
        """Return where the game stands after an entry (§10-§16, §18)."""
        return judge(totals, marks, dealer, options, vacant)

    def close(self, standings: Standings, how: Mapping[str, object]) -> Ending:
        """Return the ending by agreement: nobody pays, the highest pays, or stakes by hand (§17)."""
        return close(standings, how)

    def closeness(self, standings: Standings, options: Options, seats: int) -> tuple[Line, ...]:
        """Return what each seat is close to (§29)."""
        return closeness(standings, options, seats)

    def outlook(
        self, standings: Standings, payload: Mapping[str, object], options: Options, seats: int
    ) -> tuple[Line, ...]:
        """Return the threat line (§30)."""
        out = self.sits_out(standings.dealer, seats, standings.vacant)
        return outlook(standings, payload, options, tuple(seat for seat in range(seats) if seat != out))

    def feats(
        self, entries: Sequence[Deal | Void | Ruling], standings: Standings, options: Options, seats: int
    ) -> tuple[Feat, ...]:
        """Return the Kalte Schläge and whatever else the chronicle keeps (§34)."""
        return feats(entries, standings, options, seats)


KALTER_SCHLAG = KalterSchlag()
