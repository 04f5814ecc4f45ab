"""How gunicorn serves the baseline: by the app's own settings, without what is only the app's to prepare."""

import runpy
from pathlib import Path
from typing import Any

from scorekeeper.web import serve

globals().update(runpy.run_path(str(Path(__file__).resolve().parents[1] / "gunicorn.conf.py")))


def when_ready(_server: Any) -> None:
    """Shorten the pauses of the garbage collector, as the app does."""
    serve.keep_pauses_short()


def post_fork(server: Any, worker: Any) -> None:
    """Have nothing to part from: no connection is open yet."""
