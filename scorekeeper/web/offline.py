"""What a phone needs for an evening without a network: the worker, the page it shows then, the words of the twins.

What is kept where, and how it is delivered, stands in docs/adr/0017-an-evening-without-a-network.md.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for
from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.web.actor import least, public
from scorekeeper.web.builds import this_build
from scorekeeper.web.config import STATIC
from scorekeeper.web.extensions import limiter
from scorekeeper.web.locale import page_tag
from scorekeeper.web.static_files import files_of
from scorekeeper.web.twin_words import offline_words, twin_words

bp = Blueprint("offline", __name__)

WORKER = ("js/worker.js", "js/worker_outbox.js")
KEPT_TYPES = frozenset({".css", ".js"})
NEVER = "no-store"


@bp.get("/sw.js")
@public
@limiter.exempt
def worker() -> Response:
    """Give the service worker: what it keeps, by name, then its script.

    It lies at the root, since a worker sees only what lies below it, and differs whenever one of its files does.
    """
    static_url = current_app.extensions["static_url"]
    # The worker asks without cookies, in one of which the language may have been chosen.
    build, language = this_build(), page_tag()
    settings = {
        "version": _version(),
        "root": request.script_root,
        "statics": static_url(""),
        "files": [static_url(name) for name in shell_files()],
        "build": build,
        "page": url_for("offline.show", language=language),
        "words": [
            url_for("offline.words", build=build, language=language),
            *(url_for("twin_words.show", game=key, build=build, language=language) for key in GAMES),
        ],
    }
    scripts = ", ".join(json.dumps(static_url(name)) for name in WORKER)
    script = f"self.SETTINGS = {json.dumps(settings)};\nimportScripts({scripts});\n"
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": NEVER})


@bp.get("/offline")
@public
@limiter.exempt
def show() -> str:
    """Show what stands in place of a page that is not kept. It names nobody."""
    return render_template("offline/show.html")


@bp.get("/offline/words")
@public
@limiter.exempt
def words() -> Response:
    """Give the words for what waits for the network, in the language of the request."""
    return jsonify(offline_words())


@bp.get("/g/<uuid:group_id>/token")
@least(Role.VIEWER)
def token() -> Response:
    """Give a fresh token, for forms that were kept; a 404 says that this phone is no longer in the group."""
    answer = jsonify({"csrf_token": generate_csrf()})
    answer.headers["Cache-Control"] = NEVER
    return answer


def shell_files() -> tuple[str, ...]:
    """Give the static files without which no page works, relative to their folder."""
    return tuple(
        path.relative_to(STATIC).as_posix()
        for path in files_of(STATIC)
        if path.suffix in KEPT_TYPES and path.relative_to(STATIC).as_posix() not in WORKER
    )


def _version() -> str:
    return _digest(current_app.extensions["static_url"](""), str(get_locale()), render_template("offline/show.html"))


@cache
def _digest(statics: str, language: str, page: str) -> str:
    """Stand for all that the shell holds; words of a language change only with the app, which starts anew then."""
    told = json.dumps([statics, language, page, offline_words(), *(twin_words(key) for key in GAMES)])
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()
