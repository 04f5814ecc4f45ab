"""In which script a text is written, for the ``lang`` of a name that the page's own language does not write so."""

from __future__ import annotations

import unicodedata

SCRIPTS = {
    "LATIN": "Latn",
    "CYRILLIC": "Cyrl",
    "GREEK": "Grek",
    "ARABIC": "Arab",
    "HEBREW": "Hebr",
    "ARMENIAN": "Armn",
    "GEORGIAN": "Geor",
    "DEVANAGARI": "Deva",
    "THAI": "Thai",
    "HANGUL": "Hang",
    "HIRAGANA": "Hira",
    "KATAKANA": "Kana",
    "CJK": "Hani",
}
"""The scripts of Unicode that names at a table are written in, as ISO 15924 calls them."""
CYRILLIC = frozenset({"ru", "uk"})


def script_of(text: str) -> str | None:
    """Give the script of the first letter, None where it is none of these."""
    first = next((sign for sign in text if sign.isalpha()), "")
    return SCRIPTS.get(unicodedata.name(first, "").partition(" ")[0]) if first else None


def foreign_tag(text: str, language: str) -> str | None:
    """Give what to call a text's language where it is not in the script of this one, else None.

    Nobody knows in which tongue a name is said: ``und-Cyrl`` tells a screen reader the letters and no more.
    """
    script = script_of(text)
    own = "Cyrl" if language.partition("-")[0] in CYRILLIC else "Latn"
    return None if script in (None, own) else f"und-{script}"
