"""What a player's games of one kind come to: one value that is made of stints, added up, and kept as JSON."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from scorekeeper.core.tally import Tally, combined
from scorekeeper.models import Mode
from scorekeeper.models.base import JsonObject
from scorekeeper.services.stints import Other, Stint


@dataclass(frozen=True, slots=True)
class Against:
    """Hold a player against another: `games` both played, in `won` of them stakes came from the other, in `lost` went.

    `money` is what came by currency, in minor units, below nought what went.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    money: Tally = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sum:
    """Hold what stints come to.

    `games` counts ``stints``, and of the games played to the end ``played``, ``lost``, ``won``; ``points`` are
    those of the ``whole`` ones, played from start to end. `money` is what was got by currency, in minor units,
    and `paid` in how many games. `rivals` holds the player against each other one.
    """

    tally: Tally = field(default_factory=dict)
    games: Tally = field(default_factory=dict)
    money: Tally = field(default_factory=dict)
    paid: Tally = field(default_factory=dict)
    rivals: Mapping[uuid.UUID, Against] = field(default_factory=dict)


def summed(stints: Sequence[Stint], others: Iterable[Other] = ()) -> Sum:
    """Add up one player's stints at one game; `others` are those who sat at the games that ended."""
    money: Counter[str] = Counter()
    paid: defaultdict[str, set[uuid.UUID]] = defaultdict(set)
    for stint in stints:
        if stint.amount is not None:
            money[stint.currency] += stint.amount
            paid[stint.currency].add(stint.sheet_id)
    return Sum(
        tally=combined(stint.tally for stint in stints),
        games=_games(stints),
        money=money,
        paid={currency: len(sheets) for currency, sheets in paid.items()},
        rivals=_rivals(stints, others),
    )


def added(sums: Sequence[Sum]) -> Sum:
    """Add up sums of one player."""
    against: defaultdict[uuid.UUID, list[Against]] = defaultdict(list)
    for each in sums:
        for rival, value in each.rivals.items():
            against[rival].append(value)
    return Sum(
        tally=combined(each.tally for each in sums),
        games=combined(each.games for each in sums),
        money=combined(each.money for each in sums),
        paid=combined(each.paid for each in sums),
        rivals={
            rival: Against(
                sum(each.games for each in values),
                sum(each.won for each in values),
                sum(each.lost for each in values),
                combined(each.money for each in values),
            )
            for rival, values in against.items()
        },
    )


def _games(stints: Sequence[Stint]) -> Tally:
    """Count games; one that was broken off counts nowhere but among the stints."""
    over = [stint for stint in stints if stint.ended]
    totals = [stint.total for stint in over if stint.whole and stint.total is not None]
    return {
        "stints": len(stints),
        "played": len({stint.sheet_id for stint in over}),
        "lost": len({stint.sheet_id for stint in over if stint.lost}),
        "won": len({stint.sheet_id for stint in over if stint.won}),
        "points": sum(totals),
        "whole": len(totals),
    }


def _rivals(stints: Sequence[Stint], others: Iterable[Other]) -> dict[uuid.UUID, Against]:
    """Hold a player against each other one."""
    together: defaultdict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    payer: dict[tuple[uuid.UUID, int], uuid.UUID] = {}
    sheets = {stint.sheet_id for stint in stints}
    for other in others:
        if other.sheet_id in sheets:
            together[other.player_id].add(other.sheet_id)
            if other.settles:
                payer[other.sheet_id, other.seat] = other.player_id
    won: Counter[uuid.UUID] = Counter()
    lost: Counter[uuid.UUID] = Counter()
    money: defaultdict[uuid.UUID, Counter[str]] = defaultdict(Counter)
    for stint in stints:
        for seat, stakes in stint.pairs.items():
            rival = payer.get((stint.sheet_id, int(seat)))
            if rival is None:
                continue
            (won if stakes > 0 else lost)[rival] += 1
            if stint.mode == Mode.MONEY:
                money[rival][stint.currency] += stakes * stint.stake_minor
    return {each: Against(len(sat), won[each], lost[each], money[each]) for each, sat in together.items()}


def plain(each: Sum) -> JsonObject:
    """Write a sum as plain data."""
    rivals = {str(rival): [o.games, o.won, o.lost, dict(o.money)] for rival, o in each.rivals.items()}
    parts = {"tally": each.tally, "games": each.games, "money": each.money, "paid": each.paid}
    return {**{name: dict(part) for name, part in parts.items()}, "rivals": rivals}


def load(data: JsonObject) -> Sum:
    """Read what `plain` wrote."""
    rivals = cast("dict[str, tuple[int, int, int, Tally]]", data["rivals"])
    tally, games, money, paid = (cast("Tally", data[name]) for name in ("tally", "games", "money", "paid"))
    return Sum(tally, games, money, paid, {uuid.UUID(rival): Against(*values) for rival, values in rivals.items()})
