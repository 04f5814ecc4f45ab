"""Deals of Kalter Schlag as they fall at a table: 32 cards, four people who would rather not take points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

CARDS = range(32)
PLAYERS = 4
TRUMPS = 4
"""The suit that the four jacks make among themselves."""

RANK_POINTS = (0, 0, 0, 3, 4, 10, 11, 2)
JACK = 7
"""Ranks of a suit from the lowest: 7, 8, 9, queen, king, ten, ace; the jack stands outside of them."""

MARCHERS_JACKS = 3
"""With so many jacks a player may try to take all the tricks."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """How a deal fell, by place from the one who led first: card points, tricks taken, who called in which order."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    callers: tuple[int, ...]


def play(chance: Random) -> Fallen:
    """Deal and play eight tricks."""
    pack = list(CARDS)
    chance.shuffle(pack)
    hands = [pack[place * 8 : place * 8 + 8] for place in range(PLAYERS)]
    greedy = [sum(c % 8 == JACK for c in hand) >= MARCHERS_JACKS and chance.random() < 0.7 for hand in hands]
    callers = [place for place, hand in enumerate(hands) if chance.random() < _courage(hand)]
    chance.shuffle(callers)
    points, tricks = [0] * PLAYERS, [0] * PLAYERS
    leader = 0
    for _ in range(8):
        taker, worth = _trick(hands, leader, greedy, chance)
        points[taker] += worth
        tricks[taker] += 1
        greedy = [wants and tricks[place] == sum(tricks) for place, wants in enumerate(greedy)]
        leader = taker
    return Fallen(tuple(points), tuple(tricks), tuple(callers))


def _suit(card: int) -> int:
    return TRUMPS if card % 8 == JACK else card // 8


def _strength(card: int) -> int:
    """Order the cards of one suit; any jack beats all the rest, clubs first among them."""
    return 100 - card // 8 if card % 8 == JACK else card % 8


def _courage(hand: Sequence[int]) -> float:
    """Say how likely a player is to call: the lower the cards, the likelier."""
    high = sum(RANK_POINTS[card % 8] >= 10 or card % 8 == JACK for card in hand)
    return max(0.02, 0.3 - 0.07 * high)


def _trick(hands: list[list[int]], leader: int, greedy: Sequence[bool], chance: Random) -> tuple[int, int]:
    """Play one trick; give who takes it and what it is worth."""
    best, taker, worth, led = -1, leader, 0, None
    for turn in range(PLAYERS):
        place = (leader + turn) % PLAYERS
        card = _chosen(hands[place], led, best, greedy[place], chance)
        hands[place].remove(card)
        led = _suit(card) if led is None else led
        worth += RANK_POINTS[card % 8]
        beats = _suit(card) in (led, TRUMPS) and _strength(card) > best
        if beats:
            best, taker = _strength(card), place
    return taker, worth


def _chosen(hand: Sequence[int], led: int | None, best: int, greedy: bool, chance: Random) -> int:
    """Choose a card: stay under what lies there, throw off what counts; who marches plays high."""
    legal = [card for card in hand if _suit(card) == led] or list(hand)
    if greedy:
        return max(legal, key=_strength)
    if chance.random() < 0.12:
        return chance.choice(legal)
    if led is None:
        return min(legal, key=_strength)
    if _suit(legal[0]) != led:
        plain = [card for card in legal if card % 8 != JACK]
        return max(plain or legal, key=lambda card: RANK_POINTS[card % 8])
    under = [card for card in legal if _strength(card) < best]
    return max(under, key=_strength) if under else min(legal, key=_strength)
