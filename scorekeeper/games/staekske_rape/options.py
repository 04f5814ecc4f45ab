"""House rules of Staekske Rape (docs/rules/staekske_rape.md §20-§25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.core.problems import InvalidOptionsError
from scorekeeper.core.reading import Reader
from scorekeeper.games.staekske_rape.codes import Code

TARGETS = range(10, 10_001)
FLAGS = ("double_losses", "double_no_tricks", "four_jacks_unplayed", "winner_paid")


class FiveRounds(StrEnum):
    """Say what card points that end in 5 give (§21)."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Options:
    """Hold the house rules of one sheet.

    `target` is the total that wins. Without the stock a loss is doubled with `double_losses`, the -50 for no trick with
    `double_no_tricks`. `four_jacks_unplayed` allows to show four jacks and not to play. With `winner_paid` each other
    player pays the winner one stake.
    """

    target: int = 100
    five_rounds: FiveRounds = FiveRounds.DOWN
    double_losses: bool = True
    double_no_tricks: bool = True
    four_jacks_unplayed: bool = True
    winner_paid: bool = False


DEFAULTS = Options()


def load_options(data: Mapping[str, object]) -> Options:
    """Read house rules; what is missing has its default. Raises InvalidOptionsError with all problems."""
    reader = Reader(data, {"target", "five_rounds", *FLAGS})
    options = Options(
        target=reader.number("target", TARGETS, Code.TARGET_RANGE, DEFAULTS.target) or DEFAULTS.target,
        five_rounds=reader.word("five_rounds", DEFAULTS.five_rounds),
        **{name: bool(reader.flag(name, getattr(DEFAULTS, name))) for name in FLAGS},
    )
    reader.stop_if_problems(InvalidOptionsError)
    return options


def dump_options(options: Options) -> dict[str, object]:
    """Write house rules as plain data."""
    return {
        "target": options.target,
        "five_rounds": options.five_rounds.value,
        **{name: getattr(options, name) for name in FLAGS},
    }
