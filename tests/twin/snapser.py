"""Deals and house rules of Šnapser for the comparison with its twin."""

from __future__ import annotations

from itertools import product
from random import Random

from scorekeeper.core.agreement import AgreedLine
from scorekeeper.core.fold import TableLine
from scorekeeper.core.problems import CommonCode
from scorekeeper.games.snapser.account import CloseLine, EndingLine
from scorekeeper.games.snapser.codes import Code
from scorekeeper.games.snapser.form import ENDS, RESULTS
from scorekeeper.games.snapser.outlook import WorthLine
from scorekeeper.games.snapser.scoring import DealLine
from tests.twin.cases import NAMES, Plain, spoilt

RULES: list[Plain] = [
    {
        "base": base, "nehram_red_doubles": red, "za12_all_tricks": za12, "false_dost_value": false,
        "durch_lost_all": durch, "marriages_33": marriages, "raises_apply_to": raises,
    }
    for base, red, za12, false, durch, marriages, raises in product(
        (1, 10), (True, False), ("tichy_durch", "za12"), ("by_points", "s_vodou", "bez_vody"), ("durch", "both"),
        (True, False), ("reached", "declared"),
    )
]  # fmt: skip
RULES += [{}, {"base": 1000}]

NOT_HERE = {
    "negative",
    "multiple_of_ten",
    "already_over",
    "account_uneven",
    "account_pays",
    "account_gets",
    "account_even",
}
"""What is wrong only in games whose points are of another kind, and what an account says that only the table ends."""
MET = {
    str(code)
    for codes in (CommonCode, Code, TableLine, AgreedLine, DealLine, EndingLine, CloseLine, WorthLine)
    for code in codes
} - NOT_HERE
"""Everything that the rules can say, which the random cases must all meet."""

OUTCOMES = {
    "hram": ("s_vodou", "bez_vody", "za6", "tichy_durch"),
    "za12": ("za12", "za12", "tichy_durch"),
    "durch": ("durch", "durch", "tichy_durch"),
    "nehram": ("nehram",),
}


def start(rng: Random, seats: int, house: Plain) -> list[Plain]:
    """Begin some accounts with a ruling of the table."""
    if rng.random() < 0.8:
        return []
    points = [rng.randrange(-9, 10) for _seat in range(seats)]
    points[0] -= sum(points)
    return [{"entry": "ruling", "points": points, "marks": [False] * seats}]


def deal(rng: Random, seats: int, out: int | None) -> Plain:
    """Make a deal; `out` is an empty seat."""
    sits_out = [out] if out is not None and (seats > 2 or rng.random() < 0.1) and rng.random() < 0.8 else []
    playing = [seat for seat in range(seats) if seat not in sits_out]
    declared = rng.choice(("hram", "hram", "hram", "za12", "durch", "nehram"))
    made: Plain = {"chooser": rng.choice(playing), "declared": declared}
    made |= {"sits_out": sits_out} if sits_out or rng.random() < 0.2 else {}
    if len(playing) == 4 and declared in ("hram", "za12") and rng.random() < 0.6:
        made["partner"] = rng.choice([seat for seat in playing if seat != made["chooser"]])
    if rng.random() < 0.4:
        made["red"] = rng.random() < 0.5
    if rng.random() < (0.1 if declared == "nehram" else 0.5):
        made["raises"] = rng.randrange(5)
    if rng.random() < (0.1 if declared == "nehram" else 0.4):
        return made | _count(rng)
    if declared != "nehram" or rng.random() < 0.5:
        made["winner"] = rng.choice(("opponents", "opponents" if declared == "nehram" else "chooser", "chooser"))
    if declared == "hram" or rng.random() < 0.7:
        made["outcome"] = rng.choice(OUTCOMES[declared])
    return made


def _count(rng: Random) -> Plain:
    """Tell the points of both sides, most of them possible."""
    made: Plain = {"ended": rng.choice(("dost", "last_trick")), "ended_by": rng.choice(("chooser", "opponents"))}
    if made["ended"] == "dost":
        points = [rng.choice((66, 70, 65, 33, 32, 20, 106)), rng.choice((0, 20, 32, 33, 40, 60, 120))]
    else:
        chosen = rng.choice((0, 20, 30, 60, 118, 120))
        points = [chosen, 120 + 20 * rng.choice((0, 0, 0, 1, 2, 5)) - chosen]
    rng.shuffle(points)
    made["points"] = points
    if rng.random() < 0.3:
        made["trickless"] = rng.random() < 0.7
        if made["trickless"] and rng.random() < 0.7:
            own = 0 if made["ended_by"] == "chooser" else 1
            made["points"] = [120, 0] if own == 0 else [0, 120]
    if rng.random() < 0.3:
        made["marriages"] = rng.choice((0, 20, 40))
    if rng.random() < 0.15:
        made |= {"winner": rng.choice(("chooser", "opponents")), "outcome": rng.choice(("s_vodou", "bez_vody", "za12"))}
    return made


def known(rng: Random, seats: int) -> object:
    """Make what is known of the open deal, at times nonsense."""
    made: Plain = {"chooser": rng.randrange(seats)}
    if rng.random() < 0.6:
        made["declared"] = rng.choice(("hram", "za12", "durch", "nehram", "betl", None))
    if rng.random() < 0.5:
        made["red"] = rng.choice((True, False, 1, "yes"))
    if rng.random() < 0.6:
        made["raises"] = rng.choice((0, 1, 2, 3, 4, 5, -1, True, "2"))
    if rng.random() < 0.1:
        return rng.choice((spoilt(rng, made), None, [], "x"))
    return made


TYPED = ("", "", "0", "66", "120", " 41 ", "066", "1234567", "-1", "6.5", "x", "٦")
SEATS_TYPED = ("", "0", "1", "2", "3", "4", "x", "-1")


def form(rng: Random) -> Plain:
    """Make what a page sends of a deal: mostly what its panel can, at times what only a broken one would."""
    seats = rng.choice((2, 3, 4))
    wild = rng.random() < 0.3
    vacant = [rng.randrange(seats)] if seats > 2 and rng.random() < 0.3 else []
    people = SEATS_TYPED if wild else ["", *(str(seat) for seat in range(seats) if seat not in vacant)]
    extra = ["x", ""] if wild else []
    fields = [["dealer", "0"]]
    for name in ("chooser", "partner"):
        fields += [[name, rng.choice(people)]] if rng.random() < 0.7 else []
    fields += [["declared", rng.choice(("hram", "za12", "durch", "nehram", *extra))]] if rng.random() < 0.9 else []
    fields += [["result", rng.choice(("", *RESULTS, *extra))]] if rng.random() < 0.8 else []
    fields += [["red", rng.choice(("y", "y", *extra, "false"))]] if rng.random() < 0.4 else []
    fields += [["raises", rng.choice(("1", "2", "3", "4", *extra))] for _time in range(rng.choice((0, 0, 1, 2)))]
    if rng.random() < 0.5:
        fields.append(["ended", rng.choice(("", *ENDS, *extra))])
        fields += [[name, rng.choice(TYPED if wild else TYPED[:7])] for name in ("count_chooser", "count_opponents")]
        fields += [["trickless", "y"]] if rng.random() < 0.3 else []
        fields += [["marriages", rng.choice(TYPED if wild else TYPED[:7])]] if rng.random() < 0.4 else []
    asked = {"seats": seats, "dealer": rng.randrange(seats), "vacant": vacant, "names": NAMES[0][:seats]}
    return {"kind": "form", "fields": fields, **asked}
