"""Requests that no page sends: any route, with any fields, as plain descriptions that Hypothesis draws and shrinks."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any
from urllib.parse import quote, quote_plus

import wtforms
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS
from wtforms.fields.core import UnboundField

# What has broken servers: too large, no number, empty, markup, templates, other alphabets, halves of a character.
NASTY = (
    *(
        "",
        " ",
        "\0",
        "a\0b",
        "\ud800",
        "x\udfff",
        "\u202eabc\u202c",
        "\u200f",
        "\ufeff",
        "\x1b[31m",
        "\r\nSet-Cookie: a=b",
    ),
    *("-0", "0", "-1", "1.5", "1,5", "1e9", "NaN", "Infinity", "-Infinity", "٣", "²", "½", "0x10", "1_000", "+7", "66"),
    *(str(2**31), str(2**63), str(2**64), "9" * 400, "-" + "9" * 30, "x" * 5_000, "é" * 300, "👩‍👩‍👧‍👧" * 20),
    *("<script>alert(1)</script>", "<svg/onload=alert(1)>", "{{7*7}}", "{% raw %}", "${7*7}", "%(name)s %s %n", "=1+1"),
    *("'; DROP TABLE entry; --", "../../etc/passwd", "null", "true", "[]", "{}", '{"a": 1}', "[" * 2_000, "on", "--"),
    *(
        "deal",
        "void",
        "ruling",
        "mine",
        "theirs",
        "both",
        "money",
        "kitty",
        "EUR",
        "XXX",  # ISO 4217: no currency
        "Mars/Base",
        "2026-02-30",
        "de",
    ),
)
KINDS = (*("form",) * 12, *("multipart",) * 3, "json", "text", "xml", "none", "broken", "cut")
HEADERS: tuple[Mapping[str, str], ...] = (
    *({},) * 6,
    {"HX-Request": "true"},
    {"HX-Request": "true", "X-Build": "another"},
    {"If-None-Match": '"' * 300, "Accept-Language": "de;q=abc," * 80},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Range": "bytes=0-0,-1", "Accept": "application/json", "X-Forwarded-For": "' OR 1=1", "User-Agent": "x" * 3_000},
)

text = st.one_of(
    st.sampled_from(NASTY), st.text(st.characters(), max_size=40), st.integers().map(str), st.floats().map(str)
)
small = st.integers(0, 130).map(str)
# What stands for a value until the world is known: an id of this group, of another, or of nobody.
OWN, FOREIGN, NOBODY, VALID = "own", "foreign", "nobody", "valid"

# Left to itself Hypothesis makes five of six examples by repeating parts of the one before. By its own interface for
# other sources of chance, with its own source, each is drawn anew: as many requests meet four times as much.
ANEW = "anew"
AVAILABLE_PROVIDERS[ANEW] = "hypothesis.internal.conjecture.providers.HypothesisProvider"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request: its name and value, or whose id stands in its place."""

    name: str
    value: str
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request before it is known which world it meets; numbers choose among what is there."""

    route: int
    parts: tuple[str, ...]
    form: int
    is_page_s: bool
    changed: tuple[tuple[int, str, Field], ...]
    kind: str
    headers: Mapping[str, str]
    query: str
    has_token: bool
    size: int


def form_fields() -> tuple[str, ...]:
    """Give the name of every field of every form class, and of the first entries of those that are lists."""
    names: set[str] = set()
    waiting: list[type] = [wtforms.Form]
    seen: set[type] = set()
    while waiting:
        kind = waiting.pop()
        waiting += {*kind.__subclasses__()} - seen
        seen.update(waiting)
        if kind.__module__.startswith("scorekeeper."):
            for name in dir(kind):
                field = getattr(kind, name, None)
                if isinstance(field, UnboundField):
                    names |= {name} | ({f"{name}-{number}" for number in range(3)} if _is_list(field) else set())
    return tuple(sorted(names))


def _is_list(field: UnboundField[wtforms.Field]) -> bool:
    return issubclass(field.field_class, wtforms.FieldList | wtforms.FormField)


# Each draw takes its time: what is chosen among a few is chosen at once.
_CHANGES = tuple(product(range(41), ("put", "put", "drop", "double", "add"), ("", "", "", OWN, FOREIGN, NOBODY)))
_MANNERS = tuple(product((True, True, False), KINDS, HEADERS, (*(True,) * 9, False)))


def wishes(names: Sequence[str]) -> st.SearchStrategy[Wanted]:
    """Draw requests; most go to a form that a page shows, with some of its fields changed."""
    name = st.one_of(st.sampled_from(names), text.filter(bool))
    change = st.builds(_change, st.sampled_from(_CHANGES), name, st.one_of(text, small))
    part = st.sampled_from((VALID,) * 12 + (FOREIGN, NOBODY, *NASTY))
    return st.builds(
        _wanted,
        st.sampled_from(_MANNERS),
        route=st.integers(0, 10_000),
        parts=st.tuples(part, part, part, part),
        form=st.integers(0, 10_000),
        changed=st.lists(change, max_size=4).map(tuple),
        query=st.one_of(st.just(""), st.just(""), text),
        size=st.sampled_from((0,) * 400 + (10_000_000,)),
    )


def _change(which: tuple[int, str, str], name: str, value: str) -> tuple[int, str, Field]:
    place, how, whose = which
    return place, how, Field(name, value, whose)


def _wanted(manner: tuple[bool, str, Mapping[str, str], bool], **more: Any) -> Wanted:
    is_page_s, kind, headers, has_token = manner
    return Wanted(is_page_s=is_page_s, kind=kind, headers=headers, has_token=has_token, **more)


def changed_fields(
    fields: Sequence[tuple[str, str]],
    changes: Sequence[tuple[int, str, Field]],
    ids: Mapping[str, Sequence[str]],
) -> list[tuple[str, str]]:
    """Change the fields of a form: other values, missing, doubled and foreign ones."""
    made = list(fields)
    for place, how, field in changes:
        choice = ids.get(field.whose, ())
        value = choice[place % len(choice)] if choice else field.value
        if field.whose == NOBODY:
            value = str(uuid.UUID(int=place))
        if how == "add" or not made:
            made.append((field.name, value))
            continue
        index = place % len(made)
        if how == "drop":
            del made[index]
        elif how == "double":
            made.append((made[index][0], value))
        else:
            made[index] = (made[index][0], value)
    return made


def body(kind: str, fields: Sequence[tuple[str, str]], size: int) -> tuple[bytes, str | None]:
    """Write fields as a body of some kind; give it with its content type."""
    if size:
        return b"note=" + b"x" * size, "application/x-www-form-urlencoded"
    plain = "&".join(f"{_encoded(name)}={_encoded(value)}" for name, value in fields).encode()
    if kind == "json":
        return json.dumps(dict(fields)).encode(), "application/json"
    if kind in {"multipart", "cut"}:
        whole = _multipart(fields)
        return whole[: len(whole) * 2 // 3] if kind == "cut" else whole, "multipart/form-data; boundary=edge"
    types = {
        "text": "text/plain",
        "xml": "application/xml",
        "none": None,
        "broken": "multipart/form-data",
    }
    return plain, types.get(kind, "application/x-www-form-urlencoded")


def _encoded(value: str) -> str:
    return quote_plus(value.encode("utf-8", "surrogatepass"))


def _multipart(fields: Sequence[tuple[str, str]]) -> bytes:
    parts = []
    for name, value in fields:
        told = quote(name.encode("utf-8", "surrogatepass"), safe=" -")
        file = '; filename="a.json"' if name == "file" else ""
        head = f'--edge\r\nContent-Disposition: form-data; name="{told}"{file}\r\n\r\n'
        parts.append(head.encode() + value.encode("utf-8", "surrogatepass") + b"\r\n")
    return b"".join(parts) + b"--edge--\r\n"
