"""Deals and house rules of Kalter Schlag for the comparison with its twin."""

from __future__ import annotations

from itertools import product
from random import Random

from scorekeeper.core.agreement import AgreedLine
from scorekeeper.core.fold import TableLine
from scorekeeper.core.problems import CommonCode
from scorekeeper.games.kalter_schlag.codes import Code
from scorekeeper.games.kalter_schlag.endings import EndingLine
from scorekeeper.games.kalter_schlag.outlook import ThreatLine
from scorekeeper.games.kalter_schlag.scoring import DealLine
from scorekeeper.games.kalter_schlag.threats import CloseLine
from tests.twin.cases import NAMES, Plain, spoilt

RULES: list[Plain] = [
    {"limit": limit, "marks_to_win": marks, "fifth_vs_limit": fifth, "joint_five": joint, "four_way": four}
    for limit, marks, fifth, joint, four in product(
        (2000, 300, 100, 1_000_000 // 10),
        (5, 2, None),
        ("five_first", "limit_first"),
        ("all_win", "lowest_wins"),
        ("all_score", "none_scores"),
    )
]
RULES += [{}, {"limit": 1000}, {"marks_to_win": None}]


MET = {
    str(code)
    for codes in (CommonCode, Code, TableLine, AgreedLine, DealLine, EndingLine, CloseLine, ThreatLine)
    for code in codes
}
"""Everything that the rules can say, which the random cases must all meet."""


def start(rng: Random, seats: int, house: Plain) -> list[Plain]:
    """Make rulings that leave everybody one mark short and close to the limit, at times with that mark on top."""
    marks, limit = house.get("marks_to_win", 5), house.get("limit", 2000)
    if marks is None or rng.random() < 0.7:
        return []
    none = {"entry": "ruling", "points": [0] * seats, "marks": [True] * seats}
    points = [max(0, limit - rng.choice((10, 30, 50, 80, 120, 250, 490, 500, 1000))) for _seat in range(seats)]
    last = {**none, "points": points, "passes_deal": False}
    return [none] * (marks - 2) + [last] + [none] * (rng.random() < 0.1)


def deal(rng: Random, seats: int, out: int | None) -> Plain:
    """Make a deal; `out` sits out of five."""
    playing = [seat for seat in range(seats) if seats == 4 or seat != out]
    form = rng.random()
    made = _paper(rng, seats, playing) if form < 0.12 else _march(rng, seats, playing) if form < 0.2 else {}
    made = made or (_short(rng, seats, playing) if form < 0.4 else _full(rng, seats, playing))
    if seats == 5:
        made["sits_out"] = out
    if "penalties" not in made:
        made |= _calls(rng, playing)
    return made


def _paper(rng: Random, seats: int, playing: list[int]) -> Plain:
    """Make a row of penalties, most of them possible."""
    value = rng.choice((30, 60, 120, 260, 480, 960, 1920, 2020, 7680, 320, 40, rng.randrange(30, 800) * 10))
    hit = set(rng.sample(playing, rng.choice((0, 1, 1, 1, 2, 3, 4))))
    return {"penalties": [value if seat in hit else 0 for seat in range(seats)]}


def _march(rng: Random, seats: int, playing: list[int]) -> Plain:
    march = rng.choice(playing)
    made: Plain = {"points": [None] * seats, "durchmarsch": march}
    if rng.random() < 0.4:
        made["points"] = [None if seat not in playing else 120 * (seat == march) for seat in range(seats)]
    if rng.random() < 0.4:
        made["jungfrauen"] = 3
    if rng.random() < 0.3:
        made["jungfrau_seats"] = [seat for seat in playing if seat != march]
    return made


def _short(rng: Random, seats: int, playing: list[int]) -> Plain:
    """Give only the total of who has the most."""
    losers = rng.sample(playing, rng.choice((1, 1, 1, 2)))
    total = rng.choice((60, 66, 41, 50, 55, 31, 120, rng.randrange(122)))
    made: Plain = {"points": [total if seat in losers else None for seat in range(seats)]}
    return made | _tricks(rng, [seat for seat in playing if seat not in losers])


def _full(rng: Random, seats: int, playing: list[int]) -> Plain:
    """Give all totals, or all but one."""
    cuts = sorted(rng.randrange(121) for _cut in range(3))
    totals = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 120 - cuts[2]]
    special = rng.random()
    if special < 0.06:
        totals = [30] * 4
    elif special < 0.3:
        totals = rng.choice(
            ([40, 40, 40, 0], [60, 60, 0, 0], [66, 54, 0, 0], [0, 120, 0, 0], [45, 45, 30, 0], [35, 35, 35, 15])
        )
        rng.shuffle(totals)
    points: list[int | None] = [None] * seats
    for seat, total in zip(playing, totals, strict=False):
        points[seat] = total
    if rng.random() < 0.2:
        points[rng.choice(playing)] = None
    return {"points": points} | _tricks(rng, [seat for seat in playing if not points[seat]])


