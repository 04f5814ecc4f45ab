"""How gunicorn serves the peer: by the app's own worker and settings (see ``gunicorn.conf.py``)."""

import gc
import os
from typing import Any

bind = f"127.0.0.1:{os.environ['PORT']}"
workers = 2
threads = 4
worker_class = "scorekeeper.web.worker.PatientWorker"
reuse_port = True
preload_app = True
keepalive = 15
graceful_timeout = 5
control_socket_disable = True
accesslog = None
loglevel = "warning"


def when_ready(_server: Any) -> None:
    """Shorten the pauses of the garbage collector, as the app does."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 25, 25)
