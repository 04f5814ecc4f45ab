"""The headers of every answer: what the page may load, and who may keep a copy."""

from __future__ import annotations

from flask import Flask, Response, current_app, request

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)

# "no-referrer" would make Flask-WTF refuse every form sent over https.
FIXED = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# A file is part of a page, whose policy governs it; looked at by itself it may do nothing.
FIXED_OF_FILES = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": FIXED["Referrer-Policy"],
    "X-Content-Type-Options": FIXED["X-Content-Type-Options"],
    "X-Robots-Tag": FIXED["X-Robots-Tag"],
}
# The language is the browser's, or the one that the session keeps.
VARYING = ("Accept-Language", "Cookie")
STRICT_TRANSPORT_SECURITY = "max-age=31536000"
PRIVATE = "private, no-cache"


def init_app(app: Flask) -> None:
    """Set the headers on every answer that the app itself gives."""
    app.after_request(set_headers)


def set_headers(response: Response) -> Response:
    """Add the fixed headers; a view's own Cache-Control stays."""
    for name, value in FIXED.items():
        if name not in response.headers:
            response.headers.add(name, value)
    response.headers.setdefault("Cache-Control", PRIVATE)
    response.vary.update(VARYING)
    if request.is_secure or current_app.config["SESSION_COOKIE_SECURE"]:
        response.headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT_SECURITY)
    return response
