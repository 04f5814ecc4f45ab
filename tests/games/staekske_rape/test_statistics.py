"""What statistics, records and the chronicle keep of Staekske Rape."""

from __future__ import annotations

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.fold import outcome_of_table
from scorekeeper.core.tally import Counts, placed, places, tally
from scorekeeper.games.staekske_rape.deal import Deal
from scorekeeper.games.staekske_rape.options import Options
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE
from tests.games.staekske_rape.helpers import bid, load

DEALS = (
    bid(5, 93, "four_nines", without_stock=True),  # +16
    bid(4, 127),  # −12
    bid(None, event="refused"),
    bid(3, event="no_tricks"),
    bid(3, event="all_tricks"),  # +12
)


def counted(payload: dict[str, object]) -> tuple[Counts, ...]:
    """Return what a deal adds."""
    deal = load(payload)
    return STAEKSKE_RAPE.counts(deal, STAEKSKE_RAPE.score(deal, Options(), 4))


def test_only_the_declarer_has_more_than_a_deal():
    first, *others = counted(DEALS[0])
    assert {name: value for name, value in first.items() if value} == {
        "deals": 1, "declared": 1, "made": 1, "made_bid": 5, "untouched": 1, "meld_points": 140, "won": 16
    }  # fmt: skip
    assert all({name for name, value in other.items() if value} == {"deals"} for other in others)


def test_rulings_count_by_themselves():
    ruling = Ruling((10, -5, 0, 0), (False,) * 4)
    told = STAEKSKE_RAPE.counts(ruling, outcome_of_table(ruling, 4))
    assert told[:2] == ({"ruled": 10, "ruled_off": 0}, {"ruled": 0, "ruled_off": 5})
    assert len(STAEKSKE_RAPE.counts(Void(), outcome_of_table(Void(), 4))) == 4


def test_a_record_says_how_bids_went():
    rows = [placed(counted(deal)[0], STAEKSKE_RAPE.by_place, places(3, 4, None)[0]) for deal in DEALS]
    figures = {figure.code: figure for figure in STAEKSKE_RAPE.figures(tally(rows, STAEKSKE_RAPE.peaks(rows)))}
    shown = {code: (figure.amount, figure.base) for code, figure in figures.items() if figure.base}
    assert shown == {
        "declared": (4, 5),
        "made": (2, 4),
        "highest": (5, 2),
        "untouched": (1, 4),
        "refused": (1, 5),
        "a_bid": (16 - 12 - 10 - 50 + 12, 5),
        "best": (16, 4),
        "worst": (50, 4),
        "melds": (140, 4),
        "all_tricks": (1, 4),
        "no_tricks": (1, 4),
        "declared_at_1": (4, 5),
    }


def test_the_chronicle_keeps_what_is_rare():
    payloads = [
        bid(3, event="all_tricks", without_stock=True),
        bid(3, 100),
        bid(3, None, "four_jacks", event="four_jacks_unplayed"),
        bid(3, event="no_tricks"),
    ]
    entries: list[Deal | Void | Ruling] = [*map(load, payloads), Void()]
    at = STAEKSKE_RAPE.standings(entries, Options(), 4)
    feats = STAEKSKE_RAPE.feats(entries, at, Options(), 4)
    assert [(feat.code, feat.index, feat.params["points"]) for feat in feats] == [
        ("all_tricks_untouched", 0, 24),
        ("four_jacks", 2, 17),
        ("no_tricks", 3, -50),
    ]
