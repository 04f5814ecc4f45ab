"""Deals and house rules of Staekske Rape for the comparison with its twin."""

from __future__ import annotations

from itertools import product
from random import Random

from scorekeeper.core.agreement import AgreedLine
from scorekeeper.core.fold import TableLine
from scorekeeper.core.problems import CommonCode
from scorekeeper.games.staekske_rape.codes import Code
from scorekeeper.games.staekske_rape.deal import Event
from scorekeeper.games.staekske_rape.endings import EndingLine
from scorekeeper.games.staekske_rape.melds import Meld
from scorekeeper.games.staekske_rape.outlook import CloseLine, OutlookLine
from scorekeeper.games.staekske_rape.scoring import DealLine
from tests.twin.cases import NAMES, Plain, spoilt

RULES: list[Plain] = [
    {"target": target, "five_rounds": five, "double_losses": loss, "double_no_tricks": none, "winner_paid": paid}
    for target, five, loss, none, paid in product((100, 30, 10), ("down", "up"), *((True, False),) * 3)
]
RULES += [{}, {"four_jacks_unplayed": False}, {"target": 10_000}]

MET = {
    str(code)
    for codes in (CommonCode, Code, TableLine, AgreedLine, DealLine, EndingLine, CloseLine, OutlookLine)
    for code in codes
} - {"negative", "multiple_of_ten", "seat_twice", "list"}
"""Everything that the rules can say, which the random cases must all meet."""

RUNS = (Meld.RUN3, Meld.RUN4, Meld.RUN5)


def start(rng: Random, seats: int, house: Plain) -> list[Plain]:
    """Make a ruling that leaves everybody close to the target."""
    if rng.random() < 0.6:
        return []
    target = house.get("target", 100)
    points = [target - rng.choice((1, 2, 5, 9, 12, 25, 30, 60)) for _seat in range(seats)]
    return [{"entry": "ruling", "points": points, "marks": [False] * seats, "passes_deal": False}]


def deal(rng: Random, seats: int, out: int | None) -> Plain:
    """Make a deal; `out` sits out of five."""
    playing = [seat for seat in range(seats) if seats == 4 or seat != out]
    event = rng.choice((*(Event.PLAYED.value,) * 6, *(each.value for each in Event)))
    if event == Event.REFUSED.value:
        return {"declarer": rng.choice(playing), "event": event}
    made: Plain = {
        "declarer": rng.choice(playing),
        "bid": rng.choice((1, 2, 3, 3, 4, 5, 7, 12, 20, 40)),
        "event": event,
    }
    made["melds"] = _melds(rng)
    if event == Event.FOUR_JACKS_UNPLAYED.value and rng.random() < 0.9:
        made["melds"] = ["four_jacks"]
    if event == Event.PLAYED.value:
        made["card_points"] = rng.choice((rng.randrange(147), 135, 140, 145, 146, 115, 0))
    if rng.random() < 0.4:
        made["without_stock"] = rng.random() < 0.7
    return made | (_slip(rng) if rng.random() < 0.05 else {})


def _slip(rng: Random) -> Plain:
    """Say something that does not belong to the rest."""
    slips: list[Plain] = [
        {"event": "all_tricks", "card_points": 146},
        {"event": "no_tricks", "card_points": 3},
        {"event": "refused"},
        {"melds": ["stoek", "stoek"]},
    ]
    return rng.choice(slips)


def _melds(rng: Random) -> list[str]:
    """Choose melds, of which seven cards can hold most."""
    roll = rng.random()
    if roll < 0.4:
        return []
    found = rng.sample(list(Meld), rng.choice((1, 1, 1, 2, 2, 3)))
    found += rng.choices(RUNS, k=rng.choice((0, 0, 1)))
    rng.shuffle(found)
    return [meld.value for meld in found]


def known(rng: Random, seats: int) -> object:
    """Make what is known of the open deal."""
    told: Plain = {"declarer": rng.choice((None, *range(seats))), "bid": rng.choice((None, 1, 3, 4, 5, 15, 17, 26, 40))}
    if rng.random() < 0.5:
        told["melds"] = _melds(rng)
    if rng.random() < 0.3:
        told["without_stock"] = rng.choice((True, False, 1))
    if rng.random() < 0.1:
        return rng.choice((spoilt(rng, told), None, [], "x"))
    return told


TYPED = ("", "3", "4", "93", "146", "0", " 7 ", "007", "1000000", "-1", "3.5", "x", "٣")


def form(rng: Random) -> Plain:
    """Make what a page sends of a deal: mostly what its panel can, at times what only a broken one would."""
    seats = rng.choice((4, 5))
    wild = rng.random() < 0.3
    numbers = TYPED if wild else TYPED[:8]
    fields = [["dealer", "0"]]
    fields += [["declarer", rng.choice(("", "0", "1", "2", "3", *(("4", "7", "x") if wild else ())))]]
    fields += [[name, rng.choice(numbers)] for name in ("bid", "card_points") if rng.random() < 0.9]
    if rng.random() < 0.9:
        fields.append(["event", rng.choice((*(each.value for each in Event), *(("", "lost") if wild else ())))])
    fields += [["melds", rng.choice((*Meld, "run3_again", "belote"))] for _time in range(rng.choice((0, 0, 1, 2, 3)))]
    if rng.random() < 0.4:
        fields.append(["without_stock", rng.choice(("y", "y", "false", ""))])
    vacant = [rng.randrange(5)] if seats == 5 and rng.random() < 0.3 else []
    asked = {"seats": seats, "dealer": rng.randrange(seats), "vacant": vacant, "names": NAMES[0][:seats]}
    return {"kind": "form", "fields": fields, **asked}
