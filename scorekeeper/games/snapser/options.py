"""House rules of Šnapser (docs/rules/snapser.md §15-§21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.core.problems import InvalidOptionsError
from scorekeeper.core.reading import Reader
from scorekeeper.games.snapser.codes import Code

BASES = range(1, 1001)


class Za12AllTricks(StrEnum):
    """Say what counts when za 12 was declared and one side takes all tricks (§17)."""

    TICHY_DURCH = "tichy_durch"
    ZA12 = "za12"


class FalseDost(StrEnum):
    """Say what the others win when somebody says "dosť" with fewer than 66 (§18)."""

    BY_POINTS = "by_points"
    S_VODOU = "s_vodou"
    BEZ_VODY = "bez_vody"


class DurchLostAll(StrEnum):
    """Say what counts when Durch was declared and the opponents take all tricks (§19)."""

    DURCH = "durch"
    BOTH = "both"


class RaisesApplyTo(StrEnum):
    """Say what raises double: what was reached, or only what was declared (§21)."""

    REACHED = "reached"
    DECLARED = "declared"


@dataclass(frozen=True, slots=True)
class Options:
    """Hold the house rules of one sheet.

    `base` multiplies every value. `nehram_red_doubles`: red trumps double nehrám too. `marriages_33`: marriages
    count towards the 33 that save the loser from "bez vody".
    """

    base: int = 1
    nehram_red_doubles: bool = True
    za12_all_tricks: Za12AllTricks = Za12AllTricks.TICHY_DURCH
    false_dost_value: FalseDost = FalseDost.BY_POINTS
    durch_lost_all: DurchLostAll = DurchLostAll.DURCH
    marriages_33: bool = True
    raises_apply_to: RaisesApplyTo = RaisesApplyTo.REACHED


DEFAULTS = Options()
KEYS = frozenset(
    {
        "base",
        "nehram_red_doubles",
        "za12_all_tricks",
        "false_dost_value",
        "durch_lost_all",
        "marriages_33",
        "raises_apply_to",
    }
)


def load_options(data: Mapping[str, object]) -> Options:
    """Read house rules; what is missing has its default. Raises InvalidOptionsError with all problems."""
    reader = Reader(data, KEYS)
    options = Options(
        base=reader.number("base", BASES, Code.BASE_RANGE, DEFAULTS.base) or DEFAULTS.base,
        nehram_red_doubles=bool(reader.flag("nehram_red_doubles", DEFAULTS.nehram_red_doubles)),
        za12_all_tricks=reader.word("za12_all_tricks", DEFAULTS.za12_all_tricks),
        false_dost_value=reader.word("false_dost_value", DEFAULTS.false_dost_value),
        durch_lost_all=reader.word("durch_lost_all", DEFAULTS.durch_lost_all),
        marriages_33=bool(reader.flag("marriages_33", DEFAULTS.marriages_33)),
        raises_apply_to=reader.word("raises_apply_to", DEFAULTS.raises_apply_to),
    )
    reader.stop_if_problems(InvalidOptionsError)
    return options


def dump_options(options: Options) -> dict[str, object]:
    """Write house rules as plain data."""
    return {
        "base": options.base,
        "nehram_red_doubles": options.nehram_red_doubles,
        "za12_all_tricks": options.za12_all_tricks.value,
        "false_dost_value": options.false_dost_value.value,
        "durch_lost_all": options.durch_lost_all.value,
        "marriages_33": options.marriages_33,
        "raises_apply_to": options.raises_apply_to.value,
    }
