"""Keep a database of the newest migration with a group in it as SQL: ``python -m tests.migrations.dump``.

To be run with the last code before a further migration is added. The first line holds the totals of every game as
the code of that day reckoned them, ``-- {"<sheet's id>": [570, 580, 780, 0], …}``.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from scorekeeper.models import Role, Sheet
from scorekeeper.services.actor import Actor
from scorekeeper.services.views import sheet_page

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEED = ("seed", "--evenings", "2", "--seed", "7", "--until", "2026-11-26")


def totals(session: Session) -> dict[str, list[int]]:
    """Reckon the totals of every game."""
    found = {}
    for group_id, sheet_id in session.execute(select(Sheet.group_id, Sheet.id).order_by(Sheet.id)).all():
        view = sheet_page(session, Actor(group_id, uuid.uuid4(), Role.OWNER), sheet_id)
        found[str(sheet_id)] = list(view.standings.totals)
    return found


def main() -> None:
    """Write the file, named after the migration."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SCOREKEEPER_INSTANCE": folder}
        for command in (("db", "upgrade"), SEED):
            subprocess.run([sys.executable, "-m", "flask", *command], cwd=ROOT, env=environment, check=True)
        path = Path(folder) / "scorekeeper.sqlite3"
        engine = create_engine(f"sqlite:///{path}")
        with Session(engine) as session:
            head = json.dumps(totals(session))
        engine.dispose()
        connection = sqlite3.connect(path)
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        lines = [f"-- {head}", *connection.iterdump()]
        connection.close()
    (HERE / f"{revision}.sql").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
