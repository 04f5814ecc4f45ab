"""The Flask app itself, where it must differ from Flask's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from flask import Flask, Request, Response, g, request

from scorekeeper.web.cookies import LastingSession
from scorekeeper.web.kept_pages import say_whether_kept

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class ClosedRequest(Request):
    """A request that closes the files it came with at its end, those of a body that could not be read as well."""

    _opened: tuple[IO[bytes], ...] = ()

    def _get_file_stream(self, *told: Any, **more: Any) -> IO[bytes]:
        stream = super()._get_file_stream(*told, **more)
        self._opened += (stream,)
        return stream

    def close(self) -> None:
        """Close what was opened."""
        super().close()
        for stream in self._opened:
            stream.close()


class Application(Flask):
    """Flask with a place for middleware, lasting sessions, and a log that never names a secret link."""

    request_class = ClosedRequest
    session_interface = LastingSession()

    def __init__(self, import_name: str, template_folder: Path, instance_path: Path) -> None:
        """Make the app with absolute folders; middleware may wrap `outermost` afterwards."""
        super().__init__(
            import_name,
            template_folder=str(template_folder),
            instance_path=str(instance_path),
            static_folder=None,
        )
        self.outermost: WSGIApplication = self.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request through the middleware."""
        return self.outermost(environ, start_response)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Give what is called as it is: no view or hook is a coroutine, and each request would ask a dozen times."""
        return func

    def process_response(self, response: Response) -> Response:
        """Finish an answer: its cookies are written by now."""
        return say_whether_kept(super().process_response(response))

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Log an unexpected error with the request's id and the route, not the path, which may hold a secret."""
        rule = request.url_rule.rule if request.url_rule else "no route"
        self.logger.error("request %s failed: %s %s", g.get("request_id"), request.method, rule, exc_info=exc_info)
