"""Choosing the language of this device."""

from __future__ import annotations

import re
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, request, session, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper.web.actor import public
from scorekeeper.web.locale import CHOSEN, LANGUAGES

bp = Blueprint("languages", __name__)

# A path of this app: no other host, which "//" and in browsers "/\" would name.
OWN_PATH = re.compile(r"/(?![/\\])[^\\\x00-\x20]*")


@bp.post("/language")
@public
def choose() -> Answer:
    """Keep the language for this browser, and show the page again from which it was chosen."""
    chosen = request.form.get(CHOSEN)
    if chosen not in current_app.config[LANGUAGES]:
        abort(HTTPStatus.UNPROCESSABLE_ENTITY)
    session[CHOSEN] = chosen
    back = request.form.get("back", "")
    return redirect(back if OWN_PATH.fullmatch(back) else url_for("home.index"), HTTPStatus.SEE_OTHER)


def page_address() -> str:
    """Give the path of the page that is shown; of one that answers a form, the path that the form stood on."""
    if request.method != "GET":
        try:
            parts = urlsplit(request.referrer or "")
        except ValueError:  # no address at all
            return ""
        return parts.path + (f"?{parts.query}" if parts.query else "")
    asked = request.query_string.decode("ascii", "replace")
    return request.script_root + request.path + (f"?{asked}" if asked else "")
