"""Errors become answers here and nowhere else: one table from class to status, one page a status.

No error page needs a group, a user or the database. A page that answers a form shows what was typed and,
where sending it again can help, a button that does.
"""

from __future__ import annotations

import errno
from http import HTTPStatus

from flask import Flask, Response, current_app, g, render_template, request
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from scorekeeper.models.trouble import Trouble, trouble_of
from scorekeeper.services.errors import (
    ConflictError,
    EndingMovedError,
    ForbiddenError,
    InvalidInputError,
    NotFoundError,
    ServiceError,
    TooManyError,
)
from scorekeeper.web.extensions import db
from scorekeeper.web.kept_input import KeptInput, kept_input

STATUS_OF: dict[type[ServiceError], HTTPStatus] = {
    InvalidInputError: HTTPStatus.UNPROCESSABLE_ENTITY,
    EndingMovedError: HTTPStatus.UNPROCESSABLE_ENTITY,
    ConflictError: HTTPStatus.CONFLICT,
    NotFoundError: HTTPStatus.NOT_FOUND,
    ForbiddenError: HTTPStatus.FORBIDDEN,
    TooManyError: HTTPStatus.TOO_MANY_REQUESTS,
    ServiceError: HTTPStatus.BAD_REQUEST,
}

PAGES = frozenset({400, 403, 404, 405, 409, 413, 422, 429, 500, 503})
# Statuses after which the same form may well go through.
WORTH_ANOTHER_TRY = frozenset({429, 500, 503})
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
# A phone that keeps what was entered asks again after so many seconds at the earliest.
RETRY_SECONDS = 5
PLAIN_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>{status}</title><p>{sentence}</p></html>'
)


def init_app(app: Flask) -> None:
    """Answer every error that a view lets through."""
    app.register_error_handler(HTTPException, answer_http_error)
    app.register_error_handler(CSRFError, answer_expired_form)
    app.register_error_handler(ServiceError, answer_service_error)
    app.teardown_appcontext(leave_database)
    app.register_error_handler(SQLAlchemyError, answer_database_error)
    app.register_error_handler(OSError, answer_full_disk)


def leave_database(_error: BaseException | None) -> None:
    """Give the connection back: one that died meanwhile does not spoil the answer, which is made already."""
    if not db.session.registry.has():
        return
    try:
        db.session.close()
    except SQLAlchemyError:
        db.session().invalidate()


def status_of(refusal: type[ServiceError]) -> HTTPStatus:
    """Give the status of a class of refusals: its own, else that of the nearest class above."""
    return next(STATUS_OF[kind] for kind in refusal.__mro__ if kind in STATUS_OF)


def answer_service_error(error: ServiceError) -> Response:
    """Answer a refused use case."""
    db.session.rollback()
    return error_page(status_of(type(error)), kept_input())


def answer_database_error(error: SQLAlchemyError) -> Response:
    """Say that the database is busy, full, read-only or away; anything else of it is an unexpected error."""
    trouble = trouble_of(error)
    if trouble is None:
        raise error
    return _trouble_page(trouble, error)


def answer_full_disk(error: OSError) -> Response:
    """Say that a file which is sent, or was to be, found no room; anything else of files is an unexpected error."""
    if error.errno not in NO_ROOM:
        raise error
    return _trouble_page(Trouble.FULL, error)


def _trouble_page(trouble: Trouble, error: Exception) -> Response:
    _give_up_transaction()
    current_app.logger.error("the database is %s", trouble.value, exc_info=error)
    response = error_page(
        HTTPStatus.SERVICE_UNAVAILABLE, kept_input(), template="errors/database.html", trouble=trouble.value
    )
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def answer_expired_form(_error: CSRFError) -> Response:
    """Give the form back with a fresh token; nothing was stored."""
    return error_page(HTTPStatus.BAD_REQUEST, kept_input(), template="errors/expired.html", again=True)


def answer_http_error(error: HTTPException) -> Response:
    """Answer what Flask and the views raise, an unexpected error (500) among them."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if isinstance(error, SecurityError):
        return plain_page(status, "This app is not served under that address.")
    if isinstance(error, InternalServerError):
        _give_up_transaction()
    response = error_page(status, kept_input())
    for name, value in error.get_headers(request.environ):
        if name not in {"Content-Type", "Content-Length"}:
            response.headers[name] = value
    return response


def error_page(
    status: int, kept: KeptInput | None, template: str | None = None, *, again: bool | None = None, trouble: str = ""
) -> Response:
    """Render the page of a status: whole, or its content alone where htmx asked for a part of a page."""
    page = status if status in PAGES else 500 if status >= HTTPStatus.INTERNAL_SERVER_ERROR else 400
    partial = request.headers.get("HX-Request") == "true"
    try:
        html = render_template(
            template or f"errors/{page}.html",
            layout="errors/_part.html" if partial else "base.html",
            kept=kept,
            again=page in WORTH_ANOTHER_TRY if again is None else again,
            trouble=trouble,
            reference=g.get("request_id", "") if page == HTTPStatus.INTERNAL_SERVER_ERROR else "",
        )
    except Exception:
        current_app.logger.exception("the page of error %s failed", status)
        return plain_page(status, "Something went wrong, and the page that should say so failed too.")
    response = Response(html, status=status)
    response.vary.add("HX-Request")
    return response


def plain_page(status: int, sentence: str) -> Response:
    """Give a page that depends on nothing at all."""
    return Response(PLAIN_PAGE.format(status=status, sentence=escape(sentence)), status=status)


def _give_up_transaction() -> None:
    """Roll back what the failed view left open, so that the error page can be made."""
    try:
        db.session.rollback()
    except SQLAlchemyError:
        current_app.logger.exception("the database did not roll back")
