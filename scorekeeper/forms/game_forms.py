"""What a game shows: its name, its forms, its templates, its script, and how its forms look to the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Unpack

from flask_babel.speaklater import LazyString

from scorekeeper.core.agreement import AgreedLine
from scorekeeper.core.entry import Ruling
from scorekeeper.core.fold import TableLine
from scorekeeper.core.problems import Problem
from scorekeeper.forms.game_form import AtTable


class DealForm(Protocol):
    """A game's form of one deal, without token, key and position, which belong to the form around it."""

    form_errors: list[str]

    @property
    def errors(self) -> Mapping[str, Any]:
        """Give what is wrong, by field."""

    def validate(self) -> bool:
        """Check the shape of what was typed."""

    def to_payload(self) -> dict[str, object]:
        """Give what was entered as plain data."""

    def known(self) -> dict[str, object] | None:
        """Give what is known of the deal while it is played, for `from_payload` and the macro ``open_deal``.

        Nothing known is {}; None if the form is about no deal that is being played. `panel` in it is how the game's
        script left its panel.
        """

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Put a sentence at the field of each problem."""


class DealForms(Protocol):
    """Make forms of a deal."""

    def bind(self, formdata: Any, **at: Unpack[AtTable]) -> DealForm:
        """Make the form from what a browser sent, or an empty one."""

    def from_payload(self, payload: Mapping[str, object], **at: Unpack[AtTable]) -> DealForm:
        """Make the form that shows a stored deal, or what is known of the open one."""


class GridRow(Protocol):
    """A game's form of one deal in a grid, in which several are typed at once. Its fields begin with a prefix."""

    form_errors: Any

    @property
    def blank(self) -> bool:
        """Say whether nothing was entered."""

    @property
    def complaints(self) -> tuple[tuple[str, str], ...]:
        """Give what is wrong, each sentence once, with the names of the players at whose cells it stands."""

    def validate(self) -> bool:
        """Check the shape of what was typed."""

    def to_payload(self) -> dict[str, object]:
        """Give what was entered as plain data."""

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Put a sentence at the cell of each problem."""


class GridRows(Protocol):
    """Make rows of the grid. `way` is the form in which all of them are typed, the rest as for a deal."""

    def __call__(self, formdata: Any, *, prefix: str, way: str, **at: Unpack[AtTable]) -> GridRow:
        """Make the row from what a browser sent, or an empty one."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Hold what a grid of deals needs: `ways` to type it in words, the usual one first, `fields` its template."""

    rows: GridRows
    ways: Mapping[str, Any]
    fields: str


class UsualRuling(Protocol):
    """A game's question behind the ruling that a table usually makes; its fields are lists to choose from."""

    title: Any
    hint: Any

    def __iter__(self) -> Iterator[Any]:
        """Give the fields."""

    @property
    def errors(self) -> Mapping[str, Any]:
        """Give what is wrong, by field."""

    def validate(self) -> bool:
        """Check that everything was chosen."""

    def to_ruling(self) -> Ruling:
        """Give the usual ruling."""


class UsualRulings(Protocol):
    """Make that question. `names` has one name a seat."""

    def bind(self, formdata: Any, *, names: tuple[str, ...]) -> UsualRuling:
        """Make the form from what a browser sent, or an empty one."""


@dataclass(frozen=True, slots=True)
class Example:
    """Hold what the help works out: `deals` in their order by house rules, all plain data, for so many `seats`."""

    deals: tuple[Mapping[str, object], ...]
    seats: int = 4
    options: Mapping[str, object] = field(default_factory=dict)


PARAGRAPHS: Mapping[str, str] = {
    TableLine.VOID: "void",
    TableLine.RULING: "void",
    AgreedLine.AGREED_NOBODY: "agreed",
    AgreedLine.AGREED_BY_HAND: "agreed",
    AgreedLine.PAYS_BY_HAND: "agreed",
}
"""The paragraphs for the lines that any game may have."""


@dataclass(frozen=True, slots=True)
class Help:
    """Hold what the page of a game's rules needs.

    `template` has the paragraphs, each under an id; `examples` are worked out there, by the names it calls them.
    `paragraphs` say by its code which of them a line of an explanation follows. `sources` say of each house rule, by
    its field, which source says what.
    """

    template: str
    examples: Mapping[str, Example]
    paragraphs: Mapping[str, str]
    sources: Mapping[str, LazyString]

    def paragraph(self, code: str) -> str:
        """Give the id of the paragraph that a line follows."""
        return self.paragraphs.get(code) or PARAGRAPHS[code]


def rule_id(name: str) -> str:
    """Give the id of the paragraph on a house rule."""
    return f"rule-{name}"


@dataclass(frozen=True, slots=True)
class Preset:
    """Offer house rules that are ready: under a `key`, in words, and as plain data of which the rest is the default."""

    key: str
    words: LazyString
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GameForms:
    """Hold what the pages need to know of a game.

    `help` is the page of its rules. `fields`, `explain` and `records` are templates, `panel` the script that turns the
    fields into the entry panel.
    `style` is a style sheet for them, "" where the common one does. `seats_notes` say what must be known of so many
    seats.
    `kinds` are other forms of its deal, as value of the field `form_kind` and words.
    `sentence` words what the game finds wrong, KeyError for what is none of its problems; `sentences` are all of them,
    which the game's twin fills in.
    `moments` are the codes of feats that have a moment on the screen.
    `unfinished` are the problems of an entry that has only begun: no words for them while somebody types.
    `hint` says what to tap where no deal stands yet, `chronicle` what comes into the chronicle by itself.
    `endings` are the reasons of its endings in words, `agreements` its own ways to end by agreement.
    `presets` are house rules that are ready, besides those of the sources.
    `ruling` asks for what its usual ruling depends on, if there is one. With a `grid` several deals can be entered
    at once.
    """

    name: LazyString
    deal: DealForms
    options: Any
    fields: str
    explain: str
    records: str
    help: Help
    panel: str
    sentence: Callable[[Problem, tuple[str, ...]], str]
    sentences: Mapping[str, str]
    unfinished: frozenset[str]
    hint: LazyString
    endings: Mapping[str, LazyString]
    agreements: Mapping[str, LazyString] = field(default_factory=dict)
    chronicle: LazyString | None = None
    style: str = ""
    seats_notes: Mapping[int, LazyString] = field(default_factory=dict)
    kinds: Mapping[str, LazyString] = field(default_factory=dict)
    moments: frozenset[str] = frozenset()
    presets: tuple[Preset, ...] = ()
    ruling: UsualRulings | None = None
    grid: Grid | None = None
