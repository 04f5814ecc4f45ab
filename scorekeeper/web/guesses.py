"""Guessing at links and codes: how often a client may be wrong, and how often all clients together about one group.

Only what opened nothing is counted, and never a phone that is in the group it asks for. One clumsy guest stays far
below what keeps the table waiting; secrets are too long to be found even without any of this (docs/security.md).
"""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, g, request

from scorekeeper.services import codes
from scorekeeper.web.actor import entered
from scorekeeper.web.extensions import limiter

WRONG_CODES = "30 per minute; 200 per hour"
WRONG_LINKS = "60 per minute; 600 per hour"
WRONG_FOR_A_GROUP = "300 per minute; 3000 per hour"
# The fields in which a code is typed.
CODE_FIELDS = ("where", "code")


def opened_nothing(response: Response) -> bool:
    """Say whether an answer told a phone that its link or code opens nothing."""
    return response.status_code in {HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.NOT_FOUND}


def has_joined() -> bool:
    """Say whether this phone is in the group of the address already."""
    return entered() is not None


def group_meant() -> str:
    """Give the signs that stand for the group of a link, or begin the code that was typed; "" where there are none."""
    if "group_id" in g:
        return codes.group_tag(g.group_id)
    typed = (codes.read_code(request.form.get(name, "")) for name in CODE_FIELDS)
    return next((code[: codes.TRANSFER_TAG] for code in typed if code), "")


def means_no_group() -> bool:
    """Say whether nothing was guessed about any group, or by a phone that is in it."""
    return not group_meant() or has_joined()


limit_wrong_codes = limiter.limit(WRONG_CODES, deduct_when=opened_nothing)
limit_wrong_links = limiter.shared_limit(WRONG_LINKS, scope="join", deduct_when=opened_nothing, exempt_when=has_joined)
limit_for_a_group = limiter.shared_limit(
    WRONG_FOR_A_GROUP, scope="group", key_func=group_meant, deduct_when=opened_nothing, exempt_when=means_no_group
)
