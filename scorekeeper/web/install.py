"""What a phone needs to keep the app on its home screen, and what it is missing without https."""

from __future__ import annotations

import json
import uuid

from flask import Blueprint, Response, current_app, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.web.actor import public
from scorekeeper.web.extensions import limiter
from scorekeeper.web.locale import page_tag

bp = Blueprint("install", __name__)

FELT = "#0f5c4a"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, type and purpose of each icon, as https://www.w3.org/TR/appmanifest/ names them."""


@bp.get("/manifest.webmanifest")
@public
@limiter.exempt
def manifest() -> Response:
    """Describe the app; opened from the home screen it starts in the group it was installed from.

    A browser asks without cookies: the language stands in the address as well. The group's address alone opens
    nothing: so ``group`` is not looked up.
    """
    group = request.args.get("group", type=uuid.UUID)
    home = url_for("home.index")
    described = {
        "id": home,
        "lang": page_tag(),
        "dir": "ltr",
        "name": _("Scorekeeper"),
        "short_name": _("Scores"),
        "start_url": url_for("groups.show", group_id=group) if group else home,
        "scope": home,
        "display": "standalone",
        "background_color": FELT,
        "theme_color": FELT,
        "icons": [
            {"src": current_app.extensions["static_url"](f"icons/{file}"), "sizes": sizes, "type": kind, "purpose": use}
            for file, sizes, kind, use in ICONS
        ],
    }
    return Response(json.dumps(described, ensure_ascii=False), mimetype="application/manifest+json")


@bp.get("/without-https")
@public
def without_https() -> str:
    """Say what a phone is missing on plain http, and why."""
    return render_template("home/without_https.html")
