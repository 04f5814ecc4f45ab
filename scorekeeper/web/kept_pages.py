"""Which pages a phone may keep for an evening without a network: the server says it, page by page."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import ParamSpec, TypeVar

from flask import Response, current_app, g, request

P = ParamSpec("P")
R = TypeVar("R")

KEPT = "kept"
HEADER = "X-Keep"


def kept(view: Callable[P, R]) -> Callable[P, R]:
    """State that a phone may keep the page of a view, as long as it is in the group."""
    view.__dict__[KEPT] = True
    return view


def say_whether_kept(response: Response) -> Response:
    """Name the group in the answers that a phone may keep; call it when the cookies are written.

    A worker cannot see whether an answer sets a cookie, so that is said here as well. A page with a secret on it, such
    as a recovery code, is one that no cache stores.
    """
    view = current_app.view_functions.get(request.endpoint or "")
    may = (
        getattr(view, "__dict__", {}).get(KEPT, False)
        and request.method == "GET"
        and not request.query_string
        and response.status_code in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}
        and request.headers.get("HX-Request") != "true"
        and "Set-Cookie" not in response.headers
        and not response.cache_control.no_store
    )
    if may:
        response.headers[HEADER] = str(g.group_id)
    return response
