"""Codes of the problems that a deal, house rules or an agreed ending of Staekske Rape can have."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Name what is wrong; the sentences are in `sentences`."""

    # who plays, and for what
    DECLARER_MISSING = "declarer_missing"
    DECLARER_SEAT = "declarer_seat"
    DECLARER_SITS_OUT = "declarer_sits_out"
    BID_MISSING = "bid_missing"
    BID_WHOLE = "bid_whole"
    BID_AT_LEAST_1 = "bid_at_least_1"
    BID_AT_MOST = "bid_at_most"
    # how it went
    CARD_POINTS_MISSING = "card_points_missing"
    CARD_POINTS_0_146 = "card_points_0_146"
    CARD_POINTS_NOT_ASKED = "card_points_not_asked"
    REFUSED_ALONE = "refused_alone"
    FOUR_JACKS_NEEDED = "four_jacks_needed"
    UNPLAYED_NOT_OFFERED = "unplayed_not_offered"
    # melds
    MELDS_LIST = "melds_list"
    MELD_UNKNOWN = "meld_unknown"
    MELD_TWICE = "meld_twice"
    MORE_THAN_SEVEN_CARDS = "more_than_seven_cards"
    # house rules
    TARGET_RANGE = "target_range"
    # endings by agreement
    HIGHEST_TIED = "highest_tied"
