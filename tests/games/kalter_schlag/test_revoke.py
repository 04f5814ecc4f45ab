"""The usual ruling for a revoke: 120, doubled by each call, for the offender alone (§19)."""

from __future__ import annotations

import pytest

from scorekeeper.core.entry import Ruling, dump_entry, load_entry
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.revoke import revoke
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.games.kalter_schlag.ruling_form import UsualRulingForm


@pytest.mark.parametrize(("calls", "points"), [(0, 120), (1, 240), (2, 480), (3, 960), (4, 1920)])
@pytest.mark.parametrize("seats", [4, 5])
def test_revoke_costs_the_offender_alone_120_doubled_by_each_call(calls: int, points: int, seats: int) -> None:
    for offender in range(seats):
        ruling = revoke(offender, calls, seats)
        assert ruling.points == tuple(points if seat == offender else 0 for seat in range(seats))
        assert ruling.marks == tuple(seat == offender for seat in range(seats))
        assert ruling.passes_deal
        assert load_entry(KALTER_SCHLAG, dump_entry(KALTER_SCHLAG, ruling), Options(), seats) == ruling


def test_revoke_form_offers_all_seats_and_chooses_nobody() -> None:
    form = UsualRulingForm.bind(None, names=("Anna", "Bernd", "Clara", "Dieter", "Emil"))
    assert [value for value, *_rest in form.offender.iter_choices()] == ["", "0", "1", "2", "3", "4"]
    assert [value for value, *_rest in form.calls.iter_choices()] == ["0", "1", "2", "3", "4"]
    assert not form.validate()
    assert set(form.errors) == {"offender"}
    form.offender.data = "4"
    assert form.validate()
    assert form.to_ruling() == Ruling((0, 0, 0, 0, 120), (False,) * 4 + (True,), "Revoke")
