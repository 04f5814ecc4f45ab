"""House rules in words, by the labels of the game's own form: what is asked and what is shown never differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from wtforms import Field

from scorekeeper.core.problems import InvalidOptionsError
from scorekeeper.registry import GAMES
from scorekeeper.web.game_forms import forms_of


@dataclass(frozen=True, slots=True)
class RuleChange:
    """Show one thing that differs: its question, the answer before and the one after."""

    question: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """Say what a house rule asks: the `usual` answer, the `others`, and the one of a game if it is about one."""

    name: str
    question: str
    usual: str
    others: tuple[str, ...]
    here: str | None


def house_rules(key: str, options: Mapping[str, object] | None) -> list[HouseRule]:
    """Give all house rules of a game in the order of the form; `options` are those of a sheet."""
    usual, here = _form(key, {}), None if options is None else _form(key, options)
    return [
        HouseRule(
            field.name,
            str(field.label.text),
            _answer(field),
            _other_answers(field),
            None if here is None else _answer(here[field.name]),
        )
        for field in usual
    ]


def rule_changes(key: str, before: Mapping[str, object], after: Mapping[str, object]) -> list[RuleChange]:
    """Give the house rules of a game in which two sets of options differ, in the order of the form."""
    old, new = _form(key, before), _form(key, after)
    changes = []
    for field in new:
        was = old[field.name]
        if was.data != field.data:
            changes.append(RuleChange(str(field.label.text), _answer(was), _answer(field)))
    return changes


def possible_changes(key: str, before: Mapping[str, object], after: Mapping[str, object]) -> list[RuleChange] | None:
    """Give the changes, or None if the second set of options is not possible."""
    try:
        return rule_changes(key, before, after)
    except InvalidOptionsError:
        return None


def own_rules(key: str, options: Mapping[str, object]) -> list[RuleChange]:
    """Give the house rules that are not those of the sources; `before` is what the sources say."""
    game = GAMES[key]
    return rule_changes(key, game.dump_options(game.load_options({})), options)


def _form(key: str, options: Mapping[str, object]) -> Any:
    return forms_of(key).options.from_options(GAMES[key].load_options(options))


def _answer(field: Field) -> str:
    if isinstance(field.data, bool):
        return _("yes") if field.data else _("no")
    return str(_choices(field).get(field.data, field.data))


def _other_answers(field: Field) -> tuple[str, ...]:
    """Give what could be answered instead, where that is a choice and not a number."""
    if isinstance(field.data, bool):
        return (_("no") if field.data else _("yes"),)
    return tuple(str(label) for value, label in _choices(field).items() if value != field.data)


def _choices(field: Field) -> dict[str, str]:
    return {value: label for value, label, *_rest in field.iter_choices()} if hasattr(field, "iter_choices") else {}
