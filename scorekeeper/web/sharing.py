"""What leads another phone here: absolute addresses, QR codes, and how a browser is called in a list."""

from __future__ import annotations

import re

import segno
from flask import current_app, request
from flask_babel import gettext as _
from markupsafe import Markup, escape

from scorekeeper.web.serve import phone_addresses

# What a User-Agent says, as codes that are stored and worded when they are shown. The first match counts.
KINDS = (
    ("iphone", re.compile(r"iPhone|iPod")),
    ("ipad", re.compile(r"iPad")),
    ("android_phone", re.compile(r"Android.*Mobile")),
    ("android_tablet", re.compile(r"Android")),
    ("mac", re.compile(r"Macintosh|Mac OS X")),
    ("windows", re.compile(r"Windows")),
    ("linux", re.compile(r"Linux|X11|CrOS")),
)
BROWSERS = (
    ("samsung", re.compile(r"SamsungBrowser/")),
    ("edge", re.compile(r"Edg(?:e|A|iOS)?/")),
    ("opera", re.compile(r"OPR/|Opera")),
    ("firefox", re.compile(r"Firefox/|FxiOS/")),
    ("chrome", re.compile(r"Chrome/|CriOS/|Chromium/")),
    ("safari", re.compile(r"Safari/")),
)
BROWSER_NAMES = {
    "samsung": "Samsung Internet",
    "edge": "Edge",
    "opera": "Opera",
    "firefox": "Firefox",
    "chrome": "Chrome",
    "safari": "Safari",
}


def public_base() -> str:
    """Give the address under which other phones reach this app, without a slash at its end.

    It is the setting or the machine's own address and never the Host header, which anybody can write.
    """
    reachable = phone_addresses(current_app.config)
    return reachable[0] if reachable else f"http://localhost:{current_app.config['PORT']}"


def absolute(path: str) -> str:
    """Give the address under which other phones find what `url_for` gives for this one."""
    return public_base() + path.removeprefix(request.script_root)


def qr(address: str, title: str) -> Markup:
    """Draw an address as a QR code: SVG with classes, no style of its own, named for who cannot see it."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(
        omitsize=True, border=3, svgclass="qr", lineclass=None, title=title, svgid=None, dark="#000", light="#fff"
    )
    return Markup(svg.replace("<svg ", '<svg role="img" ', 1))  # noqa: S704  segno escapes the title


def browser_label(user_agent: str) -> str:
    """Give a browser as codes, ``android_phone chrome``; what is not known is left out."""
    kind = next((code for code, pattern in KINDS if pattern.search(user_agent)), "")
    browser = next((code for code, pattern in BROWSERS if pattern.search(user_agent)), "")
    return f"{kind} {browser}".strip()


def author(by: str) -> Markup:
    """Write who changed something: the player's name, or the kind of phone where nobody said whose it is."""
    codes = {code for code, _pattern in (*KINDS, *BROWSERS)}
    words = by.split()
    if words and codes.issuperset(words):
        return escape(device_name(by))
    return Markup("<bdi>{}</bdi>").format(by)


def device_name(label: str) -> str:
    """Word a label for the list of devices: ``Android phone, Chrome``."""
    kinds = {
        "iphone": _("iPhone"),
        "ipad": _("iPad"),
        "android_phone": _("Android phone"),
        "android_tablet": _("Android tablet"),
        "mac": _("Mac"),
        "windows": _("Windows computer"),
        "linux": _("Linux computer"),
    }
    codes = label.split()
    kind = next((kinds[code] for code in codes if code in kinds), "")
    browser = next((BROWSER_NAMES[code] for code in codes if code in BROWSER_NAMES), "")
    if kind and browser:
        return _("%(kind)s, %(browser)s", kind=kind, browser=browser)
    return kind or browser or _("A browser")
