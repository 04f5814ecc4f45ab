"""What a game gets from the core without a line of its own, shown with the smallest game there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from scorekeeper.core.entry import Ruling, Void, dump_entry, load_entry, widened_entry
from scorekeeper.core.game import CardGame
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.core.reading import Reader
from scorekeeper.core.standings import DealAfterEndError, Ending, Standings, State
from scorekeeper.core.tally import Counts


class HighCard(CardGame[int, int]):
    """The seat that a deal names gets one point; who has as many points as the option says wins."""

    key = "high_card"
    seats = (2, 3)
    agreements = ("agreed",)
    low_wins = False

    def load_options(self, data: Mapping[str, object]) -> int:
        return Reader(data, {"target"}).number("target", range(1, 100), "range", 3) or 3

    def dump_options(self, options: int) -> dict[str, object]:
        return {"target": options}

    def target(self, options: int) -> int | None:
        return options

    def marks_to_win(self, options: int) -> int | None:
        return None

    def load(self, payload: Mapping[str, object], options: int, seats: int) -> int:
        reader = Reader(payload, {"v", "winner"})
        seat = reader.seat("winner", range(seats), "seat")
        reader.stop_if_problems(InvalidDealError)
        return seat or 0

    def dump(self, deal: int) -> dict[str, object]:
        return {"v": 1, "winner": deal}

    def score(self, deal: int, options: int, seats: int) -> Outcome:
        return Outcome(tuple(int(seat == deal) for seat in range(seats)), (False,) * seats)

    def reseat(self, deal: int, order: Sequence[int]) -> int:
        return list(order).index(deal)

    def widened(self, deal: int) -> int:
        return deal

    def counts(self, entry: int | Void | Ruling, outcome: Outcome) -> tuple[Counts, ...]:
        return tuple({"won": points} for points in outcome.points)

    def judge(
        self,
        totals: tuple[int, ...],
        marks: tuple[int, ...],
        dealer: int,
        options: int,
        vacant: frozenset[int] = frozenset(),
    ) -> State | Ending:
        if max(totals) < options:
            return State.RUNNING
        winner = totals.index(max(totals))
        return Ending("target", (), (winner,), (0,) * len(totals), (), winner, None)

    def close(self, standings: Standings, how: Mapping[str, object]) -> Ending:
        return Ending("agreed", (), (), (0,) * len(standings.totals), (), standings.dealer, None)

    def closeness(self, standings: Standings, options: int, seats: int) -> tuple[Line, ...]:
        return ()

    def outlook(
        self, standings: Standings, payload: Mapping[str, object], options: int, seats: int
    ) -> tuple[Line, ...]:
        return ()


GAME = HighCard()


def test_a_game_of_another_kind_folds_by_the_same_core() -> None:
    standings = GAME.standings([0, Void(), 1, Ruling((0, 0, 5), (False,) * 3)], 9, 3, first_dealer=2)
    assert (standings.totals, standings.dealers, standings.dealer) == ((1, 1, 5), (2, 0, 0, 1), 2)
    assert (standings.state, standings.ending) == (State.RUNNING, None)


def test_a_game_of_another_kind_ends_by_its_own_rule() -> None:
    with pytest.raises(DealAfterEndError) as error:
        GAME.standings([1, 1, 1], 2, 2)
    assert error.value.index == 2
    assert error.value.standings.ending is not None
    assert error.value.standings.ending.winners == (1,)


def test_the_deal_passes_over_seats_that_are_empty() -> None:
    empty = {1: frozenset({1}), 3: frozenset[int](), 5: frozenset({0, 2})}
    standings = GAME.standings([0] * 6, 9, 3, first_dealer=0, vacant=empty)
    assert standings.dealers == (0, 2, 0, 1, 2, 1)
    assert (standings.dealer, standings.vacant) == (1, frozenset({0, 2}))


def test_whose_seat_is_empty_passes_the_first_deal_and_the_next() -> None:
    assert GAME.standings([], 9, 3, first_dealer=2, vacant={0: frozenset({2, 0})}).dealer == 1
    again = GAME.standings([Void()], 9, 3, first_dealer=2, vacant={1: frozenset({2})})
    assert (again.dealers, again.dealer) == ((2,), 0)


def test_nobody_deals_who_has_left() -> None:
    with pytest.raises(InvalidDealError, match="dealer_empty at dealer") as error:
        GAME.standings([0, 0], 9, 3, dealers={1: 2}, vacant={1: frozenset({2})})
    assert error.value.problems[0].params == {"dealer": 2, "index": 1}
    with pytest.raises(ValueError, match="no seat 3 among 3"):
        GAME.standings([], 9, 3, vacant={0: frozenset({3})})


def test_a_row_stands_as_it_is_on_a_sheet_with_one_more_seat() -> None:
    assert widened_entry(GAME, Void("misdeal")) == Void("misdeal")
    assert widened_entry(GAME, Ruling((10, 0), (True, False))) == Ruling((10, 0, 0), (True, False, False))
    assert widened_entry(GAME, 1) == 1


def test_by_default_nobody_sits_out_and_no_deal_contradicts_its_dealer() -> None:
    assert [GAME.sits_out(dealer, 3) for dealer in range(3)] == [None] * 3
    assert GAME.dealer_problems(1, 0, 3) == ()


def test_by_default_a_game_has_nothing_for_the_chronicle() -> None:
    assert GAME.feats([1], GAME.standings([1], 9, 3), 9, 3) == ()


def test_by_default_a_game_keeps_no_figures() -> None:
    assert dict(GAME.peaks([{"won": 1}])) == {}
    assert GAME.figures({"won": 1}) == ()


def test_rows_of_the_table_are_read_for_every_game_alike() -> None:
    assert load_entry(GAME, {"entry": "void"}, 3, 2) == Void()
    assert load_entry(GAME, {"winner": 1}, 3, 2) == 1
    assert dump_entry(GAME, 1) == {"v": 1, "winner": 1}
    with pytest.raises(InvalidDealError, match="seat at winner"):
        load_entry(GAME, {"winner": 2}, 3, 2)


def test_by_default_somebody_pays_when_a_game_ends_by_its_rules() -> None:
    assert GAME.has_stakes(9)
