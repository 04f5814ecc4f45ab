"""Which build of the app a page is of, and the answer to an old page that meets a newer server.

A part of a page fits only into a page of the same build: its ids, styles and scripts may differ in another. So a page
names its build with each request for a part, and gets none from another build. It asks for the new version then, or
sends its form as a plain one, which the new build answers with a page of its own (docs/adr/0019).
"""

from __future__ import annotations

import hashlib
from http import HTTPStatus

from flask import Flask, Response, current_app, request
from flask_babel import gettext as _

from scorekeeper import __version__
from scorekeeper.web.config import TEMPLATES
from scorekeeper.web.static_files import content_hash

BUILD = "build"
HEADER = "X-Build"


def init_app(app: Flask) -> None:
    """Give templates ``build``, and pages of another one no parts; call it after the guard, whose 404 goes before."""
    app.extensions[BUILD] = digest(__version__, app.extensions["static_url"](""), content_hash(TEMPLATES))
    app.jinja_env.globals[BUILD] = this_build
    app.before_request(refuse_parts)


def digest(version: str, statics: str, templates: str) -> str:
    """Give the short word that any change of version, scripts, styles or templates changes."""
    told = f"{version} {statics} {templates}"
    return hashlib.blake2b(told.encode(), digest_size=6).hexdigest()


def this_build() -> str:
    """Give the build that is running."""
    build: str = current_app.extensions[BUILD]
    return build


def refuse_parts() -> Response | None:
    """Answer 412 to a page of another build that asks for a part of itself, before anything is done.

    Who names no build gets what was asked for: the delivery of what waited on a phone needs no part to fit.
    """
    if request.headers.get(HEADER, this_build()) == this_build():
        return None
    words = _("A new version of the scorekeeper is here. Load the page again.")
    headers = {"HX-Reswap": "none", "Cache-Control": "no-store"}
    return Response(words, HTTPStatus.PRECONDITION_FAILED, headers, mimetype="text/plain")
