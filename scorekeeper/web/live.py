"""What other phones watch: a page's changing parts under an address of their own, with neither form nor token.

The tag of an answer is made of versions alone, so that "nothing new" costs no more than the one query that
tells who asks. The sheet's parts are the page's own blocks. The pages of an evening and of settling are full of
forms: their answer only says that there is something new, and the page fetches itself.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, Response, g

from scorekeeper.models import Role
from scorekeeper.services.entering import Watch
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.shapes import SheetView
from scorekeeper.web import tags
from scorekeeper.web.actor import current_actor, least, watching
from scorekeeper.web.application import Application
from scorekeeper.web.fragments import fragment_response, fragments
from scorekeeper.web.kept_sheets import Drawing, drawn, seen_before
from scorekeeper.web.rows_since import rows_since
from scorekeeper.web.sheet_screen import screen
from scorekeeper.web.sheets import PAGE, PARTS

bp = Blueprint("live", __name__, url_prefix="/g/<uuid:group_id>")

OPEN = "open"


def init_app(app: Application) -> None:
    """Give templates ``live_tag()``, the tag under which the page that is shown is watched from now on."""
    app.jinja_env.globals["live_tag"] = lambda: f'W/"{tags.tag()}"' if "entered" in g and g.entered else ""


@bp.get("/sheets/<uuid:sheet_id>/live")
@least(Role.VIEWER)
@watching(Watch.SHEET)
def sheet(sheet_id: uuid.UUID) -> Response:
    """Give the sheet's changing parts: of the rows those that changed, where it is known what the phone shows."""
    return answer(lambda: fragment_response(_parts(sheet_id), HTTPStatus.OK))


def _parts(sheet_id: uuid.UUID) -> str | bytes:
    blocks = (OPEN,) if tags.knows_all_but_the_rest() else PARTS
    before = seen_before(sheet_id)

    def draw(shown: SheetView) -> Drawing:
        context = screen(shown, current_actor())
        rows = rows_since(before.sheet if before else None, current_actor(), context)
        return Drawing(fragments(PAGE, blocks, context, rows))

    return drawn((blocks, before.versions if before else None), sheet_id, draw)


@bp.get("/evenings/<uuid:evening_id>/live")
@least(Role.VIEWER)
@watching(Watch.EVENING)
def evening(evening_id: uuid.UUID) -> Response:  # noqa: ARG001  the guard has looked it up
    """Tell whether an evening's page is out of date."""
    return answer(Response)


@bp.get("/evenings/<uuid:evening_id>/settle/live")
@least(Role.VIEWER)
@watching(Watch.EVENING_MONEY)
def evening_money(evening_id: uuid.UUID) -> Response:  # noqa: ARG001
    """Tell whether what an evening would come to is out of date."""
    return answer(Response)


@bp.get("/settlements/<uuid:settlement_id>/live")
@least(Role.VIEWER)
@watching(Watch.SETTLEMENT)
def settlement(settlement_id: uuid.UUID) -> Response:  # noqa: ARG001
    """Tell whether the page of a settlement is out of date."""
    return answer(Response)


@bp.get("/settle/live")
@least(Role.VIEWER)
@watching(Watch.ALL_MONEY)
def all_money() -> Response:
    """Tell whether the page of all that is open is out of date."""
    return answer(Response)


def answer(parts: Callable[[], Response]) -> Response:
    """Answer 304 to who has seen all this, else what `parts` makes. Raises NotFoundError."""
    if tags.entered().seen[0] is None:
        raise NotFoundError
    response = Response(status=HTTPStatus.NOT_MODIFIED) if tags.tag() in tags.known() else parts()
    response.set_etag(tags.tag(), weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("HX-Request", "Cookie"))
    return response
