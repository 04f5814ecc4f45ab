"""Who wins Staekske Rape, who pays, what each is close to, and what the open deal needs."""

from __future__ import annotations

import pytest

from scorekeeper.core.outcome import Line
from scorekeeper.core.problems import InvalidCloseError, InvalidDealError
from scorekeeper.core.standings import State
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE
from tests.games.staekske_rape.helpers import bid, ended, load, options, standings


def test_the_first_at_the_target_wins_and_nobody_pays():
    ending = ended(100, 20, -30, 0)
    assert (ending.reason, ending.winners, ending.losers) == ("target", (0,), ())
    assert (ending.stakes, ending.pairs, ending.next_dealer) == ((0, 0, 0, 0), (), 1)


def test_with_stakes_each_other_player_pays_the_winner_one():
    ending = ended(0, 20, 101, 0, 5, winner_paid=True)
    assert ending.stakes == (-1, -1, 4, -1, -1)
    assert [line.code for line in ending.lines] == ["won_target", *["pays_winner"] * 4]


def test_after_a_ruling_the_highest_wins_or_all_who_are_tied():
    assert ended(100, 120, 0, 0).winners == (1,)
    together = ended(100, 100, 0, 0, winner_paid=True)
    assert (together.winners, together.stakes) == ((0, 1), (2, 2, -2, -2))


def test_who_left_neither_wins_nor_pays_nor_deals():
    ending = STAEKSKE_RAPE.judge((100, 300, 0, 0, 0), (0,) * 5, 0, options(winner_paid=True), frozenset({1}))
    assert not isinstance(ending, State)
    assert (ending.winners, ending.stakes, ending.next_dealer) == ((0,), (3, 0, -1, -1, -1), 2)


def test_the_table_lets_the_highest_win_with_or_without_stakes():
    at = standings(30, 10, -20, 0)
    assert STAEKSKE_RAPE.close(at, {"how": "highest"}).stakes == (0, 0, 0, 0)
    paid = STAEKSKE_RAPE.close(at, {"how": "highest_paid"})
    assert (paid.reason, paid.winners, paid.stakes, paid.next_dealer) == ("agreed", (0,), (3, -1, -1, -1), at.dealer)
    with pytest.raises(InvalidCloseError, match="highest_tied at how"):
        STAEKSKE_RAPE.close(standings(30, 30, 0, 0), {"how": "highest"})


def test_the_dealer_of_five_cannot_declare_nor_can_who_left():
    assert STAEKSKE_RAPE.sits_out(2, 4) is None
    assert STAEKSKE_RAPE.sits_out(2, 5) == 2
    assert STAEKSKE_RAPE.sits_out(2, 5, frozenset({4})) == 4
    with pytest.raises(InvalidDealError, match="declarer_sits_out at declarer"):
        STAEKSKE_RAPE.standings([load(bid(3, 130), 5)], options(), 5, 0)
    assert STAEKSKE_RAPE.dealer_problems(load(bid(3, 130)), 1, 4, frozenset({0}))
    assert not STAEKSKE_RAPE.dealer_problems(load(bid(3, 130)), 0, 4)


def closeness(at: object, **rules: object) -> list[Line]:
    """Return the header's lines."""
    return list(STAEKSKE_RAPE.closeness(at, options(**rules), 4))  # type: ignore[arg-type]


def test_the_header_says_how_far_each_is_from_the_target():
    lines = closeness(standings(90, 12, -14, 0))
    assert [(line.code, line.params["points"]) for line in lines] == [
        ("near", 10), ("to_go", 88), ("to_go", 114), ("to_go", 100)
    ]  # fmt: skip


def test_the_header_says_who_won_and_what_each_pays_after_the_end():
    assert [line.code for line in closeness(standings(100, 0, 0, 0))] == ["wins", "over", "over", "over"]
    lines = closeness(standings(100, 0, 0, 0, winner_paid=True), winner_paid=True)
    assert [(line.code, line.params["stakes"]) for line in lines] == [("gets", 3), *[("pays", 1)] * 3]


def test_the_header_says_who_left():
    at = STAEKSKE_RAPE.standings([], options(), 5, 0, {}, {0: frozenset({4})})
    assert STAEKSKE_RAPE.closeness(at, options(), 5)[4].code == "left"


def outlook(payload: object, *totals: int) -> list[tuple[str, object]]:
    """Return what is said of an open deal: codes and card points."""
    at = standings(*(totals or (0, 0, 0, 0)))
    lines = STAEKSKE_RAPE.outlook(at, payload, options(), len(at.totals))  # type: ignore[arg-type]
    return [(line.code, line.params.get("points")) for line in lines]


def test_the_open_deal_says_what_its_bid_needs():
    # 13 tens are made from 126 on
    assert outlook(bid(3)) == [("needs", 126)]
    assert outlook(bid(3, None, "four_nines")) == [("made_already", None)]
    assert outlook(bid(6)) == [("only_all_tricks", None)]
    assert outlook(bid(16)) == [("beyond_reach", None)]


def test_the_open_deal_says_what_wins_the_game():
    # needs 13: 14 are one over, made from 136 on
    assert outlook(bid(3), 99, 0, 0, 0) == [("wins_from", 136), ("needs", 126)]
    assert outlook(bid(3), 88, 0, 0, 0) == [("wins_with_all_tricks", None), ("needs", 126)]
    assert outlook({**bid(3), "without_stock": True}, 98, 0, 0, 0) == [("wins_from", 136), ("needs", 126)]


@pytest.mark.parametrize(
    "payload",
    [
        {},
        None,
        [],
        {"declarer": 0},
        {"bid": 3},
        {"declarer": 7, "bid": 3},
        {"declarer": 0, "bid": 0},
        {"declarer": 0, "bid": "3"},
    ],
)
def test_nothing_is_said_while_declarer_or_bid_is_not_known(payload: object):
    assert outlook(payload) == []


def test_melds_that_cannot_be_count_as_not_known():
    assert outlook({**bid(3), "melds": "x"}) == [("needs", 126)]
    assert outlook(bid(3, None, "belote")) == [("needs", 126)]
    assert outlook(bid(3, None, "run5", "run5")) == [("needs", 126)]


def test_nothing_is_said_after_the_end_nor_of_the_dealer_of_five():
    assert outlook(bid(3), 100, 0, 0, 0) == []
    at = STAEKSKE_RAPE.standings([], options(), 5)
    assert STAEKSKE_RAPE.outlook(at, bid(3), options(), 5) == ()
