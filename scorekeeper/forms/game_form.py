"""What the forms of every game have in common: what they are made with, and where the rules' problems are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NotRequired, Self, TypedDict, Unpack

from wtforms import Form

from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import FormData, append_error


class AtTable(TypedDict):
    """Say for which deal of which game a form asks.

    `dealer` is the seat that deals it, `options` are the house rules, `names` has one name a seat, `vacant` are the
    empty seats.
    """

    seats: int
    dealer: int
    options: Any
    names: tuple[str, ...]
    vacant: NotRequired[frozenset[int]]


class ProblemForm(Form):
    """Put a sentence beside the field of each problem; what has no field goes to `form_errors`."""

    def worded(self, problem: Problem) -> str:
        """Return a sentence about a problem."""
        raise NotImplementedError

    def field_of(self, where: str) -> str:
        """Name the field that shows the problems of a part of the payload."""
        return where

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems, each sentence once."""
        for problem in problems:
            text, name = self.worded(problem), self.field_of(problem.where)
            if name in self:
                append_error(self[name], text)
            elif text not in self.form_errors:
                self.form_errors.append(text)


class RulesForm(ProblemForm):
    """Ask for the house rules of a game."""

    @classmethod
    def bind(cls, formdata: FormData | None) -> Self:
        """Make the form from what a browser sent, or one with the usual rules."""
        return cls(formdata)


class GameDealForm(ProblemForm):
    """Ask for a deal of a game. A game's own form takes the keywords of `AtTable` and says what its fields hold."""

    @classmethod
    def bind(cls, formdata: FormData | None, **at: Unpack[AtTable]) -> Self:
        """Make the form from what a browser sent, or an empty one."""
        return cls(formdata, **at)

    @classmethod
    def from_payload(cls, payload: Mapping[str, object], **at: Unpack[AtTable]) -> Self:
        """Make the form that shows a stored deal, or what is known of the open one."""
        return cls(None, cls.values_of(payload, at), **at)

    @classmethod
    def values_of(cls, payload: Mapping[str, object], at: AtTable, /) -> dict[str, object]:
        """Return the values of the fields that give this payload again."""
        raise NotImplementedError

    def __init__(
        self, formdata: FormData | None = None, data: Mapping[str, object] | None = None, **at: Unpack[AtTable]
    ) -> None:
        """Hold the names and the house rules."""
        super().__init__(formdata, data=data)
        self.names, self.options = at["names"], at["options"]
