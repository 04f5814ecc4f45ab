"""Problems as values: what is wrong with an entry or with house rules, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Param = int | str | bool | None | tuple[int, ...] | tuple[str, ...]


class CommonCode(StrEnum):
    """Codes that every game and every entry may have."""

    NOT_AN_OBJECT = "not_an_object"
    UNKNOWN_KEY = "unknown_key"
    VERSION = "version"
    ENTRY_KIND = "entry_kind"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    TEXT = "text"
    LIST = "list"
    CHOICE = "choice"
    SEAT_TWICE = "seat_twice"
    ONE_ITEM_A_SEAT = "one_item_a_seat"
    NEGATIVE = "negative"
    TOO_LARGE = "too_large"
    MULTIPLE_OF_TEN = "multiple_of_ten"
    NOTE_LENGTH = "note_length"
    NOTE_CHARACTERS = "note_characters"
    DEALER_EMPTY = "dealer_empty"
    CLOSE_HOW = "close_how"
    ALREADY_OVER = "already_over"
    STAKES_NOT_ASKED = "stakes_not_asked"
    STAKES_RANGE = "stakes_range"
    STAKES_SUM_0 = "stakes_sum_0"
    STAKES_EMPTY_SEAT = "stakes_empty_seat"


@dataclass(frozen=True, slots=True)
class Problem:
    """Name one thing that is wrong.

    `code` is a stable word, `where` the field it belongs to in dotted form (``points.2``, ``calls``,
    ``""`` for the whole), `params` the values that a sentence about it needs.
    """

    code: str
    where: str = ""
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)


class ProblemsError(ValueError):
    """Carry every problem that was found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Build the message from the problems' codes and places."""
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{p.code} at {p.where}" if p.where else p.code for p in self.problems))


class InvalidDealError(ProblemsError):
    """Say that a payload describes no possible entry."""


class InvalidOptionsError(ProblemsError):
    """Say that a mapping describes no house rules of the game."""


class InvalidCloseError(ProblemsError):
    """Say that a sheet cannot be closed in the way that was asked."""
