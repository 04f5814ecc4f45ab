"""Answers to htmx: named blocks of a page's own template, each sent to the element of the same id.

A block is rendered alone, so it sees neither the imports nor the variables at the top of its template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus

from flask import Response, render_template, request
from jinja2_fragments.flask import render_block
from markupsafe import Markup

PARTIAL = Markup('<hx-partial hx-target="#{}" hx-swap="{}">{}</hx-partial>\n')
REPLACE = "outerHTML"
MORPH = "outerMorph"
FILL = "innerHTML"
ADD = "beforeend"
NOTHING_DRAWN: Mapping[str, Markup] = {}

# Blocks that keep their scroll position, their open details and their focus when they are drawn anew.
MORPHED = frozenset({"scores", "rows"})
# A live region is read out when its text changes, not when it is another element; a moment comes and goes.
FILLED = frozenset({"say", "moment"})


def wants_fragments() -> bool:
    """Tell whether htmx asks for parts of the page."""
    return request.headers.get("HX-Request") == "true"


def render_fragments(
    template: str, blocks: Iterable[str], context: Mapping[str, object], status: int = HTTPStatus.OK
) -> Response:
    """Answer with blocks of a page; each replaces the element that has the block's name as its id."""
    return fragment_response(fragments(template, blocks, context), status)


def fragments(
    template: str, blocks: Iterable[str], context: Mapping[str, object], drawn: Mapping[str, Markup] = NOTHING_DRAWN
) -> Markup:
    """Draw blocks of a page, each for the element that has its name as id; those that are `drawn` come as they are."""
    parts = (
        drawn[block] if block in drawn else PARTIAL.format(block, _swap(block), _block(template, block, context))
        for block in blocks
    )
    return Markup().join(parts)


def _block(template: str, block: str, context: Mapping[str, object]) -> Markup:
    return Markup(render_block(template, block, **context))  # noqa: S704  the template escapes


def _swap(block: str) -> str:
    return MORPH if block in MORPHED else FILL if block in FILLED else REPLACE


def render_parts(parts: Mapping[str, str], context: Mapping[str, object]) -> Response:
    """Answer with small templates, by the id of the element that each of them fills."""
    rendered = (
        PARTIAL.format(target, FILL, Markup(render_template(name, **context)))  # noqa: S704
        for target, name in parts.items()
    )
    return fragment_response(Markup().join(rendered), HTTPStatus.OK)


def fragment_response(markup: str | bytes, status: int) -> Response:
    """Answer with markup that no cache may take for the page of the same address."""
    response = Response(markup, status=status)
    response.vary.add("HX-Request")
    return response
