"""The forms that set up a game: who sits where, who deals first, what a stake is worth, the house rules.

Starting a game and correcting a running one ask the same questions in the same words.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

from flask_babel import gettext as _
from flask_babel import ngettext
from wtforms import Field, FieldList, HiddenField, RadioField, SelectField, StringField

from scorekeeper.core.problems import Param, Problem
from scorekeeper.models import Mode
from scorekeeper.services.views import Person
from scorekeeper.web.formatting import MoneyError, currency_choices, isolate, parse_money, plain_money
from scorekeeper.web.forms_base import KeyedForm, _l
from scorekeeper.web.rule_sets import OWN, STANDARD, RuleSet
from scorekeeper.web.words import people_words

LOT = "lot"


class OptionsForm(Protocol):
    """A game's own form of its house rules."""

    def __iter__(self) -> Iterator[Field]:
        """Iterate over the fields in their order."""

    def validate(self) -> bool:
        """Check the shape of what was typed."""

    def to_mapping(self) -> dict[str, object]:
        """Give the house rules as plain data."""

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Put a sentence at the field of each problem."""


@dataclass(frozen=True, slots=True)
class Place:
    """Offer a person for a seat; `busy` says in words why this one cannot sit, or is empty."""

    person: Person
    busy: str = ""


class SeatsMixin(KeyedForm):
    """Ask who sits where, clockwise: a select a seat, or a tap a name with JavaScript."""

    player_ids = FieldList(SelectField(validate_choice=False))

    def offer_seats(self, places: Iterable[Place], seats: int) -> None:
        """Make as many seats as there can be, and offer these people at each of them."""
        while len(self.player_ids) > seats:
            self.player_ids.pop_entry()
        while len(self.player_ids) < seats:
            self.player_ids.append_entry("")
        choices = [("", _("nobody")), *((str(each.person.id), place_label(each)) for each in places)]
        for number, entry in enumerate(self.player_ids, 1):
            entry.label.text = _("Seat %(number)s", number=number)
            entry.choices = choices

    def seat(self, people: Iterable[uuid.UUID]) -> None:
        """Fill the seats from the first on."""
        for entry, person in zip(self.player_ids, people, strict=False):
            entry.data = str(person)

    @property
    def seated(self) -> list[uuid.UUID]:
        """Give who sits, clockwise; a seat left free in between is no seat. Values that are no ids are left out."""
        return [person for entry in self.player_ids if (person := _read_id(entry.data)) is not None]


class StakeMixin(KeyedForm):
    """Ask what the game is played for, and what one stake is worth."""

    mode = RadioField(
        _l("Played for"),
        choices=lambda: [(Mode.MONEY, _("Money")), (Mode.POINTS, _("Points only")), (Mode.KITTY, _("A kitty"))],
        validate_choice=False,
    )
    stake_minor = StringField(_l("One stake"))
    currency = SelectField(_l("Currency"), validate_choice=False)

    # What is kept for a game without money, so that the usual stake is there again when money is back.
    usual_minor = 0

    def offer_money(self, usual: int, *currencies: str) -> None:
        """Let any currency be chosen, the usual ones first; keep the usual stake where none is asked for."""
        self.currency.choices = currency_choices(*currencies)
        self.usual_minor = usual

    def fill_money(self, mode: Mode, minor: int, currency: str) -> None:
        """Show what is set."""
        self.mode.data, self.currency.data = mode.value, currency
        self.stake_minor.data = plain_money(minor, currency)

    @property
    def chosen_mode(self) -> Mode:
        """Give what the game is played for."""
        return Mode(self.mode.data)

    def read_money(self) -> tuple[int, str] | None:
        """Give the stake in minor units and its currency; None with sentences at the fields."""
        currency = self.currency.data or ""
        if self.mode.data not in list(Mode):
            self.mode.errors = [_("Choose what the game is played for.")]
        if currency not in {value for value, *_rest in self.currency.iter_choices()}:
            self.currency.errors = [_("Choose a currency from the list.")]
        if self.mode.errors or self.currency.errors:
            return None
        try:
            return parse_money(self.stake_minor.data or "", currency), currency
        except MoneyError as error:
            if self.mode.data == Mode.POINTS:
                return self.usual_minor, currency
            self.stake_minor.errors = [str(error)]
            return None


class RulesMixin(KeyedForm):
    """Ask by which ready set of house rules the game is played, or whether the game's own form says it."""

    rules = RadioField(_l("House rules"), validate_choice=False, default=STANDARD)
    ready: Sequence[RuleSet] = ()

    def offer_rules(self, ready: Sequence[RuleSet], options: Mapping[str, object] | None = None) -> None:
        """Offer these sets; with `options`, plain and whole, show which of them that is."""
        self.ready = ready
        self.rules.choices = [*((each.value, each.words) for each in ready), (OWN, _("Our own"))]
        if options is not None:
            self.rules.data = next((each.value for each in ready if each.options == options), OWN)

    @property
    def own_rules(self) -> bool:
        """Say whether the game's own form counts."""
        return bool(self.rules.data == OWN)

    @property
    def rules_words(self) -> str:
        """Say which set is chosen, unless it is that of the sources or the table's own."""
        known = {each.value: each.words for each in self.ready if each.value != STANDARD}
        return known.get(self.rules.data or "", "")

    def chosen_rules(self, options: OptionsForm) -> Mapping[str, object]:
        """Give the house rules of the chosen set, or those that the game's own form says."""
        if self.own_rules:
            return options.to_mapping()
        return next((each.options for each in self.ready if each.value == self.rules.data), {})