def _tricks(rng: Random, without: list[int]) -> Plain:
    """Say who took no trick, among those `without` points, or only how many."""
    found = rng.sample(without, min(len(without), rng.choice((0, 0, 1, 1, 2))))
    if rng.random() < 0.4:
        return {"jungfrau_seats": found}
    return {"jungfrauen": len(found), **({"jungfrau_seats": found} if rng.random() < 0.5 else {})}


def _calls(rng: Random, playing: list[int]) -> Plain:
    """Say who called, or only how many."""
    callers = rng.sample(playing, min(len(playing), rng.choice((0, 0, 1, 1, 2, 3, 4))))
    if rng.random() < 0.3:
        return {"calls": len(callers)}
    return {"callers": callers, **({"calls": len(callers)} if rng.random() < 0.5 else {})}


def known(rng: Random, seats: int) -> object:
    """Make what is known of the open deal."""
    told: Plain = {}
    people = list(range(seats))
    if rng.random() < 0.6:
        told["callers"] = rng.sample(people, rng.randrange(4))
    if rng.random() < 0.3:
        told["calls"] = rng.choice((0, 1, 2, 4, 5, None))
    if rng.random() < 0.3:
        told["jungfrau_seats"] = rng.sample(people, rng.choice((1, 1, 2, 3)))
    if rng.random() < 0.2:
        told["jungfrauen"] = rng.choice((0, 1, 2, 3, 4, -1))
    if rng.random() < 0.1:
        told["durchmarsch"] = rng.choice((*people, 7))
    if rng.random() < 0.1:
        return rng.choice((spoilt(rng, told or {"calls": 1}), None, [], "x"))
    return told


TYPED = ("", "", "0", "66", "120", "7", " 41 ", "066", "1234567", "-1", "6.5", "x", "٦")
SEATS_TYPED = ("0", "1", "2", "3", "4", "9", "", "-1")
ORDERS = ("", "", "2,0", "3 1 0", "1,1,2", " 0 , 3 ", "7", "x")


def form(rng: Random) -> Plain:
    """Make what a page sends of a deal: mostly what its panel can, at times what only a broken one would."""
    seats = rng.choice((4, 5))
    fields = [["form_kind", rng.choice(("deal", "deal", "", "paper"))], ["dealer", "0"]]
    wild = rng.random() < 0.3
    numbers = TYPED if wild else TYPED[:8]
    people = SEATS_TYPED if wild else SEATS_TYPED[:seats]
    for kind in ("points", "penalties"):
        fields += [[f"{kind}-{seat}", rng.choice(numbers)] for seat in range(5) if rng.random() < 0.8]
    for name in ("no_trick", "called"):
        fields += [[name, rng.choice(people)] for _time in range(rng.choice((0, 0, 1, 2, 3)))]
    fields.append(["durchmarsch", rng.choice((*[""] * 6, *people))])
    fields.append(["call_order", rng.choice(ORDERS if wild else ORDERS[:3])])
    for name in ("unnamed_no_trick", "unnamed_calls"):
        fields += [[name, rng.choice(("", "1", "3", "5", "x"))]] if rng.random() < 0.4 else []
    vacant = [rng.randrange(5)] if seats == 5 and rng.random() < 0.3 else []
    asked = {"seats": seats, "dealer": rng.randrange(seats), "vacant": vacant, "names": NAMES[0][:seats]}
    return {"kind": "form", "fields": fields, **asked}
