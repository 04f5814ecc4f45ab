"""The tag of what a page shows: who has it has seen all that it stands for. It is made of versions alone."""

from __future__ import annotations

import hashlib
import json
import re
import time
import uuid

from flask import g, request, session
from flask_babel import get_locale

from scorekeeper.services.entering import Entered
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web.builds import this_build

TAG = re.compile(r'(?:W/)?"([^"]*)"')
# What compresses an answer on its way appends its name to the tag.
CODING = re.compile(r"[-:;+](?:gzip|br|zstd|deflate)$")
# Both halves of a tag are digests; the second one is of what a page shows besides: of a sheet, of its open deal.
HALVES = "."
SEEN = "X-Seen"
"""The header that tells a phone the tag of what the answer to its own change shows, and the server what it has seen."""
# How long a whole page is taken for the same: its token is not to grow too old.
SAME_FOR_SECONDS = 300
# Where flask keeps what the next page says once, and Flask-WTF what the page's tokens are made of.
ONCE = "_flashes"
LATER = "shows_later"
# Where a request keeps the half it has made, with what it was made of.
HALF = "half_tag"
TOKENS = "csrf_token"


def known() -> set[str]:
    """Give the tags that the browser has, without what compression made of them."""
    told = request.headers.get("If-None-Match" if request.method == "GET" else SEEN, "")
    return {CODING.sub("", each) for each in TAG.findall(told)}


def known_halves() -> set[str]:
    """Give the first half of each tag that the browser has."""
    return {each.split(HALVES)[0] for each in known()}


def tag() -> str:
    """Give the tag of what is shown now, to this device, by this build of the app. Raises NotFoundError."""
    return HALVES.join((half(), _digest(*_seen()[-1:])))


def half() -> str:
    """Give the first half of that tag: of all but the rest that is shown besides. Raises NotFoundError."""
    found, later = entered(), g.get(LATER, ())
    made: tuple[Entered, tuple[str, ...], str] | None = g.get(HALF)
    if made is None or made[0] is not found or made[1] is not later:
        actor = found.actor
        shown = (this_build(), str(get_locale()), actor.role, str(actor.player_id), found.group.version)
        made = (found, later, _digest(*shown, *_seen()[:-1], *later))
        setattr(g, HALF, made)
    return made[2]


def is_later() -> None:
    """Note that what this answer shows is later than the versions that were read: it has a tag that nothing else has.

    Whoever shows it does not know what came in between.
    """
    setattr(g, LATER, (uuid.uuid4().hex,))


def _seen() -> list[object]:
    return [str(each) if isinstance(each, uuid.UUID) else each for each in entered().seen]


def after_it() -> str | None:
    """Give the tag of what a phone has seen with the answer to its own change, None where the view watches nothing."""
    found: Entered | None = g.get("entered")
    return f'W/"{tag()}"' if found is not None and found.seen else None


def knows_all_but_the_rest() -> bool:
    """Tell whether who asks has seen all that the first half of the tag stands for."""
    return half() in known_halves()


def page_tag(*shown: object) -> str | None:
    """Give the tag of a whole page that shows `shown` as well; None if it says something once, or has no token yet."""
    if request.args or ONCE in session or TOKENS not in session:
        return None
    return f"page-{_digest(tag(), session[TOKENS], int(time.time() / SAME_FOR_SECONDS), *shown)}"


def entered() -> Entered:
    """Give what the guard found of who asks. Raises NotFoundError."""
    found: Entered | None = g.get("entered")
    if found is None:
        raise NotFoundError
    return found


def _digest(*values: object) -> str:
    return hashlib.blake2b(json.dumps(values).encode(), digest_size=9).hexdigest()
