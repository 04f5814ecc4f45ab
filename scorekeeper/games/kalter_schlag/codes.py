"""Codes of the problems that a deal, house rules or an agreed ending of Kalter Schlag can have."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Name what is wrong; the sentences are in `sentences`."""

    # card points
    ONE_TOTAL_A_SEAT = "one_total_a_seat"
    NEGATIVE = "negative"
    OVER_120 = "over_120"
    SUM_120 = "sum_120"
    ONE_POINT = "one_point"
    NO_TOTAL = "no_total"
    SHORT_FORM_UNEQUAL = "short_form_unequal"
    IMPOSSIBLE_TOTAL = "impossible_total"
    # who took no trick, who took all
    JUNGFRAUEN_0_3 = "jungfrauen_0_3"
    JUNGFRAU_SEAT = "jungfrau_seat"
    JUNGFRAU_SEATS_COUNT = "jungfrau_seats_count"
    JUNGFRAU_WITH_POINTS = "jungfrau_with_points"
    THREE_JUNGFRAUEN_IS_DURCHMARSCH = "three_jungfrauen_is_durchmarsch"
    DURCHMARSCH_SEAT = "durchmarsch_seat"
    DURCHMARSCH_THREE_JUNGFRAUEN = "durchmarsch_three_jungfrauen"
    DURCHMARSCH_POINTS = "durchmarsch_points"
    # calls
    CALLS_0_4 = "calls_0_4"
    CALLER_SEAT = "caller_seat"
    CALLERS_COUNT = "callers_count"
    # five seats
    SITS_OUT_FOUR = "sits_out_four"
    SITS_OUT_MISSING = "sits_out_missing"
    SITS_OUT_SEAT = "sits_out_seat"
    SITS_OUT_POINTS = "sits_out_points"
    SITS_OUT_IS_DEALER = "sits_out_is_dealer"
    SITS_OUT_IS_EMPTY = "sits_out_is_empty"
    # rows from paper
    PAPER_RANGE = "paper_range"
    PAPER_UNEQUAL = "paper_unequal"
    PAPER_VALUE = "paper_value"
    PAPER_EMPTY = "paper_empty"
    PAPER_FOUR = "paper_four"
    # house rules
    LIMIT_RANGE = "limit_range"
    MARKS_RANGE = "marks_range"
    # endings by agreement
    HIGHEST_TIED = "highest_tied"
