"""The sheet as it is now, read and drawn once in a process for all phones that would see the same.

What is kept stands under the versions that the guard has just read with who asks: the same by which a watching phone
hears that nothing is new (``services/entering.py``). What changes the sheet counts one of them up, so that what is
kept cannot be out of date. Tokens, keys and tags are each request's own: they are taken out of what is kept, and put
in anew whenever it is shown. See docs/adr/0033.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from flask import Flask, current_app, g, request, session
from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf
from jinja2.utils import LRUCache

from scorekeeper.models.base import JsonObject
from scorekeeper.services import open_deal, views
from scorekeeper.services.entering import Entered
from scorekeeper.services.shapes import SheetView
from scorekeeper.web.actor import current_actor, look_again
from scorekeeper.web.builds import this_build
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import new_key
from scorekeeper.web.tags import ONCE, half, is_later, known_halves, tag

EXTENSION = "kept_sheets"
# Some 50 kB each, so a few megabytes at most.
MOST_VIEWS = 60
MOST_DRAWINGS = 120
# Some 200 bytes each: under which versions a phone saw a sheet, not what it saw.
MOST_SEEN = 500

# What is each request's own, and how it is made anew.
OWN: Mapping[str, Callable[[], str]] = {"token": generate_csrf, "key": new_key, "tag": tag}


@dataclass(frozen=True, slots=True)
class Kept:
    """Hold what was drawn for everybody in turn with names of what is each request's own."""

    shared: tuple[bytes, ...]
    own: tuple[str, ...]

    @classmethod
    def of(cls, text: str, own: Mapping[str, str]) -> Kept:
        """Take out of a text the values, each by its name, that were its request's own."""
        names = {value: name for name, value in own.items()}
        pieces = re.split(f"({'|'.join(map(re.escape, names))})", text) if names else [text]
        return cls(tuple(piece.encode() for piece in pieces[::2]), tuple(names[value] for value in pieces[1::2]))

    def filled(self) -> bytes:
        """Give it with this request's own values in their places."""
        made = {name: OWN[name.partition(" ")[0]]().encode() for name in dict.fromkeys(self.own)}
        found = [self.shared[0]]
        for name, piece in zip(self.own, self.shared[1:], strict=True):
            found += (made[name], piece)
        return b"".join(found)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Hold what was drawn, and the keys of its forms that may be used once only."""

    text: str
    keys: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """Hold a sheet as a phone shows it, and the versions that it was read under."""

    versions: tuple[object, ...]
    sheet: SheetView


@dataclass(frozen=True, slots=True)
class Store:
    """What a process keeps: sheets as read, their drawings, and under which versions a phone saw one, by its tag."""

    views: LRUCache
    drawings: LRUCache
    seen: LRUCache


def init_app(app: Flask) -> None:
    """Keep nothing yet."""
    app.extensions[EXTENSION] = Store(LRUCache(MOST_VIEWS), LRUCache(MOST_DRAWINGS), LRUCache(MOST_SEEN))


def sheet_now(sheet_id: uuid.UUID) -> SheetView:
    """Give the sheet as it was when this request began, or is by now. Raises NotFoundError.

    The view must watch the sheet.
    """
    found: Entered = g.entered
    place, kept = _versions(sheet_id, found), _store().views
    sheet = cast("SheetView | None", kept.get(place))
    if sheet is None:
        sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
        if not _is_of(sheet, found):
            is_later()
            return sheet
        kept[place] = sheet
    _note_seen(sheet_id, place)
    return sheet


def _note_seen(sheet_id: uuid.UUID, versions: tuple[object, ...]) -> None:
    _store().seen[sheet_id, half(), _eyes(g.entered)] = versions


def seen_before(sheet_id: uuid.UUID) -> Seen | None:
    """Give the sheet as who asks shows it by the tag that they sent; None if it is unknown, or looks otherwise now."""
    kept, eyes = _store(), _eyes(g.entered)
    for each in known_halves():
        versions = cast("tuple[object, ...] | None", kept.seen.get((sheet_id, each, eyes)))
        sheet = cast("SheetView | None", kept.views.get(versions))
        if versions is not None and sheet is not None:
            return Seen(versions, sheet)
    return None


def sheet_after(sheet_id: uuid.UUID) -> SheetView:
    """Give the sheet as it is after what this request wrote. Raises NotFoundError."""
    db.session.rollback()
    found = look_again()
    if found is None or not found.seen:
        return views.sheet_page(db.session(), current_actor(), sheet_id)
    return sheet_now(sheet_id)


def drawn(what: Hashable, sheet_id: uuid.UUID, draw: Callable[[SheetView], Drawing]) -> str | bytes:
    """Give what is drawn of a sheet as it is now, by whichever request drew it first. Raises NotFoundError."""
    if _is_singular():
        return draw(sheet_now(sheet_id)).text
    found, kept = cast("Entered", g.entered), _store().drawings
    versions = _versions(sheet_id, found)
    place = (what, *versions, *_reader(found))
    held = cast("Kept | None", kept.get(place))
    if held is not None:
        _note_seen(sheet_id, versions)
        return held.filled()
    sheet = sheet_now(sheet_id)
    drawing = draw(sheet)
    own = {f"key {number}": key for number, key in enumerate(drawing.keys)}
    own |= {"tag": tag(), **({"token": g.csrf_token} if "csrf_token" in g else {})}
    if _is_of(sheet, found):
        kept[place] = Kept.of(drawing.text, own)
    return drawing.text


def _store() -> Store:
    return cast("Store", current_app.extensions[EXTENSION])


def _is_singular() -> bool:
    """Say whether the answer is for this request alone: it chooses a form, or is told what was done before."""
    return bool(request.query_string) or ONCE in session or current_app.debug


def _versions(sheet_id: uuid.UUID, found: Entered) -> tuple[object, ...]:
    """Name the state of a sheet: all that decides what is read of it."""
    *versions, told = found.seen
    is_old = told is not None and open_deal.is_old(cast("JsonObject", told))
    return (found.group.id, sheet_id, found.group.version, *versions, json.dumps(told), is_old)


def _reader(found: Entered) -> tuple[object, ...]:
    """Name for whom a sheet is drawn. What was told of the open deal is shown to other phones than the teller."""
    device = found.actor.device_id if found.seen[-1] is not None else None
    return (*_eyes(found), device)


def _eyes(found: Entered) -> tuple[object, ...]:
    """Name what all of a drawing hangs on besides the sheet."""
    return (this_build(), request.script_root, str(get_locale()), found.actor.role, found.group.zone)


def _is_of(sheet: SheetView, found: Entered) -> bool:
    """Say whether a sheet was read as the guard saw it, and not after a change that came in between.

    Versions are never had twice, but what was told of the open deal can be as it was before.
    """
    read, told = sheet.open_deal, cast("JsonObject | None", found.seen[-1])
    is_told = read is None or (told is not None and read.digest == open_deal.digest(told))
    return sheet.version == found.seen[0] and is_told
