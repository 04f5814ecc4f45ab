"""Endings by agreement that any game may have: nobody pays, or the table sets the stakes by hand.

A game adds its own ways to `agreed`, and reckons its endings with `stakes_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

from scorekeeper.core.outcome import Line
from scorekeeper.core.problems import CommonCode, InvalidCloseError
from scorekeeper.core.reading import Reader
from scorekeeper.core.standings import Ending, Standings

AGREED, CLOSED = "agreed", "closed"
"""The reasons of an ending by agreement, and of an open account that the table ends."""
BY_THE_TABLE = frozenset({AGREED, CLOSED})
"""The reasons of endings that no rule brought about: the table can take them back."""
NOBODY_PAYS, BY_HAND = "nobody", "by_hand"
MOST_STAKES = 10_000

Pairs: TypeAlias = tuple[tuple[int, int, int], ...]
Way: TypeAlias = Callable[[Reader, Standings], Ending]
"""Makes the ending of one way, or notes in the reader why it cannot be."""


class AgreedLine(StrEnum):
    """Codes of the lines that explain such an ending."""

    AGREED_NOBODY = "agreed_nobody"
    AGREED_BY_HAND = "agreed_by_hand"
    PAYS_BY_HAND = "pays_by_hand"


def agreed(standings: Standings, how: Mapping[str, object], ways: Mapping[str, Way]) -> Ending:
    """Return the ending that the table agreed on.

    `how` is ``{"how": "nobody"}``, ``{"how": "by_hand", "stakes": [...]}`` with one whole number a seat and sum 0, or
    ``{"how": word}`` with a word of the game's own `ways`. Raises InvalidCloseError with all problems.
    """
    reader = Reader(how, {"how", "stakes"})
    word = reader.get("how")
    own = ways.get(word) if isinstance(word, str) else None
    if own is None and word not in (NOBODY_PAYS, BY_HAND):
        reader.add(CommonCode.CLOSE_HOW, "how")
    if word != BY_HAND and reader.has("stakes"):
        reader.add(CommonCode.STAKES_NOT_ASKED, "stakes")
    if standings.ending is not None:
        reader.add(CommonCode.ALREADY_OVER)
    ending = own(reader, standings) if own else _by_hand(reader, standings, by_hand=word == BY_HAND)
    reader.stop_if_problems(InvalidCloseError)
    return ending


def stakes_of(pairs: Iterable[tuple[int, int, int]], seats: int) -> tuple[int, ...]:
    """Return what each seat gets (or pays, below nought) by pairs of payer, payee and stakes."""
    balance = [0] * seats
    for payer, payee, stakes in pairs:
        balance[payer] -= stakes
        balance[payee] += stakes
    return tuple(balance)


def matched(stakes: Sequence[int]) -> Pairs:
    """Pair who pays with who gets, in seat order; the stakes sum to 0.

    >>> matched([2, -3, 1, 0])
    ((1, 0, 2), (1, 2, 1))
    """
    left = list(stakes)
    pairs = []
    for payer in range(len(left)):
        for payee in range(len(left)):
            amount = min(-left[payer], left[payee])
            if amount > 0:
                pairs.append((payer, payee, amount))
                left[payer] += amount
                left[payee] -= amount
    return tuple(pairs)


def _by_hand(reader: Reader, standings: Standings, by_hand: bool) -> Ending:
    """Settle by the stakes given, or by none."""
    seats = len(standings.totals)
    stakes: list[int] = [0] * seats
    if by_hand:
        allowed = range(-MOST_STAKES, MOST_STAKES + 1)
        for seat, item in enumerate(reader.row("stakes", seats, CommonCode.ONE_ITEM_A_SEAT) or ()):
            stakes[seat] = reader.checked(item, f"stakes.{seat}", allowed, CommonCode.STAKES_RANGE) or 0
        for seat in sorted(standings.vacant):
            if stakes[seat]:
                reader.add(CommonCode.STAKES_EMPTY_SEAT, f"stakes.{seat}", seat=seat)
        left_over = sum(stakes)
        if left_over and not reader.problems:
            reader.add(CommonCode.STAKES_SUM_0, "stakes", sum=left_over)
    pairs = matched(stakes)
    lines = [Line(AgreedLine.AGREED_BY_HAND if by_hand else AgreedLine.AGREED_NOBODY)]
    lines += [Line(AgreedLine.PAYS_BY_HAND, pair[:2], {"stakes": pair[2]}) for pair in pairs]
    return Ending(AGREED, (), (), tuple(stakes), pairs, standings.dealer, None, tuple(lines))
