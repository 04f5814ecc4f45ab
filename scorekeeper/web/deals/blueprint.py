"""The addresses of deals lie under their sheet."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("deals", __name__, url_prefix="/g/<uuid:group_id>/sheets/<uuid:sheet_id>")
