"""The session's cookie: kept as long as a device is remembered, whatever the server's clock says.

A small machine without a clock of its own starts in the past and is put right minutes later. Taken as usual, its
cookies would be signed "in the future", and those of the evening before refused: the phone would get a new, empty one
and belong to no group any more.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer


class PatientSigner(TimestampSigner):
    """Take what was signed at a later time than it is now; what is too old is refused as ever."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """Give what was signed. Raises BadSignature."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as error:
            if error.date_signed is None or error.date_signed <= self.timestamp_to_datetime(self.get_timestamp()):
                raise
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class LastingSession(SecureCookieSessionInterface):
    """Keep the session cookie as long as a device is remembered, and off plain http once https is spoken."""

    def __init__(self) -> None:
        """Have signed nothing yet."""
        self._serializers: dict[tuple[str | bytes | None, ...], URLSafeTimedSerializer | None] = {}

    def get_cookie_secure(self, app: Flask) -> bool:
        """Mark the cookie secure by setting, and on every request that came over https."""
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Let every session last, without a view having to say so."""
        return datetime.now(UTC) + app.permanent_session_lifetime

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Sign as Flask does, and read more patiently; made once for each secret, since every request asks twice."""
        secrets = (app.secret_key, *(app.config["SECRET_KEY_FALLBACKS"] or ()))
        if secrets not in self._serializers:
            serializer = super().get_signing_serializer(app)
            if serializer is not None:
                serializer.signer = PatientSigner
            self._serializers[secrets] = serializer
        return self._serializers[secrets]

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the cookie with its age, which the phone counts by its own clock, beside the time at which it ends."""
        serializer = self.get_signing_serializer(app)
        if not session or serializer is None or not self.should_set_cookie(app, session):
            super().save_session(app, session, response)
            return
        response.set_cookie(
            self.get_cookie_name(app),
            str(serializer.dumps(dict(session))),
            max_age=app.permanent_session_lifetime,
            expires=self.get_expiration_time(app, session),
            domain=self.get_cookie_domain(app),
            path=self.get_cookie_path(app),
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        response.vary.add("Cookie")
