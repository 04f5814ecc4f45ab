"""House rules of Kalter Schlag (docs/rules/kalter_schlag.md §20-§24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.core.problems import CommonCode, InvalidOptionsError
from scorekeeper.core.reading import Reader
from scorekeeper.games.kalter_schlag.codes import Code

LIMITS = range(100, 100_001)
MARKS = range(2, 21)


class FifthVsLimit(StrEnum):
    """Say what counts when one deal makes a fifth mark and takes another player alone to the limit (§22)."""

    FIVE_FIRST = "five_first"
    LIMIT_FIRST = "limit_first"


class JointFive(StrEnum):
    """Say who wins when several make the fifth mark in one deal (§23)."""

    ALL_WIN = "all_win"
    LOWEST_WINS = "lowest_wins"


class FourWay(StrEnum):
    """Say what 30-30-30-30 gives (§24)."""

    ALL_SCORE = "all_score"
    NONE_SCORES = "none_scores"


@dataclass(frozen=True, slots=True)
class Options:
    """Hold the house rules of one sheet.

    `limit` is the total that loses (a multiple of ten); `marks_to_win` the mark that wins below it, or
    None if the table does not play this exception.
    """

    limit: int = 2000
    marks_to_win: int | None = 5
    fifth_vs_limit: FifthVsLimit = FifthVsLimit.FIVE_FIRST
    joint_five: JointFive = JointFive.ALL_WIN
    four_way: FourWay = FourWay.ALL_SCORE


DEFAULTS = Options()


def load_options(data: Mapping[str, object]) -> Options:
    """Read house rules; what is missing has its default. Raises InvalidOptionsError with all problems."""
    reader = Reader(data, {"limit", "marks_to_win", "fifth_vs_limit", "joint_five", "four_way"})
    options = Options(
        limit=_limit(reader),
        marks_to_win=_marks_to_win(reader),
        fifth_vs_limit=reader.word("fifth_vs_limit", DEFAULTS.fifth_vs_limit),
        joint_five=reader.word("joint_five", DEFAULTS.joint_five),
        four_way=reader.word("four_way", DEFAULTS.four_way),
    )
    reader.stop_if_problems(InvalidOptionsError)
    return options


def dump_options(options: Options) -> dict[str, object]:
    """Write house rules as plain data."""
    return {
        "limit": options.limit,
        "marks_to_win": options.marks_to_win,
        "fifth_vs_limit": options.fifth_vs_limit.value,
        "joint_five": options.joint_five.value,
        "four_way": options.four_way.value,
    }


def _limit(reader: Reader) -> int:
    """Return the limit: totals are multiples of ten, so any other limit would mislead."""
    limit = reader.number("limit", LIMITS, Code.LIMIT_RANGE, DEFAULTS.limit)
    if limit is not None and limit % 10:
        reader.add(CommonCode.MULTIPLE_OF_TEN, "limit")
    return limit or DEFAULTS.limit


def _marks_to_win(reader: Reader) -> int | None:
    """Return the winning mark; null, said in so many words, switches the exception off."""
    if reader.says("marks_to_win") and not reader.has("marks_to_win"):
        return None
    return reader.number("marks_to_win", MARKS, Code.MARKS_RANGE, 5)
