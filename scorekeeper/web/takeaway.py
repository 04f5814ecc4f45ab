"""Take your data along: the group as one document, or as tables for a spreadsheet."""

from __future__ import annotations

import re
import tempfile
import unicodedata
from typing import IO

from flask import Blueprint, Response, render_template, send_file

from scorekeeper.models import Role
from scorekeeper.models.base import utcnow
from scorekeeper.services.archive.write import write_group
from scorekeeper.services.evenings import local_date
from scorekeeper.services.tables import spread_tables
from scorekeeper.web.actor import current_actor, current_group, least
from scorekeeper.web.csv_files import STYLES, write_zip
from scorekeeper.web.extensions import db

bp = Blueprint("takeaway", __name__, url_prefix="/g/<uuid:group_id>/data")

LONGEST_NAME = 40
# Up to so many bytes are kept in memory, the rest lies in a file that nobody else can read.
IN_MEMORY = 1024 * 1024


@bp.get("")
@least(Role.OWNER)
def show() -> str:
    """Offer the files."""
    return render_template("takeaway/show.html")


@bp.get("/group.json")
@least(Role.OWNER)
def document() -> Response:
    """Send everything as one document. It is written whole first: nobody gets half of one that looks complete."""
    file = _draft()
    write_group(db.session(), current_actor(), file)
    return _sent(file, "application/json", "json")


@bp.get("/tables-<any(comma, point):mark>.zip")
@least(Role.OWNER)
def tables(mark: str) -> Response:
    """Send tables, with decimal comma or point."""
    file = _draft()
    write_zip(file, spread_tables(db.session(), current_actor()), STYLES[mark], current_group().zone)
    return _sent(file, "application/zip", "zip")


def _draft() -> IO[bytes]:
    return tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)


def _sent(file: IO[bytes], kind: str, ending: str) -> Response:
    """Send a file under a name that any system takes: the group's, and the day."""
    file.seek(0)
    group = current_group()
    name = f"{file_name(group.name)}-{local_date(utcnow(), group.zone).isoformat()}.{ending}"
    answer = send_file(file, mimetype=kind, as_attachment=True, download_name=name)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_name(name: str) -> str:
    """Give what is left of a group's name in letters and digits that every file system knows.

    >>> file_name("Käse & Wein/../x"), file_name("Друзья")
    ('Kase-Wein-x', 'scorekeeper')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME] or "scorekeeper"
