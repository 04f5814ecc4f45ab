"""What statistics, records and the chronicle keep of Šnapser, and what the open deal is worth."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.fold import outcome_of_table
from scorekeeper.core.tally import tally
from scorekeeper.games.snapser.deal import Deal
from scorekeeper.games.snapser.options import Options
from scorekeeper.games.snapser.rules import SNAPSER
from tests.games.snapser.helpers import deal

LOST: Any = {"winner": "opponents"}


def counted(played: Deal, seat: int) -> dict[str, int | None]:
    """Return what a deal adds for a seat, without what is 0."""
    counts = SNAPSER.counts(played, SNAPSER.score(played, Options(), played.seats))
    return {name: value for name, value in counts[seat].items() if value}


def test_chooser_who_wins_against_two() -> None:
    won = deal(chooser=1, outcome="bez_vody", raises=3)
    assert counted(won, 1) == {
        "played": 1, "won": 1, "gained": 64, "chose": 1, "chose_won": 1, "raised": 1, "raised_won": 1,
    }  # fmt: skip
    assert counted(won, 0) == {"played": 1, "paid": 32, "opposed": 1, "raised": 2}


def test_opponents_who_win_their_raises() -> None:
    lost = deal(chooser=1, declared="za12", outcome="tichy_durch", raises=1, **LOST)
    assert counted(lost, 2) == {
        "played": 1, "won": 1, "gained": 36, "opposed": 1, "opposed_won": 1, "silent_durch": 1, "raised": 1,
        "raised_won": 1,
    }  # fmt: skip
    assert counted(lost, 1) == {"played": 1, "paid": 72, "chose": 1, "za12": 1}


def test_great_games_count_for_the_chooser() -> None:
    assert counted(deal(declared="durch", outcome="durch"), 0)["durch_won"] == 1
    assert counted(deal(declared="za12", outcome="za12"), 0)["za12_won"] == 1
    assert counted(deal(declared="nehram", winner=None, outcome=None), 0) == {
        "played": 1, "paid": 12, "chose": 1, "gave_up": 1,
    }  # fmt: skip


def test_partner_and_who_sits_out() -> None:
    four = deal(4, chooser=0, partner=2, outcome="za6")
    assert counted(four, 2) == {"played": 1, "won": 1, "gained": 6}
    assert counted(deal(3, chooser=2, sits_out=[0], raises=4, **LOST), 0) == {}


def test_rulings_and_void_deals_are_no_deals() -> None:
    ruling = Ruling((10, -10, 0), (False,) * 3)
    counts = SNAPSER.counts(ruling, outcome_of_table(ruling, 3))
    assert counts[:2] == ({"ruled_gained": 10, "ruled_paid": 0}, {"ruled_gained": 0, "ruled_paid": 10})
    assert set(SNAPSER.counts(Void(), outcome_of_table(Void(), 3))[0].values()) == {0}


def test_peaks_are_the_greatest_gain_and_the_longest_run() -> None:
    rows: list[Any] = [
        {"played": 1, "won": 1, "gained": 4}, {"ruled_gained": 10}, {"played": 0},
        {"played": 1, "won": 1, "gained": 72}, {"played": 1, "won": 0}, {"played": 1, "won": 1, "gained": 2},
    ]  # fmt: skip
    assert SNAPSER.peaks(rows) == {"gained": 72, "winning_run": 2}
    assert SNAPSER.peaks([]) == {"gained": 0, "winning_run": 0}


def test_record_of_a_few_deals() -> None:
    deals = [
        deal(chooser=0, outcome="bez_vody", raises=1),
        deal(chooser=1, outcome="za6", raises=2, **LOST),
        deal(chooser=0, declared="nehram", winner=None, outcome=None),
    ]
    rows = [SNAPSER.counts(each, SNAPSER.score(each, Options(), 3))[0] for each in deals]
    figures = {
        figure.code: (figure.amount, figure.base) for figure in SNAPSER.figures(tally(rows, SNAPSER.peaks(rows)))
    }
    assert figures == {
        "won": (2, 3), "gained": (40, 3), "paid": (12, 3), "greatest": (24, 2), "winning_run": (2, 3),
        "chose_won": (1, 2), "opposed_won": (1, 1), "gave_up": (1, 2), "za12_won": (0, 0), "durch_won": (0, 0),
        "silent_durch": (0, 3), "raised": (1, 3), "raised_won": (1, 1),
    }  # fmt: skip


def test_chronicle_keeps_all_tricks_and_all_four_raises() -> None:
    entries: list[Any] = [
        deal(),
        Void(),
        deal(declared="durch", outcome="durch", red=True),
        deal(declared="durch", outcome="durch", **LOST),
        deal(chooser=1, outcome="tichy_durch", raises=4, **LOST),
    ]
    feats = SNAPSER.feats(entries, SNAPSER.standings(entries, Options(), 3), Options(), 3)
    assert [(str(feat.code), feat.index, feat.seats, dict(feat.params)) for feat in feats] == [
        ("durch", 2, (0,), {"points": 144, "raises": 0, "red": True}),
        ("tichy_durch", 4, (0, 2), {"points": 288, "raises": 4, "red": False}),
        ("boty", 4, (0, 2), {"points": 288, "raises": 4, "red": False}),
    ]


@pytest.mark.parametrize(
    ("known", "values"),
    [
        ({"raises": 2}, (8, 16, 24, 72)),
        ({"red": True}, (4, 8, 12, 36)),
        ({"declared": "za12", "raises": 1}, (24, 36)),
        ({"declared": "durch"}, (36,)),
        ({"declared": "x", "raises": 1}, (4, 8, 12, 36)),
    ],
)
def test_open_deal_is_worth_what_its_outcomes_are(known: dict[str, Any], values: tuple[int, ...]) -> None:
    standings = SNAPSER.standings([], Options(), 3)
    (line,) = SNAPSER.outlook(standings, known, Options(), 3)
    assert line.params["amounts"] == values


@pytest.mark.parametrize("known", [{}, {"raises": 9}, {"declared": "nehram", "red": True}, {"red": "yes"}, [], None])
def test_nothing_is_said_of_an_open_deal_that_is_worth_what_deals_are(known: Any) -> None:
    assert SNAPSER.outlook(SNAPSER.standings([], Options(), 3), known, Options(), 3) == ()
