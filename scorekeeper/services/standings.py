"""Fold a sheet's snapshot: what each row is worth, who dealt it, where the sheet stands, and why it is over.

Points are stored nowhere while a sheet runs; everything that is shown comes from here. Rows after the
ending are kept by the sheet and derived here as "after the end".
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scorekeeper.core.entry import Ruling, Void, load_entry
from scorekeeper.core.fold import Rotation, outcome_of_table
from scorekeeper.core.game import AnyGame
from scorekeeper.core.outcome import Outcome
from scorekeeper.core.problems import CommonCode, InvalidCloseError, InvalidDealError, InvalidOptionsError, Problem
from scorekeeper.core.standings import DealAfterEndError, Ending, Standings, State
from scorekeeper.registry import GAMES
from scorekeeper.services.errors import InvalidInputError, InvalidRowError
from scorekeeper.services.lastround import LastRound, last_round
from scorekeeper.services.snapshot import Row, Snapshot

RUNNING = "running"
"""The fingerprint of a sheet that is not over."""
MOST_KEPT = 100
"""How many folds a process keeps, some 50 kB each: a save needs three of a sheet, and the page the last of them."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Hold the fold of a snapshot.

    `live`, `entries`, `outcomes` and `dealers` have one item a live row, rows after the end included;
    the tuples of `standings` stop with the row that ended the sheet, at index `end`. `last_round` says what is
    left of a last round, if one was announced.
    """

    game: AnyGame
    options: object
    live: tuple[Row, ...]
    entries: tuple[object, ...]
    outcomes: tuple[Outcome, ...]
    dealers: tuple[int, ...]
    standings: Standings
    end: int | None
    fingerprint: str
    last_round: LastRound | None = None

    @property
    def ending(self) -> Ending | None:
        """Give why the sheet is over, or None."""
        return self.standings.ending

    def index(self, entry_id: uuid.UUID) -> int | None:
        """Give the place of a row among the live ones, None if it is not there."""
        return next((i for i, row in enumerate(self.live) if row.id == entry_id), None)


def fold(snapshot: Snapshot) -> Fold:
    """Fold the live rows; what was folded just now, by whichever request, is not folded again.

    Raises InvalidRowError when a row is no possible one under the house rules and dealers of the
    snapshot, InvalidInputError when it cannot be closed as the table agreed.
    """
    return _folded(_Asked(snapshot, snapshot.key))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A snapshot to be folded, told from others by its key alone."""

    snapshot: Snapshot = field(compare=False)
    key: tuple[object, ...]


@lru_cache(MOST_KEPT)
def _folded(asked: _Asked) -> Fold:
    snapshot = asked.snapshot
    game = GAMES[snapshot.game]
    options = load_options(game, snapshot.options)
    live = snapshot.live
    entries = tuple(load_row(game, options, snapshot, row) for row in live)
    by_hand = {index: row.dealer for index, row in enumerate(live) if row.dealer is not None}
    vacancy = snapshot.vacancy()
    dealers = deal_order(entries, Rotation(snapshot.seats, snapshot.first_dealer, by_hand, vacancy))
    how = (snapshot.first_dealer, by_hand, vacancy)
    try:
        standings = game.standings(entries, options, snapshot.seats, *how)
    except DealAfterEndError as late:
        standings = late.standings
    except InvalidDealError as error:
        index = error.problems[0].params["index"]
        row = next(row for at, row in enumerate(live) if at == index)
        raise InvalidRowError(error.problems, row.id, snapshot.number(row.id)) from error
    last = last_round(snapshot, [passes_deal(entry) for entry in entries], dealers)
    if last is not None:
        ends = [count for count in last.ends if standings.ending is None or count < len(standings.outcomes)]
        after = (game.standings(entries[:count], options, snapshot.seats, *_until(count, *how)) for count in ends)
        standings = next(filter(None, (_agreed(game, each, last.close) for each in after)), standings)
    ended = len(standings.outcomes)
    _check_rest(game, snapshot, list(zip(live, entries, dealers, strict=True))[ended:])
    rest = tuple(outcome(game, entry, options, snapshot.seats) for entry in entries[ended:])
    standings = _closed(game, standings, snapshot)
    end = ended - 1 if ended and standings.ending is not None else None
    print_ = fingerprint(standings.ending, None if end is None else live[end].id, snapshot.payers)
    return Fold(game, options, live, entries, (*standings.outcomes, *rest), dealers, standings, end, print_, last)


