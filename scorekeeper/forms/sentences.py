"""What problems that any entry may have are called in the user's words: what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.problems import CommonCode, Param, Problem
from scorekeeper.forms.fields import _

ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
SEATS = frozenset({"seat", "dealer", "empty"})
"""Parameters that hold a seat."""

COMMON: Mapping[str, str] = {
    CommonCode.NOT_AN_OBJECT: _("This entry cannot be read. Enter the deal again."),
    CommonCode.UNKNOWN_KEY: _("“%(where)s” is not known here. Reload the page and enter the deal again."),
    CommonCode.VERSION: _("This entry was written by a newer version. Reload the page and enter it again."),
    CommonCode.ENTRY_KIND: _("This kind of entry is not known. Choose a deal, a void deal or a ruling."),
    CommonCode.INTEGER: _("Type a whole number."),
    CommonCode.BOOLEAN: _("Choose yes or no."),
    CommonCode.TEXT: _("Type a text."),
    CommonCode.LIST: _("Choose players of this game."),
    CommonCode.CHOICE: _("Choose one of the answers."),
    CommonCode.SEAT_TWICE: _("A player is named twice. Name each player once."),
    CommonCode.ONE_ITEM_A_SEAT: _("Give one value for each player."),
    CommonCode.NEGATIVE: _("This cannot be below nought. Type 0 or more."),
    CommonCode.TOO_LARGE: _("This is too much. Type at most %(most)s."),
    CommonCode.MULTIPLE_OF_TEN: _("Totals are multiples of ten. Type a number that ends in 0."),
    CommonCode.NOTE_LENGTH: _("The note is too long. Use at most %(most)s characters."),
    CommonCode.DEALER_EMPTY: _("%(dealer)s had left the game at this deal. Choose another dealer."),
    CommonCode.NOTE_CHARACTERS: _("The note holds characters that cannot be shown. Type it in one line."),
    CommonCode.CLOSE_HOW: _("Choose how the game ends."),
    CommonCode.ALREADY_OVER: _("This game is over already."),
    CommonCode.STAKES_NOT_ASKED: _("Leave the stakes blank, or choose to set them by hand."),
    CommonCode.STAKES_RANGE: _("This is too much. Type at most 10000 stakes."),
    CommonCode.STAKES_SUM_0: _("What is paid and what is got must be equal. There is %(sum)s left over."),
    CommonCode.STAKES_EMPTY_SEAT: _("%(seat)s left the game and neither pays nor gets. Leave this 0."),
}


def worded(problem: Problem, template: str, names: tuple[str, ...]) -> str:
    """Return the sentence about a problem, plain text; `names` has one name a seat."""
    values = {name: _shown(name, value, names) for name, value in problem.params.items()}
    return str(template) % {"where": problem.where, **values}


def _shown(name: str, value: Param, names: tuple[str, ...]) -> str:
    """Return a parameter as text: seats as names, each kept in its own direction."""
    if isinstance(value, tuple):
        return ", ".join(_shown("seat", seat, names) for seat in value)
    if name in SEATS and isinstance(value, int):
        return f"{ISOLATE}{names[value]}{POP_ISOLATE}"
    return str(value)
