"""Names that fit where there is little room."""

from __future__ import annotations

import unicodedata

SHORT_NAME = 13
JOINERS = "\u200d\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""The joiner of emoji, then what alters the character before it."""


def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Give names that fit into a line of many; whole ones if the short ones cannot be told apart.

    >>> short_names(("Anna", "Maximiliane-Theodora"))
    ('Anna', 'Maximiliane…')
    """
    short = tuple(shortened(name, SHORT_NAME) for name in names)
    return short if len(set(short)) == len(names) else names


def shortened(name: str, longest: int) -> str:
    """Give a name of at most so many characters."""
    if len(name) <= longest:
        return name
    kept = name[: longest - 1]
    # Not within a character that is made of several: an accent, a skin tone, a joined emoji.
    while kept and (unicodedata.combining(name[len(kept)]) or name[len(kept)] in JOINERS or kept[-1] == JOINERS[0]):
        kept = kept[:-1]
    return f"{kept.rstrip(' -')}…"


def width_in_ems(text: str) -> float:
    """Estimate how wide a text is drawn, rather too wide than too narrow.

    >>> round(width_in_ems("Anna"), 2), width_in_ems("麻雀")
    (2.64, 2.2)
    """
    return sum(
        0.0 if unicodedata.combining(each) else 1.1 if unicodedata.east_asian_width(each) in "WF" else 0.66
        for each in text
    )


def fitted(name: str, ems: float) -> str:
    """Give as much of a name as is drawn within a width.

    >>> fitted("Maximiliane-Theodora", 7)
    'Maximilia…'
    """
    lengths = range(len(name), 1, -1)
    return next((short for n in lengths if width_in_ems(short := shortened(name, n)) <= ems), "…")
