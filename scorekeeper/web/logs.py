"""What is logged: one JSON object a line on stderr, with the request's id; no address, name, id or secret.

A request is told by its route, ``/g/<uuid:group_id>/join/<secret>``, without what stood in its place. An unexpected
error is told by its kind and by where it happened: what it says of itself may quote what somebody typed.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import TextIO, cast

from flask import Flask, Response, g, has_request_context, request
from flask.logging import wsgi_errors_stream

from scorekeeper.web.config import LOG, ROOT

OURS = "scorekeeper"
LOGS = (OURS, "sqlalchemy", "flask-limiter")
SERVER_LOGS = ("werkzeug", "gunicorn.access", "gunicorn.error")
REQUEST_ID = "X-Request-ID"

requests_log = logging.getLogger(f"{OURS}.requests")

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


class JsonLines(logging.Formatter):
    """Write a record as one line that programs read: nothing in it can begin a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "said": hide_secrets(record.getMessage()),
        }
        if has_request_context() and "request_id" in g:
            line["request"] = g.request_id
        line |= getattr(record, "told", {})
        if record.exc_info and record.exc_info[1] is not None:
            line["errors"] = [_told(error) for error in _chain(record.exc_info[1])]
        return json.dumps(line)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Give an error and what brought it about."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _told(error: BaseException) -> dict[str, object]:
    """Give an error's kind, the code that a database put to it, and where it happened: innermost last."""
    told: dict[str, object] = {"kind": f"{type(error).__module__}.{type(error).__qualname__}"}
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    if code:
        told["code"] = str(code)
    frames = traceback.extract_tb(error.__traceback__)
    told["where"] = [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return told


def _short(filename: str) -> str:
    """Give a file's path below this project, or below the packages that it uses."""
    path = Path(filename)
    if path.is_relative_to(ROOT):
        path = path.relative_to(ROOT)
    return path.as_posix().rpartition("site-packages/")[2]


def init_app(app: Flask) -> None:
    """Give every request an id that the log, the answer and the error page share, and tell of it when it is over."""
    for name in SERVER_LOGS:
        hide_in(logging.getLogger(name))
    for name in LOGS:
        write_lines(logging.getLogger(name))
    logging.getLogger(OURS).setLevel(app.config[LOG].upper())
    app.before_request(_begin)
    app.after_request(_end)


def hide_in(log: logging.Logger) -> None:
    """Let a server's log keep no secret."""
    if not any(isinstance(each, HideSecrets) for each in log.filters):
        log.addFilter(HideSecrets())


def write_lines(log: logging.Logger) -> None:
    """Let a log write JSON to stderr, once however many apps are made."""
    if not any(isinstance(each.formatter, JsonLines) for each in log.handlers):
        handler = logging.StreamHandler(cast(TextIO, wsgi_errors_stream))
        handler.setFormatter(JsonLines())
        log.addHandler(handler)


def _begin() -> None:
    g.request_id = secrets.token_hex(6)
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.get("request_id", "-")
    level = level_of(request.method, response.status_code)
    if requests_log.isEnabledFor(level):
        _tell(level, response.status_code)
    return response


def level_of(method: str, status: int) -> int:
    """Give how much a request matters: what failed, who tries too often, what was done, and what phones ask all day."""
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return logging.ERROR
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return logging.WARNING
    if method in {"GET", "HEAD"} and status < HTTPStatus.BAD_REQUEST:
        return logging.DEBUG
    return logging.INFO


def _tell(level: int, status: int) -> None:
    route = request.url_rule.rule if request.url_rule else "no route"
    told = {
        "method": request.method,
        "route": route,
        "status": status,
        "ms": round(1000 * (time.perf_counter() - g.began), 1) if "began" in g else None,
    }
    requests_log.log(level, "%s %s: %s", request.method, route, status, extra={"told": told})