def load_options(game: AnyGame, options: Mapping[str, object]) -> object:
    """Read house rules. Raises InvalidInputError whose problems stand at ``options.<name>``."""
    try:
        return game.load_options(options)
    except InvalidOptionsError as error:
        raise InvalidInputError(
            replace(problem, where=f"options.{problem.where}".rstrip(".")) for problem in error.problems
        ) from error


def load_row(game: AnyGame, options: object, snapshot: Snapshot, row: Row) -> object:
    """Read what a row holds. Raises InvalidRowError."""
    try:
        return load_entry(game, row.payload, options, snapshot.seats)
    except InvalidDealError as error:
        raise InvalidRowError(error.problems, row.id, snapshot.number(row.id)) from error


def outcome(game: AnyGame, entry: object, options: object, seats: int) -> Outcome:
    """Say what a single row is worth, by itself."""
    if isinstance(entry, Void | Ruling):
        return outcome_of_table(entry, seats)
    return game.score(entry, options, seats)


def deal_order(entries: Sequence[object], rotation: Rotation) -> tuple[int, ...]:
    """Say who dealt each row, rows after the end included."""
    dealers: list[int] = []
    following = rotation.first()
    for index, entry in enumerate(entries):
        dealers.append(following)
        following = rotation.after(index, following, passes_deal(entry))
    return tuple(dealers)


def passes_deal(entry: object) -> bool:
    """Say whether the next player deals after this row."""
    return entry.passes_deal if isinstance(entry, Void | Ruling) else True


def fingerprint(ending: Ending | None, entry_id: uuid.UUID | None, people: Sequence[uuid.UUID]) -> str:
    """Give a short text that changes with the ending, by its facts."""
    facts = ending_facts(ending, entry_id, people)
    return RUNNING if facts is None else hashlib.sha256(facts.encode()).hexdigest()[:32]


def ending_facts(ending: Ending | None, entry_id: uuid.UUID | None, people: Sequence[uuid.UUID]) -> str | None:
    """Give what an ending is told from others by: reason, row, who lost, who won, what each gets.

    It speaks of people, so that changing places alone does not move an ending. A phone without a network says the
    same of the ending that it showed (``static/js/games/sheet.js``).
    """
    if ending is None:
        return None
    facts = [
        ending.reason,
        str(entry_id),
        sorted(str(people[seat]) for seat in ending.losers),
        sorted(str(people[seat]) for seat in ending.winners),
        sorted([str(people[seat]), stakes] for seat, stakes in enumerate(ending.stakes)),
    ]
    return json.dumps(facts)


def _until(
    count: int, first_dealer: int, by_hand: Mapping[int, int], vacancy: Mapping[int, frozenset[int]]
) -> tuple[int, Mapping[int, int], Mapping[int, frozenset[int]]]:
    """Say who deals and who has left when the game is over after so many rows: who leaves behind them is there."""
    return first_dealer, by_hand, {index: empty for index, empty in vacancy.items() if index < count or index == 0}


def _closed(game: AnyGame, standings: Standings, snapshot: Snapshot) -> Standings:
    """Add the ending that the table agreed on, unless the rules ended the sheet before."""
    if snapshot.close is None or standings.ending is not None:
        return standings
    try:
        ending = game.close(standings, snapshot.close)
    except InvalidCloseError as error:
        raise InvalidInputError(error.problems) from error
    return replace(standings, ending=ending, state=State.OVER)


def _agreed(game: AnyGame, standings: Standings, how: Mapping[str, object]) -> Standings | None:
    """End the last round, None if that cannot be after this row: a tie needs one more deal."""
    try:
        ending = game.close(standings, how)
    except InvalidCloseError:
        return None
    return replace(standings, ending=ending, state=State.OVER)


def _check_rest(game: AnyGame, snapshot: Snapshot, rest: Sequence[tuple[Row, object, int]]) -> None:
    """Hold rows after the end to their dealers as well: a correction may bring them back into the game."""
    for row, entry, dealer in rest:
        empty = snapshot.vacant_at(snapshot.places()[row.id])
        problems: tuple[Problem, ...] = ()
        if dealer in empty:
            problems = (Problem(CommonCode.DEALER_EMPTY, "dealer", {"dealer": dealer}),)
        if not isinstance(entry, Void | Ruling):
            problems = (*problems, *game.dealer_problems(entry, dealer, snapshot.seats, empty))
        if problems:
            raise InvalidRowError(problems, row.id, snapshot.number(row.id))
