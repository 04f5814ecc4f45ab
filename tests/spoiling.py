"""Documents that were tampered with or damaged on their way, for whatever reads a file that somebody sends."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from tests.web.fuzz import NASTY

Chance = random.Random
Spoiling = Callable[[Any, object, Chance], str]

TEN_MEGABYTES = 10_000_000
VERSIONS: tuple[object, ...] = (0, 2, 99, -1, 1.5, True, None, "1", 2**64, [1], {})
nasty_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(NASTY),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NASTY), inner, max_size=3),
    max_leaves=6,
)


def often(ways: Iterable[str]) -> list[str]:
    """Say each way as often as it is to be gone: one value finds most, and what is large takes long."""
    weights = {"a value": 40, "ten megabytes": 1}
    return [way for way in ways for _number in range(weights.get(way, 5))]


def replaced(document: object, value: object, chance: Chance) -> object:
    """Give a document with one value replaced by another, somewhere in it."""
    if isinstance(document, dict) and document and chance.random() < 0.95:
        name = chance.choice(list(document))
        return {**document, name: replaced(document[name], value, chance)}
    if isinstance(document, list) and document and chance.random() < 0.95:
        index = chance.randrange(len(document))
        return [*document[:index], replaced(document[index], value, chance), *document[index + 1 :]]
    return value


def cut(text: str, chance: Chance) -> str:
    """Give the beginning of a text."""
    return text[: chance.randrange(len(text))]


def garbled(text: str, chance: Chance) -> str:
    """Give a text with a few of its signs replaced by others of its own."""
    signs = list(text)
    for _number in range(chance.randint(1, 4)):
        signs[chance.randrange(len(signs))] = chance.choice(signs)
    return "".join(signs)


def _row_twice(document: Any, _value: object, chance: Chance) -> str:
    tables = document["tables"]
    name = chance.choice([name for name, rows in tables.items() if rows])
    rows = list(tables[name])
    rows.insert(chance.randrange(len(rows) + 1), chance.choice(rows))
    return json.dumps({**document, "tables": {**tables, name: rows}})


def _ten_megabytes(document: Any, value: object, chance: Chance) -> str:
    """Make it long by one text, by many values, or by nothing at all."""
    many = [value] * (TEN_MEGABYTES // (len(json.dumps(value)) + 2) + 1)
    return chance.choice(
        (
            lambda: json.dumps(replaced(document, "x" * TEN_MEGABYTES, chance)),
            lambda: json.dumps(replaced(document, many, chance)),
            lambda: " " * TEN_MEGABYTES + json.dumps(document),
        )
    )()


SPOILING: Mapping[str, Spoiling] = MappingProxyType(
    {
        "a value": lambda document, value, chance: json.dumps(replaced(document, value, chance)),
        "two values": lambda document, value, chance: json.dumps(
            replaced(replaced(document, value, chance), value, chance)
        ),
        "a row twice": _row_twice,
        "another version": lambda document, _value, chance: json.dumps(
            {**document, "version": chance.choice(VERSIONS)}
        ),
        "a name twice": lambda document, value, chance: json.dumps(document).replace(
            "{", f'{{"{chance.choice(list(document))}": {json.dumps(value)}, ', 1
        ),
        "the whole twice": lambda document, _value, _chance: json.dumps(document) * 2,
        "cut": lambda document, _value, chance: cut(json.dumps(document), chance),
        "garbled": lambda document, _value, chance: garbled(json.dumps(document), chance),
        "ten megabytes": _ten_megabytes,
    }
)


@dataclass(frozen=True, slots=True)
class Spoilt:
    """Say what is done to a document: how, with what, and where, which the number decides."""

    how: str
    value: object
    chance: int

    def of(self, document: object) -> str:
        """Write a document, spoilt."""
        return SPOILING[self.how](document, self.value, random.Random(self.chance))


spoilings = st.builds(Spoilt, st.sampled_from(often(SPOILING)), nasty_json, st.integers(0, 10**9))
