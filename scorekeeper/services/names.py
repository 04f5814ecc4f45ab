"""Names of people, groups and places: how what was typed becomes what is stored, and what is refused."""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.core.problems import Problem
from scorekeeper.services.errors import InvalidInputError

LONGEST = 40

# Zero width joiners hold emoji and some scripts together. A flag of a country's part is a black flag and tags.
JOINERS = "\u200c\u200d"
TAGGED_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
SPACES = re.compile(r"[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
# Letters that show nothing, and what only changes a neighbour: no name consists of these alone.
BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
UNSEEN = {"Mn", "Me", "Cf", "Zs"}
# Controls, formats (bidi overrides among them), halves of pairs, private use, separators of lines.
REFUSED = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
IGNORED_WHEN_COMPARING = re.compile("[\u200c\u200d\ufe0e\ufe0f]")


def clean_name(text: str, where: str = "name", *, longest: int = LONGEST) -> str:
    """Give the name as it is stored: NFC, trimmed, runs of spaces folded to one.

    `longest` counts code points. Raises InvalidInputError with one problem at `where`: ``name_missing``,
    ``name_too_long`` (longest, length) or ``name_characters``.
    """
    name = SPACES.sub(" ", unicodedata.normalize("NFC", text).strip())
    plain = TAGGED_FLAG.sub("\U0001f3f4", name)
    if any(_is_refused(char) for char in plain):
        raise InvalidInputError([Problem("name_characters", where)])
    if not any(_shows(char) for char in plain):
        raise InvalidInputError([Problem("name_missing", where)])
    if len(name) > longest:
        raise InvalidInputError([Problem("name_too_long", where, {"longest": longest, "length": len(name)})])
    return name


def fold_name(name: str) -> str:
    """Give the form in which two names that look alike to people are equal."""
    return unicodedata.normalize("NFC", IGNORED_WHEN_COMPARING.sub("", name).casefold())


def _is_refused(char: str) -> bool:
    noncharacter = ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF
    return noncharacter or (unicodedata.category(char) in REFUSED and char not in JOINERS)


def _shows(char: str) -> bool:
    return unicodedata.category(char) not in UNSEEN and char not in BLANK_LETTERS
