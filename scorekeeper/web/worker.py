"""gunicorn's threaded worker, made patient: a connection takes a thread only once it has said something.

Browsers open connections ahead of need, and phones fall asleep with some open. gunicorn 27 lets every new
connection occupy a thread for up to five seconds to see whether it speaks, so a handful of silent ones stop
all eight threads. Here a new connection waits in the worker's poller, where gunicorn keeps the idle ones too.
"""

from __future__ import annotations

import errno
import selectors
import socket
import time
from functools import partial

from gunicorn.workers.gthread import TConn, ThreadWorker

NOBODY_THERE = frozenset({errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK})


class PatientWorker(ThreadWorker):
    """A threaded worker that silent connections cannot stop."""

    def accept(self, listener: socket.socket) -> None:
        """Take a new connection and wait for its first bytes without a thread."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in NOBODY_THERE:
                return
            raise
        client.setblocking(False)
        connection = TConn(self.cfg, client, address, listener.getsockname())
        connection.timeout = time.monotonic() + self.cfg.keepalive
        self.nr_conns += 1
        self.pending_conns.append(connection)
        self.poller.register(client, selectors.EVENT_READ, partial(self.on_pending_socket_readable, connection))
