"""How gunicorn serves the app to phones directly: `make run`, or `gunicorn` in this folder.

Browsers open connections they do not use yet, so silent ones wait without a thread. Each worker listens on its own
socket (reuse_port): otherwise the phones' lasting connections gather in one of them. The app is made once, before the
workers (preload_app): a worker that listens can answer at once, and they share the memory that it takes.
"""

import sys
from typing import Any

from scorekeeper.web import serve
from scorekeeper.web.config import SettingError, instance_folder, read_settings

try:
    settings = read_settings(instance_folder())
except SettingError as error:
    sys.exit(str(error))

host, port = str(settings["HOST"]), int(str(settings["PORT"]))

wsgi_app = "app:app"
bind = serve.bind_address(host, port)
workers = settings["SCOREKEEPER_WORKERS"]
threads = settings["SCOREKEEPER_THREADS"]
worker_class = "scorekeeper.web.worker.PatientWorker"
reuse_port = True
preload_app = True
worker_tmp_dir = serve.folder_in_memory()
keepalive = 15
graceful_timeout = 5
control_socket_disable = True
# Requests are not logged: their addresses hold the links that open a group.
accesslog = None
loglevel = "warning"


def on_starting(server: Any) -> None:
    """Refuse a port that is in use, before any worker starts."""
    try:
        serve.refuse_taken_port(host, port)
    except serve.PortTakenError as error:
        sys.exit(str(error))


def when_ready(server: Any) -> None:
    """Get ready what all workers share, and say where phones find the app."""
    serve.prepare(server.app.wsgi())
    sys.stdout.write(serve.announcement(settings))
    sys.stdout.flush()


def post_fork(server: Any, worker: Any) -> None:
    """Let no worker use a connection of another process."""
    serve.part_from_parent(server.app.wsgi())
