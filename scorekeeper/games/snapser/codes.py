"""Codes of the problems that a deal, house rules or the end of an account of Šnapser can have."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Name what is wrong; the sentences are in `sentences`."""

    # who plays
    PLAYERS_2_4 = "players_2_4"
    CHOOSER_SEAT = "chooser_seat"
    PARTNER = "partner"
    SITS_OUT_SEAT = "sits_out_seat"
    SITS_OUT_IS_EMPTY = "sits_out_is_empty"
    # the game and how it went
    DECLARED = "declared"
    WINNER = "winner"
    OUTCOME = "outcome"
    OUTCOME_NOT_OF_DECLARATION = "outcome_not_of_declaration"
    NEHRAM_ALWAYS_LOST = "nehram_always_lost"
    NEHRAM_NO_RAISE = "nehram_no_raise"
    RAISES_0_4 = "raises_0_4"
    # the points of both sides
    ENDED = "ended"
    ENDED_BY = "ended_by"
    COUNT_NOT_ASKED = "count_not_asked"
    COUNT_TWO = "count_two"
    COUNT_RANGE = "count_range"
    COUNT_SUM = "count_sum"
    COUNT_ALL = "count_all"
    COUNT_TRICKLESS = "count_trickless"
    COUNT_MARRIAGES = "count_marriages"
    COUNT_DIFFERS = "count_differs"
    # house rules
    BASE_RANGE = "base_range"
    # rulings and the end of the account
    RULING_SUM_0 = "ruling_sum_0"
    ACCOUNT_UNEVEN = "account_uneven"
