"""Sample entries and endings of each game, for the tests that run over the registry.

A new game adds one entry to SAMPLES; without it test_every_game fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.games.kalter_schlag.helpers import payload_of, vectors
from tests.games.snapser.helpers import payload_of as snapser_payload

Payload = dict[str, object]


@dataclass(frozen=True)
class Samples:
    """Hold plain data of one game.

    `options` are sets of house rules, the first the usual ones; `deals` maps a number of seats to payloads
    of possible deals; `games` are whole games for the usual number of seats, each up to its ending;
    `wrong` are payloads with at least two problems; `closings` are ways to end by agreement, those in
    `wrong_closings` must be refused.
    """

    options: list[Payload]
    wrong_options: list[Payload]
    deals: dict[int, list[Payload]]
    games: list[list[Payload]]
    wrong: list[Payload]
    closings: list[Payload]
    wrong_closings: list[Payload] = field(default_factory=list)


def kalter_schlag() -> Samples:
    """Return the golden tables as samples; for five seats the first seat sits out."""
    deals = [payload_of(row) for row in vectors("kalter_schlag")]
    deals += [
        {"points": [None, 66, None, None], "jungfrauen": 1, "calls": 2},
        {"points": [50, None, 50, None], "calls": 1, "callers": [3]},
        {"points": [None] * 4, "durchmarsch": 2, "calls": 4, "callers": [3, 1, 0, 2]},
        {"penalties": [0, 260, 0, 0]},
        {"penalties": [120, 120, 0, 120]},
    ]
    return Samples(
        options=[
            {},
            {"limit": 1000, "marks_to_win": None},
            {"fifth_vs_limit": "limit_first", "joint_five": "lowest_wins", "four_way": "none_scores"},
        ],
        wrong_options=[{"limit": 5, "marks_to_win": "5", "target": 100}],
        deals={4: deals, 5: list(_five_seats(deals))},
        games=[[payload_of(deal) for deal in game["deals"]] for game in vectors("games_kalter_schlag")],
        wrong=[{"points": [1, 1, 59, 59], "calls": 5}, {"points": [], "v": 7, "trump": 1}],
        closings=[{"how": "nobody"}, {"how": "highest"}, {"how": "by_hand", "stakes": [2, -3, 1, 0]}],
        wrong_closings=[{"how": "by_hand", "stakes": [1, 1, 1, 1]}, {"how": "lot", "stakes": []}],
    )


def snapser() -> Samples:
    """Return the golden tables as samples, and deals that the points of both sides tell."""
    counted = {"chooser": 0, "declared": "hram", "ended": "dost", "ended_by": "chooser", "points": [66, 20]}
    deals = {
        seats: [snapser_payload(row) for row in vectors("snapser") if row["players"] == seats] for seats in (2, 3, 4)
    }
    for payloads in deals.values():
        payloads += [
            counted,
            {"chooser": 1, "declared": "nehram"},
            {"chooser": 0, "declared": "durch", "winner": "chooser"},
        ]
    return Samples(
        options=[
            {},
            {"base": 10, "nehram_red_doubles": False, "za12_all_tricks": "za12", "raises_apply_to": "declared"},
            {"false_dost_value": "bez_vody", "marriages_33": False},
        ],
        wrong_options=[{"base": 0, "marriages_33": 1, "target": 100}],
        deals=deals,
        games=[[snapser_payload(deal) for deal in game["deals"]] for game in vectors("games_snapser")],
        wrong=[{"declared": "betl", "chooser": 9}, {"chooser": 0, "raises": 5, "v": 7, "trump": 1}],
        closings=[{"how": "closed"}, {"how": "nobody"}, {"how": "by_hand", "stakes": [3, -3]}],
        wrong_closings=[{"how": "by_hand", "stakes": [1, 1]}, {"how": "highest", "stakes": []}],
    )


def _five_seats(deals: list[Payload]) -> Iterator[Payload]:
    """Put a fifth seat before the four, which sits out."""
    for deal in deals:
        moved: Payload = {"sits_out": 0}
        for key, value in deal.items():
            if key in ("points", "penalties") and isinstance(value, list):
                moved[key] = [None, *value]
            elif key in ("jungfrau_seats", "callers") and isinstance(value, list):
                moved[key] = [seat + 1 for seat in value]
            elif key == "durchmarsch" and isinstance(value, int):
                moved[key] = value + 1
            else:
                moved[key] = value
        yield moved


def staekske_rape() -> Samples:
    """Return the golden tables of Staekske Rape as samples: the second seat declares."""
    keys = ("bid", "event", "card_points", "melds", "without_stock")

    def payload(row: dict[str, object]) -> Payload:
        return {"declarer": row.get("declarer", 1), **{key: row[key] for key in keys if key in row}}

    deals = [payload(row) for row in sorted(vectors("staekske_rape"), key=lambda row: row["score"] <= 0)]
    games = [game for game in vectors("games_staekske_rape") if game["players"] == 4]
    return Samples(
        options=[
            {},
            {"target": 50, "five_rounds": "up", "winner_paid": True},
            {"double_losses": False, "double_no_tricks": False},
        ],
        wrong_options=[{"target": 5, "five_rounds": "both", "winner_paid": 1}],
        deals={4: deals, 5: deals},
        games=[[payload(deal) for deal in game["deals"]] for game in games],
        wrong=[{"declarer": 9, "bid": 0, "card_points": 147}, {"melds": ["belote"], "v": 7, "trump": 1}],
        closings=[
            {"how": "nobody"},
            {"how": "highest"},
            {"how": "highest_paid"},
            {"how": "by_hand", "stakes": [3, -1, -1, -1]},
        ],
        wrong_closings=[{"how": "by_hand", "stakes": [1, 1, 1, 1]}, {"how": "lot", "stakes": []}],
    )


SAMPLES = {"kalter_schlag": kalter_schlag(), "snapser": snapser(), "staekske_rape": staekske_rape()}
