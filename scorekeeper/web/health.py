"""One address that says whether the app and its database answer; for a supervisor or a proxy."""

from __future__ import annotations

from flask import Blueprint, Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.web.actor import public
from scorekeeper.web.extensions import db, limiter

bp = Blueprint("health", __name__)


@bp.get("/healthz")
@public
@limiter.exempt
def show() -> Response:
    """Answer ``ok``, or 503 when the database does not answer; nothing more is said to strangers."""
    try:
        db.session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return Response("database unreachable\n", status=503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")
