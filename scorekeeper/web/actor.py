"""Who is asking: pulls the group out of the address, knows the browser by its token, holds every view to a role.

Each view says who may call it, with `least` or `public`; an app with a view that does not say so fails to
start. What a stranger asks for does not exist (404); a device whose role does not reach is told so (403).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, request, session
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.models import Role
from scorekeeper.services import access, codes, entering
from scorekeeper.services.actor import Actor
from scorekeeper.services.entering import Entered, GroupRef, Watch
from scorekeeper.services.errors import ForbiddenError, NotFoundError
from scorekeeper.web.extensions import db

P = ParamSpec("P")
R = TypeVar("R")

ACCESS = "least_role"
PUBLIC = "public"
WATCHED = "watched"
FAREWELL = "farewell"
TOKEN = "device"  # noqa: S105  the name under which the session keeps it
RENEWED = "week"


class UnguardedViewError(RuntimeError):
    """Say which views do not state who may call them."""

    def __init__(self, endpoints: list[str]) -> None:
        """Name them."""
        super().__init__(f"views without @least(…) or @public: {', '.join(endpoints)}")


def least(role: Role) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """State the least role that a view needs; stands directly under the route."""

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        view.__dict__[ACCESS] = role
        return view

    return mark


def public(view: Callable[P, R]) -> Callable[P, R]:
    """State that anybody may call a view; inside a group it finds the actor of a device that joined, or None."""
    view.__dict__[ACCESS] = PUBLIC
    return view


def watching(watch: Watch) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """State what a view shows that may change on another phone; the first id of its address names it."""

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        view.__dict__[WATCHED] = watch
        return view

    return mark


def stated_access(view: Callable[..., object]) -> Role | str | None:
    """Give what a view states: a role, PUBLIC, or None when it states nothing."""
    stated = getattr(view, "__dict__", {}).get(ACCESS)
    return stated if isinstance(stated, Role | str) else None


def unless_gone(farewell: Callable[[], BaseResponse | None]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """State what answers a view's request from a browser that is not in the group, unless it gives None (404)."""

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        view.__dict__[FAREWELL] = farewell
        return view

    return mark


def init_app(app: Flask) -> None:
    """Guard every view of the app; call it when all are registered. Raises UnguardedViewError."""
    silent = sorted(name for name, view in app.view_functions.items() if stated_access(view) is None)
    if silent:
        raise UnguardedViewError(silent)
    app.url_value_preprocessor(take_group_out)
    app.before_request(guard)
    app.after_request(partial(note_seen, app))
    app.url_defaults(stay_in_group)
    app.context_processor(template_values)


def take_group_out(_endpoint: str | None, values: dict[str, object] | None) -> None:
    """Take the group's id out of the view's arguments."""
    group_id = values.pop("group_id", None) if values else None
    if isinstance(group_id, uuid.UUID):
        g.group_id = group_id


def guard() -> BaseResponse | None:
    """Find the actor, and refuse who may not go on."""
    if "group_id" not in g or request.endpoint is None:
        return None
    view = current_app.view_functions[request.endpoint]
    stated = stated_access(view)
    found = entered()
    if found is None:
        farewell = view.__dict__.get(FAREWELL)
        said: BaseResponse | None = farewell() if farewell is not None else None
        if stated != PUBLIC and said is None:
            raise NotFoundError
        return said
    g.actor, g.group = found.actor, found.group
    _renew_cookie()
    if stated is None:
        raise NotFoundError
    if isinstance(stated, Role) and not found.actor.role.reaches(stated):
        raise ForbiddenError("role", least=stated.value)
    return None


def entered() -> Entered | None:
    """Give this browser's place in the group of the address, or None; looked up once a request."""
    if "entered" not in g:
        try:
            g.entered = _enter() if "group_id" in g else None
        except NotFoundError:
            g.entered = None
    found: Entered | None = g.entered
    return found


def look_again() -> Entered | None:
    """Look up this browser's place once more: what the view watches may have changed by now."""
    g.pop("entered", None)
    return entered()


def _enter() -> Entered:
    """Read who asks and, in the same query, what the view watches."""
    view = current_app.view_functions.get(request.endpoint or "")
    watch = getattr(view, "__dict__", {}).get(WATCHED, Watch.NOTHING)
    thing_id = next(iter((request.view_args or {}).values()), None)
    with db.engine.connect() as connection:
        return entering.enter(connection, g.group_id, browser_token(), watch=watch, thing_id=thing_id)


def _renew_cookie() -> None:
    """Write the cookie anew once a week, so that a phone in use is never signed out."""
    week = datetime.now(UTC).date().toordinal() // 7
    if session.get(RENEWED) != week:
        session[RENEWED] = week


def current_actor() -> Actor:
    """Give the actor of this request. Raises NotFoundError outside a group."""
    actor = g.get("actor")
    if not isinstance(actor, Actor):
        raise NotFoundError
    return actor


def current_group() -> GroupRef:
    """Give the group of this request as it was when the request began. Raises NotFoundError outside one."""
    group = g.get("group")
    if not isinstance(group, GroupRef):
        raise NotFoundError
    return group


def browser_token() -> str | None:
    """Give this browser's token, or None when it has none yet."""
    token = session.get(TOKEN)
    return token if isinstance(token, str) else None


def ensure_token() -> str:
    """Give this browser's token, made when a form is shown that it will need: a repeated post must find the same."""
    token = browser_token()
    if token is None:
        session.permanent = True
        session[TOKEN] = token = codes.new_token()
    return token


def stay_in_group(endpoint: str, values: dict[str, object]) -> None:
    """Let ``url_for`` fill in the group of this request."""
    here = g.get("group_id")
    if here and "group_id" not in values and current_app.url_map.is_endpoint_expecting(endpoint, "group_id"):
        values["group_id"] = here


def note_seen(app: Flask, response: Response) -> Response:
    """Note at most once an hour that the device was here, when the answer is on its way: nobody waits for it."""
    found: Entered | None = g.get("entered")
    if found is not None and found.stale:
        response.call_on_close(partial(_touch, app, found.actor))
    return response


def _touch(app: Flask, actor: Actor) -> None:
    with app.app_context():
        try:
            access.touch(db.session(), actor)
        except SQLAlchemyError:
            # The answer is out: what is the matter with the database, the next request will hear.
            app.logger.info("a device was not noted as seen")


def template_values() -> dict[str, Actor | GroupRef | None]:
    """Give templates ``actor`` and ``group``; both None outside a group."""
    return {"actor": g.get("actor"), "group": g.get("group")}