class NewSheetForm(SeatsMixin, StakeMixin, RulesMixin):
    """Ask everything that starts a game; `apart` keeps it beside one that the same people began meanwhile."""

    game = HiddenField()
    first_dealer = HiddenField()
    apart = HiddenField()
    began: Mapping[str, Param] = MappingProxyType({})
    """The `sheet` and `number` of that one, if there is one."""


class SeatsForm(SeatsMixin):
    """Correct who sits where."""

    base_version = HiddenField()


class StakeForm(StakeMixin):
    """Correct what the game is played for."""

    base_version = HiddenField()


class RulesForm(RulesMixin):
    """Correct the house rules."""

    base_version = HiddenField()


class DealerForm(KeyedForm):
    """Correct who dealt first."""

    first_dealer = RadioField(_l("Who dealt first?"), validate_choice=False)
    base_version = HiddenField()


def setup_words(problem: Problem) -> str:
    """Word what services find wrong with the set-up of a game."""
    params = problem.params
    if problem.code == "seats":
        return _seats_sentence(problem)
    sentences = {
        "player_twice": _("Somebody sits at two seats. Choose each name once."),
        "player_unknown": _("Somebody chosen is not in this group. Choose from the list."),
        "player_retired": _(
            "%(name)s is retired. Choose somebody else, or let the player play again first.",
            name=isolate(str(params.get("name", ""))),
        ),
        "stake_range": _("This is too much for one stake. Type a smaller amount."),
        "currency": _("Choose a currency from the list."),
        "seat": _("Choose who deals first."),
        "game": _("Choose a game from the list."),
        "row": _(
            "With this, deal %(number)s would be impossible. Correct that deal first.",
            number=params.get("number"),
        ),
    }
    return sentences.get(problem.code) or people_words(problem)


def told_apart(problems: Iterable[Problem], options: OptionsForm) -> list[Problem]:
    """Hand what is wrong with house rules to the game's own form; give the rest, all of the seats at one place."""
    rest, rules = [], []
    for problem in problems:
        part, _dot, name = problem.where.partition(".")
        if part == "options":
            rules.append(replace(problem, where=name))
        else:
            rest.append(replace(problem, where=part))
    options.add_problems(rules)
    return rest


def _seats_sentence(problem: Problem) -> str:
    possible = problem.params.get("seats")
    allowed = [number for number in possible if isinstance(number, int)] if isinstance(possible, tuple) else []
    given = int(str(problem.params.get("given", 0)))
    chosen = ngettext("%(num)s is chosen.", "%(num)s are chosen.", given)
    if len(allowed) == 1:
        return _("%(number)s play this game. %(chosen)s", number=allowed[0], chosen=chosen)
    if len(allowed) == 2:
        return _("%(one)s or %(other)s play this game. %(chosen)s", one=allowed[0], other=allowed[1], chosen=chosen)
    return _("%(least)s to %(most)s play this game. %(chosen)s", least=allowed[0], most=allowed[-1], chosen=chosen)


def place_label(place: Place) -> str:
    """Name a person, and say why this one cannot sit."""
    if not place.busy:
        return place.person.name
    return _("%(name)s (%(busy)s)", name=place.person.name, busy=place.busy)


def _read_id(text: str | None) -> uuid.UUID | None:
    try:
        return uuid.UUID(text or "")
    except ValueError:
        return None
