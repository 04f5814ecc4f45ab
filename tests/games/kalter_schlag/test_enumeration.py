"""Every way to share 120 card points, compared with a second statement of the rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.games.kalter_schlag.deal import LOSING_TOTALS, PlayedDeal
from scorekeeper.games.kalter_schlag.loading import load
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.scoring import score
from tests.games.kalter_schlag import second

OPTIONS = Options()


def load_played(payload: dict[str, object]) -> PlayedDeal:
    """Load a deal with card points."""
    deal = load(payload, OPTIONS, 4)
    assert isinstance(deal, PlayedDeal)
    return deal


def test_every_split_with_every_jungfrau_and_call_scores_as_the_second_statement_says() -> None:
    accepted: Counter[int] = Counter()
    seen = Counter[tuple[int, int, int]]()
    number = 0
    for number, split in enumerate(second.splits(), start=1):
        for jungfrauen in range(min(split.count(0), 2) + 1):
            payload: dict[str, object] = {"points": split, "jungfrauen": jungfrauen, "calls": number % 5}
            if not second.possible(split, jungfrauen):
                with pytest.raises(InvalidDealError, match="one_point"):
                    load_played(payload)
                continue
            accepted[jungfrauen] += 1
            seen[jungfrauen, split.count(max(split)), max(split)] += 1
            deal = load_played(payload)
            for calls in range(5):
                points = score(replace(deal, calls=calls), OPTIONS, 4).points
                assert points == second.penalties(split, jungfrauen, calls), (split, jungfrauen, calls)
    assert number == 302_621
    assert accepted[0] == 274_291
    expected = {(j, tied, total) for (j, tied), totals in second.TOTALS.items() for total in totals}
    assert set(seen) == expected, "the totals that losers can have"
    assert {key: set(totals) for key, totals in LOSING_TOTALS.items()} == {
        key: totals for key, totals in second.TOTALS.items() if totals
    }


@pytest.mark.parametrize(("jungfrauen", "count"), [((3,), 7_024), ((2, 3), 119), ((1, 2, 3), 1)])
def test_splits_with_jungfrauen_in_fixed_seats_are_as_many_as_the_cards_allow(
    jungfrauen: tuple[int, ...], count: int
) -> None:
    accepted = 0
    others = [seat for seat in range(4) if seat not in jungfrauen]
    for split in second.splits():
        if any(split[seat] for seat in jungfrauen):
            continue
        payload: dict[str, object] = {
            "points": split,
            "jungfrauen": len(jungfrauen),
            "jungfrau_seats": jungfrauen,
            "durchmarsch": others[0] if len(others) == 1 else None,
        }
        try:
            load_played(payload)
        except InvalidDealError:
            assert 1 in split
        else:
            accepted += 1
    assert accepted == count


def test_a_jungfrau_with_points_or_one_too_many_is_refused_for_every_shape_of_split() -> None:
    shapes = {tuple(points > 0 for points in split): split for split in second.splits() if 1 not in split}
    assert len(shapes) == 15
    for shape, split in shapes.items():
        zeros = shape.count(False)
        for jungfrauen in range(zeros + 1, 3):
            with pytest.raises(InvalidDealError, match="jungfrau_with_points"):
                load_played({"points": split, "jungfrauen": jungfrauen})
        for seat in range(4):
            if shape[seat]:
                with pytest.raises(InvalidDealError, match="jungfrau_with_points"):
                    load_played({"points": split, "jungfrauen": 1, "jungfrau_seats": [seat]})


def test_every_line_of_the_short_form_holds_both_ways() -> None:
    accepted = 0
    for (jungfrauen, tied), totals in second.TOTALS.items():
        for total in range(121):
            points = [total] * tied + [None] * (4 - tied)
            payload: dict[str, object] = {"points": points, "jungfrauen": jungfrauen}
            # with three or four equal totals the deal is whole: the fourth is filled, whoever then has the most
            whole = tied >= 3
            rest = 120 - 3 * total
            fine = total in totals
            if tied == 3 and not fine:
                fine = 0 <= rest != 1 and total != 1 and jungfrauen <= [total, total, total, rest].count(0)
            if not fine:
                with pytest.raises(InvalidDealError):
                    load_played(payload)
                continue
            accepted += not whole
            for calls in range(5):
                result = score(replace(load_played(payload), calls=calls), OPTIONS, 4).points
                value = second.PENALTIES[calls, jungfrauen][total]
                if total in totals:
                    assert result == (value,) * tied + (0,) * (4 - tied)
    assert accepted == sum(len(totals) for (_, tied), totals in second.TOTALS.items() if tied < 3)


def test_penalties_take_270_values_from_30_to_7680() -> None:
    values = {
        table[total]
        for (jungfrauen, _), totals in second.TOTALS.items()
        for (_, j), table in second.PENALTIES.items()
        if j == jungfrauen
        for total in totals
    }
    assert (len(values), min(values), max(values)) == (270, 30, 7680)
