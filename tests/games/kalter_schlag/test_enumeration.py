"""Every way to share 120 card points, compared with a second statement of the rule."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.games.kalter_schlag.deal import LOSING_TOTALS, PlayedDeal
from scorekeeper.games.kalter_schlag.loading import load
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.scoring import score
from tests.games.kalter_schlag import exhaustive, second

OPTIONS = Options()


def load_played(payload: dict[str, object]) -> PlayedDeal:
    """Load a deal with card points."""
    deal = load(payload, OPTIONS, 4)
    assert isinstance(deal, PlayedDeal)
    return deal


@pytest.mark.no_cover
def test_every_split_with_every_jungfrau_and_call_scores_as_the_second_statement_says() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        parts = list(pool.map(exhaustive.compare, range(121)))
    assert [text for part in parts for text in part.differences] == []
    assert sum(part.splits for part in parts) == 302_621
    assert sum(part.accepted for part in parts) == 274_291
    assert sum(part.scored for part in parts) == 5 * (274_291 + sum(part.with_jungfrauen for part in parts))
    expected = {(j, tied, total) for (j, tied), totals in second.TOTALS.items() for total in totals}
    assert set().union(*(part.losing for part in parts)) == expected, "the totals that losers can have"


def test_totals_that_losers_can_have_are_those_of_the_second_statement() -> None:
    assert {key: set(totals) for key, totals in LOSING_TOTALS.items()} == {
        key: totals for key, totals in second.TOTALS.items() if totals
    }


@pytest.mark.parametrize(("jungfrauen", "count"), [((3,), 7_024), ((2, 3), 119), ((1, 2, 3), 1)])
def test_splits_with_jungfrauen_in_fixed_seats_are_as_many_as_the_cards_allow(
    jungfrauen: tuple[int, ...], count: int
) -> None:
    accepted = 0
    others = [seat for seat in range(4) if seat not in jungfrauen]
    for split in second.all_splits():
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
    shapes = {tuple(points > 0 for points in split): split for split in second.all_splits() if 1 not in split}
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
