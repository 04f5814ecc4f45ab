"""Ready sets of house rules, of which a tap chooses one: the sources', the group's own, and those of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.registry import GAMES
from scorekeeper.services.shapes import SheetView
from scorekeeper.services.usual_rules import usual_rules
from scorekeeper.web.actor import current_actor
from scorekeeper.web.extensions import db
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.rule_words import RuleChange, own_rules

STANDARD, USUAL, OWN = "standard", "usual", "own"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Offer house rules under a `value` and in words; `options` are plain data, and whole."""

    value: str
    words: str
    options: Mapping[str, object]


def rule_sets(key: str, usual: Mapping[str, object] | None = None) -> tuple[RuleSet, ...]:
    """Give the ready sets of a game, each set of rules once; `usual` are those of the group, if it has any."""
    named: list[tuple[str, str, Mapping[str, object]]] = [(STANDARD, _("As the sources say"), {})]
    if usual is not None:
        named.append((USUAL, _("As we always play"), usual))
    named += [(each.key, str(each.words), each.options) for each in forms_of(key).presets]
    game, found = GAMES[key], dict[str, RuleSet]()
    for value, words, options in named:
        whole = game.dump_options(game.load_options(options))
        found.setdefault(str(whole), RuleSet(value, words, whole))
    return tuple(found.values())


def offered(key: str) -> tuple[RuleSet, ...]:
    """Give the ready sets that the group is offered, and end the reading, so that a use case can begin its own."""
    try:
        usual = usual_rules(db.session(), current_actor(), key)
    finally:
        db.session.rollback()
    return rule_sets(key, usual)


def usual_note(sheet: SheetView) -> str | None:
    """Say that new games begin with the house rules of this one; None where they may be made the group's own.

    Nobody need say that a game without house rules is what the group usually plays: then it is "" as well.
    """
    try:
        usual = usual_rules(db.session(), current_actor(), sheet.game)
    finally:
        db.session.rollback()
    if usual == sheet.options_plain:
        return begins_like_this(sheet.game)
    return "" if usual is None and not sheet.house_rules else None


def begins_like_this(key: str) -> str:
    """Say how new games of a kind are proposed."""
    return _("New games of %(game)s begin with these house rules.", game=forms_of(key).name)


def preset_changes(key: str) -> list[tuple[str, list[RuleChange]]]:
    """Say of each set that the game has ready in what it differs from the sources."""
    return [(each.words, own_rules(key, each.options)) for each in rule_sets(key) if each.value != STANDARD]
