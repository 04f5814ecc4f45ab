"""What is logged: the app's own messages, and server lines without the secrets that links carry."""

from __future__ import annotations

import logging
import re
import secrets

from flask import Flask, Response, g

SERVER_LOGS = ("werkzeug", "gunicorn.access")
REQUEST_ID = "X-Request-ID"

# Ids of groups and sheets are UUIDs and may be logged; any other long word in a path may be a secret.
LONG_WORD = re.compile(r"(?<=/)(?![0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-]))[\w~-]{16,}")


class HideSecrets(logging.Filter):
    """Take secrets out of the lines that a server writes for each request."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the line; let it pass."""
        record.msg = hide_secrets(record.getMessage())
        record.args = ()
        return True


def hide_secrets(line: str) -> str:
    """Give the line with every long word of a path replaced.

    >>> hide_secrets("GET /g/0b0f1c1e-7c1d-4a53-9f0e-2f7f7b1c9a11/join/Zm9vYmFyYmF6cXV4Zm9v HTTP/1.1")
    'GET /g/0b0f1c1e-7c1d-4a53-9f0e-2f7f7b1c9a11/join/… HTTP/1.1'
    """
    return LONG_WORD.sub("…", line)


def init_app(app: Flask) -> None:
    """Give every request an id that the log and the error page share."""
    for name in SERVER_LOGS:
        log = logging.getLogger(name)
        if not any(isinstance(each, HideSecrets) for each in log.filters):
            log.addFilter(HideSecrets())
    app.before_request(_begin)
    app.after_request(_name)


def _begin() -> None:
    g.request_id = secrets.token_hex(6)


def _name(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.get("request_id", "-")
    return response
