"""Two tails of one sheet: what a phone entered without a network, against what others entered meanwhile.

Nothing is lost: each deal of the device is written into the log under the key that it would have been sent with,
also one that is the same as another one's or is not chosen, so that it can be brought back and a repeated delivery
finds it done.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.outcome import Outcome
from scorekeeper.core.problems import Problem
from scorekeeper.models import Change
from scorekeeper.models.base import JsonObject
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import Book, open_book
from scorekeeper.services.changes import KEY, Command
from scorekeeper.services.corrections import Edit, Make, correct_by_plan, weigh
from scorekeeper.services.deals import addition
from scorekeeper.services.errors import InvalidInputError, StaleError
from scorekeeper.services.preview import Preview, shown
from scorekeeper.services.rows import checked, new_row, row_id
from scorekeeper.services.snapshot import Row
from scorekeeper.services.standings import load_row, outcome
from scorekeeper.services.transactions import begin_reading

MOST_DEALS = 200


class Choice(StrEnum):
    """Say which of two deals at one place count. Of two that are the same, both means that there were two."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class TailDeal:
    """A deal as a device would send it: `position`, `payload` and `dealer` (set by hand) under its `key`.

    `dealt` is who dealt it by the device's screen.
    """

    key: str
    position: int
    payload: Mapping[str, object]
    dealer: int | None = None
    dealt: int | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two deals at one place: the row `theirs`, the device's deal with the index `mine`; None where there is none."""

    theirs: uuid.UUID | None
    mine: int | None
    same: bool

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Give what can be said of it."""
        if self.same:
            return (Choice.THEIRS, Choice.BOTH)
        return tuple(Choice) if self.theirs and self.mine is not None else (Choice.MINE, Choice.THEIRS)

    @property
    def default(self) -> Choice | None:
        """Give what is meant unless somebody says otherwise; None where that must be said."""
        if self.same or self.mine is None:
            return Choice.THEIRS
        return Choice.MINE if self.theirs is None else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Show two tails side by side. `first` is the number of the deal at which they part, `after` the row before it.

    `outcomes` are those of the device's deals by index; deals that are in the log already are in no pair.
    `seen` stands for all this: a decision names it.
    """

    pairs: tuple[Pair, ...]
    outcomes: Mapping[int, Outcome]
    first: int
    after: uuid.UUID | None
    seen: str


@dataclass(frozen=True, slots=True)
class _Step:
    """Add the device's deal `mine` as the row `entry_id`, take that row out, or note it as the same.

    A new row comes directly `before` another one, else behind the row `after`, None for the first place.
    """

    kind: str
    entry_id: uuid.UUID
    mine: int | None = None
    before: uuid.UUID | None = None
    after: uuid.UUID | None = None


def compare(session: Session, actor: Actor, sheet_id: uuid.UUID, tail: Sequence[TailDeal]) -> Comparison:
    """Compare a device's tail with the rows from its first position on.

    Raises NotFoundError, and InvalidInputError with the problems of the tail at ``rows.<index>.<where>``.
    """
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    return _compared(session, book, tail)


def preview_decided(
    session: Session, actor: Actor, sheet_id: uuid.UUID, tail: Sequence[TailDeal], choices: Sequence[Choice]
) -> Preview:
    """Show what a decision would make of the sheet. Raises as `compare`, and InvalidInputError as `decide`."""
    begin_reading(session)
    book = open_book(session, actor, sheet_id)
    before = book.fold.fingerprint
    for step in _steps(book, _compared(session, book, tail), choices):
        ahead = weigh(book, _edit(book, step, tail))
        book = replace(book, snapshot=ahead.snapshot, fold=ahead.fold)
    return shown(book.fold, None, ending_moved=before != book.fold.fingerprint)


def decide(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    key: str,
    tail: Sequence[TailDeal],
    choices: Sequence[Choice],
    seen: str,
) -> bool:
    """Decide a device's tail against the sheet's, with one choice a pair; say whether this was done before.

    Raises StaleError when `seen` is no longer what `compare` gives; InvalidInputError as `compare`, with ``choice``
    at ``choices.<index>``, or when a row would be impossible; ClosedError.
    """
    asked = {"tail": [_plain(each) for each in tail], "choices": [str(each) for each in choices], "seen": seen}
    command = Command.of(key, "tails", {"sheet": str(sheet_id), **asked})

    def plan(book: Book) -> list[tuple[Command, Make]]:
        compared = _compared(session, book, tail)
        if compared.seen != seen:
            raise StaleError
        steps = _steps(book, compared, choices)
        return [(_command(key, sheet_id, at, step, tail), _maker(step, tail)) for at, step in enumerate(steps)]

    return correct_by_plan(session, actor, sheet_id, command, plan)


def _plain(deal: TailDeal) -> list[object]:
    return [deal.key, deal.position, deal.payload, deal.dealer, deal.dealt]


# Comparing


def _compared(session: Session, book: Book, tail: Sequence[TailDeal]) -> Comparison:
    known = _known(session, book, tail)
    mine = [index for index, deal in enumerate(tail) if deal.key not in known]
    contents = _contents(book, tail, mine)
    start = min((max(tail[index].position, 1) for index in mine), default=book.snapshot.next_position)
    earlier, rows = book.snapshot.rows[: start - 1], book.snapshot.rows[start - 1 :]
    theirs = [row for row in rows if not row.removed]
    told = [_text(row.payload) for row in theirs], [_text(contents[index]) for index in mine]
    pairs: list[Pair] = []
    for tag, a, b, c, d in SequenceMatcher(None, *told, autojunk=False).get_opcodes():
        pairs += [
            Pair(row.id if row else None, index, same=tag == "equal")
            for row, index in zip_longest(theirs[a:b], mine[c:d])
        ]
    first = 1 + sum(not row.removed for row in earlier)
    last_keys = {entry.id: entry.last_key for entry in book.entries}
    facts = [[str(row.id), last_keys[row.id], row.removed] for row in rows], [tail[index].key for index in mine]
    seen = hashlib.sha256(json.dumps([start, *facts]).encode()).hexdigest()[:32]
    after = earlier[-1].id if earlier else None
    return Comparison(tuple(pairs), _outcomes(book, contents), first, after, seen)


