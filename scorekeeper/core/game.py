"""The contract that every card game keeps, and the parts of it that all games share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.core.figures import Figure
from scorekeeper.core.fold import NOBODY, Rotation, fold, outcome_of_table
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import Problem
from scorekeeper.core.standings import Ending, Standings, State
from scorekeeper.core.tally import Counts, Tally

DealT = TypeVar("DealT")
OptionsT = TypeVar("OptionsT")

NO_DEALERS: Mapping[int, int] = MappingProxyType({})
NO_VACANCY: Mapping[int, frozenset[int]] = MappingProxyType({})


class CardGame(ABC, Generic[DealT, OptionsT]):
    """Offer everything the app asks of a game. Stateless: one object a game serves all sheets.

    Seats are 0-based and clockwise. Every tuple "per seat" has one item a seat, in seat order.
    """

    key: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    usual_seats: ClassVar[tuple[int, ...]] = ()
    """Those of `seats` that need no house rule; empty if none does."""
    low_wins: ClassVar[bool]
    agreements: ClassVar[tuple[str, ...]]
    """Ways to end by agreement that need nothing but their word, the usual one first."""
    keeps_marks: ClassVar[bool] = False
    """Whether marks are counted and shown; where not, no deal makes one."""
    in_tens: ClassVar[bool] = False
    """Whether all points are multiples of ten."""
    below_nought: ClassVar[bool] = True
    """Whether points may be negative."""
    winner_deals: ClassVar[bool] = False
    """Whether a winner who is the next dealer is so because he won."""
    pressing: ClassVar[frozenset[str]] = frozenset()
    """Codes of `closeness` that decide the game soon: they stand out."""
    plays_clockwise: ClassVar[bool] = True
    """Which way round the play goes; the deal passes clockwise all the same."""
    by_place: ClassVar[tuple[str, ...]] = ()
    """Names of counts that are kept by place in the order of play besides."""

    # house rules

    @abstractmethod
    def load_options(self, data: Mapping[str, object]) -> OptionsT:
        """Read house rules from plain data; ``{}`` gives the defaults.

        Raises InvalidOptionsError with all problems: unknown names, wrong types, values out of range.
        """

    @abstractmethod
    def dump_options(self, options: OptionsT) -> dict[str, object]:
        """Write house rules as plain data that `load_options` reads back to an equal value."""

    @abstractmethod
    def target(self, options: OptionsT) -> int | None:
        """Return the total that the header measures against, if the game has one."""

    @abstractmethod
    def marks_to_win(self, options: OptionsT) -> int | None:
        """Return the number of marks that wins, if the house rules know one."""

    def has_stakes(self, options: OptionsT) -> bool:
        """Say whether anybody pays when a game ends by its rules."""
        return True

    # one deal

    @abstractmethod
    def load(self, payload: Mapping[str, object], options: OptionsT, seats: int) -> DealT:
        """Read a deal from plain data. Raises InvalidDealError with all problems."""

    @abstractmethod
    def dump(self, deal: DealT) -> dict[str, object]:
        """Write a deal as plain data that `load` reads back to an equal value."""

    @abstractmethod
    def score(self, deal: DealT, options: OptionsT, seats: int) -> Outcome:
        """Return what a deal is worth; a function of its arguments alone."""

    @abstractmethod
    def reseat(self, deal: DealT, order: Sequence[int]) -> DealT:
        """Return the deal after the players changed places: the new seat `i` is the old seat `order[i]`."""

    @abstractmethod
    def widened(self, deal: DealT) -> DealT:
        """Return the deal on a sheet with one more seat, the last one, at which nobody sat."""

    @abstractmethod
    def counts(self, entry: DealT | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
        """Return per seat what statistics add up over the entries."""

    def peaks(self, rows: Sequence[Counts]) -> Mapping[str, int]:
        """Return what statistics take the greatest of, from the counts of one seat's entries in their order."""
        return {}

    def figures(self, tally: Tally) -> tuple[Figure, ...]:
        """Return what a tally of counts and peaks says of a player, in the order in which it is shown.

        The same figures come for every tally; those that nothing is known of have base 0.
        """
        return ()

    def sits_out(self, dealer: int, seats: int, vacant: frozenset[int] = NOBODY) -> int | None:
        """Return the seat that does not play the deal of `dealer`, or None; `vacant` are the empty seats."""
        return None

    def dealer_problems(
        self, deal: DealT, dealer: int, seats: int, vacant: frozenset[int] = NOBODY
    ) -> tuple[Problem, ...]:
        """Return what contradicts between a deal, the seat that dealt it and the empty seats."""
        return ()

    def ruling_problems(self, points: tuple[int, ...]) -> tuple[Problem, ...]:
        """Return why the table cannot rule points, each possible by itself, in this way."""
        return ()

    # the sheet

    @abstractmethod
    def judge(
        self,
        totals: tuple[int, ...],
        marks: tuple[int, ...],
        dealer: int,
        options: OptionsT,
        vacant: frozenset[int] = NOBODY,
    ) -> State | Ending:
        """Say where the sheet stands after an entry that `dealer` dealt: a state, or the ending.

        Who left a seat of `vacant` neither wins nor loses, neither pays nor gets.
        """

    @abstractmethod
    def close(self, standings: Standings, how: Mapping[str, object]) -> Ending:
        """Return the ending that the table agreed on.

        `how` is ``{"how": word}`` and what that word needs. Raises InvalidCloseError with all problems.
        """

    @abstractmethod
    def closeness(self, standings: Standings, options: OptionsT, seats: int) -> tuple[Line, ...]:
        """Return one line a seat for the header: what this player is close to."""

    @abstractmethod
    def outlook(
        self, standings: Standings, payload: Mapping[str, object], options: OptionsT, seats: int
    ) -> tuple[Line, ...]:
        """Return what the open deal may decide, the most pressing first.

        `payload` holds what is known of the deal so far and may be empty or wrong; what cannot be
        read in it counts as not known. Empty when nothing can be decided.
        """

    def feats(
        self, entries: Sequence[DealT | Void | Ruling], standings: Standings, options: OptionsT, seats: int
    ) -> tuple[Feat, ...]:
        """Return what the group's chronicle keeps of a sheet, in the order of its entries.

        `entries` are those that the standings count. A void deal or a ruling is no feat.
        """
        return ()

    def standings(
        self,
        entries: Sequence[DealT | Void | Ruling],
        options: OptionsT,
        seats: int,
        first_dealer: int = 0,
        dealers: Mapping[int, int] = NO_DEALERS,
        vacant: Mapping[int, frozenset[int]] = NO_VACANCY,
    ) -> Standings:
        """Fold entries in their order.

        `dealers` maps an entry's index (or the number of entries, for the next deal) to a dealer set by
        hand, from whom the rotation goes on; `vacant` likewise to the seats that are empty from there on.
        Raises DealAfterEndError if entries stand after the ending, InvalidDealError if a deal contradicts
        its dealer or the empty seats (each problem's params name the `index`).
        """
        if seats not in self.seats:
            raise ValueError(f"{self.key} is not played with {seats} seats")

        def score(entry: DealT | Void | Ruling) -> Outcome:
            if isinstance(entry, Void | Ruling):
                return outcome_of_table(entry, seats)
            return self.score(entry, options, seats)

        def judge(
            totals: tuple[int, ...], marks: tuple[int, ...], dealer: int, empty: frozenset[int]
        ) -> State | Ending:
            return self.judge(totals, marks, dealer, options, empty)

        def problems(entry: DealT | Void | Ruling, dealer: int, empty: frozenset[int]) -> tuple[Problem, ...]:
            return () if isinstance(entry, Void | Ruling) else self.dealer_problems(entry, dealer, seats, empty)

        return fold(entries, Rotation(seats, first_dealer, dealers, vacant), score, judge, problems)


AnyGame: TypeAlias = CardGame[Any, Any]
"""A game whose deals and options are its own business: the registry and its users hold this."""
