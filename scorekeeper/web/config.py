"""The settings: where each comes from, what it is when nobody says so, and the Flask config made of them.

The environment wins over ``instance/config.py``, which wins over the default. Every setting is described
in docs/config.md, and a test holds that page to the table below.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from flask import Config

from scorekeeper.web.addresses import own_names

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
MIGRATIONS = ROOT / "scorekeeper" / "migrations"
TRANSLATIONS = ROOT / "scorekeeper" / "translations"

KIB = 1024
LOG = "SCOREKEEPER_LOG"
# How long a host that is gone is waited for: each one in seconds, a connection that fell silent in milliseconds.
POSTGRESQL_PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 15_000}
LEVELS = ("error", "warning", "info", "debug")


class SettingError(ValueError):
    """Say which setting cannot be used, and what it takes instead."""

    def __init__(self, name: str, value: object, takes: str) -> None:
        """Build the sentence from the setting's name, the value that was given and what it takes."""
        super().__init__(f"{name}={value!r} cannot be used: it takes {takes}")


def _text(_name: str, value: object) -> str:
    return str(value).strip()


def _number(name: str, value: object) -> int:
    text = str(value).strip()
    if not (text.isascii() and text.isdigit()):
        raise SettingError(name, value, "a whole number from 0")
    return int(text)


def _port(name: str, value: object) -> int:
    port = _number(name, value)
    if not 1 <= port <= 65_535:
        raise SettingError(name, value, "a port from 1 to 65535")
    return port


def _some(name: str, value: object) -> int:
    number = _number(name, value)
    if number < 1:
        raise SettingError(name, value, "a whole number from 1")
    return number


def _address(name: str, value: object) -> str:
    text = str(value).strip().rstrip("/")
    if not text:
        return ""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise SettingError(name, value, "an address like https://cards.example.org")
    return text


def _level(name: str, value: object) -> str:
    level = str(value).strip().lower()
    if level not in LEVELS:
        raise SettingError(name, value, f"one of {', '.join(LEVELS)}")
    return level


def _names(_name: str, value: object) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else []
    return tuple(str(part).strip() for part in parts if str(part).strip())


def _database(_name: str, value: object) -> str:
    """Name the driver, since a plain ``postgresql://`` would ask for another one."""
    text = str(value).strip()
    scheme, separator, rest = text.partition("://")
    if scheme in {"postgres", "postgresql"}:
        return f"postgresql+psycopg{separator}{rest}"
    return text


@dataclass(frozen=True, slots=True)
class Setting:
    """Name one setting, its default, and how its text becomes a value."""

    name: str
    default: object
    parse: Callable[[str, object], object]


SETTINGS = (
    Setting("HOST", "0.0.0.0", _text),  # noqa: S104  phones on the local network are the point
    Setting("PORT", 5000, _port),
    Setting("DATABASE_URL", "sqlite:///scorekeeper.sqlite3", _database),
    Setting("SECRET_KEY", "", _text),
    Setting("SCOREKEEPER_URL", "", _address),
    Setting("SCOREKEEPER_TRUSTED_HOSTS", (), _names),
    Setting("TRUSTED_PROXIES", 0, _number),
    Setting("SCOREKEEPER_LANGUAGES", (), _names),
    Setting(LOG, "warning", _level),
    Setting("SCOREKEEPER_WORKERS", 2, _some),
    Setting("SCOREKEEPER_THREADS", 4, _some),
)

INSTANCE_VARIABLE = "SCOREKEEPER_INSTANCE"


def instance_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Give the folder of this installation: ``SCOREKEEPER_INSTANCE``, or ``instance`` beside the app."""
    named = environ.get(INSTANCE_VARIABLE, "").strip()
    return Path(named).resolve() if named else ROOT / "instance"


def read_settings(instance: Path, environ: Mapping[str, str] = os.environ) -> dict[str, object]:
    """Give every setting and whatever else ``config.py`` holds. Raises SettingError for an unusable value."""
    written = Config(instance)
    written.from_pyfile("config.py", silent=True)
    settings = dict(written)
    for setting in SETTINGS:
        value = environ.get(setting.name) or written.get(setting.name, setting.default)
        settings[setting.name] = setting.parse(setting.name, value)
    return settings


def flask_config(settings: Mapping[str, object], instance: Path) -> dict[str, object]:
    """Turn the settings into what Flask and its extensions read."""
    url = str(settings["SCOREKEEPER_URL"])
    fixed: dict[str, object] = {
        "SQLALCHEMY_DATABASE_URI": settings["DATABASE_URL"],
        "SQLALCHEMY_ENGINE_OPTIONS": engine_options(str(settings["DATABASE_URL"])),
        # An entry begun at eight may be saved at midnight.
        "WTF_CSRF_TIME_LIMIT": None,
        "SESSION_COOKIE_NAME": "scorekeeper",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": url.startswith("https://"),
        "SESSION_REFRESH_EACH_REQUEST": False,
        "PERMANENT_SESSION_LIFETIME": timedelta(days=180),
        "MAX_CONTENT_LENGTH": 1024 * KIB,
        "MAX_FORM_MEMORY_SIZE": 256 * KIB,
        "TRUSTED_HOSTS": trusted_hosts(settings),
        "BABEL_DEFAULT_LOCALE": "en",
        "BABEL_DEFAULT_TIMEZONE": "UTC",
        # Browsers take zstd too, but for pages of this size brotli is smaller.
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 4,
        # 256 kB, more than any page: each thread would else fetch 4 MB for it.
        "COMPRESS_BR_WINDOW": 18,
        "RATELIMIT_STORAGE_URI": "memory://",
        "RATELIMIT_HEADERS_ENABLED": False,
    }
    return {**fixed, **settings, "SECRET_KEY": settings["SECRET_KEY"] or secret_key(instance)}


def engine_options(database_url: str) -> dict[str, object]:
    """Give how the database is reached; what the address itself says of time-outs goes before."""
    given = parse_qs(urlsplit(database_url).query)
    patience = {name: value for name, value in POSTGRESQL_PATIENCE.items() if name not in given}
    return {
        # A failed statement is told without its values, which may be names and hashes of secrets.
        "hide_parameters": True,
        "pool_pre_ping": True,
        "connect_args": patience if database_url.startswith("postgresql") else {},
    }


def trusted_hosts(settings: Mapping[str, object]) -> list[str]:
    """Give the names this app answers to; a request that names another is refused."""
    public = urlsplit(str(settings["SCOREKEEPER_URL"])).hostname
    extra = settings["SCOREKEEPER_TRUSTED_HOSTS"]
    names = [*own_names(), *(extra if isinstance(extra, tuple) else ())]
    return [*names, public] if public else names


def secret_key(instance: Path) -> str:
    """Read the installation's secret, or make one that only its owner can read.

    Two workers that start at once agree on one: the file appears under its name whole, and only once.
    """
    path = instance / "secret_key"
    if not path.exists():
        instance.mkdir(parents=True, exist_ok=True)
        draft = instance / f".secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