def _known(session: Session, book: Book, tail: Sequence[TailDeal]) -> frozenset[str]:
    """Give the keys of the tail that are in the log. Raises InvalidInputError for a tail that is none."""
    keys = [deal.key for deal in tail]
    if not 0 < len(keys) <= MOST_DEALS or len(set(keys)) < len(keys) or not all(map(KEY.fullmatch, keys)):
        raise InvalidInputError([Problem("tail")])
    return frozenset(
        session.scalars(select(Change.key).where(Change.group_id == book.sheet.group_id, Change.key.in_(keys)))
    )


def _contents(book: Book, tail: Sequence[TailDeal], mine: Sequence[int]) -> dict[int, JsonObject]:
    """Give what was entered as it is stored. Raises InvalidInputError with all problems."""
    contents: dict[int, JsonObject] = {}
    problems: list[Problem] = []
    for index in mine:
        try:
            contents[index] = checked(book, tail[index].payload, _dealer(book, tail[index]))
        except InvalidInputError as error:
            problems += [replace(each, where=f"rows.{index}.{each.where}".rstrip(".")) for each in error.problems]
    if problems:
        raise InvalidInputError(problems)
    return contents


def _outcomes(book: Book, contents: Mapping[int, JsonObject]) -> dict[int, Outcome]:
    game, options, snapshot = book.fold.game, book.fold.options, book.snapshot
    found = {}
    for index, content in contents.items():
        entry = load_row(game, options, snapshot, Row(row_id(book.sheet.id, index), content))
        found[index] = outcome(game, entry, options, snapshot.seats)
    return found


def _text(payload: JsonObject) -> str:
    return json.dumps(payload, sort_keys=True)


def _dealer(book: Book, deal: TailDeal) -> int | None:
    """Give the dealer that is set by hand: where the dealer sits out, the one whom the device showed is a fact."""
    sits_out = book.fold.game.sits_out(0, book.snapshot.seats) is not None
    return deal.dealt if deal.dealer is None and sits_out else deal.dealer


# Deciding


def _steps(book: Book, compared: Comparison, choices: Sequence[Choice]) -> list[_Step]:
    """Say what a decision does, in order. Raises InvalidInputError ``choice``."""
    _check(compared, choices)
    steps: list[_Step] = []
    added, last = 0, compared.after
    for pair, choice in zip(compared.pairs, choices, strict=True):
        last = pair.theirs or last
        if pair.mine is None:
            steps += [_Step("remove", row) for row in (pair.theirs,) if row and choice == Choice.MINE]
        elif pair.same and pair.theirs and choice != Choice.BOTH:
            steps.append(_Step("same", pair.theirs, pair.mine))
        else:
            # In front of the row that it stands for: whoever sat down behind that one sits down behind both.
            replaces = pair.theirs if choice != Choice.BOTH else None
            entry_id = row_id(book.sheet.id, book.snapshot.next_position + added)
            added += 1
            steps.append(_Step("add", entry_id, pair.mine, before=replaces, after=last))
            if replaces is None:
                last = entry_id
            loser = {Choice.THEIRS: entry_id, Choice.MINE: pair.theirs}.get(choice)
            steps += [_Step("remove", row) for row in (loser,) if row]
    return steps


def _check(compared: Comparison, choices: Sequence[Choice]) -> None:
    said = zip_longest(compared.pairs, choices)
    wrong = [index for index, (pair, choice) in enumerate(said) if pair is None or choice not in pair.choices]
    if wrong:
        raise InvalidInputError(Problem("choice", f"choices.{index}") for index in wrong)


def _edit(book: Book, step: _Step, tail: Sequence[TailDeal]) -> Edit:
    """Make one step on the sheet as it is by then."""
    snapshot = book.snapshot
    if step.kind == "same":
        return Edit(snapshot, step.entry_id, noted=True)
    if step.kind == "remove":
        return Edit(snapshot.with_row(replace(snapshot.row(step.entry_id), removed=True)), step.entry_id, asks=False)
    deal = tail[step.mine or 0]
    row = new_row(book, deal.payload, _dealer(book, deal))
    after = snapshot.predecessor(step.before) if step.before else step.after
    return Edit(snapshot.placed(row, after), row.id, asks=False)


def _maker(step: _Step, tail: Sequence[TailDeal]) -> Make:
    return lambda book: _edit(book, step, tail)


def _command(key: str, sheet_id: uuid.UUID, at: int, step: _Step, tail: Sequence[TailDeal]) -> Command:
    """Name one step: what the device entered by its own key, so that a repeated delivery finds it done."""
    if step.mine is None:
        return Command.of(f"{key}-{at}", step.kind, {"sheet": str(sheet_id), "entry": str(step.entry_id)})
    deal = tail[step.mine]
    recorded = addition(deal.key, sheet_id, deal.position, deal.payload, deal.dealer)
    return replace(recorded, kind=step.kind)
